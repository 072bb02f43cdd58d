"""Oracle for spatial_3d_padding."""

from __future__ import annotations

from ops.shape import spatial_padding

oracle = spatial_padding.oracle_of(3)
confirmation = spatial_padding.confirmation
READINGS = spatial_padding.readings_of(3)
