"""Oracle for log."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.dtypes import round_to
from kassay_generators.numbers.elementary import log, log1p
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.operands import each

oracle = each(log)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.log(x)


def _near_one(e: Number) -> Number:
    return e - 1 if abs(e - 1) < 0.01 else log(e)


def _in_range_of_float32(e: Number) -> Number:
    if e.special is not None:
        return log(e)
    single = float(round_to("float32", np.array(float(e))))
    return log(e) if single != 0 and np.isfinite(single) else log(Number.of(single))


READINGS = {
    "base-two": each(lambda e: log(e) / log(2)),
    "base-ten": each(lambda e: log(e) / log(10)),
    "one-added": each(log1p),
    "limited": each(lambda e: log(1e-37) if e < 1e-37 else log(e)),
    "of-magnitude": each(lambda e: log(abs(e))),
    "one-subtracted": each(_near_one),
    "range-of-float32": each(_in_range_of_float32),
}
