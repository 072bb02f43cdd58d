"""Kinds of elements. If no case gives an argument elements of a kind, the documents say nothing about them."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers import dtypes


def of_array(values: np.ndarray) -> set[str]:
    if values.dtype == bool or values.size == 0:
        return empty_at(values)
    floats = values.astype(np.float64)
    finite = floats[np.isfinite(floats)]
    found = set()
    if np.isnan(floats).any():
        found.add("nan")
    if np.isinf(floats).any():
        found.add("infinite")
    if (finite < 0).any():
        found.add("negative")
    if (finite > 1).any():
        found.add("above one")
    if (finite == 0).any():
        found.add("zero")
    if len(np.unique(finite)) < len(finite):
        found.add("repeated")
    if dtypes.is_floating(values.dtype.name):
        form = dtypes.FORMATS[values.dtype.name]
        if (np.abs(finite) > form.max / 2**8).any():
            found.add("huge")
        if ((np.abs(finite) < form.min_normal * 2**6) & (finite != 0)).any():
            found.add("tiny")
        if (finite != np.round(finite)).any():
            found.add("fraction")
    return found


def empty_at(values: np.ndarray) -> set[str]:
    """Which dimensions are zero: a tensor without samples differs from one without classes."""
    return {f"empty at {i} of {values.ndim}" for i, n in enumerate(values.shape) if n == 0}
