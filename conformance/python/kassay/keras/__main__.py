"""`python -m kassay.keras script.py ...`: runs a script with Keras on kassay."""

from __future__ import annotations

import os
import runpy
import sys

import kassay.keras  # noqa: F401: makes Keras importable


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("usage: python -m kassay.keras SCRIPT [ARGUMENT ...]")
    os.environ["KERAS_BACKEND"] = "kassay.keras"
    del sys.argv[0]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
