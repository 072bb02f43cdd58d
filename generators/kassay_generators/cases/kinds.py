"""Kinds of elements. If no case gives an argument elements of a kind, the documents say nothing about them."""

from __future__ import annotations

import math

import numpy as np

from kassay_generators.numbers import dtypes


def of_array(values: np.ndarray) -> set[str]:
    if values.dtype == bool or values.size == 0:
        return empty_at(values)
    floats = values.astype(np.float64).ravel().tolist()
    finite = [x for x in floats if math.isfinite(x)]
    found = set()
    if any(map(math.isnan, floats)):
        found.add("nan")
    if any(map(math.isinf, floats)):
        found.add("infinite")
    if not finite:
        return found
    if min(finite) < 0:
        found.add("negative")
    if max(finite) > 1:
        found.add("above one")
    if 0 in finite:
        found.add("zero")
    if len(set(finite)) < len(finite):
        found.add("repeated")
    form = dtypes.FORMATS.get(values.dtype.name)
    if form is not None:
        if max(max(finite), -min(finite)) > form.max / 2**8:
            found.add("huge")
        if any(0 < abs(x) < form.min_normal * 2**6 for x in finite):
            found.add("tiny")
        if not all(map(float.is_integer, finite)):
            found.add("fraction")
    return found


def empty_at(values: np.ndarray) -> set[str]:
    """Which dimensions are zero: a tensor without samples differs from one without classes."""
    return {f"empty at {i} of {values.ndim}" for i, n in enumerate(values.shape) if n == 0}
