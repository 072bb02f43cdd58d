"""Fresh environments with only the wheel that `./run wheel` has made: one with NumPy, and one without for each Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
WHEELS = Path(os.environ["KASSAY_WHEELS"])
# NumPy, pytest and what kassay.compare needs come from the environment of the tests, so that no network is needed.
BESIDE = sysconfig.get_path("purelib")
Run = Callable[..., "subprocess.CompletedProcess[str]"]
PYTHON = "/usr/bin/python3"  # that of `./run setup`, which has pip
OLDEST, NEWEST = 9, 19  # of Python 3: versions that are looked for


@cache
def version_of(python: str) -> str:
    """Such as 3.11; empty if it does not start."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def pythons() -> dict[str, str]:
    """The Pythons of this machine that the wheel supports: on the path, and from pyenv. The system's Python is always included."""
    path = os.pathsep.join(
        ["/usr/bin", *map(str, Path.home().glob(".pyenv/versions/*/bin")), os.environ["PATH"]]
    )
    found = {}
    for minor in range(OLDEST, NEWEST + 1):
        python = shutil.which(f"python3.{minor}", path=path)
        if python and version_of(python) == f"3.{minor}":
            found[f"3.{minor}"] = python
    return found


@pytest.fixture(scope="session")
def wheel() -> Path:
    found = list(WHEELS.glob("kassay-*.whl"))
    assert len(found) == 1, f"{WHEELS} has {len(found)} wheels: make one with ./run wheel"
    return found[0]


def fresh(wheel: Path, folder: Path, *beside: Path | str) -> Path:
    """An environment with the wheel, which also finds the packages in these folders."""
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", folder], check=True)
    install = [PYTHON, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "-q"]
    subprocess.run([*install, "--no-index", "--no-deps", "--no-compile", wheel], check=True)
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "beside.pth").write_text("".join(f"{each}\n" for each in beside))
    return folder


@pytest.fixture(scope="session")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fresh(wheel, tmp_path_factory.mktemp("fresh"), BESIDE)


@pytest.fixture(scope="session", params=pythons().items(), ids=lambda item: item[0])
def bare(
    wheel: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Path:
    """An environment of each Python that has the wheel and not even NumPy."""
    version, python = request.param
    folder = tmp_path_factory.mktemp(f"bare-{version}")
    subprocess.run([python, "-m", "venv", folder], check=True)
    install = [folder / "bin" / "python", "-m", "pip", "install", "-q", "--no-index"]
    subprocess.run([*install, "--disable-pip-version-check", "--no-compile", wheel], check=True)
    return folder


def runner(environment: Path, folder: Path) -> Run:
    """Runs a command of the environment in a folder, with no variable that could lead to the sources."""

    def act(program: str, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [environment / "bin" / program, *words],
            cwd=folder,
            env={"PATH": "/usr/bin:/bin", "HOME": str(folder), **variables},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return act


@pytest.fixture
def run(environment: Path, tmp_path: Path) -> Run:
    return runner(environment, tmp_path)


@pytest.fixture
def run_bare(bare: Path, tmp_path: Path) -> Run:
    return runner(bare, tmp_path)


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
