"""Imports the native module of the interpreters, or raises an ImportError that says what is missing and what works without it.

The wheel has one module for CPython 3.11 and one for 3.12 and later. Python 3.9 and 3.10 would load the second, and fail.
"""

from __future__ import annotations

import platform
import sys
import sysconfig

_OLDEST = (3, 11)
_STILL_WORKS = (
    "These work without them: the command kassay (every command except fuzz, also with "
    "--backend optimized), python -m kassay, and the pytest plug-in."
)


def _lacking() -> str | None:
    """What is missing in this Python; None if the module can be loaded."""
    here = f"{platform.python_implementation()} {platform.python_version()} ({sys.executable})"
    if sys.implementation.name != "cpython" or sys.version_info < _OLDEST:
        return f"CPython 3.11 or later, and this is {here}"
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return (
            f"a Python with the global interpreter lock, and this is a free-threaded build: {here}"
        )
    return None


def _refusal(lacking: str) -> ImportError:
    modules = "kassay.optimized, kassay.reference and kassay.keras"
    return ImportError(f"{modules} need {lacking}. {_STILL_WORKS}")


if lacking := _lacking():
    raise _refusal(lacking)
try:
    import numpy as _numpy  # noqa: F401
except ModuleNotFoundError as error:
    if error.name != "numpy":
        raise
    raise _refusal(f"NumPy: {sys.executable} -m pip install numpy") from error
try:
    from kassay import _native as module
except ModuleNotFoundError as error:
    raise _refusal(
        f"their native module, which was not built for Python {platform.python_version()}"
    ) from error

__all__ = ["module"]
