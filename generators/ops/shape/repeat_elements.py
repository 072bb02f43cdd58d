"""Oracle for repeat_elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.machine.machine import Machine
from kassay_generators.oracles.axes import one_axis
from kassay_generators.oracles.interface import ApiError, refused
from ops.shape.indexing import build, in_other_shape, inserted, replaced


def oracle(x: np.ndarray, rep: int, axis: int) -> np.ndarray:
    at = one_axis(axis, x.ndim)
    if rep < 0:
        raise ApiError("value")
    return build(
        replaced(x.shape, at, x.shape[at] * rep),
        lambda index: x[replaced(index, at, index[at] // rep)],
    )


def check_static(x: Any, rep: int, axis: int, machine: Machine) -> None:
    """In ja the size along axis must be known."""
    if machine.edition == "ja" and x.shape[one_axis(axis, len(x.shape))] is None:
        raise ApiError("value")


def confirmation(x: np.ndarray, rep: int, axis: int) -> np.ndarray:
    return np.repeat(x, rep, axis=axis)


def _tiled(x: np.ndarray, rep: int, axis: int) -> np.ndarray:
    at = one_axis(axis, x.ndim)
    return build(
        replaced(x.shape, at, x.shape[at] * rep),
        lambda index: x[replaced(index, at, index[at] % x.shape[at])],
    )


def _new_dimension(x: np.ndarray, rep: int, axis: int) -> np.ndarray:
    at = one_axis(axis, x.ndim) + 1
    return build(inserted(x.shape, at, rep), lambda index: x[replaced(index, at)])


def _one_further_on(x: np.ndarray, rep: int, axis: int) -> np.ndarray:
    """The new dimension is at axis + 1; a negative number counts from the end of the result."""
    at = one_axis(axis, x.ndim)
    new = axis + 1 if axis >= -1 else axis + 1 + x.ndim + 1
    copies = build(inserted(x.shape, new, rep), lambda index: x[(*index[:new], *index[new + 1 :])])
    return in_other_shape(copies, list(replaced(x.shape, at, x.shape[at] * rep)))


READINGS = {
    "tiled": _tiled,
    "axis-ignored": lambda x, rep, axis: oracle(x, rep, 0),
    "axis-off-by-one": lambda x, rep, axis: oracle(x, rep, axis - 1 if axis > 0 else axis),
    "flattened": lambda x, rep, axis: oracle(in_other_shape(x, [x.size]), rep, 0),
    "new-dimension": _new_dimension,
    "once-more": lambda x, rep, axis: oracle(x, rep + 1, axis),
    "one-further-on": _one_further_on,
    "empty-axis-refused": refused(
        oracle, lambda a: a["x"].shape[one_axis(a["axis"], a["x"].ndim)] == 0
    ),
    "zero-refused": refused(oracle, lambda a: a["rep"] == 0),
}
