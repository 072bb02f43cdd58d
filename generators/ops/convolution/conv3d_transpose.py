"""Oracle for conv3d_transpose."""

from __future__ import annotations

from ops.convolution.transposed_convolution import confirmation_of, oracle_of, readings_of

oracle = oracle_of(3)
confirmation = confirmation_of(3)
READINGS = readings_of(oracle, 3, dilated=False)
