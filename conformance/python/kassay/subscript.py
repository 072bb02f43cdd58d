"""Subscripts of tensors, by the functions of the API: slice, squeeze, expand_dims, reverse, gather."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from kassay.native import module as _native

if TYPE_CHECKING:
    from kassay.tensor import Tensor

_ALL = -1  # as a size: all that is left


_Call = Callable[..., "Tensor"]


def subscript(x: Tensor, key: Any) -> Tensor:
    """x[key]. Raises IndexError for an index outside of a dimension, TypeError for what is no subscript."""
    # Only the edition ko has slice; tensors of all editions are the same.
    call: _Call = _native.interpreter(x.interpreter.name, "ko").call
    if isinstance(key, list):
        with contextlib.suppress(ValueError):  # else gather says what is wrong with it
            key = np.asarray(key)
    if isinstance(key, (np.ndarray, list, _native.Symbol)):
        return call("gather", x, key)
    known = getattr(x, "known_elements", None)  # of what is a shape
    if (
        known is not None
        and isinstance(key, int)
        and -len(known) <= key < len(known)
        and known[key] is not None
    ):
        return call("constant", known[key], x.dtype)
    parts = _without_ellipsis(key if isinstance(key, tuple) else (key,), x.shape)
    axis = 0  # of x as it is so far
    for part in parts:
        if part is None:
            x, axis = call("expand_dims", x, axis), axis + 1
        elif isinstance(part, slice):
            x, axis = _sliced(call, x, axis, part), axis + 1
        else:
            x = call("squeeze", _element(call, x, axis, _index(part)), axis)
    return x


def _without_ellipsis(parts: tuple[Any, ...], shape: Sequence[int | None] | None) -> list[Any]:
    """The parts, with a full slice for each dimension that an ellipsis stands for."""
    places = [i for i, part in enumerate(parts) if part is Ellipsis]
    named = sum(part is not None and part is not Ellipsis for part in parts)
    if shape is None:
        raise TypeError("a subscript needs a tensor whose rank is known")
    if named > len(shape):
        raise IndexError(f"{named} subscripts for a tensor of {len(shape)} dimensions")
    if len(places) > 1:
        raise IndexError("a subscript can have only one ellipsis")
    if not places:
        return list(parts)
    missing = [slice(None)] * (len(shape) - named)
    return [*parts[: places[0]], *missing, *parts[places[0] + 1 :]]


def _index(part: Any) -> int:
    if isinstance(part, (bool, np.bool_)):
        raise TypeError(f"a tensor takes ints, slices, None and ... as subscripts, not {part}")
    try:
        return operator.index(part)
    except TypeError:
        given = type(part).__qualname__
        raise TypeError(
            f"a tensor takes ints, slices, None and ... as subscripts, not an object of the class {given}"
        ) from None


def _element(call: _Call, x: Tensor, axis: int, index: int) -> Tensor:
    """The part of size 1 at an index."""
    size = (x.shape or ())[axis]
    if size is not None and not -size <= index < size:
        raise IndexError(f"index {index} in dimension {axis}, which has the size {size}")
    if size is not None:
        index %= size
    # A block from -1 on would end before element 0 (D-522).
    return _block(call, x, axis, index, _ALL if index == -1 else 1)


def _sliced(call: _Call, x: Tensor, axis: int, part: slice) -> Tensor:
    size = (x.shape or ())[axis]
    if size is not None:
        start, stop, step = part.indices(size)
        count = len(range(start, stop, step))
        if step == 1:
            return x if count == size else _block(call, x, axis, min(start, size), count)
        if step == -1 and count:
            return call("reverse", _block(call, x, axis, start - count + 1, count), axis)
        return _strided(call, x, axis, range(start, stop, step))
    start, stop, step = part.start, part.stop, 1 if part.step is None else _index(part.step)
    if step == -1 and start is None and stop is None:
        return call("reverse", x, axis)
    if step != 1:
        raise ValueError(f"a step of {step} in dimension {axis}, whose size is unknown")
    if stop is not None:
        x = _cut(call, x, axis, start, _index(stop))
    return x if start is None else _block(call, x, axis, _index(start), _ALL)


def _cut(call: _Call, x: Tensor, axis: int, start: Any, stop: int) -> Tensor:
    """x[:stop] of a dimension of unknown size, where x[start:] is taken of the result."""
    if stop >= 0:
        if start is not None and _index(start) < 0:
            raise ValueError(f"the slice {start}:{stop} in dimension {axis}, whose size is unknown")
        return _block(call, x, axis, 0, stop)
    if start is not None and _index(start) < 0:
        # Both count from the end: the rest is what stands before `stop` in the last -start elements.
        x = _block(call, x, axis, _index(start), _ALL)
    backwards = _block(call, call("reverse", x, axis), axis, -stop, _ALL)
    return call("reverse", backwards, axis)


def _block(call: _Call, x: Tensor, axis: int, start: int, size: int) -> Tensor:
    rank = len(x.shape or ())
    starts, sizes = [0] * rank, [_ALL] * rank
    starts[axis], sizes[axis] = start, size
    return call("slice", x, starts, sizes)


def _strided(call: _Call, x: Tensor, axis: int, places: range) -> Tensor:
    order = [axis, *(d for d in range(len(x.shape or ())) if d != axis)]
    back = [order.index(d) for d in range(len(order))]
    first = call("permute_dimensions", x, order)
    return call("permute_dimensions", call("gather", first, np.array(places, "int32")), back)
