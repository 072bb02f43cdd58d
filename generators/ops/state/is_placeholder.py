"""Oracle for is_placeholder."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.lazy import Lazy, Placeholder, Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.oracles.interface import refused


def oracle(x: Any, machine: Machine) -> bool:
    return isinstance(x, Placeholder)


def _whatever_depends(x: Any, machine: Machine) -> bool:
    return isinstance(x, Lazy) and not isinstance(x, Variable)


confirmation = oracle
READINGS = {
    "whatever-depends": _whatever_depends,
    "whatever-is-symbolic": lambda x, machine: isinstance(x, Lazy | Tensor),
    "number-for-boolean": lambda x, machine: int(oracle(x, machine)),
    "dense-only": lambda x, machine: oracle(x, machine) and not x.is_sparse,
    "no-tensor-refused": refused(oracle, lambda a: not isinstance(a["x"], Lazy | Tensor)),
}
