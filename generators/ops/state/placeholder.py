"""Oracle for placeholder."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine import Machine
from kassay_generators.machine_values import Placeholder
from kassay_generators.oracle import ApiError


def oracle(
    shape: Any,
    ndim: int | None,
    dtype: str | None,
    sparse: bool,
    name: str | None,
    machine: Machine,
) -> Placeholder:
    if shape is None and ndim is None:
        raise ApiError("any")
    sizes = (None,) * (ndim or 0) if shape is None else tuple(shape)
    return machine.placeholder(dtype or machine.settings.floatx, sizes, is_sparse=sparse)


confirmation = oracle
READINGS = {
    "dtype-ignored": lambda shape, ndim, dtype, sparse, name, machine: oracle(
        shape, ndim, None, sparse, name, machine
    ),
}
