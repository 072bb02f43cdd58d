"""The two arithmetics of the machine: exact numbers with the oracles, float64 with their confirmations."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.numbers.number import Number, special
from kassay_generators.oracles.arrays import as_array, elementwise


class Exact:
    """Elements are Numbers."""

    implementation = "oracle"

    def lift(self, raw: np.ndarray) -> np.ndarray:
        return as_array(raw.astype(object))

    def adopt(self, values: np.ndarray, dtype: str) -> np.ndarray:
        """Converts elements of either arithmetic to this one."""
        return values if values.dtype == object else self.lift(values)

    def result(self, values: Any, dtype: str) -> np.ndarray:
        """The result of a call: infinite above the range of the dtype, 0 below it."""
        array = as_array(values)
        if not dtypes.is_floating(dtype):
            return array
        least, most = dtypes.FORMATS[dtype].rounding_range

        def limited(n: Number) -> Number:
            if n.special is not None or n.is_zero or least < n.size < most:
                return n
            lower, upper = n.sizes
            if upper <= least:
                return special(0.0)
            if lower >= most:
                return special(math.inf if n > 0 else -math.inf)
            return n

        return elementwise(limited, array)

    def derivative(self, values: Any, length: int, dtype: str) -> np.ndarray:
        """Derivatives; `length` is the longest chain of roundings from the variable to the loss and back."""
        return self.result(values, dtype)

    def convert(self, values: np.ndarray, source: str, target: str) -> np.ndarray:
        """Converts to another dtype without rounding: integers truncate fractions; as bool, everything but zero is true."""
        if dtypes.is_floating(target) or source == target:
            return values
        if target == "bool":
            return elementwise(lambda n: Number.of(bool(n)), values)
        return elementwise(lambda n: Number.of(_whole(n)), values)


class Float64:
    """Elements are float64, int64 or bool."""

    implementation = "confirmation"

    def lift(self, raw: np.ndarray) -> np.ndarray:
        return self.result(raw, raw.dtype.name)

    def adopt(self, values: np.ndarray, dtype: str) -> np.ndarray:
        """Converts elements of either arithmetic to this one."""
        return self.result(values, dtype)

    def result(self, values: Any, dtype: str) -> np.ndarray:
        kind = "float64" if dtypes.is_floating(dtype) else "bool" if dtype == "bool" else "int64"
        array = np.asarray(values).astype(kind)
        if kind != "float64":
            return array
        least, most = dtypes.FORMATS[dtype].rounding_range
        sizes = np.abs(array)
        array = np.where(sizes >= most, np.copysign(np.inf, array), array)
        return np.where(sizes <= least, np.copysign(0.0, array), array)

    def derivative(self, values: Any, length: int, dtype: str) -> np.ndarray:
        return self.result(values, dtype)

    def convert(self, values: np.ndarray, source: str, target: str) -> np.ndarray:
        return self.result(values, target)


Arithmetic = Exact | Float64


def rounded(raw: Any, dtype: str) -> np.ndarray:
    """A NumPy array or number, rounded once to the nearest number of a dtype."""
    array = np.asarray(raw)
    if dtypes.is_floating(dtype) and array.dtype != object:
        return dtypes.round_to(dtype, array)
    return array.astype(dtype)


def _whole(n: Number) -> int:
    return math.trunc(n.fraction())
