"""Oracle for pool3d."""

from __future__ import annotations

from ops.convolution import pooling

oracle = pooling.oracle_of(3)
confirmation = pooling.confirmation
READINGS = pooling.readings_of(oracle, 3)
