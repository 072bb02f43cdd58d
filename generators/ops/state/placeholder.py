"""Oracle for placeholder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kassay_generators.machine.lazy import Placeholder
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import StaticShape
from kassay_generators.oracles.interface import ApiError, only_where, with_arguments

Shape = list[int | None] | None


def _make(shape: StaticShape, dtype: str | None, sparse: bool, machine: Machine) -> Placeholder:
    return machine.placeholder(dtype or machine.settings.floatx, shape, is_sparse=sparse)


def oracle(
    shape: Shape,
    ndim: int | None,
    dtype: str | None,
    sparse: bool,
    name: str | None,
    machine: Machine,
) -> Placeholder:
    if shape is not None:
        return _make(tuple(shape), dtype, sparse, machine)
    if ndim is None:
        raise ApiError("value")
    return _make((None,) * ndim, dtype, sparse, machine)


def _of_shape(change: Callable[[list[int | None]], list[int | None]]) -> Any:
    return with_arguments(
        oracle, shape=lambda a: None if a["shape"] is None else change(a["shape"])
    )


def _unknown_rank(machine: Machine, **arguments: Any) -> Placeholder:
    return _make(None, arguments["dtype"], arguments["sparse"], machine)


def _equal_ones_shared(machine: Machine, **arguments: Any) -> Placeholder:
    made = vars(machine).setdefault("placeholders", {})
    new = oracle(**arguments, machine=machine)
    return made.setdefault((new.shape, new.dtype, arguments["sparse"]), new)  # type: ignore[no-any-return]


confirmation = oracle
READINGS = {
    "ndim-wins": with_arguments(oracle, shape=lambda a: a["shape"] if a["ndim"] is None else None),
    "empty-shape-left-out": with_arguments(
        oracle, shape=lambda a: a["shape"] if a["shape"] or a["ndim"] is None else None
    ),
    "unknown-rank": only_where(
        lambda a: a["shape"] is None and a["ndim"] is None, oracle, _unknown_rank
    ),
    "none-is-one": _of_shape(lambda shape: [1 if n is None else n for n in shape]),
    "none-dropped": _of_shape(lambda shape: [n for n in shape if n is not None]),
    "all-unknown": _of_shape(lambda shape: [None] * len(shape)),
    "batch-added": _of_shape(lambda shape: [None, *shape]),
    "dtype-ignored": with_arguments(oracle, dtype=lambda a: None),
    "float64-default": with_arguments(oracle, dtype=lambda a: a["dtype"] or "float64"),
    "sparse-ignored": with_arguments(oracle, sparse=lambda a: False),
    "equal-ones-shared": _equal_ones_shared,
}
