"""Random calls of pooling."""

from __future__ import annotations

import math

import numpy as np
import torch
from calls import Call, differentiated, reference
from tolerance import Accuracy
from torch.nn import functional
from windows import normal, random_dtype, random_geometry

Random = np.random.Generator
_MAX = {2: functional.max_pool2d, 3: functional.max_pool3d}
_AVERAGE = {2: functional.avg_pool2d, 3: functional.avg_pool3d}


def _pool(random: Random, rank: int) -> Call:
    """In a quarter of the calls x has whole numbers from -2 to 2, so that many elements of a window are equal."""
    g = random_geometry(random, rank, dilation=False)
    dtype, mode = random_dtype(random), str(random.choice(["max", "avg"]))
    x = normal(random, g.shape(g.sizes, g.channels), dtype)
    if random.random() < 0.25:
        x = random.integers(-2, 3, x.shape).astype(dtype)

    def largest(t: dict[str, torch.Tensor]) -> torch.Tensor:
        # As D-1043 demands, PyTorch gives the derivative to the first of equal elements.
        padded = g.padded(g.second(t["x"]), -math.inf)
        return g.restored(_MAX[rank](padded, g.kernel, stride=g.strides))

    def average(t: dict[str, torch.Tensor]) -> torch.Tensor:
        x = g.second(t["x"])
        sums = _AVERAGE[rank](g.padded(x), g.kernel, stride=g.strides, divisor_override=1)
        inside = g.padded(torch.ones_like(x[:1, :1]))
        numbers = _AVERAGE[rank](inside, g.kernel, stride=g.strides, divisor_override=1)
        return g.restored(sums / numbers)

    keywords = {"pool_mode": mode, **g.keywords(random, dilation=False)}
    return differentiated(
        random,
        f"pool{rank}d",
        [reference("x"), g.kernel],
        keywords,
        {"x": x},
        largest if mode == "max" else average,
        Accuracy(0, 0) if mode == "max" else Accuracy(1, g.in_window),
        {"x": g.meeting},
        selects=mode == "max",
        known_shapes=bool(random.random() < 0.7),
    )


def pool2d(random: Random) -> Call:
    return _pool(random, 2)


def pool3d(random: Random) -> Call:
    return _pool(random, 3)
