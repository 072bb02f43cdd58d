"""Oracle for dtype."""

from __future__ import annotations

import numpy as np

from kassay_generators.oracle import Context


def oracle(x: np.ndarray, context: Context) -> str:
    return context.dtypes["x"]


def confirmation(x: np.ndarray, context: Context) -> str:
    return np.dtype(context.dtype).name


READINGS = {
    "ref-suffix": lambda x, context: context.dtypes["x"] + "_ref",
    "floatx-always": lambda x, context: context.floatx,
}
