"""Oracle for int_shape."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Lazy
from kassay_generators.machine.machine import Machine

# None as a dimension: unknown size. None instead of a tuple: unknown rank.
Sizes = list[int | None] | None


def oracle(x: Any, machine: Machine) -> Sizes:
    return None if x.shape is None else list(x.shape)


def confirmation(x: Any, machine: Machine) -> Sizes:
    if isinstance(x, Lazy):
        return oracle(x, machine)
    return [int(np.size(x.values, axis)) for axis in range(np.ndim(x.values))]


def _known(x: Any, machine: Machine) -> list[int | None]:
    return oracle(x, machine) or []


READINGS = {
    "reversed": lambda x, machine: _known(x, machine)[::-1],
    "without-batch": lambda x, machine: _known(x, machine)[1:],
    "unknown-is-minus-one": lambda x, machine: [-1 if n is None else n for n in _known(x, machine)],
    "unknown-is-zero": lambda x, machine: [n or 0 for n in _known(x, machine)],
    "unknown-is-one": lambda x, machine: [1 if n is None else n for n in _known(x, machine)],
}
