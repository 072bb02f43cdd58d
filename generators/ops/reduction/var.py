"""Oracle for var."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.elementary import sqrt
from kassay_generators.oracles.deviations import confirmed_by, deviation_readings, variance
from kassay_generators.oracles.reductions import of_slices

oracle = of_slices(variance)
confirmation = confirmed_by(np.var)
READINGS = {
    **deviation_readings(lambda v: v),
    "deviation-instead": of_slices(lambda e: sqrt(variance(e))),
}
