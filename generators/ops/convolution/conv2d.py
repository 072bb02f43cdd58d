"""Oracle for conv2d."""

from __future__ import annotations

from ops.convolution.convolution import confirmation_of, oracle_of, readings_of

oracle = oracle_of(2, ["valid", "same"])
confirmation = confirmation_of(2)
READINGS = readings_of(oracle, 2)
