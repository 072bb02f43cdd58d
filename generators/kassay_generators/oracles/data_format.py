"""Which dimensions of an image or volume are spatial."""

from __future__ import annotations

from kassay_generators.oracles.interface import ApiError, Context

FIRST, LAST = "channels_first", "channels_last"
# The names that ja has beside these.
LEGACY = {"th": FIRST, "tf": LAST}


def channels_first(data_format: str | None, context: Context) -> bool:
    """None stands for the configured format. Raises ApiError for anything but the two names."""
    name = context.image_data_format if data_format is None else data_format
    if name not in (FIRST, LAST):
        raise ApiError("value")
    return name == FIRST
