"""Python objects that are wrong as most arguments, each with the words that a message must use for it."""

from __future__ import annotations

import array
import collections
import datetime
import decimal
import enum
import fractions
import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from scipy import sparse

# NumPy's dtypes that the API lacks.
DTYPES: tuple[Any, ...] = (
    *("uint16", "uint32", "uint64", "complex64", "complex128", "longdouble"),
    *("datetime64[D]", "timedelta64[s]", "U3", "S3", "O", "V8", [("a", "i4"), ("b", "f8")]),
)
_DEEP = 100_000  # nested lists: more than the stack can hold


@dataclass(frozen=True)
class Thing:
    name: str
    given: Any
    words: str = ""
    """A pattern for its description in a message. Empty for objects of kinds that the API has: any words will do."""
    raises: type[Exception] | None = None
    """The exception that the object itself raises when it is converted."""


class _Raising:
    def __array__(self, *_: Any, **__: Any) -> Any:
        raise KeyError("its own")


class _NoArray:
    def __array__(self, *_: Any, **__: Any) -> Any:
        return "no array"


class _NotLending:
    def __dlpack__(self, **_: Any) -> Any:
        raise BufferError("not on this device")

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


class _Hostile:
    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __repr__(self) -> str:
        raise RuntimeError("no text")


class _Colour(enum.Enum):
    RED = 1


class _Text(str):
    pass


def _function(*_: Any, **__: Any) -> None:
    pass


def things(K: ModuleType, other: ModuleType) -> list[Thing]:
    """All wrong objects, with tensors of the module K and one of another interpreter."""
    return [
        *_arrays(),
        *_scalars(),
        *_numbers(),
        *_texts(),
        *_objects(),
        *_lists(),
        *_own(K, other),
    ]


def _named(dtype: Any) -> str:
    return re.escape(f"dtype {np.dtype(dtype)}")


def _arrays() -> Iterator[Thing]:
    for dtype in DTYPES:
        yield Thing(f"array of {dtype}", np.zeros(2, dtype), _named(dtype))
    yield Thing("array without dimensions", np.array(3, "uint16"), _named("uint16"))
    yield Thing("strided array", np.zeros(6, "uint16")[::-2], _named("uint16"))
    yield Thing("transposed array", np.zeros((2, 3), "uint16").T, _named("uint16"))
    yield Thing("empty array", np.zeros((0, 3), "uint16"), _named("uint16"))
    yield Thing("array of big-endian uint16", np.zeros(2, ">u2"), _named("uint16") + "|>u2")
    yield Thing("big-endian array", np.zeros((2, 3), ">f4"))
    yield Thing("array.array", array.array("H", [1, 2]), _named("uint16"))
    yield Thing("memoryview", memoryview(array.array("H", [1, 2])), _named("uint16"))
    yield Thing("strided memoryview", memoryview(np.zeros((4, 4), "u2"))[::2], _named("uint16"))
    yield Thing("memoryview of characters", memoryview(b"ab").cast("c"), _named("S1"))
    for dtype in ("uint16", "complex64"):
        yield Thing(f"sparse {dtype}", sparse.eye(2, dtype=dtype).tocsr(), _named(dtype))
    yield Thing("sparse vector", sparse.coo_array(np.array([0.0, 1.0])))
    yield Thing("object whose conversion raises", _Raising(), raises=KeyError)
    yield Thing("object whose __array__ returns a str", _NoArray(), raises=ValueError)
    yield Thing("object that does not lend", _NotLending(), raises=BufferError)


def _scalars() -> Iterator[Thing]:
    for dtype in ("complex64", "longdouble", "V8"):
        yield Thing(f"scalar of {dtype}", np.zeros(1, dtype)[0], _named(dtype))
    for unit in ("D", "ns"):  # the item of the second is an int
        yield Thing(f"date in {unit}", np.datetime64(1, unit), _named(f"datetime64[{unit}]"))
        yield Thing(f"time in {unit}", np.timedelta64(1, unit), _named(f"timedelta64[{unit}]"))
    yield Thing("largest uint64", np.uint64(2**64 - 1), str(2**64 - 1))


