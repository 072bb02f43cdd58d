"""Subscripts of tensors, built on functions of the API: slice, squeeze, expand_dims, reverse, gather."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kassay.native import module as _native

if TYPE_CHECKING:
    from kassay.tensor import Tensor

_ALL = -1  # as a size: the rest of the dimension


_Call = Callable[..., "Tensor"]


def subscript(x: Tensor, key: Any) -> Tensor:
    """x[key]. Raises IndexError for an index outside of a dimension, TypeError for an invalid subscript."""
    # Only the edition ko has slice; tensors of all editions are the same.
    call: _Call = _native.interpreter(x.interpreter.name, "ko").call
    if isinstance(key, list):
        if any(isinstance(part, (slice, _native.Symbol)) or part is None for part in key):
            key = tuple(key)  # as old versions of NumPy did
        else:
            with contextlib.suppress(ValueError):  # otherwise gather reports what is wrong
                key = np.asarray(key)
    if isinstance(key, (np.ndarray, list, _native.Symbol)):
        return call("gather", x, key)
    known = getattr(x, "known_elements", None)  # if x is a shape
    if (
        known is not None
        and isinstance(key, int)
        and -len(known) <= key < len(known)
        and known[key] is not None
    ):
        return call("constant", known[key], x.dtype)
    parts = _without_ellipsis(key if isinstance(key, tuple) else (key,), x.shape)
    parts = [_known(part) for part in parts]
    axis = 0  # of the current x
    for part in parts:
        if part is None:
            x, axis = call("expand_dims", x, axis), axis + 1
        elif isinstance(part, slice):
            x, axis = _sliced(call, x, axis, part), axis + 1
        elif isinstance(part, _native.Symbol):
            x = _gathered(call, x, axis, _from_end(call, part, _size(call, x, axis)))
        else:
            x = call("squeeze", _element(call, x, axis, _index(part)), axis)
    if known is not None and isinstance(key, slice):
        with contextlib.suppress(TypeError):  # the slice contains tensors
            x.known_elements = known[parts[0]]
    return x


def _known(part: Any) -> Any:
    """A part of a subscript; tensors whose value is known become numbers."""
    if isinstance(part, slice):
        return slice(*(known_value(each) for each in (part.start, part.stop, part.step)))
    return known_value(part)


def known_value(number: Any) -> Any:
    """The value of an integer tensor, if it is known; anything else unchanged."""
    if isinstance(number, _native.Symbol) and number.shape == () and "int" in number.dtype:
        known = number.known
        return number if known is None else int(known)
    return number


def _without_ellipsis(parts: tuple[Any, ...], shape: Sequence[int | None] | None) -> list[Any]:
    """The parts, with full slices instead of an ellipsis."""
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
    computed = any(isinstance(each, _native.Symbol) for each in (part.start, part.stop))
    if computed:
        return _computed(call, x, axis, part.start, part.stop, _step(part))
    if size is not None:
        start, stop, step = part.indices(size)
        count = len(range(start, stop, step))
        if step == 1:
            return x if count == size else _block(call, x, axis, min(start, size), count)
        if step == -1 and count:
            return call("reverse", _block(call, x, axis, start - count + 1, count), axis)
        return _gathered(call, x, axis, np.arange(start, stop, step, "int32"))
    start, stop, step = part.start, part.stop, _step(part)
    if step == -1 and start is None and stop is None:
        return call("reverse", x, axis)
    first = 0 if start is None else _index(start)
    if step == 1 and stop is None:
        return x if first == 0 else _block(call, x, axis, first, _ALL)
    if step == 1 and first >= 0 and _index(stop) >= 0:
        x = _block(call, x, axis, 0, _index(stop))
        return x if first == 0 else _block(call, x, axis, first, _ALL)
    return _computed(call, x, axis, start, stop, step)


def _step(part: slice) -> int:
    step = 1 if part.step is None else _index(part.step)
    if step == 0:
        raise ValueError("slice step cannot be zero")
    return step


def _computed(call: _Call, x: Tensor, axis: int, start: Any, stop: Any, step: int) -> Tensor:
    """x[start:stop:step] if `start`, `stop` or the size of the dimension is a tensor."""
    size = _size(call, x, axis)
    last = size - 1
    least, most = (0, size) if step > 0 else (-1, last)
    begin = _bound(call, start, 0 if step > 0 else last, size, least, most)
    end = _bound(call, stop, size if step > 0 else -1, size, least, most)
    return _gathered(call, x, axis, places(begin, end, step))


def places(start: Any, stop: Any, step: Any) -> Tensor:
    """The numbers from `start` to `stop`, without `stop`. At least one argument is a tensor."""
    tensor = next(each for each in (start, stop, step) if isinstance(each, _native.Symbol))
    call: _Call = tensor._call
    count = call("cast", call("maximum", -((start - stop) // step), 0), "int32")
    order = call("cumsum", call("ones", call("stack", [count]), "int32")) - 1
    return call("cast", order, tensor.dtype) * step + start


def _bound(call: _Call, given: Any, default: Any, size: Tensor, least: Any, most: Any) -> Any:
    """The start or the end of a slice, as a tensor."""
    if given is None:
        return default + call("zeros_like", size)
    place = _from_end(call, given, size)
    return call("minimum", call("maximum", place, _tensor(call, least)), _tensor(call, most))


def _tensor(call: _Call, number: Any) -> Tensor:
    return number if isinstance(number, _native.Symbol) else call("constant", number, "int32")


def _size(call: _Call, x: Tensor, axis: int) -> Tensor:
    return call("squeeze", call("slice", call("shape", x), [axis], [1]), 0)


def _from_end(call: _Call, place: Any, size: Tensor) -> Tensor:
    """Converts an index that counts from the end if it is negative to one that counts from the beginning."""
    place = call("cast", _tensor(call, place), "int32")
    return place + size * call("cast", place < 0, "int32")


def _block(call: _Call, x: Tensor, axis: int, start: int, size: int) -> Tensor:
    rank = len(x.shape or ())
    starts, sizes = [0] * rank, [_ALL] * rank
    starts[axis], sizes[axis] = start, size
    return call("slice", x, starts, sizes)


def _gathered(call: _Call, x: Tensor, axis: int, places: Any) -> Tensor:
    """The elements at `places` along an axis: a vector of indices, or one index, which removes the axis."""
    order = [axis, *(d for d in range(len(x.shape or ())) if d != axis)]
    first = x if axis == 0 else call("permute_dimensions", x, order)
    found = call("gather", first, places)
    if axis == 0 or places.ndim == 0:
        return found
    return call("permute_dimensions", found, [order.index(d) for d in range(len(order))])
