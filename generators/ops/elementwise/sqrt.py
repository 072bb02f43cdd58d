"""Oracle for sqrt."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.elementary import power, sqrt
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.oracles.interface import Context
from kassay_generators.oracles.operands import each


def _root(e: Number) -> Number:
    return Number.of(0) if e < 0 else sqrt(e)


oracle = each(_root)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.sqrt(np.maximum(x, 0.0))


def _negative_is_nan(x: np.ndarray) -> np.ndarray:
    return each(lambda e: NAN if e < 0 else sqrt(e))(x)


def _negative_is_nan_in(editions: tuple[str, ...], x: np.ndarray, context: Context) -> np.ndarray:
    return _negative_is_nan(x) if context.edition in editions else oracle(x)


READINGS = {
    "negative-is-nan": lambda x, context: _negative_is_nan_in(("ko",), x, context),
    "negative-is-nan-untold": lambda x, context: _negative_is_nan_in(("zh", "ja"), x, context),
    "nan-is-zero": each(lambda e: Number.of(0) if e.is_nan else _root(e)),
    "of-magnitude": each(lambda e: sqrt(abs(e))),
    "reciprocal": each(lambda e: 1 / _root(e)),
    "cube-root": each(lambda e: Number.of(0) if e < 0 else power(e, 1 / 3)),
}
