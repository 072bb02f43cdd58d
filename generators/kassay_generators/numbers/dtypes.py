"""The element types of the API and what rounding to them means."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

FLOATING = ("float16", "float32", "float64")
INTEGER = ("uint8", "int8", "int16", "int32", "int64")
NUMERIC = FLOATING + INTEGER
ALL = (*NUMERIC, "bool")
GROUPS = {
    "floating": FLOATING,
    "integer": INTEGER,
    "numeric": NUMERIC,
    "any": ALL,
    "bool": ("bool",),
}


@dataclass(frozen=True)
class FloatFormat:
    """`precision` counts the hidden bit; the smallest normal number is 2^min_exponent."""

    precision: int
    min_exponent: int
    max: float

    @property
    def roundoff(self) -> float:
        return 2.0**-self.precision

    @property
    def min_normal(self) -> float:
        return 2.0**self.min_exponent

    @property
    def min_subnormal(self) -> float:
        return 2.0 ** (self.min_exponent - self.precision + 1)

    @property
    def rounding_range(self) -> tuple[float, float]:
        """Sizes up to the first number round to 0; sizes from the second on round to infinity."""
        half_a_step = 2.0 ** (math.frexp(self.max)[1] - self.precision - 1)
        return self.min_subnormal / 2, self.max + half_a_step


FORMATS = {
    "float16": FloatFormat(11, -14, 65504.0),
    "float32": FloatFormat(24, -126, float(np.finfo(np.float32).max)),
    "float64": FloatFormat(53, -1022, float(np.finfo(np.float64).max)),
}


def is_floating(dtype: str) -> bool:
    return dtype in FORMATS


def round_to(dtype: str, values: np.ndarray) -> np.ndarray:
    """Rounds to nearest, ties to even; beyond the largest finite number, to infinity."""
    with np.errstate(over="ignore"):
        return values.astype(dtype)


def flush_subnormals(values: np.ndarray) -> np.ndarray:
    """Subnormal numbers become zeros of their sign."""
    smallest = FORMATS[values.dtype.name].min_normal
    return np.where(
        np.abs(values) < smallest, np.copysign(np.zeros((), values.dtype), values), values
    ).astype(values.dtype)
