"""`kassay run --backend python:MODULE` starts this with the Python of the backend."""

import sys

if __name__ == "__main__":  # processes that the backend spawns import this file again
    # This folder is on the path only for the package kassay: it must not hide a module of the backend.
    sys.path.append(sys.path.pop(0))
    try:
        import numpy  # noqa: F401
    except ImportError as error:
        sys.exit(
            f"{sys.executable} has no NumPy, which kassay needs to pass arrays ({error}): install it there "
            "(python -m pip install numpy), or set $KASSAY_PYTHON to the Python of the backend"
        )
    from kassay.serve import main

    sys.exit(main())
