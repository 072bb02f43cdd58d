"""Oracle for is_sparse."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.lazy import Lazy, Node, Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor


def oracle(tensor: Any, machine: Machine) -> bool:
    return bool(tensor.is_sparse)


def _whatever_depends(tensor: Any, machine: Machine) -> bool:
    sources = tensor.sources if isinstance(tensor, Node) else ()
    return oracle(tensor, machine) or any(
        _whatever_depends(s, machine) for s in sources if isinstance(s, Lazy)
    )


def _mostly_zeros(tensor: Any, machine: Machine) -> bool:
    held = tensor.value if isinstance(tensor, Variable) else tensor
    if not isinstance(held, Tensor):
        return oracle(tensor, machine)
    zeros = sum(not element for element in held.values.flat)
    return held.values.size > 0 and zeros * 2 > held.values.size


confirmation = oracle
READINGS = {
    "never": lambda tensor, machine: False,
    "mostly-zeros": _mostly_zeros,
    "number-for-boolean": lambda tensor, machine: int(oracle(tensor, machine)),
    "whatever-depends": _whatever_depends,
}
