"""Oracle for reverse."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracles.axes import axes_tuple
from ops.shape.indexing import Index, build, in_other_shape


def oracle(x: np.ndarray, axes: Any) -> np.ndarray:
    reversed_axes = axes_tuple(axes, x.ndim)

    def element(index: Index) -> Any:
        return x[
            tuple(x.shape[d] - 1 - i if d in reversed_axes else i for d, i in enumerate(index))
        ]

    return build(x.shape, element)


def confirmation(x: np.ndarray, axes: Any) -> np.ndarray:
    return np.flip(x, tuple(axes) if isinstance(axes, list) else axes)


def _listed(axes: Any) -> list[int]:
    return axes if isinstance(axes, list) else [axes]


def _toggled(x: np.ndarray, axes: Any) -> np.ndarray:
    """Reverses one axis after the other, so that an axis named twice is unchanged."""
    for axis in _listed(axes):
        x = oracle(x, axis)
    return x


READINGS = {
    "everything": lambda x, axes: oracle(x, list(range(x.ndim))),
    "first-of-list": lambda x, axes: oracle(x, _listed(axes)[:1]),
    "axis-off-by-one": lambda x, axes: oracle(x, [a - 1 if a > 0 else a for a in _listed(axes)]),
    "other-axes": lambda x, axes: oracle(
        x, [d for d in range(x.ndim) if d not in axes_tuple(axes, x.ndim)]
    ),
    "elements-backwards": lambda x, axes: in_other_shape(
        oracle(in_other_shape(x, [x.size]), 0), x.shape
    ),
    "unchanged": lambda x, axes: x,
    "toggled": _toggled,
}
