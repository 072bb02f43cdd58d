"""Windows as D-1012 defines them, and random geometry of a call."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.nn import functional

# By the number of spatial dimensions: the largest size of an image and of a kernel along each dimension.
LARGEST_SIZE = {1: [90], 2: [17, 23], 3: [9, 8, 11]}
LARGEST_KERNEL = {1: 9, 2: 7, 3: 4}
LARGEST_STRIDE = 3
LARGEST_RATE = 3


def _choice(random: np.random.Generator, low: int, high: int) -> int:
    return int(random.integers(low, high + 1))


@dataclass(frozen=True)
class Geometry:
    """For each spatial dimension: the sizes of x and of the kernel, the strides and the rates."""

    sizes: list[int]
    kernel: list[int]
    strides: list[int]
    rates: list[int]
    padding: str
    channels_first: bool
    batch: int
    channels: int

    @property
    def rank(self) -> int:
        return len(self.sizes)

    @property
    def extents(self) -> list[int]:
        return [(k - 1) * d + 1 for k, d in zip(self.kernel, self.rates, strict=True)]

    @property
    def windows(self) -> list[int]:
        return [
            (n - e) // s + 1 if self.padding == "valid" else -(-n // s)
            for n, e, s in zip(self.sizes, self.extents, self.strides, strict=True)
        ]

    def places(self) -> list[tuple[int, int]]:
        """The padding before and after x along each dimension."""
        if self.padding == "valid":
            return [(0, 0)] * self.rank
        if self.padding == "causal":
            return [(e - 1, 0) for e in self.extents]
        totals = [
            max((w - 1) * s + e - n, 0)
            for w, s, e, n in zip(self.windows, self.strides, self.extents, self.sizes, strict=True)
        ]
        return [(total // 2, total - total // 2) for total in totals]

    def padded(self, x: torch.Tensor, value: float = 0.0) -> torch.Tensor:
        """x with its padding; its channels are the second axis."""
        return functional.pad(x, [p for pair in reversed(self.places()) for p in pair], value=value)

    def shape(self, sizes: list[int], channels: int) -> list[int]:
        middle = [channels, *sizes] if self.channels_first else [*sizes, channels]
        return [self.batch, *middle]

    def second(self, x: torch.Tensor) -> torch.Tensor:
        """x with the channels as second axis, for any data format."""
        return x if self.channels_first else x.movedim(-1, 1)

    def restored(self, y: torch.Tensor) -> torch.Tensor:
        return y if self.channels_first else y.movedim(1, -1)

    @property
    def in_window(self) -> int:
        return math.prod(self.kernel)

    @property
    def meeting(self) -> int:
        """The largest number of windows that contain one element of x."""
        return math.prod(
            min(k, -(-k * d // s))
            for k, d, s in zip(self.kernel, self.rates, self.strides, strict=True)
        )

    def keywords(self, random: np.random.Generator, *, dilation: bool = True) -> dict[str, Any]:
        """strides, padding, data_format and dilation_rate. Default values are sometimes left out."""

        def plain(numbers: list[int]) -> Any:
            return numbers[0] if self.rank == 1 else numbers

        keywords: dict[str, Any] = {"strides": plain(self.strides), "padding": self.padding}
        if self.channels_first or random.random() < 0.5:
            keywords["data_format"] = "channels_first" if self.channels_first else "channels_last"
        if dilation and (max(self.rates) > 1 or random.random() < 0.5):
            keywords["dilation_rate"] = plain(self.rates)
        return keywords


def random_geometry(
    random: np.random.Generator,
    rank: int,
    paddings: tuple[str, ...] = ("valid", "same"),
    *,
    dilation: bool = True,
    largest: list[int] | None = None,
) -> Geometry:
    """Half of all calls have large sizes, to exercise blocks and threads; the others have any size from 1."""
    large = random.random() < 0.5
    kernel = [_choice(random, 1, LARGEST_KERNEL[rank]) for _ in range(rank)]
    strides, rates = [1] * rank, [1] * rank
    if random.random() < 0.6:
        strides = [_choice(random, 1, LARGEST_STRIDE) for _ in range(rank)]
    if dilation and random.random() < 0.4:
        rates = [_choice(random, 1, LARGEST_RATE) for _ in range(rank)]
    sizes = [_choice(random, n * 2 // 3 if large else 1, n) for n in largest or LARGEST_SIZE[rank]]
    padding = str(random.choice(paddings))
    if padding == "valid":  # one window must fit
        sizes = [max(n, (k - 1) * d + 1) for n, k, d in zip(sizes, kernel, rates, strict=True)]
    return Geometry(
        sizes,
        kernel,
        strides,
        rates,
        padding,
        bool(random.random() < 0.5),
        _choice(random, 1, 3),
        _choice(random, 1, 8) if random.random() < 0.9 else _choice(random, 9, 40),
    )


def random_dtype(random: np.random.Generator) -> str:
    return str(random.choice(["float32", "float64"]))


def normal(random: np.random.Generator, shape: list[int], dtype: str) -> np.ndarray:
    return random.standard_normal(shape).astype(dtype)
