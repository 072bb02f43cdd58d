"""Oracle for pool2d."""

from __future__ import annotations

from ops.convolution import pooling

oracle = pooling.oracle_of(2)
confirmation = pooling.confirmation
READINGS = pooling.readings_of(oracle, 2)
