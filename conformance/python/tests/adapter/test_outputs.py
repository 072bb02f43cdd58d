"""Values that may be returned, and the texts for all other values."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
import pytest

from kassay.outputs import item


class Text(str):
    pass


class Sizes(tuple):
    pass


class Level(enum.IntEnum):
    HIGH = 3


class Opaque:
    def __repr__(self) -> str:
        raise ValueError("no text")


def plain(value: Any) -> Any:
    tensors: dict[str, np.ndarray] = {}
    result = item(value, tensors)
    assert tensors == {}
    return result


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (2.5, 2.5),
        (float("nan"), {"float": "nan"}),
        (float("-inf"), {"float": "-inf"}),
        ("text", "text"),
        (Text("text"), "text"),
        (Level.HIGH, 3),
        ((2, None), [2, None]),
        ([], []),
        ((np.int64(2), None, 3), [2, None, 3]),
        (Sizes((2, 3)), [2, 3]),
        ([(1, 2), "a"], [[1, 2], "a"]),
        ((True, False), [True, False]),
    ],
)
def test_plain_value(value: Any, expected: Any) -> None:
    result = plain(value)
    assert result == expected
    assert type(result) is type(expected) or isinstance(value, Text)


@pytest.mark.parametrize(
    "value",
    [
        np.zeros((2, 3), "float32"),
        np.float32(1),
        np.float64(1),
        np.int64(1),
        np.bool_(True),
        np.zeros((2, 3)).view(np.matrix),
        np.ma.masked_array([1.0, 2.0]),
        np.arange(3, dtype=">i4"),
    ],
    ids=["array", "float32", "float64", "int64", "bool", "matrix", "unmasked", "big-endian"],
)
def test_array(value: Any) -> None:
    tensors: dict[str, np.ndarray] = {}
    assert item(value, tensors) == {"tensor": "t0"}
    assert type(tensors["t0"]) is np.ndarray
    assert np.array_equal(tensors["t0"], np.asarray(value))


def test_floats_of_numpy_in_a_list_stay_arrays() -> None:
    tensors: dict[str, np.ndarray] = {}
    assert item([np.float32(1), np.float32(2)], tensors) == [{"tensor": "t0"}, {"tensor": "t1"}]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (object(), "builtins.object"),
        (Opaque(), "Opaque"),
        ({"a": 1}, "builtins.dict"),
        (1 << 63, "builtins.int"),
        (1j, "builtins.complex"),
        (b"bytes", "builtins.bytes"),
        (np.array([1j]), "dtype complex128"),
        (np.array(["a"]), "dtype <U1"),
        (np.array([None]), "dtype object"),
        (np.zeros(2, "uint16"), "dtype uint16"),
        (np.array([0, 7], "uint8").view(bool), "the byte 7, neither false"),
        (np.ma.masked_array([1.0, 2.0], [True, False]), "masked"),
    ],
)
def test_value_that_cannot_be_sent_becomes_a_text_that_equals_no_expected_value(
    value: Any, text: str
) -> None:
    result = plain(value)
    assert result.startswith("<") and text in result


def test_bfloat16_is_not_a_dtype_of_the_protocol() -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    assert "dtype bfloat16" in plain(np.zeros(2, ml_dtypes.bfloat16))
