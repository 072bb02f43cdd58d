"""Tensor operators that the API lacks, built on those that it has: // % & | ^ ~, / of integers, and @ of stacks of matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kassay.tensor import Tensor

_SHORT = ("int8", "uint8", "int16")
# Floats of this size and above are whole numbers.
_WHOLE = {"float16": 2.0**10, "float32": 2.0**23, "float64": 2.0**52}


def quotient(x: Tensor, y: Tensor) -> Tensor:
    """x / y of integers: float32 for integers of at most 16 bits, float64 for larger ones."""
    dtype = "float32" if x.dtype in _SHORT else "float64"
    return x._call("cast", x, dtype) / x._call("cast", y, dtype)


def matrix_product(x: Tensor, y: Tensor) -> Tensor:
    """x @ y. As in NumPy, stacks are multiplied matrix by matrix, but here both must have the same sizes before the last two dimensions."""
    ranks = (x.ndim or 0, y.ndim or 0)
    if min(ranks) < 3:
        return x._call("dot", x, y)
    if ranks[0] != ranks[1]:
        raise TypeError(f"@ takes stacks of equal rank, not of {x.ndim} and {y.ndim} dimensions")
    if ranks[0] == 3:
        return x._call("batch_dot", x, y, [2, 1])
    rows, columns = x._call("shape", x), y._call("shape", y)
    product = x._call("batch_dot", _stack(x, rows), _stack(y, columns), [2, 1])
    return x._call("reshape", product, x._call("concatenate", [rows[:-1], columns[-1:]], 0))


def _stack(x: Tensor, sizes: Tensor) -> Tensor:
    """Reshapes x to one dimension before the last two."""
    first = x._call("constant", [-1], "int32")
    return x._call("reshape", x, x._call("concatenate", [first, sizes[-2:]], 0))


def floor_divided(x: Tensor, y: Tensor) -> Tensor:
    """The largest integers not above x / y. Integers divided by 0 are unspecified."""
    if x.dtype in _WHOLE:
        return _floor(x / y)
    quotient = _truncated(x, y)
    rest = x - quotient * y
    if x.dtype == "int64":  # the quotient as a float may be far off; the rest is small
        quotient = quotient + _truncated(rest, y)
        rest = x - quotient * y
    return quotient - _as(_is(rest * _sign(y), "less"), x)


def remainder(x: Tensor, y: Tensor) -> Tensor:
    """The remainder of floor_divided: x - (x // y) * y, with the sign of y."""
    return x - floor_divided(x, y) * y


def both(x: Tensor, y: Tensor) -> Tensor:
    return _is(_count(x, y) - 2, "equal")


def either(x: Tensor, y: Tensor) -> Tensor:
    return _is(_count(x, y), "not_equal")


def one_of_them(x: Tensor, y: Tensor) -> Tensor:
    return _is(_count(x, y) - 1, "equal")


def negated(x: Tensor) -> Tensor:
    return _is(_count(x), "equal")


def _count(*tensors: Tensor) -> Tensor:
    """Counts the true ones, element by element."""
    for each in tensors:
        if each.dtype != "bool":
            raise TypeError(f"& | ^ ~ take tensors of dtype bool, not {each.dtype}")
    first, *others = (each._call("cast", each, "int32") for each in tensors)
    return sum(others, start=first)


def _is(x: Tensor, comparison: str) -> Tensor:
    """Compares the elements with 0."""
    return x._call(comparison, x, 0)


def _as(x: Tensor, other: Tensor) -> Tensor:
    return x._call("cast", x, other.dtype)


def _sign(x: Tensor) -> Tensor:
    return x._call("sign", x)


def _truncated(x: Tensor, y: Tensor) -> Tensor:
    """Integers, divided as float64 and truncated."""
    quotient = x._call("cast", x, "float64") / y._call("cast", y, "float64")
    return _as(quotient, x)


def _floor(x: Tensor) -> Tensor:
    whole = _as(x._call("cast", x, "int64"), x)
    lower = whole - _as(x < whole, x)
    # NaN stays NaN. Large values, which int64 may not hold, are whole numbers.
    return x._call("switch", abs(x) < _WHOLE[x.dtype], lower, x)
