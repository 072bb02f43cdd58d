"""Functions of the API some of whose numbers are tensors, by those that take numbers."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from kassay.keras.api import api, engine
from kassay.subscript import places, subscript
from kassay.tensor import Tensor


def _numbers(given: Any, count: int) -> list[Any]:
    """A list of numbers and tensors; the elements of a tensor of `count` numbers."""
    if isinstance(given, Tensor):
        return [given[i] for i in range(count)]
    return list(given)


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: str | None = None) -> Tensor:
    """Of floats it is made of floats, unless `dtype` says otherwise."""
    numbers = (start, stop, step)
    if not builtins.any(isinstance(each, Tensor) for each in numbers):
        floats = builtins.any(isinstance(each, float) for each in numbers)
        return api["arange"](start, stop, step, dtype or (engine.floatx() if floats else "int32"))
    if stop is None:
        start, stop = 0, start
    made = places(start, stop, step)
    return made if dtype in (None, made.dtype) else api["cast"](made, dtype)


def slice(x: Tensor, start: Any, size: Any) -> Tensor:
    """`size` -1 is all that is left."""
    starts, sizes = _numbers(start, x.ndim or 0), _numbers(size, x.ndim or 0)
    if not builtins.any(isinstance(each, Tensor) for each in (*starts, *sizes)):
        return api["slice"](x, starts, sizes)
    parts = [
        builtins.slice(begin, None if isinstance(count, int) and count == -1 else begin + count)
        for begin, count in zip(starts, sizes)
    ]
    return subscript(x, tuple(parts))


def repeat(x: Tensor, n: Any) -> Tensor:
    if not isinstance(n, Tensor):
        return api["repeat"](x, n)
    return api["tile"](api["expand_dims"](x, 1), [1, n, 1])


def one_hot(indices: Any, num_classes: Any) -> Tensor:
    if not isinstance(num_classes, Tensor):
        return api["one_hot"](indices, num_classes)
    classes = arange(num_classes, dtype=indices.dtype)
    return api["cast"](api["equal"](api["expand_dims"](indices), classes), engine.floatx())


def map_fn(fn: Callable[..., Any], elems: Any, name: str | None = None, dtype: Any = None) -> Any:
    """Of several tensors `fn` has a tuple of their elements. Where `dtype` is a list, it gives as many tensors."""
    if isinstance(elems, Tensor) and not isinstance(dtype, (tuple, list)):
        return api["map_fn"](fn, elems, name, dtype)
    listed = isinstance(elems, (tuple, list))
    first = elems[0] if listed else elems

    def element(index: Tensor) -> Any:
        at = functools.partial(api["gather"], indices=api["cast"](index, "int32"))
        return fn(type(elems)(at(each) for each in elems) if listed else at(elems))

    # Elements of what map_fn takes are floats.
    indices = api["cast"](arange(api["shape"](first)[0]), "float64")
    if not isinstance(dtype, (tuple, list)):
        return api["map_fn"](element, indices, name, dtype or first.dtype)
    return type(dtype)(
        api["map_fn"](lambda index, i=i: element(index)[i], indices, name, each)
        for i, each in enumerate(dtype)
    )


def seed_of(seed: int | None) -> int:
    """Without one, NumPy draws it, as for the backends of Keras: who seeds NumPy has the same numbers in each run."""
    return np.random.randint(10**7) if seed is None else seed


def random_binomial(
    shape: Any, p: Any = 0.0, dtype: str | None = None, seed: int | None = None
) -> Tensor:
    if not isinstance(p, Tensor):
        return api["random_binomial"](shape, p, dtype, seed_of(seed))
    drawn = api["random_uniform"](shape, 0.0, 1.0, p.dtype, seed_of(seed))
    return api["cast"](api["less"](drawn, p), dtype or engine.floatx())


def random_uniform(
    shape: Any,
    minval: Any = 0.0,
    maxval: Any = 1.0,
    dtype: str | None = None,
    seed: int | None = None,
) -> Tensor:
    if not isinstance(minval, Tensor) and not isinstance(maxval, Tensor):
        return api["random_uniform"](shape, minval, maxval, dtype, seed_of(seed))
    drawn = api["random_uniform"](shape, 0.0, 1.0, dtype, seed_of(seed))
    return drawn * (maxval - minval) + minval


def _normal(name: str) -> Callable[..., Tensor]:
    @functools.wraps(api[name])
    def call(
        shape: Any,
        mean: Any = 0.0,
        stddev: Any = 1.0,
        dtype: str | None = None,
        seed: int | None = None,
    ) -> Tensor:
        if not isinstance(mean, Tensor) and not isinstance(stddev, Tensor):
            return api[name](shape, mean, stddev, dtype, seed_of(seed))
        return api[name](shape, 0.0, 1.0, dtype, seed_of(seed)) * stddev + mean

    return call


random_normal = _normal("random_normal")
truncated_normal = _normal("truncated_normal")
