"""Oracle for conv2d_transpose."""

from __future__ import annotations

from ops.convolution.transposed_convolution import confirmation_of, oracle_of, readings_of

oracle = oracle_of(2)
confirmation = confirmation_of(2)
READINGS = readings_of(oracle, 2, dilated=True)
