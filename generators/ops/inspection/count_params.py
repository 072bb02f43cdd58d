"""Oracle for count_params."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Lazy
from kassay_generators.machine.machine import Machine
from kassay_generators.oracles.interface import ApiError


def _sizes(x: Any) -> list[int]:
    """Raises ApiError if a dimension is unknown."""
    if x.shape is None or None in x.shape:
        raise ApiError("any")
    return list(x.shape)


def oracle(x: Any, machine: Machine) -> int:
    count = 1
    for size in _sizes(x):
        count *= size
    return count


def confirmation(x: Any, machine: Machine) -> int:
    return oracle(x, machine) if isinstance(x, Lazy) else int(np.size(x.values))


def _first_size(x: Any, machine: Machine) -> int:
    return _sizes(x)[0] if _sizes(x) else 1


def _unknown_is_one(x: Any, machine: Machine) -> int:
    return int(np.prod([n for n in x.shape or () if n is not None], dtype=int))


def _none_for_unknown(x: Any, machine: Machine) -> int | None:
    return None if x.shape is None or None in x.shape else oracle(x, machine)


READINGS = {
    "first-size": _first_size,
    "sum-of-sizes": lambda x, machine: sum(_sizes(x)),
    "float-scalar": lambda x, machine: oracle(x, machine) if x.shape else 1.0,
    "unknown-is-one": _unknown_is_one,
    "none-for-unknown": _none_for_unknown,
}
