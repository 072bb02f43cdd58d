"""In NumPy, what looks through windows: convolutions as products of matrices, pooling over shifted slices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from math import prod

import numpy as np
from numpy import ndarray as Array
from numpy.lib.stride_tricks import sliding_window_view
from workload import same_padding


def padded(x: Array, kernel: Sequence[int], strides: Sequence[int], first: int = 1) -> Array:
    """Zeros around the dimensions from `first` on, as padding "same" asks for kernels of this extent."""
    places = [(0, 0)] * x.ndim
    for axis, (extent, stride) in enumerate(zip(kernel, strides, strict=True), first):
        places[axis] = same_padding(x.shape[axis], extent, stride)
    return np.pad(x, places)


def convolve(x: Array, kernel: Array, stride: int = 1, rate: int = 1) -> Array:
    """Padding "same", channels last, any number of dimensions."""
    *size, channels, filters = kernel.shape
    rank = len(size)
    extents = [(each - 1) * rate + 1 for each in size]
    spatial = tuple(range(1, rank + 1))
    surrounded = padded(x, extents, [stride] * rank)
    seen = sliding_window_view(surrounded, extents, spatial)  # type: ignore[call-overload]
    every, apart, taps = slice(None), slice(None, None, stride), slice(None, None, rate)
    seen = seen[(every, *[apart] * rank, every, *[taps] * rank)]
    shape = (*seen.shape[: rank + 1], filters)
    rows = np.moveaxis(seen, rank + 1, -1).reshape(-1, prod(size) * channels)
    return (rows @ kernel.reshape(-1, filters)).reshape(shape)


def pointwise(x: Array, kernel: Array) -> Array:
    """One product of matrices; matmul would make one for each row of an image."""
    return np.tensordot(x, kernel[0, 0], 1)


def convolve_channels_first(x: Array, kernel: Array) -> Array:
    rows, columns, channels, filters = kernel.shape
    samples, _, height, width = x.shape
    surrounded = padded(x, (rows, columns), (1, 1), 2)
    seen = sliding_window_view(surrounded, (rows, columns), (2, 3))  # type: ignore[call-overload]
    features = seen.transpose(0, 1, 4, 5, 2, 3).reshape(samples, -1, height * width)
    weights = kernel.transpose(3, 2, 0, 1).reshape(filters, -1)
    return (weights @ features).reshape(samples, filters, height, width)


def depthwise(x: Array, kernel: Array) -> Array:
    rows, columns, channels, _ = kernel.shape
    surrounded = padded(x, (rows, columns), (1, 1))
    result = np.zeros_like(x)
    part = np.empty_like(x)
    for i, j in np.ndindex(rows, columns):
        seen = surrounded[:, i : i + x.shape[1], j : j + x.shape[2]]
        result += np.multiply(seen, kernel[i, j, :, 0], out=part)
    return result


def transposed(x: Array, kernel: Array) -> Array:
    """Strides of 2; padding "same" drops the last row and column."""
    samples, height, width, channels = x.shape
    rows, columns, filters, _ = kernel.shape
    parts = x.reshape(-1, channels) @ kernel.reshape(-1, channels).T
    parts = parts.reshape(samples, height, width, rows, columns, filters)
    result = np.zeros((samples, 2 * height + 1, 2 * width + 1, filters), x.dtype)
    for i, j in np.ndindex(rows, columns):
        result[:, i : i + 2 * height : 2, j : j + 2 * width : 2] += parts[:, :, :, i, j]
    return result[:, :-1, :-1]


def local_conv1d(x: Array, kernel: Array, window: int) -> Array:
    """Feature t * channels + c is channel c at step t of the window."""
    seen = sliding_window_view(x, window, 1).transpose(1, 0, 3, 2)
    rows = seen.reshape(len(kernel), len(x), -1)
    return np.ascontiguousarray((rows @ kernel).transpose(1, 0, 2))


def _shifted(x: Array, axes: Sequence[int], size: int) -> Iterator[Array]:
    """Of windows 2 apart along the axes: their first elements, their second ones and so on."""
    places = {axis: (x.shape[axis] - size) // 2 + 1 for axis in axes}
    for starts in product(range(size), repeat=len(axes)):
        index = [slice(None)] * x.ndim
        for axis, start in zip(axes, starts, strict=True):
            index[axis] = slice(start, start + 2 * places[axis] - 1, 2)
        yield x[tuple(index)]


def max_pool(x: Array, *axes: int) -> Array:
    """The largest of windows of size 2."""
    first, second, *others = _shifted(x, axes, 2)
    result = np.maximum(first, second)
    for each in others:
        np.maximum(result, each, out=result)
    return result


def average_pool(x: Array, size: int) -> Array:
    """Padding "same": elements outside are ignored."""
    total = _pooled_sum(x, size)
    total /= _pooled_sum(np.ones((1, *x.shape[1:3], 1), x.dtype), size)
    return total


def _pooled_sum(x: Array, size: int) -> Array:
    surrounded = padded(x, (size, size), (2, 2))
    return reduce(np.ndarray.__iadd__, _with_own_first(_shifted(surrounded, (1, 2), size)))


def _with_own_first(arrays: Iterator[Array]) -> Iterator[Array]:
    yield next(arrays).copy()
    yield from arrays


def doubled_nearest(x: Array) -> Array:
    samples, rows, columns, channels = x.shape
    spread = np.broadcast_to(x[:, :, None, :, None], (samples, rows, 2, columns, 2, channels))
    return spread.reshape(samples, 2 * rows, 2 * columns, channels)


def doubled_linear(x: Array, axis: int) -> Array:
    """Between neighbours their mean; behind the last, the last once more."""
    by_rows = np.moveaxis(x, axis, 0)
    shape = list(x.shape)
    shape[axis] *= 2
    result = np.empty(shape, x.dtype)
    rows = np.moveaxis(result, axis, 0)
    rows[::2] = by_rows
    np.add(by_rows[:-1], by_rows[1:], out=rows[1:-1:2])
    rows[1:-1:2] *= 0.5
    rows[-1] = by_rows[-1]
    return result
