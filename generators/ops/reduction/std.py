"""Oracle for std."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.elementary import sqrt
from kassay_generators.oracles.deviations import confirmed_by, deviation_readings, variance
from kassay_generators.oracles.reductions import of_slices

oracle = of_slices(lambda e: sqrt(variance(e)))
confirmation = confirmed_by(np.std)
READINGS = {**deviation_readings(sqrt), "variance-instead": of_slices(variance)}
