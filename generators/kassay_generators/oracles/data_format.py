"""Which dimensions of an image or volume are spatial, and its misreadings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kassay_generators.oracles.interface import ApiError, Context, with_arguments

Oracle = Callable[..., Any]

FIRST, LAST = "channels_first", "channels_last"
# The additional names in ja.
LEGACY = {"th": FIRST, "tf": LAST}


def channels_first(data_format: str | None, context: Context) -> bool:
    """None means the configured format. Raises ApiError for anything but the two names."""
    name = context.image_data_format if data_format is None else data_format
    if name not in (FIRST, LAST):
        raise ApiError("value")
    return name == FIRST


# By id of the reading: the data format used instead of the given one.
_USED: Mapping[str, Callable[[str | None], str | None]] = {
    "format-ignored": lambda given: LAST if given in (None, FIRST, LAST) else given,
    "first-by-default": lambda given: FIRST if given is None else given,
    "configuration-ignored": lambda given: LAST if given is None else given,
    "unknown-is-last": lambda given: given if given in (None, FIRST, LAST) else LAST,
    "any-case": lambda given: given and given.lower(),
}


def format_readings(oracle: Oracle) -> dict[str, Oracle]:
    def reading(used: Callable[[str | None], str | None]) -> Oracle:
        return with_arguments(oracle, data_format=lambda a: used(a["data_format"]))

    return {name: reading(used) for name, used in _USED.items()}


def formats_swapped(oracle: Oracle) -> Oracle:
    """For an oracle that takes the context."""
    return with_arguments(
        oracle,
        data_format=lambda a: LAST if channels_first(a["data_format"], a["context"]) else FIRST,
    )
