"""Oracle for shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Placeholder
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor


def _tensor(machine: Machine, sizes: Any, dtype: str) -> Tensor:
    return Tensor(machine.arithmetic.lift(np.array(sizes, dtype=dtype)), dtype)


def _known(x: Any) -> bool:
    return isinstance(x, Placeholder) and x.shape is not None and None not in x.shape


def _answering(
    elements: Callable[[Sequence[int]], Any], dtype: str = "int32", *, without_feeding: bool = True
) -> Callable[..., Any]:
    """From the sizes to the elements of the result."""

    def answer(x: Any, machine: Machine) -> Any:
        if without_feeding and _known(x):
            return _tensor(machine, elements(x.shape), dtype)
        return machine.lazily(lambda t: _tensor(machine, elements(t.shape), dtype), x)

    return answer


oracle = _answering(lambda sizes: sizes)
confirmation = _answering(lambda sizes: [np.size(np.empty(sizes), a) for a in range(len(sizes))])


def _first_sizes_kept(x: Any, machine: Machine) -> Any:
    if _known(x):
        return oracle(x, machine)
    first: list[Tensor] = []

    def kept(t: Any) -> Tensor:
        first.append(_tensor(machine, t.shape, "int32"))
        return first[0]

    return machine.lazily(kept, x)


READINGS = {
    "int64-shape": _answering(lambda sizes: sizes, "int64"),
    "unfed-refused": _answering(lambda sizes: sizes, without_feeding=False),
    "first-sizes-kept": _first_sizes_kept,
    "reversed": _answering(lambda sizes: sizes[::-1]),
    "floating": _answering(lambda sizes: sizes, "float32"),
    "element-count": _answering(lambda sizes: int(np.prod(sizes, dtype=int))),
}
