"""A fresh environment with nothing but the wheel that `./run wheel` has made, and NumPy."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

WHEELS = Path(os.environ["KASSAY_WHEELS"])
# NumPy, pytest and what kassay.compare needs come from the environment of the tests, so that no network is needed.
BESIDE = sysconfig.get_path("purelib")
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def wheel() -> Path:
    found = list(WHEELS.glob("kassay-*.whl"))
    assert len(found) == 1, f"{WHEELS} has {len(found)} wheels: make one with ./run wheel"
    return found[0]


@pytest.fixture(scope="session")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fresh")
    python = "/usr/bin/python3"  # that of `./run setup`, which has pip
    subprocess.run([python, "-m", "venv", "--without-pip", folder], check=True)
    install = [python, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "-q"]
    subprocess.run([*install, "--no-index", "--no-deps", "--no-compile", wheel], check=True)
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "beside.pth").write_text(f"{BESIDE}\n")
    return folder


@pytest.fixture
def run(environment: Path, tmp_path: Path) -> Run:
    """Runs a command of the environment in an empty folder, with no variable that could lead to the sources."""

    def act(program: str, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [environment / "bin" / program, *words],
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), **variables},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return act


@pytest.fixture
def module(tmp_path: Path) -> str:
    """A backend of the user, in the working folder: right, but for the axis of softmax."""
    (tmp_path / "my_module.py").write_text(
        "import kassay.reference as K\n"
        "from kassay.reference import *\n\n"
        "def softmax(x, axis=-1):\n    return K.softmax(x)\n"
    )
    return "my_module"


@pytest.fixture(scope="session")
def other_python() -> str:
    """A Python with NumPy and without kassay."""
    return sys.executable


@pytest.fixture(scope="session")
def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()
