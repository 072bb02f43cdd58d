"""The settings that every function may read, and the counters for unique names."""

from __future__ import annotations

from collections import Counter

_floatx = "float32"
_epsilon = 1e-07
_image_data_format = "channels_last"
_uids: Counter[str] = Counter()


def floatx() -> str:
    return _floatx


def set_floatx(floatx: str) -> None:
    global _floatx
    _floatx = _one_of(floatx, "float16", "float32", "float64")


def epsilon() -> float:
    return _epsilon


def set_epsilon(e: float) -> None:
    global _epsilon
    _epsilon = float(e)


def image_data_format() -> str:
    return _image_data_format


def set_image_data_format(data_format: str) -> None:
    global _image_data_format
    _image_data_format = _one_of(data_format, "channels_last", "channels_first")


def get_uid(prefix: str = "") -> int:
    _uids[prefix] += 1
    return _uids[prefix]


def reset_uids() -> None:
    _uids.clear()


def clear_session() -> None:
    """Tensors keep the graph alive, so only the counters for names need a reset."""
    reset_uids()


def _one_of(value: str, *allowed: str) -> str:
    if value not in allowed:
        raise ValueError(f"{value!r} is not one of {', '.join(allowed)}")
    return value