def _numbers() -> Iterator[Thing]:
    for number in (2**70, -(2**70)):
        yield Thing(f"int {number}", number, str(number))
        yield Thing(f"list with {number}", [1, number], str(number))
    yield Thing("int of 16610 bits", 10**5000, "16610 bits")
    yield Thing("True", True, "True|1")
    for small in (None, 2, -7, 99, 1.5, float("nan"), float("inf"), -float("inf")):
        yield Thing(f"{small}", small, re.escape(f"{small}"))
    for strange in (1j, decimal.Decimal("1.5"), fractions.Fraction(1, 2), _Colour.RED):
        yield Thing(type(strange).__name__, strange, f"class .*{type(strange).__name__}")


def _texts() -> Iterator[Thing]:
    yield Thing("text", "kassay", "'kassay'")
    yield Thing("empty text", "", "''")
    yield Thing("text with a zero", "a\0b", re.escape(r"'a\x00b'"))
    yield Thing("text with half a character", "\ud800", re.escape(r"'\ud800'"))
    yield Thing("long text", "x" * 100_000, r"'x{150,200}\.\.\.")
    yield Thing("subclass of str", _Text("kassay"), "'kassay'")
    yield Thing("bytes", b"ab", "class bytes")
    yield Thing("bytearray", bytearray(b"ab"), "class bytearray")


def _objects() -> Iterator[Thing]:
    ordinary: tuple[Any, ...] = (
        *(datetime.date(2020, 1, 1), datetime.datetime(2020, 1, 1), datetime.timedelta(1)),
        *({1, 2}, frozenset({1}), {"a": 1}, collections.OrderedDict(), {1: 2}.keys()),
        *((each for each in "ab"), iter([1]), map(int, "12"), slice(1), np),
        *(..., NotImplemented, object(), ValueError("x"), _Hostile()),
    )
    for each in ordinary:
        yield Thing(type(each).__name__, each, f"class .*{type(each).__qualname__}")
    yield Thing("range", range(3))
    yield Thing("class", int, "class int")
    yield Thing("class of the user", _Text, "class .*_Text|returned")
    yield Thing("function", _function, "function .*_function|returned")
    yield Thing("function of C", len, "function len")
    yield Thing("method", [].append, "function list.append|returned")
    yield Thing("dtype", np.dtype("uint16"), "'uint16'")
    yield Thing("dtype of records", np.dtype([("a", "i4")]), "'void32'")
    yield Thing("class of a dtype", np.uint16, "'uint16'")
    yield Thing("class of several dtypes", np.generic, "class numpy.generic")


def _lists() -> Iterator[Thing]:
    itself: list[Any] = []
    itself.append(itself)
    deep: Any = 1.0
    for _ in range(_DEEP):
        deep = [deep]
    yield Thing("list in itself", itself, "nested at most 64 deep")
    yield Thing("deep list", deep, "nested at most 64 deep")
    for given in ([], (), [[], []], [[1, 2], [3]], [[1, 2], 3], [[[1]], [[2]]], [None, None]):
        yield Thing(f"{given}", given)
    yield Thing("list of different things", [1, "a", None])
    yield Thing("list with NaN", [float("nan"), 1.0])
    yield Thing("list of texts", ["a", "b"], "'a'")
    yield Thing("list of objects", [object()], "class object")
    yield Thing("list of arrays", [np.zeros(2, "uint16")], _named("uint16"))


def _own(K: ModuleType, other: ModuleType) -> Iterator[Thing]:
    variable = K.variable([1.0, 2.0])
    yield Thing("variable", variable)
    yield Thing("placeholder", K.placeholder(shape=(None, 2)))
    yield Thing("ints", K.constant([1, 2], dtype="int32"))
    yield Thing("bools", K.constant([1, 0], dtype="bool"))
    yield Thing("tensor of another interpreter", other.constant([1.0], dtype="float32"))
    known, unknown = K.constant(3, dtype="int32"), K.placeholder(shape=(), dtype="int32")
    yield Thing("tuple with a tensor", (known, 2), "an int32 (tensor|constant)|not 2")
    yield Thing("tuple with a placeholder", (unknown, 2), "an int32 (tensor|placeholder)|not 2")
    yield Thing("update", K.update(variable, K.constant([1.0, 2.0])), "an update of a float32")
    yield Thing("compiled function", K.function([], [variable]), "a function")
