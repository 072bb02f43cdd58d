"""Arrays with the same elements that lie differently in memory."""

from __future__ import annotations

from typing import Callable, Mapping

import numpy as np

from kassay.protocol import ProtocolError, Tensors


def laid_out(arrays: Tensors, layouts: Mapping[str, str]) -> Tensors:
    """The arrays; those with a layout become views of other memory."""
    if not layouts:
        return arrays
    unknown = set(layouts.values()) - set(_VIEWS)
    if unknown or not set(layouts) <= set(arrays):
        raise ProtocolError(f"these are not layouts of the inputs: {layouts}")
    return {
        name: _VIEWS[layouts[name]](array) if name in layouts else array
        for name, array in arrays.items()
    }


def _sliced(array: np.ndarray) -> np.ndarray:
    """The inner part of a larger array."""
    larger = np.ones([size + 2 for size in array.shape], array.dtype)
    inner = larger[(slice(1, -1),) * array.ndim]
    inner[...] = array
    return inner


def _reversed(array: np.ndarray) -> np.ndarray:
    """With negative strides."""
    backwards = (slice(None, None, -1),) * array.ndim
    return array[backwards].copy()[backwards]


def _broadcast(array: np.ndarray) -> np.ndarray:
    """With a stride of 0: all entries of the first axis are equal."""
    return np.broadcast_to(array[:1], array.shape)


_VIEWS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "transposed": np.asfortranarray,
    "sliced": _sliced,
    "reversed": _reversed,
    "broadcast": _broadcast,
}
