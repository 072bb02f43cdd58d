"""Oracle for map_fn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from ops.control_flow.elements import along, along_last, single_numbers, stacked

Call = Callable[[Any], Any]
Mapped = Callable[[Machine, Call, Tensor], Any]


def _by(mapped: Mapped) -> Any:
    """An answer of map_fn, from a function of all elements."""

    def answer(fn: Call, elems: Any, name: str | None, dtype: str | None, machine: Machine) -> Any:
        return machine.lazily(lambda x: mapped(machine, fn, x), elems)

    return answer


oracle = _by(lambda machine, fn, x: stacked(machine, [fn(e) for e in along(x)]))


def confirmation(
    fn: Call, elems: Any, name: str | None, dtype: str | None, machine: Machine
) -> Any:
    def run(x: Tensor) -> Any:
        rows = [fn(Tensor(x.values[i], x.dtype)) for i in range(x.shape[0])]
        return machine.lazily(lambda r: Tensor(np.stack([t.values for t in r]), r[0].dtype), rows)

    return machine.lazily(run, elems)


def _joined(machine: Machine, fn: Call, x: Tensor) -> Any:
    rows = [fn(e) for e in along(x)]

    def join(*tensors: Tensor) -> Tensor:
        values = [np.atleast_1d(t.values) for t in tensors]
        return Tensor(np.concatenate(values), tensors[0].dtype)

    return machine.lazily(join, *rows)


def _dtype_ignored(
    fn: Call, elems: Any, name: str | None, dtype: str | None, machine: Machine
) -> Any:
    def run(x: Tensor) -> Any:
        result = stacked(machine, [fn(e) for e in along(x)])
        return machine.lazily(
            lambda r: Tensor(machine.arithmetic.convert(r.values, r.dtype, x.dtype), x.dtype),
            result,
        )

    return machine.lazily(run, elems)


def _rank_kept(machine: Machine, fn: Call, x: Tensor) -> Any:
    rows = [Tensor(x.values[i : i + 1], x.dtype) for i in range(x.shape[0])]
    return stacked(machine, [fn(row) for row in rows])


READINGS = {
    "everything-at-once": _by(lambda machine, fn, x: fn(x)),
    "single-numbers": _by(
        lambda machine, fn, x: stacked(machine, [fn(e) for e in single_numbers(x)])
    ),
    "last-dimension": _by(lambda machine, fn, x: stacked(machine, [fn(e) for e in along_last(x)])),
    "stacked-last": _by(
        lambda machine, fn, x: stacked(machine, [fn(e) for e in along(x)], axis=-1)
    ),
    "joined": _by(_joined),
    "backwards": _by(lambda machine, fn, x: stacked(machine, [fn(e) for e in along(x)][::-1])),
    "dtype-ignored": _dtype_ignored,
    "rank-kept": _by(_rank_kept),
}
