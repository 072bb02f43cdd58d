"""Oracle for depthwise_conv2d."""

from __future__ import annotations

from ops.convolution.depthwise import depthwise_confirmation_of, depthwise_of, depthwise_readings_of

oracle = depthwise_of(2)
confirmation = depthwise_confirmation_of(2)
READINGS = depthwise_readings_of(oracle, 2)
