"""What `kassay run --backend python:MODULE` starts, with the Python of the backend."""

import sys

if __name__ == "__main__":  # processes that the backend spawns import this file again
    # This folder is on the path for the package kassay alone: it must hide no module of the backend.
    sys.path.append(sys.path.pop(0))
    try:
        import numpy  # noqa: F401
    except ImportError as error:
        sys.exit(
            f"{sys.executable} has no NumPy, in which arrays are handed over ({error}): install it there "
            "(python -m pip install numpy), or name the Python of the backend in $KASSAY_PYTHON"
        )
    from kassay.serve import main

    sys.exit(main())
