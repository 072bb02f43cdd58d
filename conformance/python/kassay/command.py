"""Starts the kassay program so that this Python runs the backend."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

PROGRAM_VARIABLE = "KASSAY"
PYTHON_VARIABLE = "KASSAY_PYTHON"
ORACLE_VARIABLE = "KASSAY_ORACLE_PYTHON"
# The folder that contains this package; links into a build folder are not followed.
_PACKAGES = Path(os.path.abspath(__file__)).parent.parent
# Relative to that folder: in a wheel, and in an installation by CMake.
_PLACES = (Path("kassay", "installed", "bin", "kassay"), Path("..", "..", "..", "bin", "kassay"))


class NoProgram(Exception):
    """The kassay program was not found. The message lists the places searched."""


def find_program(environment: Mapping[str, str], packages: Path = _PACKAGES) -> str:
    """The program that $KASSAY names, the one installed with this package, or the one on the path, in this order."""
    named = environment.get(PROGRAM_VARIABLE)
    if named:
        if not os.access(named, os.X_OK) or os.path.isdir(named):
            raise NoProgram(f"${PROGRAM_VARIABLE} is {named}, which is not a program")
        return named
    places = [os.path.normpath(packages / place) for place in _PLACES]
    for place in places:
        if os.access(place, os.X_OK):
            return place
    on_path = shutil.which("kassay", path=environment.get("PATH"))
    if on_path is None:
        raise NoProgram(
            f"the kassay program was not found: ${PROGRAM_VARIABLE} is not set, {' and '.join(places)} do not exist, and "
            f"it is not on the path; build it (./run build) and set {PROGRAM_VARIABLE}=.../build/bin/kassay"
        )
    return on_path


def backend_argument(module: str) -> str:
    """The argument of --backend for a module, or for a backend of Keras 3 (keras3:NAME). If `module` is empty, KERAS_BACKEND or keras.json
    names the module."""
    return module if module.startswith(("python:", "keras3:")) else f"python:{module}"


def name_of(script: str, environment: Mapping[str, str]) -> str:
    """How a user starts this script: by its name if it is on the path, else by its path."""
    name = os.path.basename(script)
    return name if shutil.which(name, path=environment.get("PATH")) == script else script


def environment_of(environment: Mapping[str, str]) -> dict[str, str]:
    return {**environment, PYTHON_VARIABLE: sys.executable}
