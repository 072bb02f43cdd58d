"""Random calls of the convolutions, computed with PyTorch."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from calls import GRADIENT_ULPS, Call, differentiated, gradients, in_double, reference, weighted_sum
from tolerance import Accuracy, Expected
from torch.nn import functional
from windows import Geometry, normal, random_dtype, random_geometry

Random = np.random.Generator
_CONVOLUTION = {1: functional.conv1d, 2: functional.conv2d, 3: functional.conv3d}
# Local convolutions have weights for each window and feature: smaller images suffice.
_LARGEST_LOCAL = [8, 11]
_TRANSPOSED = {2: functional.conv_transpose2d, 3: functional.conv_transpose3d}


def _laid_out(x: torch.Tensor) -> torch.Tensor:
    """x as a contiguous tensor: PyTorch 1.13 refuses some derivatives in other memory layouts."""
    return x.clone(memory_format=torch.contiguous_format)


def _convolved(g: Geometry, x: torch.Tensor, kernel: torch.Tensor) -> torch.Tensor:
    """x has its channels second; the kernel is (spatial dimensions, channels, filters)."""
    weight = _laid_out(kernel.movedim(-1, 0).movedim(-1, 1))
    return _CONVOLUTION[g.rank](_laid_out(g.padded(x)), weight, stride=g.strides, dilation=g.rates)


def _convolution(random: Random, rank: int, paddings: tuple[str, ...]) -> Call:
    g = random_geometry(random, rank, paddings)
    dtype, filters = random_dtype(random), int(random.integers(1, 9))
    inputs = {
        "x": normal(random, g.shape(g.sizes, g.channels), dtype),
        "kernel": normal(random, [*g.kernel, g.channels, filters], dtype),
    }
    return differentiated(
        random,
        f"conv{rank}d",
        [reference("x"), reference("kernel")],
        g.keywords(random),
        inputs,
        lambda t: g.restored(_convolved(g, g.second(t["x"]), t["kernel"])),
        Accuracy(1, g.in_window * g.channels),
        {"x": filters * g.meeting, "kernel": g.batch * math.prod(g.windows)},
        known_shapes=bool(random.random() < 0.7),
    )


def conv1d(random: Random) -> Call:
    return _convolution(random, 1, ("valid", "same", "causal"))


def conv2d(random: Random) -> Call:
    return _convolution(random, 2, ("valid", "same"))


def conv3d(random: Random) -> Call:
    return _convolution(random, 3, ("valid", "same"))


def conv2d_second_order(random: Random) -> Call:
    """Derivatives of sum(v * d), where d is the derivative of sum(weights * y^2) by x or by the kernel."""
    g = random_geometry(random, 2)
    dtype, filters = random_dtype(random), int(random.integers(1, 9))
    inputs = {
        "x": normal(random, g.shape(g.sizes, g.channels), dtype),
        "kernel": normal(random, [*g.kernel, g.channels, filters], dtype),
        "weights": normal(random, g.shape(g.windows, filters), dtype),
    }
    first = str(random.choice(["x", "kernel"]))
    inputs["v"] = normal(random, list(inputs[first].shape), dtype)

    def truth(t: dict[str, torch.Tensor]) -> list[torch.Tensor]:
        y = g.restored(_convolved(g, g.second(t["x"]), t["kernel"]))
        loss = (t["weights"] * y * y).sum()
        (slope,) = torch.autograd.grad(loss, t[first], create_graph=True)
        second = torch.autograd.grad((slope * t["v"]).sum(), [t["x"], t["kernel"]])
        return [slope.detach(), *second]

    # The longest chain: through y, the first derivative and the second one.
    into_x, into_kernel = filters * g.meeting, g.batch * math.prod(g.windows)
    forward = g.in_window * g.channels
    chains = {
        "slope": forward + (into_x if first == "x" else into_kernel),
        "d_x": 2 * forward + into_x,
        "d_kernel": 2 * forward + into_kernel,
    }
    expected = [
        Expected(name, dtype, value.numpy(), size.numpy(), Accuracy(GRADIENT_ULPS, chains[name]))
        for name, value, size in zip(
            chains, truth(in_double(inputs)), truth(in_double(inputs, absolute=True)), strict=True
        )
    ]
    more: list[dict[str, Any]] = [
        {"let": ["y_squared"], "call": "square", "args": [reference("y")]},
        *weighted_sum("y_squared", "weights", "loss"),
        gradients("loss", [first], ["slope"]),
        *weighted_sum("slope", "v", "second_loss"),
        gradients("second_loss", ["x", "kernel"], ["d_x", "d_kernel"]),
    ]
    args = [reference("x"), reference("kernel")]
    return Call(
        "conv2d",
        args,
        g.keywords(random),
        inputs,
        expected,
        results=["slope", "d_x", "d_kernel"],
        more_calls=more,
    )


def _transposed(random: Random, rank: int) -> Call:
    """PyTorch's result without padding, cut or filled to the requested output_shape."""
    g = random_geometry(random, rank, dilation=rank == 2)  # the geometry of the result
    dtype, filters = random_dtype(random), int(random.integers(1, 9))
    inputs = {
        "x": normal(random, g.shape(g.windows, g.channels), dtype),
        "kernel": normal(random, [*g.kernel, filters, g.channels], dtype),
    }

    def truth(t: dict[str, torch.Tensor]) -> torch.Tensor:
        weight = _laid_out(t["kernel"].movedim(-1, 0).movedim(-1, 1))
        y = _TRANSPOSED[rank](
            _laid_out(g.second(t["x"])), weight, stride=g.strides, dilation=g.rates
        )
        for dimension, (n, (before, _)) in enumerate(zip(g.sizes, g.places(), strict=True), 2):
            y = y.narrow(dimension, before, y.shape[dimension] - before)
            y = y.narrow(dimension, 0, min(n, y.shape[dimension]))
            missing = n - y.shape[dimension]
            y = functional.pad(y, [0, 0] * (rank + 1 - dimension) + [0, missing])
        return g.restored(y)

    return differentiated(
        random,
        f"conv{rank}d_transpose",
        [reference("x"), reference("kernel"), g.shape(g.sizes, filters)],
        g.keywords(random, dilation=rank == 2),
        inputs,
        truth,
        Accuracy(1, g.channels * g.meeting),
        {"x": filters * g.in_window, "kernel": g.batch * math.prod(g.windows)},
        known_shapes=bool(random.random() < 0.7),
    )


