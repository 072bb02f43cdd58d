"""Oracle for conv3d."""

from __future__ import annotations

from ops.convolution.convolution import confirmation_of, oracle_of, readings_of

oracle = oracle_of(3, ["valid", "same"])
confirmation = confirmation_of(3)
READINGS = readings_of(oracle, 3)
