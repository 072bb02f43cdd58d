"""Oracle for placeholder."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.lazy import Placeholder
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import StaticShape
from kassay_generators.oracles.interface import ApiError

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


def _reading(change: Any) -> Any:
    """A reading that replaces shape, ndim, dtype and sparse by others."""

    def answer(
        shape: Shape,
        ndim: int | None,
        dtype: str | None,
        sparse: bool,
        name: str | None,
        machine: Machine,
    ) -> Placeholder:
        shape, ndim, dtype, sparse = change(shape, ndim, dtype, sparse)
        return oracle(shape, ndim, dtype, sparse, name, machine)

    return answer


def _of_shape(change: Any) -> Any:
    return _reading(
        lambda shape, ndim, dtype, sparse: (
            shape if shape is None else change(shape),
            ndim,
            dtype,
            sparse,
        )
    )


def _unknown_rank(
    shape: Shape,
    ndim: int | None,
    dtype: str | None,
    sparse: bool,
    name: str | None,
    machine: Machine,
) -> Placeholder:
    if shape is None and ndim is None:
        return _make(None, dtype, sparse, machine)
    return oracle(shape, ndim, dtype, sparse, name, machine)


def _equal_ones_shared(
    shape: Shape,
    ndim: int | None,
    dtype: str | None,
    sparse: bool,
    name: str | None,
    machine: Machine,
) -> Placeholder:
    made = vars(machine).setdefault("placeholders", {})
    new = oracle(shape, ndim, dtype, sparse, name, machine)
    return made.setdefault((new.shape, new.dtype, sparse), new)  # type: ignore[no-any-return]


confirmation = oracle
READINGS = {
    "ndim-wins": _reading(
        lambda shape, ndim, dtype, sparse: (
            shape if ndim is None else None,
            ndim,
            dtype,
            sparse,
        )
    ),
    "empty-shape-left-out": _reading(
        lambda shape, ndim, dtype, sparse: (
            shape if shape or ndim is None else None,
            ndim,
            dtype,
            sparse,
        )
    ),
    "unknown-rank": _unknown_rank,
    "none-is-one": _of_shape(lambda shape: [1 if n is None else n for n in shape]),
    "none-dropped": _of_shape(lambda shape: [n for n in shape if n is not None]),
    "all-unknown": _of_shape(lambda shape: [None] * len(shape)),
    "batch-added": _of_shape(lambda shape: [None, *shape]),
    "dtype-ignored": _reading(lambda shape, ndim, dtype, sparse: (shape, ndim, None, sparse)),
    "float64-default": _reading(
        lambda shape, ndim, dtype, sparse: (shape, ndim, dtype or "float64", sparse)
    ),
    "sparse-ignored": _reading(lambda shape, ndim, dtype, sparse: (shape, ndim, dtype, False)),
    "equal-ones-shared": _equal_ones_shared,
}
