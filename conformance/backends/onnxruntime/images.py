"""Convolutions and other image functions. ONNX puts channels first, and in kernels the channels of the result first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from nodes import Tensor, ints, node, value_of
from settings import image_data_format, one_of


def is_last(data_format: Any) -> bool:
    name = image_data_format() if data_format is None else data_format
    return one_of(name, "channels_last", "channels_first") == "channels_last"


def _channels_first(
    compute: Callable[[Tensor], Tensor], x: Tensor, dimensions: int, data_format: Any
) -> Tensor:
    if x.ndim != dimensions + 2:
        raise ValueError(f"the rank is {x.ndim}, not {dimensions + 2}")
    if not is_last(data_format):
        return compute(x)
    y = compute(node("Transpose", x, perm=[0, dimensions + 1, *range(1, dimensions + 1)]))
    return node("Transpose", y, perm=[0, *range(2, dimensions + 2), 1])


def _auto_pad(padding: str) -> str:
    return {"valid": "VALID", "same": "SAME_UPPER"}[one_of(padding, "valid", "same")]


def _several(number: Any, dimensions: int) -> list[int]:
    return list(number) if isinstance(number, (list, tuple)) else [number] * dimensions


def _weights(kernel: Tensor, dimensions: int) -> Tensor:
    return node("Transpose", kernel, perm=[dimensions + 1, dimensions, *range(dimensions)])


def conv(
    dimensions: int,
    x: Tensor,
    kernel: Tensor,
    strides: Any = 1,
    padding: str = "valid",
    data_format: Any = None,
    dilation_rate: Any = 1,
    group: int = 1,
) -> Tensor:
    options: dict[str, Any] = {
        "strides": _several(strides, dimensions),
        "dilations": _several(dilation_rate, dimensions),
        "group": group,
    }
    if padding == "causal" and dimensions == 1:
        options["pads"] = [(kernel.shape[0] - 1) * options["dilations"][0], 0]
    else:
        options["auto_pad"] = _auto_pad(padding)
    weights = _weights(kernel, dimensions)
    return _channels_first(
        lambda x: node("Conv", x, weights, **options), x, dimensions, data_format
    )


def depthwise_conv(
    dimensions: int,
    x: Tensor,
    depthwise_kernel: Tensor,
    strides: Any = 1,
    padding: str = "valid",
    data_format: Any = None,
    dilation_rate: Any = 1,
) -> Tensor:
    *window, channels, multiplier = depthwise_kernel.shape
    kernel = node("Reshape", depthwise_kernel, ints([*window, 1, channels * multiplier]))
    if padding == "causal":
        raise ValueError("only conv1d has causal padding")
    return conv(dimensions, x, kernel, strides, padding, data_format, dilation_rate, channels)


def separable_conv(
    dimensions: int,
    x: Tensor,
    depthwise_kernel: Tensor,
    pointwise_kernel: Tensor,
    strides: Any = 1,
    padding: str = "valid",
    data_format: Any = None,
    dilation_rate: Any = 1,
) -> Tensor:
    if set(pointwise_kernel.shape[:-2]) != {1}:
        raise ValueError(f"a pointwise kernel of shape {pointwise_kernel.shape}")
    y = depthwise_conv(
        dimensions, x, depthwise_kernel, strides, padding, data_format, dilation_rate
    )
    return conv(dimensions, y, pointwise_kernel, data_format=data_format)


def conv_transpose(
    dimensions: int,
    x: Tensor,
    kernel: Tensor,
    output_shape: Any,
    strides: Any = 1,
    padding: str = "valid",
    data_format: Any = None,
    dilation_rate: Any = 1,
) -> Tensor:
    inner = slice(1, -1) if is_last(data_format) else slice(2, None)
    shape = [int(each) for each in value_of(output_shape)]
    steps, dilations = _several(strides, dimensions), _several(dilation_rate, dimensions)
    if _auto_pad(padding) == "VALID":
        geometry = zip(shape[inner], x.shape[inner], kernel.shape, steps, dilations)
        behind = [size - (n - 1) * s - (k - 1) * d - 1 for size, n, k, s, d in geometry]
        where: dict[str, Any] = {"output_padding": behind}
    else:
        where = {"output_shape": shape[inner], "auto_pad": "SAME_UPPER"}
    weights = _weights(kernel, dimensions)
    y = _channels_first(
        lambda x: node("ConvTranspose", x, weights, strides=steps, dilations=dilations, **where),
        x,
        dimensions,
        data_format,
    )
    if list(y.shape) != shape:
        raise ValueError(f"the result has shape {y.shape}, not {shape}")
    return y


def pool(
    dimensions: int,
    x: Tensor,
    pool_size: Any,
    strides: Any = 1,
    padding: str = "valid",
    data_format: Any = None,
    pool_mode: str = "max",
) -> Tensor:
    op = {"max": "MaxPool", "avg": "AveragePool"}[one_of(pool_mode, "max", "avg")]
    options: dict[str, Any] = {
        "kernel_shape": list(pool_size),
        "strides": _several(strides, dimensions),
        "auto_pad": _auto_pad(padding),
    }
    return _channels_first(lambda x: node(op, x, **options), x, dimensions, data_format)


def resize(
    x: Tensor, factors: Sequence[Any], data_format: Any, interpolation: str = "nearest"
) -> Tensor:
    options: dict[str, Any] = {
        "mode": {"nearest": "nearest", "bilinear": "linear"}[
            one_of(interpolation, "nearest", "bilinear")
        ],
        "coordinate_transformation_mode": "asymmetric",
        "nearest_mode": "floor",
    }
    if data_format is None:
        raise ValueError("None is not a data format")
    scales = np.array([1, 1, *factors], "float32")
    return _channels_first(
        lambda x: node("Resize", x, None, scales, **options), x, len(factors), data_format
    )


def pad(dimensions: int, x: Tensor, padding: Any, data_format: Any = None) -> Tensor:
    pairs = [padding] if dimensions == 1 else list(padding)
    if len(pairs) != dimensions or any(len(pair) != 2 for pair in pairs):
        raise ValueError(f"padding {padding} is not {dimensions} pairs")
    pairs = [(0, 0), *pairs, (0, 0)] if is_last(data_format) else [(0, 0), (0, 0), *pairs]
    return node("Pad", x, ints([list(ends) for ends in zip(*pairs)]))


def bias_add(x: Tensor, bias: Tensor, data_format: Any = None) -> Tensor:
    if bias.ndim not in (1, x.ndim - 1):
        raise ValueError(f"a bias of rank {bias.ndim}, a tensor of rank {x.ndim}")
    if is_last(data_format) or x.ndim == 2:
        return x + bias
    if bias.ndim == 1:
        return x + node("Unsqueeze", bias, ints(range(1, x.ndim - 1)))
    return x + node("Transpose", bias, perm=[bias.ndim - 1, *range(bias.ndim - 1)])
