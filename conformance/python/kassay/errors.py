"""The errors of this package, and the protocol's kinds for exceptions of a backend."""

from __future__ import annotations

import re
from types import ModuleType

# Colours of a terminal, as in messages of Keras 3.
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_LONGEST_MESSAGE = 4000
# The first match counts. An exception that is both a ValueError and an IndexError, such as NumPy's AxisError,
# counts as a value error: the documents never require an index error.
_KINDS: tuple[tuple[type[BaseException], str], ...] = (
    (MemoryError, "out-of-memory"),
    (NotImplementedError, "not-implemented"),
    (AssertionError, "assertion"),
    (ValueError, "value"),
    (TypeError, "type"),
    (LookupError, "index"),
)
KINDS = frozenset(kind for _, kind in _KINDS) | {"other"}
OTHER = "other"
KIND_TABLE = "kassay_error_kinds"


class CannotLoad(Exception):
    """The backend does not start. The message says why and what to do."""


class Unsupported(Exception):
    """A backend raises this when it lacks what a call needs. This does not count against it.

    A backend need not import this package: its own class of this name works as well.
    """


class ProgramError(Exception):
    """The backend returned something that the program cannot use."""


def is_unsupported(error: BaseException) -> bool:
    return any(cls.__name__ == "Unsupported" for cls in type(error).__mro__)


def read_kind_table(module: ModuleType) -> dict[type[BaseException], str]:
    """The kinds that the module gives its own exceptions; raises CannotLoad if they are not a valid table."""
    table = getattr(module, KIND_TABLE, {})
    allowed = f"it must map exception classes to kinds out of {', '.join(sorted(KINDS))}"
    if not isinstance(table, dict):
        raise CannotLoad(f"{module.__name__}.{KIND_TABLE} is a {type(table).__name__}: {allowed}")
    for cls, kind in table.items():
        if not (isinstance(cls, type) and issubclass(cls, BaseException) and kind in KINDS):
            raise CannotLoad(f"{module.__name__}.{KIND_TABLE} has {cls!r}: {kind!r}; {allowed}")
    return dict(table)


def kind_of(error: BaseException, table: dict[type[BaseException], str]) -> str:
    """The kind of an exception, or else of its explicit cause (`raise ... from`).

    An exception that was only being handled at the time (`__context__`) does not count.
    """
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        for cls, kind in (*table.items(), *_KINDS):
            if isinstance(cause, cls):
                return kind
        seen.add(id(cause))
        cause = cause.__cause__
    return OTHER


def text_of(error: BaseException) -> str:
    """One exception as readable text without colours, even if its `__str__` raises."""
    name = type(error).__name__
    try:
        text = str(error)
    except Exception as failure:
        return f"{name} (whose text raises {type(failure).__name__})"
    text = _COLOUR.sub("", text)
    if len(text) > _LONGEST_MESSAGE:
        text = text[:_LONGEST_MESSAGE] + " ..."
    return f"{name}: {text}" if text else name
