"""Operators of tensors that the API does not have, by those that it has: // % & | ^ ~."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kassay.tensor import Tensor

# Floats of this size and above have no fraction.
_WHOLE = {"float16": 2.0**10, "float32": 2.0**23, "float64": 2.0**52}


def floor_divided(x: Tensor, y: Tensor) -> Tensor:
    """The largest integers that are no larger than x / y. Integers by 0 are left open."""
    if x.dtype in _WHOLE:
        return _floor(x / y)
    quotient = _truncated(x, y)
    rest = x - quotient * y
    if x.dtype == "int64":  # whose quotient as a float may be off by much; what is left is small
        quotient = quotient + _truncated(rest, y)
        rest = x - quotient * y
    return quotient - _as(_is(rest * _sign(y), "less"), x)


def remainder(x: Tensor, y: Tensor) -> Tensor:
    """What floor_divided leaves: x - (x // y) * y, with the sign of y."""
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
    """How many of them are true, element by element."""
    for each in tensors:
        if each.dtype != "bool":
            raise TypeError(f"& | ^ ~ take tensors of dtype bool, not {each.dtype}")
    first, *others = (each._call("cast", each, "int32") for each in tensors)
    return sum(others, start=first)


def _is(x: Tensor, comparison: str) -> Tensor:
    """How its elements compare with 0."""
    return x._call(comparison, x, 0)


def _as(x: Tensor, other: Tensor) -> Tensor:
    return x._call("cast", x, other.dtype)


def _sign(x: Tensor) -> Tensor:
    return x._call("sign", x)


def _truncated(x: Tensor, y: Tensor) -> Tensor:
    """Integers, divided as float64."""
    quotient = x._call("cast", x, "float64") / y._call("cast", y, "float64")
    return _as(quotient, x)


def _floor(x: Tensor) -> Tensor:
    whole = _as(x._call("cast", x, "int64"), x)
    lower = whole - _as(x < whole, x)
    # NaN is not below; and a large one, which int64 may not hold, is whole.
    return x._call("switch", abs(x) < _WHOLE[x.dtype], lower, x)
