"""Oracle for flatten."""

from __future__ import annotations

import numpy as np

from ops.shape.indexing import in_other_shape, in_other_shape_column_major


def oracle(x: np.ndarray) -> np.ndarray:
    return in_other_shape(x, [x.size])


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.ravel(x)


READINGS = {
    "column-major": lambda x: in_other_shape_column_major(x, [x.size]),
    "batch-kept": lambda x: in_other_shape(x, [*x.shape[:1], int(np.prod(x.shape[1:]))]),
    "one-row": lambda x: in_other_shape(x, [1, x.size]),
    "scalar-unchanged": lambda x: x if x.ndim == 0 else oracle(x),
}
