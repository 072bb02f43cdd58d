"""Oracle for spatial_2d_padding."""

from __future__ import annotations

from ops.shape import spatial_padding

oracle = spatial_padding.oracle_of(2)
confirmation = spatial_padding.confirmation
READINGS = spatial_padding.readings_of(2)
