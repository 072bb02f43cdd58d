"""Checks what pip installs from this folder, and that a build does not change the folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import kassay

FOLDER = Path(__file__).parents[2]
NAME = f"kassay-{kassay.__version__}-py3-none-any.whl"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of a clone."""
    copy = tmp_path / "python"
    ignored = shutil.ignore_patterns("__pycache__", ".*_cache", "tests")
    return Path(shutil.copytree(FOLDER, copy, ignore=ignored))


def build(folder: Path, hook: str, out: Path) -> zipfile.ZipFile:
    """Calls a hook as pip does."""
    out.mkdir()
    call = f"import sys; sys.path.insert(0, '.'); from build_backend import {hook}; print({hook}(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", call, str(out)], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{NAME}\n"
    return zipfile.ZipFile(out / NAME)


def files(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


@pytest.mark.parametrize("hook", ["build_wheel", "build_editable"])
def test_folder_stays_as_it_was(tmp_path: Path, folder: Path, hook: str) -> None:
    before = files(folder)
    build(folder, hook, tmp_path / "out")
    assert files(folder) == before


def test_wheel_has_the_package_and_its_plug_in(tmp_path: Path, folder: Path) -> None:
    wheel = build(folder, "build_wheel", tmp_path / "out")
    names = set(wheel.namelist())
    information = f"kassay-{kassay.__version__}.dist-info"
    assert b"kassay = kassay.pytest_plugin" in wheel.read(f"{information}/entry_points.txt")
    assert b"\nRequires-Dist: numpy\n" in wheel.read(f"{information}/METADATA")
    recorded = wheel.read(f"{information}/RECORD").decode().splitlines()
    assert {line.split(",")[0] for line in recorded} == names


def test_wheel_does_not_need_the_interpreters(tmp_path: Path, folder: Path) -> None:
    modules = {
        name[: -len(".py")].replace("/", ".")
        for name in build(folder, "build_wheel", tmp_path / "out").namelist()
        if name.endswith(".py")
    }
    assert {"kassay.host", "kassay.pytest_plugin", "kassay.keras3.graph"} <= modules
    modules = {name for name in modules if not name.startswith("kassay.keras3")}  # these need Keras
    code = "import importlib, sys, kassay; [*map(importlib.import_module, sys.argv[1:])]; print(hasattr(kassay, 'compare'))"
    done = subprocess.run(
        [sys.executable, "-c", code, *sorted(modules - {"kassay.__init__"})],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "out" / NAME)},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "False\n", done.stderr


def test_editable_wheel_points_to_the_folder(tmp_path: Path, folder: Path) -> None:
    wheel = build(folder, "build_editable", tmp_path / "out")
    assert wheel.read("kassay.pth").decode() == f"{folder}\n"


def test_pip_installs_it_without_a_network(tmp_path: Path, folder: Path) -> None:
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode:
        pytest.skip("this Python has no pip")
    before = files(folder)
    target = tmp_path / "target"
    options = ["--quiet", "--no-deps", "--no-index", "--no-compile", "--target", str(target)]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, str(folder)],
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert (target / "kassay" / "pytest_plugin.py").exists()
    assert files(folder) == before
