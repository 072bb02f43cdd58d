"""Oracle for ndim."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Lazy
from kassay_generators.machine.machine import Machine


def oracle(x: Any, machine: Machine) -> int | None:
    return None if x.shape is None else len(x.shape)


def confirmation(x: Any, machine: Machine) -> int | None:
    return oracle(x, machine) if isinstance(x, Lazy) else int(np.ndim(x.values))


def _known(x: Any) -> list[int]:
    return [n for n in x.shape or () if n is not None]


READINGS = {
    "element-count": lambda x, machine: int(np.prod(_known(x), dtype=int)),
    "first-size": lambda x, machine: x.shape[0] if x.shape else 0,
    "size-one-ignored": lambda x, machine: sum(size != 1 for size in x.shape or ()),
    "unknown-left-out": lambda x, machine: len(_known(x)),
}
