"""The elements of inputs: policies of a program, and tensors that resemble those of a case."""

from __future__ import annotations

import random

import numpy as np

from kassay_generators.cases import domains
from kassay_generators.numbers.dtypes import is_floating

_FLOATS = ("moderate", "integral", "ties", "halves", "bits", "positive", "factors")
_EDGES = ("special", "nonfinite", "infinite", "zeros", "huge", "tiny", "subnormal", "wide")
_WHOLE = ("moderate", "integral", "ties", "bits", "distinct")


def tensor(
    like: np.ndarray, shape: tuple[int, ...], stream: random.Random, edges: float
) -> np.ndarray:
    """A tensor of the dtype of `like`, with its elements, or elements of a domain. `edges`: how often these are special."""
    dtype = like.dtype.name
    if not is_floating(dtype):
        if like.size == 0 or stream.random() < 0.2:
            return domains.draw(stream.choice(_WHOLE), dtype, shape, stream)
        return resampled(like, shape, stream)
    if stream.random() < edges:
        return domains.draw(stream.choice(_EDGES), dtype, shape, stream)
    if like.size and stream.random() < 0.4:
        return resampled(like, shape, stream)
    return domains.draw(stream.choice(_FLOATS), dtype, shape, stream)


def resampled(like: np.ndarray, shape: tuple[int, ...], stream: random.Random) -> np.ndarray:
    if shape == like.shape and stream.random() < 0.5:
        return like
    flat = like.ravel()
    count = int(np.prod(shape))
    chosen = [flat[stream.randrange(flat.size)] for _ in range(count)]
    return np.array(chosen, dtype=like.dtype).reshape(shape)
