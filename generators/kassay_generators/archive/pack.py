"""The archive and the wheel of a folder. The same folder gives the same bytes."""

from __future__ import annotations

import calendar
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from kassay_generators.archive.folder import PACKAGE, version, write_folder
from kassay_generators.specification.error import ROOT

# The modification time of all files: the earliest that a ZIP file can store.
_MOMENT = (1980, 1, 1, 0, 0, 0)
_UNIX = 3  # the system that defines these file modes
_MODE = stat.S_IFREG | 0o644
_REQUIREMENTS = "generators/requirements-archive.txt"


class CannotPack(Exception):
    """Something is missing on this machine; the message says what."""


def pack(
    vectors: Path, out: Path, only: list[str] | None = None, kassay: Path | None = None
) -> list[Path]:
    """Writes kassay-vectors-VERSION.zip and the wheel into `out`; returns both. The program `kassay` adds the specification as pages."""
    out.mkdir(parents=True, exist_ok=True)
    name = f"kassay-vectors-{version(vectors)}"
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / name
        pages = None if kassay is None else _write_pages(kassay, vectors, Path(temporary) / "pages")
        write_folder(vectors, folder, only, pages)
        archive = out / f"{name}.zip"
        _write_zip(folder, archive)
        return [archive, _write_wheel(folder, Path(temporary) / "wheel", out)]


def _write_pages(kassay: Path, vectors: Path, folder: Path) -> Path:
    options = ["--vectors", str(vectors), "--out", str(folder)]
    command = [str(kassay), "coverage", "--markdown", *options]
    try:
        written = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        raise CannotPack(f"{kassay}: {error.strerror}. Build it with `./run build`.") from error
    if written.returncode not in (0, 1):  # 1: a clause without a case
        raise CannotPack(f"{kassay} did not write the specification: {written.stderr.strip()}")
    return folder


def _write_zip(folder: Path, archive: Path) -> None:
    with zipfile.ZipFile(archive, "w") as zipped:
        for file in sorted(file for file in folder.rglob("*") if file.is_file()):
            member = zipfile.ZipInfo(file.relative_to(folder.parent).as_posix(), _MOMENT)
            member.compress_type, member.create_system = zipfile.ZIP_DEFLATED, _UNIX
            member.external_attr = _MODE << 16
            zipped.writestr(member, file.read_bytes(), compresslevel=9)


def _write_wheel(folder: Path, stage: Path, out: Path) -> Path:
    """The package kassay_vectors with the folder in it as `data`."""
    shutil.copytree(folder, stage / "kassay_vectors" / "data")
    for file in sorted(PACKAGE.iterdir()):
        if file.name in ("pyproject.toml", "README.md"):
            shutil.copyfile(file, stage / file.name)
        elif file.suffix == ".py" or file.name == "py.typed":
            shutil.copyfile(file, stage / "kassay_vectors" / file.name)
    shutil.copyfile(ROOT / "LICENSE", stage / "LICENSE")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel"],
        cwd=stage,
        env=os.environ | {"SOURCE_DATE_EPOCH": str(calendar.timegm(_MOMENT))},
        capture_output=True,
        text=True,
    )
    if built.returncode != 0:
        raise CannotPack(
            f"hatchling did not build the wheel: {built.stderr.strip()} (`./run vectors --archive` installs {_REQUIREMENTS})"
        )
    (wheel,) = (stage / "dist").glob("*.whl")
    return Path(shutil.copyfile(wheel, out / wheel.name))
