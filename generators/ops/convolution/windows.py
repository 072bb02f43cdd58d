"""The windows of convolutions, pooling and local layers: their positions and elements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kassay_generators.oracles.interface import ApiError

# From the size of the dimension, the extent of a window and the stride: the number of windows, and the padding before the
# first element.
Padding = Callable[[int, int, int], tuple[int, int]]


def _valid(size: int, extent: int, stride: int) -> tuple[int, int]:
    """Only windows without padding."""
    return max(0, (size - extent) // stride + 1), 0


def _same(size: int, extent: int, stride: int) -> tuple[int, int]:
    """One window per stride that starts inside; padding on both sides, one more at the end if odd."""
    windows = -(-size // stride)
    return windows, max(0, (windows - 1) * stride + extent - size) // 2


def _causal(size: int, extent: int, stride: int) -> tuple[int, int]:
    """Each window ends at its own position."""
    return -(-size // stride), extent - 1


PADDINGS: Mapping[str, Padding] = {"valid": _valid, "same": _same, "causal": _causal}


def padding_rule(padding: str | Padding, allowed: Sequence[str]) -> Padding:
    """The rule of a named padding. A reading may pass the rule itself."""
    if callable(padding):
        return padding
    if padding not in allowed:
        raise ApiError("any")
    return PADDINGS[padding]


@dataclass(frozen=True)
class Steps:
    """The windows along one dimension. Each starts at one of `starts` (negative in the padding) and sees the positions at
    `offsets` from there."""

    size: int
    starts: tuple[int, ...]
    offsets: tuple[int, ...]

    @property
    def places(self) -> np.ndarray:
        """(windows, offsets): the positions that each window sees, -1 in the padding."""
        seen = np.add.outer(
            np.array(self.starts, dtype=int), np.array(self.offsets, dtype=int)
        ).reshape(len(self.starts), len(self.offsets))
        return np.where((seen >= 0) & (seen < self.size), seen, -1)


def steps(size: int, window: int, stride: int, dilation: int, padding: Padding) -> Steps:
    if min(window, stride, dilation) < 1:
        raise ApiError("any")
    windows, before = padding(size, (window - 1) * dilation + 1, stride)
    return Steps(
        size,
        tuple(o * stride - before for o in range(windows)),
        tuple(k * dilation for k in range(window)),
    )


def all_steps(
    sizes: Sequence[int],
    window: Sequence[int],
    strides: Sequence[int],
    dilation: Sequence[int],
    padding: Padding,
) -> list[Steps]:
    """The steps of each spatial dimension. Raises ApiError if the lists differ in length."""
    if not len(sizes) == len(window) == len(strides) == len(dilation):
        raise ApiError("any")
    return [steps(*along, padding) for along in zip(sizes, window, strides, dilation, strict=True)]


def patches(x: np.ndarray, along: Sequence[Steps], fill: Any) -> np.ndarray:
    """(samples, windows..., offsets..., channels) of x, whose channels are last; `fill`: the value of the padding."""
    for number, of in enumerate(along):
        axis = 1 + 2 * number  # each dimension before it has become two
        border = np.full([1 if d == axis else n for d, n in enumerate(x.shape)], fill, x.dtype)
        x = np.take(np.concatenate([x, border], axis), of.places, axis)
    rank = len(along)
    order = [0, *range(1, 2 * rank, 2), *range(2, 2 * rank + 1, 2), 2 * rank + 1]
    return np.transpose(x, order)


def to_last(x: np.ndarray, *, first: bool) -> np.ndarray:
    return np.moveaxis(x, 1, -1) if first else x


def from_last(x: np.ndarray, *, first: bool) -> np.ndarray:
    return np.moveaxis(x, -1, 1) if first else x


# -- misreadings of the padding --------------------------------------------------------------------------------------------


def _more_at_the_start(size: int, extent: int, stride: int) -> tuple[int, int]:
    windows = -(-size // stride)
    return windows, -(-max(0, (windows - 1) * stride + extent - size) // 2)


def _by_extent(size: int, extent: int, stride: int) -> tuple[int, int]:
    return -(-size // stride), extent // 2


def by_pool_size(size: int, extent: int, stride: int) -> tuple[int, int]:
    return -(-size // stride), extent - 2 if extent % 2 and extent > 1 else extent - 1


def _as_for_stride_1(size: int, extent: int, stride: int) -> tuple[int, int]:
    return -(-size // stride), (extent - 1) // 2


def _all_at_the_end(size: int, extent: int, stride: int) -> tuple[int, int]:
    return -(-size // stride), 0


def _rounded_up(size: int, extent: int, stride: int) -> tuple[int, int]:
    return max(0, -(-(size - extent) // stride) + 1), 0


def _ahead(size: int, extent: int, stride: int) -> tuple[int, int]:
    return -(-size // stride), 0


def _too_large_refused(size: int, extent: int, stride: int) -> tuple[int, int]:
    if extent > size:
        raise ApiError("any")
    return _valid(size, extent, stride)


# By id of the reading: the rules that differ.
PADDING_READINGS: Mapping[str, Mapping[str, Padding]] = {
    "more-at-the-start": {"same": _more_at_the_start},
    "same-by-size": {"same": _by_extent},
    "same-as-for-stride-1": {"same": _as_for_stride_1},
    "same-all-at-the-end": {"same": _all_at_the_end},
    "valid-rounds-up": {"valid": _rounded_up},
    "large-window-refused": {"valid": _too_large_refused},
}

CAUSAL_READINGS: Mapping[str, Mapping[str, Padding]] = {
    "causal-at-the-end": {"causal": _ahead},
    "causal-halved": {"causal": _as_for_stride_1},
}
