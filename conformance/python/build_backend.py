"""Builds the adapter for pip. It needs only Python, no network, and writes nothing into this folder.

https://peps.python.org/pep-0517: pip runs this file in this folder and calls build_wheel. The wheel with the interpreters is a
different one, built from pyproject.toml in the root.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PACKAGE = "kassay"
# These need the native module. All other modules belong to the adapter. conformance/package/CMakeLists.txt reads this line too.
INTERPRETERS = ("arithmetic", "comparison", "native", "sparse", "subscript", "tensor")
REQUIRES_PYTHON = ">=3.7"
TAG = "py3-none-any"
ENTRY_POINTS = "[pytest11]\nkassay = kassay.pytest_plugin\n"


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None
) -> str:
    """Writes the wheel into the folder; returns its name."""
    package = HERE / PACKAGE
    sources = [f for f in package.glob("*.py") if f.stem not in INTERPRETERS]
    files = sorted([*sources, *package.glob("keras3/*.py")])
    return _write(
        wheel_directory, {each.relative_to(HERE).as_posix(): each.read_bytes() for each in files}
    )


def build_editable(
    wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None
) -> str:
    """The same for `pip install --editable`: the wheel points to this folder."""
    return _write(wheel_directory, {f"{PACKAGE}.pth": f"{HERE}\n".encode()})


def _write(folder: str, files: dict[str, bytes]) -> str:
    version = _version()
    information = f"{PACKAGE}-{version}.dist-info"
    files = {
        **files,
        f"{information}/METADATA": _metadata(version).encode(),
        f"{information}/WHEEL": (
            f"Wheel-Version: 1.0\nGenerator: kassay {version}\nRoot-Is-Purelib: true\nTag: {TAG}\n"
        ).encode(),
        f"{information}/entry_points.txt": ENTRY_POINTS.encode(),
    }
    record = f"{information}/RECORD"
    lines = [
        f"{name},sha256={_digest(content)},{len(content)}\n" for name, content in files.items()
    ]
    files[record] = "".join([*lines, f"{record},,\n"]).encode()
    wheel = f"{PACKAGE}-{version}-{TAG}.whl"
    with zipfile.ZipFile(Path(folder, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return wheel


def _version() -> str:
    text = (HERE / PACKAGE / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise SystemExit(f"{HERE / PACKAGE / '__init__.py'} has no line __version__ = ...")
    return found[1]


def _metadata(version: str) -> str:
    return (
        f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: {version}\n"
        "Summary: Tests Keras backends written in Python\n"
        f"Requires-Python: {REQUIRES_PYTHON}\nRequires-Dist: numpy\n"
    )


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def _forget_own_bytecode() -> None:
    """Removes the bytecode that Python wrote when it loaded this file."""
    cached = globals().get("__cached__")
    if not cached:
        return
    try:
        os.remove(cached)
        os.rmdir(os.path.dirname(cached))  # only if it is empty
    except OSError:
        pass


_forget_own_bytecode()
