"""Oracle for batch_dot."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracles.contraction import contract, multiply_stacks, with_fewer_digits
from kassay_generators.oracles.interface import ApiError, Context


def _axes(x: np.ndarray, y: np.ndarray, axes: Any) -> tuple[int, int]:
    """The axes counted from the start; neither may be the batch."""
    if x.ndim < 2 or y.ndim < 2:
        raise ApiError("value")
    if axes is None:
        return x.ndim - 1, y.ndim - 1 if y.ndim == 2 else y.ndim - 2
    pair = [axes, axes] if isinstance(axes, int) else axes
    if len(pair) != 2 or not all(isinstance(one, int) for one in pair):
        raise ApiError("value")
    for one, rank in zip(pair, (x.ndim, y.ndim), strict=True):
        if not -rank <= one < rank or one % rank == 0:
            raise ApiError("value")
    return pair[0] % x.ndim, pair[1] % y.ndim


def _by_sample(x: np.ndarray, y: np.ndarray, axes: Any) -> np.ndarray:
    """The result; it has rank 1 if only the batch remains."""
    x_axis, y_axis = _axes(x, y, axes)
    if len(x) != len(y) or x.shape[x_axis] != y.shape[y_axis]:
        raise ApiError("value")
    rest = np.delete(x.shape, (0, x_axis)).tolist() + np.delete(y.shape, (0, y_axis)).tolist()
    result = np.empty([len(x), *rest], dtype=object)
    for sample in range(len(x)):
        result[sample] = contract(x[sample], y[sample], x_axis - 1, y_axis - 1)[()]
    return result


def _as_column(result: np.ndarray) -> np.ndarray:
    return result[:, np.newaxis] if result.ndim == 1 else result


def oracle(x: np.ndarray, y: np.ndarray, axes: Any) -> np.ndarray:
    return _as_column(_by_sample(x, y, axes))


def confirmation(x: np.ndarray, y: np.ndarray, axes: Any) -> np.ndarray:
    if axes is None:
        first, second = x.ndim - 1, max(y.ndim - 2, 1)
    else:
        first, second = (axes, axes) if isinstance(axes, int) else axes
    of_x = [0, *range(1, x.ndim)]
    of_y = [0, *range(x.ndim, x.ndim + y.ndim - 1)]
    of_y[second] = of_x[first]
    kept = [label for label in of_x + of_y[1:] if label != of_x[first]]
    result = np.einsum(x, of_x, y, of_y, kept)
    return result.reshape(-1, 1) if result.ndim == 1 else result


def _with_axes(change: Any) -> Any:
    """The oracle's answer for other axes; `change` gets the original ones, counted from the start."""

    def reading(x: np.ndarray, y: np.ndarray, axes: Any) -> np.ndarray:
        first, second = _axes(x, y, axes)
        return oracle(x, y, list(change(first, second)))

    return reading


def _all_pairs(x: np.ndarray, y: np.ndarray, axes: Any) -> np.ndarray:
    return contract(x, y, *_axes(x, y, axes))


def _stacks(x: np.ndarray, y: np.ndarray, axes: Any) -> np.ndarray:
    first, second = _axes(x, y, axes)
    if min(x.ndim, y.ndim) < 3 or max(x.ndim, y.ndim) == 3:
        return oracle(x, y, axes)
    left = x if first == x.ndim - 1 else np.swapaxes(x, -1, -2)
    right = np.swapaxes(y, -1, -2) if second == y.ndim - 1 else y
    try:
        return multiply_stacks(left, right)
    except ValueError:  # the leading dimensions do not broadcast
        raise ApiError("value") from None


def _row(x: np.ndarray, y: np.ndarray, axes: Any) -> np.ndarray:
    result = _by_sample(x, y, axes)
    return result[np.newaxis, :] if result.ndim == 1 else result


def _rest_of_y_first(x: np.ndarray, y: np.ndarray, axes: Any) -> np.ndarray:
    first, second = _axes(x, y, axes)
    return oracle(y, x, [second, first])


def _last_with_last(x: np.ndarray, y: np.ndarray, axes: Any) -> np.ndarray:
    return oracle(x, y, [x.ndim - 1, y.ndim - 1] if axes is None else axes)


def _reduced_precision(x: np.ndarray, y: np.ndarray, axes: Any, context: Context) -> np.ndarray:
    return oracle(with_fewer_digits(x, context.dtype), with_fewer_digits(y, context.dtype), axes)


READINGS = {
    "axes-exchanged": _with_axes(lambda first, second: (second, first)),
    "batch-not-counted": _with_axes(lambda first, second: (first + 1, second + 1)),
    "first-of-two-axes": _with_axes(lambda first, second: (first, first)),
    "all-pairs-of-samples": _all_pairs,
    "stacks-of-matrices": _stacks,
    "rank-1-kept": _by_sample,
    "row-result": _row,
    "rest-of-y-first": _rest_of_y_first,
    "default-last-with-last": _last_with_last,
    "reduced-precision": _reduced_precision,
}