def conv2d_transpose(random: Random) -> Call:
    return _transposed(random, 2)


def conv3d_transpose(random: Random) -> Call:
    return _transposed(random, 3)


def _depthwise(g: Geometry, x: torch.Tensor, kernel: torch.Tensor) -> torch.Tensor:
    """x has its channels second; the kernel is (spatial dimensions, channels, multiplier)."""
    weight = _laid_out(kernel.movedim(-1, 0).movedim(-1, 0).flatten(0, 1).unsqueeze(1))
    return _CONVOLUTION[g.rank](
        _laid_out(g.padded(x)), weight, stride=g.strides, dilation=g.rates, groups=g.channels
    )


def depthwise_conv2d(random: Random) -> Call:
    g = random_geometry(random, 2)
    dtype, multiplier = random_dtype(random), int(random.integers(1, 4))
    inputs = {
        "x": normal(random, g.shape(g.sizes, g.channels), dtype),
        "kernel": normal(random, [*g.kernel, g.channels, multiplier], dtype),
    }
    return differentiated(
        random,
        "depthwise_conv2d",
        [reference("x"), reference("kernel")],
        g.keywords(random),
        inputs,
        lambda t: g.restored(_depthwise(g, g.second(t["x"]), t["kernel"])),
        Accuracy(1, g.in_window),
        {"x": multiplier * g.meeting, "kernel": g.batch * math.prod(g.windows)},
        known_shapes=bool(random.random() < 0.7),
    )


