"""Oracle for ndim."""

from __future__ import annotations

import numpy as np


def oracle(x: np.ndarray) -> int:
    return len(x.shape)


def confirmation(x: np.ndarray) -> int:
    return int(np.ndim(x))


READINGS = {
    "element-count": lambda x: x.size,
    "first-size": lambda x: x.shape[0] if x.shape else 0,
    "size-one-ignored": lambda x: sum(size != 1 for size in x.shape),
}
