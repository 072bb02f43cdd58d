"""What the wheel does in every Python of this machine, with nothing else installed."""

from __future__ import annotations

import ast
import zipfile
from pathlib import Path

import pytest
from conftest import Run, runner, version_of

NATIVE = (3, 11)  # the oldest with interpreters
OLDEST = (3, 9)


def version(environment: Path) -> tuple[int, ...]:
    return tuple(map(int, version_of(str(environment / "bin" / "python")).split(".")))


def test_commands_need_nothing(run_bare: Run, tmp_path: Path) -> None:
    done = run_bare("kassay", "run", "--backend", "optimized", "relu", "--out", "r.jsonl")
    assert done.returncode == 0, done.stderr
    assert run_bare("kassay", "report", "r.jsonl", "--out", "r.html").returncode == 0
    assert (tmp_path / "r.html").exists()


@pytest.mark.parametrize("module", ["optimized", "reference", "keras"])
def test_interpreters_say_what_is_missing(run_bare: Run, bare: Path, module: str) -> None:
    done = run_bare("python", "-c", f"import kassay.{module}")
    said = done.stderr.splitlines()[-1]
    assert said.startswith("ImportError: kassay.optimized, kassay.reference and kassay.keras need ")
    assert ("need NumPy" if version(bare) >= NATIVE else "need CPython 3.11 or later") in said
    assert "These work without them" in said


def test_comparing_says_what_is_missing(run_bare: Run) -> None:
    done = run_bare("python", "-c", "import kassay; kassay.compare")
    assert done.stderr.splitlines()[-1].startswith("ImportError: kassay.compare needs NumPy")


def test_a_backend_in_python_says_what_is_missing(run_bare: Run, bare: Path) -> None:
    done = run_bare("kassay", "run", "--backend", "python:kassay.optimized")
    assert done.returncode == 3
    assert f"{bare}/bin/python has no NumPy" in done.stderr


def test_python_m_kassay_needs_nothing(run_bare: Run) -> None:
    done = run_bare("python", "-m", "kassay", "list", "profiles")
    assert done.returncode == 0 and "inference" in done.stdout


def test_a_python_without_the_lock_is_refused(environment: Path, tmp_path: Path) -> None:
    """The facts of a free-threaded Python, faked in an ordinary one."""
    code = "import sysconfig; sysconfig.get_config_vars()['Py_GIL_DISABLED'] = 1; import kassay.optimized"
    done = runner(environment, tmp_path)("python", "-c", code)
    assert "need a Python with the global interpreter lock" in done.stderr.splitlines()[-1]


def test_an_interpreter_without_its_module_is_refused(environment: Path, tmp_path: Path) -> None:
    code = "import sys; sys.modules['kassay._native'] = None; import kassay.optimized"
    done = runner(environment, tmp_path)("python", "-c", code)
    assert "need their native module" in done.stderr.splitlines()[-1]


def test_the_oldest_python_can_read_what_it_imports(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        files = [n for n in archive.namelist() if n.startswith("kassay/") and n.endswith(".py")]
        files = [n for n in files if "/oracle/" not in n]
        assert len(files) > 20
        for file in files:
            ast.parse(archive.read(file), file, feature_version=OLDEST)
