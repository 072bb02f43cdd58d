"""Oracle for clip."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.numbers.dtypes import is_floating, round_to
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import Context, refused, with_arguments
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


def _with_bounds(change: Callable[[Any], Any]) -> Callable[..., Any]:
    """The reading that changes each bound."""
    return with_arguments(
        oracle,
        min_value=lambda a: change(a["min_value"]),
        max_value=lambda a: change(a["max_value"]),
    )


def _first(bound: Any) -> Any:
    return bound.ravel()[:1].reshape(()) if isinstance(bound, np.ndarray) else bound


def _none_for_zero(bound: Any) -> Any:
    return None if not isinstance(bound, np.ndarray) and bound == 0 else bound


READINGS = {
    "zero-is-none": _with_bounds(_none_for_zero),
    "maximum-wins": _maximum_wins,
    "nan-to-minimum": functools.partial(_nan_to_bound, lower=True),
    "nan-to-maximum": functools.partial(_nan_to_bound, lower=False),
    "bounds-swapped": lambda x, min_value, max_value, context: oracle(
        x, max_value, min_value, context
    ),
    "lower-only": lambda x, min_value, max_value, context: oracle(x, min_value, None, context),
    "upper-only": lambda x, min_value, max_value, context: oracle(x, None, max_value, context),
    "outside-zeroed": _outside_zeroed,
    "symmetric": _symmetric,
    "crossed-refused": refused(oracle, lambda a: _crossed(*_bounds(**a)), "value"),
    "none-refused": refused(oracle, lambda a: a["min_value"] is None or a["max_value"] is None),
    "none-is-zero": _with_bounds(lambda bound: 0 if bound is None else bound),
    "first-of-tensor": _with_bounds(_first),
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
