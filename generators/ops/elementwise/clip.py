"""Oracle for clip."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.dtypes import is_floating, round_to
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import ApiError, Context
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed
from kassay_generators.oracles.operands import common_shape


def _bound(value: Any, unlimited: float, context: Context) -> Any:
    """A number rounded to the dtype of x; a tensor already has that dtype."""
    if value is None:
        return Number.of(unlimited)
    if isinstance(value, np.ndarray):
        return value
    if is_floating(context.dtypes["x"]):
        return Number.of(float(round_to(context.dtypes["x"], np.array(float(value)))))
    return Number.of(value)


def _limit(x: Number, low: Number, high: Number) -> Number:
    if x.is_nan:
        return NAN
    if x < low:
        return low
    return high if x > high else x


def _bounds(x: np.ndarray, min_value: Any, max_value: Any, context: Context) -> tuple[Any, Any]:
    low, high = _bound(min_value, -np.inf, context), _bound(max_value, np.inf, context)
    common_shape(common_shape(x.shape, np.shape(low)), np.shape(high))
    return low, high


def _crossed(low: Any, high: Any) -> bool:
    return isinstance(low, Number) and isinstance(high, Number) and high < low


def oracle(x: np.ndarray, min_value: Any, max_value: Any, context: Context) -> np.ndarray:
    low, high = _bounds(x, min_value, max_value, context)
    return elementwise(_limit, x, low, low if _crossed(low, high) else high)


def confirmation(x: np.ndarray, min_value: Any, max_value: Any, context: Context) -> np.ndarray:
    kind = np.dtype(context.dtypes["x"])
    result = x
    if max_value is not None:
        result = np.minimum(result, np.asarray(max_value).astype(kind))
    return result if min_value is None else np.maximum(result, np.asarray(min_value).astype(kind))


def _maximum_wins(x: np.ndarray, min_value: Any, max_value: Any, context: Context) -> np.ndarray:
    low, high = _bounds(x, min_value, max_value, context)
    return elementwise(_limit, x, high if _crossed(low, high) else low, high)


def _nan_to_bound(
    x: np.ndarray, min_value: Any, max_value: Any, context: Context, *, lower: bool
) -> np.ndarray:
    bound = _bounds(x, min_value, max_value, context)[0 if lower else 1]
    cleaned = elementwise(lambda e, b: b if e.is_nan else e, x, bound)
    return oracle(cleaned, min_value, max_value, context)


def _outside_zeroed(x: np.ndarray, min_value: Any, max_value: Any, context: Context) -> np.ndarray:
    limited = oracle(x, min_value, max_value, context)
    return elementwise(lambda e, y: y if e == y or e.is_nan else Number.of(0), x, limited)


def _symmetric(x: np.ndarray, min_value: Any, max_value: Any, context: Context) -> np.ndarray:
    _, high = _bounds(x, min_value, max_value, context)
    return elementwise(lambda e, b: _limit(e, -abs(b), abs(b)), x, high)


def _crossed_refused(x: np.ndarray, min_value: Any, max_value: Any, context: Context) -> np.ndarray:
    if _crossed(*_bounds(x, min_value, max_value, context)):
        raise ApiError("value")
    return oracle(x, min_value, max_value, context)


def _none_refused(x: np.ndarray, min_value: Any, max_value: Any, context: Context) -> np.ndarray:
    if min_value is None or max_value is None:
        raise ApiError("any")
    return oracle(x, min_value, max_value, context)


def _none_is_zero(x: np.ndarray, min_value: Any, max_value: Any, context: Context) -> np.ndarray:
    return oracle(
        x, 0 if min_value is None else min_value, 0 if max_value is None else max_value, context
    )


def _first(bound: Any) -> Any:
    return bound.ravel()[:1].reshape(()) if isinstance(bound, np.ndarray) else bound


def _zero_is_none(x: np.ndarray, min_value: Any, max_value: Any, context: Context) -> np.ndarray:
    low, high = (
        None if not isinstance(bound, np.ndarray) and bound == 0 else bound
        for bound in (min_value, max_value)
    )
    return oracle(x, low, high, context)


READINGS = {
    "zero-is-none": _zero_is_none,
    "maximum-wins": _maximum_wins,
    "nan-to-minimum": lambda x, min_value, max_value, context: _nan_to_bound(
        x, min_value, max_value, context, lower=True
    ),
    "nan-to-maximum": lambda x, min_value, max_value, context: _nan_to_bound(
        x, min_value, max_value, context, lower=False
    ),
    "bounds-swapped": lambda x, min_value, max_value, context: oracle(
        x, max_value, min_value, context
    ),
    "lower-only": lambda x, min_value, max_value, context: oracle(x, min_value, None, context),
    "upper-only": lambda x, min_value, max_value, context: oracle(x, None, max_value, context),
    "outside-zeroed": _outside_zeroed,
    "symmetric": _symmetric,
    "crossed-refused": _crossed_refused,
    "none-refused": _none_refused,
    "none-is-zero": _none_is_zero,
    "first-of-tensor": lambda x, min_value, max_value, context: oracle(
        x, _first(min_value), _first(max_value), context
    ),
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
