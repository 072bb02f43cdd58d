"""Sizes: numbers if they are known, tensors if they depend on the inputs."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay.keras.api import api
from kassay.subscript import known_value
from kassay.tensor import Tensor

__all__ = ["concatenate", "shape", "stack"]

Sizes = list["int | None"]


def as_tensor(x: Any) -> Tensor:
    return x if isinstance(x, Tensor) else api["identity"](x)


def known_sizes(given: Any) -> Sizes | None:
    """The known sizes among `given`, numbers or a tensor, with None for each unknown one. None if their number is unknown."""
    if isinstance(given, np.ndarray):
        given = given.tolist()
    if isinstance(given, (int, np.integer)):
        given = [given]
    if isinstance(given, (tuple, list)):
        return [_known_size(size) for size in given]
    if not isinstance(given, Tensor):
        return None
    if given.known is not None:
        return list(given.known.tolist())
    if (elements := getattr(given, "known_elements", None)) is not None:
        return list(elements)
    length = (given.shape or (None,))[0]
    return None if length is None else [None] * length


def _known_size(size: Any) -> int | None:
    size = known_value(size)
    return None if isinstance(size, Tensor) else size


def with_sizes(tensor: Tensor, sizes: Sizes | None) -> Tensor:
    """The tensor with the known `sizes` in its shape. If several sizes are unknown, only `int_shape` returns the known ones."""
    if sizes is None or None not in sizes or tensor.shape == tuple(sizes):
        return tensor
    if sizes.count(None) == 1 and 0 not in sizes:
        return api["reshape"](tensor, [-1 if size is None else size for size in sizes])
    tensor.known_shape = tuple(sizes)
    return tensor


def of_sizes(name: str, given: Any, *arguments: Any) -> Tensor:
    """Calls a function of the API with a shape and other arguments."""
    sizes = known_sizes(given)
    known = sizes is not None and None not in sizes
    return with_sizes(api[name](sizes if known else given, *arguments), sizes)


def shape(x: Any) -> Tensor:
    """The known sizes are constants."""
    sizes = api["shape"](x)
    if isinstance(x, Tensor):
        sizes.known_elements = x.shape
    return sizes


def stack(x: Any, axis: int = 0) -> Tensor:
    made = api["stack"](x, axis)
    if made.ndim == 1 and isinstance(x, (tuple, list)):
        made.known_elements = known_sizes(x)
    return made


def concatenate(tensors: Any, axis: int = -1) -> Tensor:
    made = api["concatenate"](tensors, axis)
    if made.ndim == 1 and "int" in made.dtype:
        parts = [known_sizes(each) for each in tensors]
        if None not in parts:
            made.known_elements = [size for part in parts for size in part or ()]
    return made
