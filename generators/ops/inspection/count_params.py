"""Oracle for count_params."""

from __future__ import annotations

import numpy as np


def oracle(x: np.ndarray) -> int:
    count = 1
    for size in x.shape:
        count *= size
    return count


def confirmation(x: np.ndarray) -> int:
    return int(np.size(x))


READINGS = {
    "first-size": lambda x: x.shape[0] if x.shape else 1,
    "sum-of-sizes": lambda x: sum(x.shape),
    "float-scalar": lambda x: oracle(x) if x.shape else 1.0,
}
