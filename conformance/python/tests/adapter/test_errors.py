"""Exceptions and their kinds in the protocol."""

from __future__ import annotations

import numpy as np
import pytest
from modules import backend_module

from kassay.errors import CannotLoad, Unsupported, is_unsupported, kind_of, read_kind_table, text_of


class LibraryError(Exception):
    pass


class ShapeError(LibraryError):
    pass


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


def raised_from(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def raised_while(error: Exception, context: Exception) -> Exception:
    error.__context__ = context
    return error


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ValueError(), "value"),
        (UnicodeDecodeError("utf-8", b"", 0, 1, ""), "value"),
        (TypeError(), "type"),
        (IndexError(), "index"),
        (KeyError("a"), "index"),
        (AssertionError(), "assertion"),
        (NotImplementedError(), "not-implemented"),
        (MemoryError(), "out-of-memory"),
        (RecursionError(), "other"),
        (ZeroDivisionError(), "other"),
        (LibraryError(), "other"),
        (raised_from(LibraryError(), ValueError()), "value"),
        (raised_from(LibraryError(), raised_from(LibraryError(), KeyError())), "index"),
        (raised_while(LibraryError(), ValueError()), "other"),
    ],
)
def test_kind(error: Exception, kind: str) -> None:
    assert kind_of(error, {}) == kind


def test_axis_error_of_numpy_is_a_value_error() -> None:
    with pytest.raises(ValueError) as raised:
        np.sum(np.zeros(2), axis=3)
    assert kind_of(raised.value, {}) == "value"


def test_circle_of_causes_ends() -> None:
    first, second = LibraryError(), LibraryError()
    first.__cause__, second.__cause__ = second, first
    assert kind_of(first, {}) == "other"


def test_table_of_the_module_comes_first_in_its_order() -> None:
    table: dict[type[BaseException], str] = {
        ShapeError: "value",
        LibraryError: "type",
        ValueError: "index",
    }
    assert kind_of(ShapeError(), table) == "value"
    assert kind_of(LibraryError(), table) == "type"
    assert kind_of(ValueError(), table) == "index"


@pytest.mark.parametrize(
    "table", [["value"], {"ShapeError": "value"}, {ShapeError: "shape"}, {int: "value"}]
)
def test_invalid_table_is_refused(table: object) -> None:
    with pytest.raises(CannotLoad, match=r"toy\.kassay_error_kinds"):
        read_kind_table(backend_module(kassay_error_kinds=table))


def test_unsupported_is_recognized_by_its_name() -> None:
    own = type("Unsupported", (Exception,), {})
    derived = type("NoSparse", (own,), {})
    assert is_unsupported(own()) and is_unsupported(derived()) and is_unsupported(Unsupported())
    assert not is_unsupported(ValueError())


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("axis 3"), "ValueError: axis 3"),
        (ValueError(), "ValueError"),
        (ValueError("\x1b[1maxis\x1b[0m 3"), "ValueError: axis 3"),
        (Mute(), "Mute (whose text raises RuntimeError)"),
    ],
)
def test_text(error: Exception, text: str) -> None:
    assert text_of(error) == text


def test_long_text_is_cut() -> None:
    assert len(text_of(ValueError("x" * 1_000_000))) < 5000
