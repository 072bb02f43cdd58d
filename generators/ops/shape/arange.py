"""Oracle for arange."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.oracles.arrays import as_array, elementwise
from kassay_generators.oracles.interface import ApiError, Typed, refused, with_arguments
from ops.shape.indexing import build


def _count(start: float, stop: float, step: float) -> np.ndarray:
    if step == 0:
        raise ApiError("value")
    values = []
    value = start
    while value < stop if step > 0 else value > stop:
        values.append(value)
        value += step
    return build((len(values),), lambda index: values[index[0]])


def _bounds(start: float, stop: float | None) -> tuple[float, float]:
    return (0, start) if stop is None else (start, stop)


def oracle(start: float, stop: float | None, step: float, dtype: str) -> np.ndarray:
    return _count(*_bounds(start, stop), step)


def confirmation(start: float, stop: float | None, step: float, dtype: str) -> np.ndarray:
    begin, end = (0.0, start) if stop is None else (start, stop)
    return np.arange(begin, end, step)


def _stop_included(start: float, stop: float | None, step: float, dtype: str) -> np.ndarray:
    begin, end = _bounds(start, stop)
    return _count(begin, end + (1 if step > 0 else -1), step)


def _by_count(start: float, stop: float | None, step: float, dtype: str) -> np.ndarray:
    """Like linspace: the third argument is the number of values."""
    if step < 0:
        raise ApiError("any")
    begin, end = _bounds(start, stop)
    return build((int(step),), lambda index: begin + index[0] * (end - begin) // max(1, int(step)))


def _dtype_ignored(start: float, stop: float | None, step: float, dtype: str) -> Typed:
    """Only the lower word of a number beyond int32 counts."""
    begin, end = _bounds(start, stop)
    values = elementwise(lambda n: (int(n) + 2**31) % 2**32 - 2**31, _count(begin, end, step))
    return Typed(as_array(values), "int32")


def _floats_stay(start: float, stop: float | None, step: float, dtype: str) -> Any:
    result = oracle(start, stop, step, dtype)
    floating = any(isinstance(n, float) for n in (start, stop, step))
    return Typed(result, "float32" if floating and dtype == "int32" else dtype)


READINGS = {
    "single-is-start": lambda start, stop, step, dtype: _count(
        start, 0 if stop is None else stop, step
    ),
    "from-one": lambda start, stop, step, dtype: _count(
        1 if stop is None else start, _bounds(start, stop)[1], step
    ),
    "stop-included": _stop_included,
    "step-ignored": lambda start, stop, step, dtype: _count(*_bounds(start, stop), 1),
    "step-positive": lambda start, stop, step, dtype: _count(*_bounds(start, stop), abs(step)),
    "step-is-count": _by_count,
    "dtype-ignored": _dtype_ignored,
    "default-int64": lambda start, stop, step, dtype: Typed(
        oracle(start, stop, step, dtype), "int64" if dtype == "int32" else dtype
    ),
    "default-float": lambda start, stop, step, dtype: Typed(
        oracle(start, stop, step, dtype), "float32" if dtype == "int32" else dtype
    ),
    "floating-dtype-refused": refused(oracle, lambda a: dtypes.is_floating(a["dtype"])),
    "floats-stay": _floats_stay,
    "negative-is-empty": with_arguments(
        oracle, start=lambda a: 0 if a["stop"] is None and a["start"] < 0 else a["start"]
    ),
}