def _separable(random: Random, rank: int) -> Call:
    g = random_geometry(random, rank)
    dtype, filters = random_dtype(random), int(random.integers(1, 9))
    multiplier = int(random.integers(1, 4))
    between = g.channels * multiplier
    inputs = {
        "x": normal(random, g.shape(g.sizes, g.channels), dtype),
        "depthwise": normal(random, [*g.kernel, g.channels, multiplier], dtype),
        "pointwise": normal(random, [1] * rank + [between, filters], dtype),
    }

    def truth(t: dict[str, torch.Tensor]) -> torch.Tensor:
        stage = _depthwise(g, g.second(t["x"]), t["depthwise"])
        return g.restored(
            torch.einsum("bc...,cf->bf...", stage, t["pointwise"].reshape(between, filters))
        )

    places = g.batch * math.prod(g.windows)
    return differentiated(
        random,
        f"separable_conv{rank}d",
        [reference("x"), reference("depthwise"), reference("pointwise")],
        g.keywords(random),
        inputs,
        truth,
        Accuracy(1, g.in_window + between),
        {
            "x": filters + multiplier * g.meeting,
            "depthwise": filters + places,
            "pointwise": g.in_window + places,
        },
        known_shapes=bool(random.random() < 0.7),
    )


def separable_conv1d(random: Random) -> Call:
    return _separable(random, 1)


def separable_conv2d(random: Random) -> Call:
    return _separable(random, 2)


def local_conv1d(random: Random) -> Call:
    """data_format changes nothing here (D-1035)."""
    g = random_geometry(random, 1, ("valid",), dilation=False)
    dtype, filters = random_dtype(random), int(random.integers(1, 9))
    features = g.kernel[0] * g.channels
    inputs = {
        "x": normal(random, [g.batch, g.sizes[0], g.channels], dtype),
        "kernel": normal(random, [g.windows[0], features, filters], dtype),
    }

    def truth(t: dict[str, torch.Tensor]) -> torch.Tensor:
        windows = t["x"].unfold(1, g.kernel[0], g.strides[0])  # batch, windows, channels, steps
        return torch.einsum("bwf,wfo->bwo", windows.transpose(2, 3).flatten(2), t["kernel"])

    return differentiated(
        random,
        "local_conv1d",
        [reference("x"), reference("kernel"), g.kernel, g.strides],
        {"data_format": "channels_last"} if random.random() < 0.5 else {},
        inputs,
        truth,
        Accuracy(1, features),
        {"x": filters * g.meeting, "kernel": g.batch},
    )


def local_conv2d(random: Random) -> Call:
    g = random_geometry(random, 2, ("valid",), dilation=False, largest=_LARGEST_LOCAL)
    dtype, filters = random_dtype(random), int(random.integers(1, 9))
    features = g.in_window * g.channels
    inputs = {
        "x": normal(random, g.shape(g.sizes, g.channels), dtype),
        "kernel": normal(random, [math.prod(g.windows), features, filters], dtype),
    }

    def truth(t: dict[str, torch.Tensor]) -> torch.Tensor:
        # batch, channels by rows by columns of a window, windows
        columns = functional.unfold(g.second(t["x"]), g.kernel, stride=g.strides)
        if not g.channels_first:  # rows by columns by channels
            columns = columns.unflatten(1, (g.channels, g.in_window)).transpose(1, 2).flatten(1, 2)
        y = torch.einsum("bfw,wfo->bow", columns, t["kernel"])
        return g.restored(y.unflatten(2, g.windows))

    return differentiated(
        random,
        "local_conv2d",
        [reference("x"), reference("kernel"), g.kernel, g.strides, g.windows],
        {"data_format": "channels_first"} if g.channels_first else {},
        inputs,
        truth,
        Accuracy(1, features),
        {"x": filters * g.meeting, "kernel": g.batch},
    )
