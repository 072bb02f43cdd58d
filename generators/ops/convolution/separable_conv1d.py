"""Oracle for separable_conv1d."""

from __future__ import annotations

from ops.convolution.depthwise import separable_confirmation_of, separable_of, separable_readings_of

oracle = separable_of(1)
confirmation = separable_confirmation_of(1)
READINGS = separable_readings_of(oracle, 1)
