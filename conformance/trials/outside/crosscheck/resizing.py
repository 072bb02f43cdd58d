"""Random calls of resizing, and how PyTorch's interpolation differs (D-1051)."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import torch
from calls import Call, differentiated, reference
from tolerance import Accuracy
from torch.nn import functional
from windows import LARGEST_SIZE, normal, random_dtype

Random = np.random.Generator
LARGEST_FACTOR = 4
_SAME = 1e-9  # far above float64's rounding errors, far below any difference between rules

# How often torch.nn.functional.interpolate gave the result that the specification demands.
interpolate_agrees: Counter[str] = Counter()


def _repeated(x: torch.Tensor, factors: list[int], first: int) -> torch.Tensor:
    for dimension, factor in enumerate(factors, first):
        x = x.repeat_interleave(factor, dim=dimension)
    return x


def _weights(numerators: torch.Tensor, denominator: int, n: int) -> torch.Tensor:
    """Row i interpolates between the two elements around the position numerators[i] / denominator.

    Beyond the edge the last element is repeated.
    """
    below = torch.div(numerators, denominator, rounding_mode="floor")
    part = (numerators - below * denominator).double() / denominator
    rows = torch.arange(len(numerators))
    matrix = torch.zeros(len(numerators), n, dtype=torch.float64)
    matrix.index_put_((rows, below), 1 - part, accumulate=True)
    matrix.index_put_((rows, (below + 1).clamp(max=n - 1)), part, accumulate=True)
    return matrix


def _bilinear(x: torch.Tensor, factors: list[int], half_pixel: bool = False) -> torch.Tensor:
    """Resizes x, whose channels are its second axis, with one matrix for rows and one for columns."""
    matrices = []
    for n, factor in zip(x.shape[2:], factors, strict=True):
        i = torch.arange(n * factor)
        if half_pixel:  # (i + 1/2) / factor - 1/2, at least 0
            matrices.append(_weights((2 * i + 1 - factor).clamp(min=0), 2 * factor, n))
        else:
            matrices.append(_weights(i, factor, n))
    return torch.einsum("bchw,ih,jw->bcij", x, *matrices)


def _sampled(x: torch.Tensor, factors: list[int]) -> torch.Tensor:
    """The same rule with grid_sample, which puts the first element at -1 and the last at 1, and repeats them beyond the edges."""
    axes = []
    for n, factor in zip(x.shape[2:], factors, strict=True):
        places = torch.arange(n * factor, dtype=torch.float64) / factor
        axes.append(2 * places / max(n - 1, 1) - 1)
    rows, columns = torch.meshgrid(*axes, indexing="ij")
    grid = torch.stack([columns, rows], dim=-1).expand(len(x), -1, -1, -1)
    return functional.grid_sample(x, grid, padding_mode="border", align_corners=True)


def _observe(x: torch.Tensor, factors: list[int]) -> None:
    """Two PyTorch computations must agree on kassay's rule, and interpolate must follow the accepted one. Counts the agreements."""
    ours = _bilinear(x, factors)
    if not torch.allclose(_sampled(x, factors), ours, atol=_SAME):
        raise AssertionError("grid_sample and the matrices of this check do not agree")
    size = [n * factor for n, factor in zip(x.shape[2:], factors, strict=True)]
    half = functional.interpolate(x, size, mode="bilinear", align_corners=False)
    if not torch.allclose(half, _bilinear(x, factors, half_pixel=True), atol=_SAME):
        raise AssertionError("interpolate without aligned corners is not what D-1051 accepts")
    corners = functional.interpolate(x, size, mode="bilinear", align_corners=True)
    interpolate_agrees["calls"] += 1
    interpolate_agrees["half-pixel"] += torch.allclose(half, ours, atol=_SAME)
    interpolate_agrees["aligned corners"] += torch.allclose(corners, ours, atol=_SAME)


def _random_x(random: Random, rank: int) -> tuple[np.ndarray, list[int], bool]:
    first = bool(random.random() < 0.5)
    sizes = [int(random.integers(1, n + 1)) for n in LARGEST_SIZE[rank]]
    channels = int(random.integers(1, 9))
    shape = [int(random.integers(1, 4)), *([channels, *sizes] if first else [*sizes, channels])]
    factors = [int(random.integers(1, LARGEST_FACTOR + 1)) for _ in range(rank)]
    return normal(random, shape, random_dtype(random)), factors, first


def resize_images(random: Random) -> Call:
    x, factors, first = _random_x(random, 2)
    data_format = "channels_first" if first else "channels_last"
    bilinear = bool(random.random() < 0.5)

    def truth(t: dict[str, torch.Tensor]) -> torch.Tensor:
        if not bilinear:
            return _repeated(t["x"], factors, 2 if first else 1)
        y = _bilinear(t["x"] if first else t["x"].movedim(-1, 1), factors)
        return y if first else y.movedim(1, -1)

    if bilinear:
        exact = torch.from_numpy(x).double()
        _observe(exact if first else exact.movedim(-1, 1), factors)
    # Along each axis, fewer than 2 * factor results depend on one element.
    terms = math.prod(factors) * (4 if bilinear else 1)
    return differentiated(
        random,
        "resize_images",
        [reference("x"), *factors, data_format],
        {"interpolation": "bilinear"} if bilinear else {},
        {"x": x},
        truth,
        Accuracy(1, 4) if bilinear else Accuracy(0, 0),
        {"x": terms},
        known_shapes=bool(random.random() < 0.7),
    )


def resize_volumes(random: Random) -> Call:
    x, factors, first = _random_x(random, 3)
    return differentiated(
        random,
        "resize_volumes",
        [reference("x"), *factors, "channels_first" if first else "channels_last"],
        {},
        {"x": x},
        lambda t: _repeated(t["x"], factors, 2 if first else 1),
        Accuracy(0, 0),
        {"x": math.prod(factors)},
        known_shapes=bool(random.random() < 0.7),
    )
