"""Oracle for is_tensor."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.lazy import Lazy, Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Array, Tensor


def oracle(x: Any, machine: Machine) -> bool:
    return isinstance(x, Lazy | Tensor)


confirmation = oracle
READINGS = {
    "arrays-too": lambda x, machine: isinstance(x, Lazy | Tensor | Array),
    "dense-only": lambda x, machine: oracle(x, machine) and not x.is_sparse,
    "variables-apart": lambda x, machine: oracle(x, machine) and not isinstance(x, Variable),
    "values-only": lambda x, machine: isinstance(x, Tensor | Variable),
    "whatever-converts": lambda x, machine: (
        oracle(x, machine) or isinstance(x, int | float | list)
    ),
}
