"""Functions of the API whose numbers may be tensors here, built on those that take numbers."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from kassay.keras.api import api, engine
from kassay.keras.sizes import as_tensor, known_sizes, of_sizes, with_sizes
from kassay.subscript import places, subscript
from kassay.tensor import Tensor

__all__ = """arange elu foldl foldr map_fn one_hot random_binomial random_normal random_uniform repeat slice tile truncated_normal""".split()

_ALL = -1
_BEYOND = 2**30  # no dimension is so large


def _numbers(given: Any, count: int) -> list[Any]:
    """The numbers as a list; for a tensor of `count` numbers, a list of its elements."""
    if isinstance(given, Tensor):
        return [given[i] for i in range(count)]
    return list(given)


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: str | None = None) -> Tensor:
    """The range has the dtype floatx if an argument is a float, unless `dtype` is given."""
    numbers = (start, stop, step)
    if not builtins.any(isinstance(each, Tensor) for each in numbers):
        floats = builtins.any(isinstance(each, float) for each in numbers)
        return api["arange"](start, stop, step, dtype or (engine.floatx() if floats else "int32"))
    if stop is None:
        start, stop = 0, start
    made = places(start, stop, step)
    return made if dtype in (None, made.dtype) else api["cast"](made, dtype)


def elu(x: Tensor, alpha: Any = 1.0) -> Tensor:
    if not isinstance(alpha, Tensor):
        return api["elu"](x, alpha)
    return api["switch"](x > 0, x, alpha * api["elu"](x))


def slice(x: Tensor, start: Any, size: Any) -> Tensor:
    """A size of -1 means the rest of the dimension."""
    x = as_tensor(x)
    starts, sizes = _numbers(start, x.ndim or 0), _numbers(size, x.ndim or 0)
    if not builtins.any(isinstance(each, Tensor) for each in (*starts, *sizes)):
        return api["slice"](x, starts, sizes)
    found = subscript(x, tuple(map(_part, starts, sizes)))
    known = known_sizes(sizes)
    return with_sizes(
        found, [f if size in (None, -1) else size for f, size in zip(found.shape, known)]
    )


def tile(x: Tensor, n: Any) -> Tensor:
    x = as_tensor(x)
    tiled = api["tile"](x, n)
    times = known_sizes(n)
    if times is None or x.shape is None:
        return tiled
    known = [None if None in pair else pair[0] * pair[1] for pair in zip(x.shape, times)]
    return with_sizes(tiled, known)


def _part(begin: Any, count: Any) -> builtins.slice[Any, Any, Any]:
    if isinstance(count, Tensor):
        return builtins.slice(begin, begin + count + api["cast"](count < 0, count.dtype) * _BEYOND)
    return builtins.slice(begin, None if count == _ALL else begin + count)


def repeat(x: Tensor, n: Any) -> Tensor:
    if not isinstance(n, Tensor):
        return api["repeat"](x, n)
    return tile(api["expand_dims"](x, 1), [1, n, 1])


def one_hot(indices: Any, num_classes: Any) -> Tensor:
    if not isinstance(num_classes, Tensor):
        return api["one_hot"](indices, num_classes)
    places = api["expand_dims"](indices)
    return api["cast"](
        api["equal"](places, arange(num_classes, dtype=places.dtype)), engine.floatx()
    )


def _by_index(fn: Callable[..., Any], elems: Any) -> tuple[Callable[..., Any], Tensor]:
    """For several tensors: makes a function of an index from `fn`, a function of a tuple of elements. Also returns all indices, as floats."""

    def call(*before_index: Any) -> Any:
        *before, index = before_index
        place = api["cast"](index, "int32")
        return fn(*before, type(elems)(api["gather"](each, place) for each in elems))

    return call, api["cast"](arange(api["shape"](elems[0])[0]), "float64")


def map_fn(fn: Callable[..., Any], elems: Any, name: str | None = None, dtype: Any = None) -> Any:
    """For several tensors, `fn` takes a tuple of their elements. If `dtype` is a list, `fn` returns as many tensors."""
    if isinstance(elems, (tuple, list)) and isinstance(elems[0], Tensor):
        dtype = dtype or elems[0].dtype
        fn, elems = _by_index(fn, elems)
    if not isinstance(dtype, (tuple, list)):
        return api["map_fn"](fn, elems, name, dtype)
    made = (
        api["map_fn"](lambda element, i=i: fn(element)[i], elems, name, each)
        for i, each in enumerate(dtype)
    )
    return type(dtype)(made)


def _fold(name: str) -> Callable[..., Tensor]:
    @functools.wraps(api[name])
    def call(
        fn: Callable[..., Any], elems: Any, initializer: Any = None, name: str | None = None
    ) -> Tensor:
        if not isinstance(elems, (tuple, list)):
            return fold(fn, elems, initializer, name)
        if initializer is None:
            raise TypeError(f"{fold.__name__} of several tensors needs an initializer")
        return fold(*_by_index(fn, elems), initializer, name)

    fold = api[name]
    return call


foldl = _fold("foldl")
foldr = _fold("foldr")


def seed_of(seed: int | None) -> int:
    """Without a seed, NumPy draws one, as in Keras's own backends: if you seed NumPy, each run has the same numbers."""
    return np.random.randint(10**7) if seed is None else seed


def random_binomial(
    shape: Any, p: Any = 0.0, dtype: str | None = None, seed: int | None = None
) -> Tensor:
    if not isinstance(p, Tensor):
        return of_sizes("random_binomial", shape, p, dtype, seed_of(seed))
    drawn = of_sizes("random_uniform", shape, 0.0, 1.0, p.dtype, seed_of(seed))
    return api["cast"](api["less"](drawn, p), dtype or engine.floatx())


def random_uniform(
    shape: Any,
    minval: Any = 0.0,
    maxval: Any = 1.0,
    dtype: str | None = None,
    seed: int | None = None,
) -> Tensor:
    if not isinstance(minval, Tensor) and not isinstance(maxval, Tensor):
        return of_sizes("random_uniform", shape, minval, maxval, dtype, seed_of(seed))
    drawn = of_sizes("random_uniform", shape, 0.0, 1.0, dtype, seed_of(seed))
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
            return of_sizes(name, shape, mean, stddev, dtype, seed_of(seed))
        return of_sizes(name, shape, 0.0, 1.0, dtype, seed_of(seed)) * stddev + mean

    return call


random_normal = _normal("random_normal")
truncated_normal = _normal("truncated_normal")
