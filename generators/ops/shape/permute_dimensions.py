"""Oracle for permute_dimensions."""

from __future__ import annotations

import numpy as np

from kassay_generators.oracles.axes import axes_tuple
from kassay_generators.oracles.interface import ApiError, refused
from ops.shape.indexing import build, in_other_shape


def oracle(x: np.ndarray, pattern: list[int]) -> np.ndarray:
    dimensions = axes_tuple(pattern, x.ndim)
    if len(dimensions) != x.ndim:
        raise ApiError("value")
    return build(
        [x.shape[d] for d in dimensions],
        lambda index: x[tuple(index[dimensions.index(d)] for d in range(x.ndim))],
    )


def confirmation(x: np.ndarray, pattern: list[int]) -> np.ndarray:
    return np.transpose(x, pattern)


def _inverse(x: np.ndarray, pattern: list[int]) -> np.ndarray:
    dimensions = axes_tuple(pattern, x.ndim)
    return oracle(x, [dimensions.index(d) for d in range(x.ndim)])


READINGS = {
    "inverse": _inverse,
    "pattern-ignored": lambda x, pattern: oracle(x, list(range(x.ndim))[::-1]),
    "reshaped": lambda x, pattern: in_other_shape(x, oracle(x, pattern).shape),
    "one-based": lambda x, pattern: oracle(x, [d - 1 for d in pattern]),
    "negative-refused": refused(oracle, lambda a: any(d < 0 for d in a["pattern"])),
}
