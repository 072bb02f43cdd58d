"""Tests Keras backends written in Python: a worker for any module, a command, a pytest plug-in."""

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Loads `kassay.compare` on first use. It takes a second to load, and only the wheel has it."""
    if name == "compare":
        try:
            from kassay.comparison import compare
        except ModuleNotFoundError as error:
            if error.name != "kassay.comparison":
                raise
        else:
            return compare
    raise AttributeError(f"module 'kassay' has no attribute {name!r}")
