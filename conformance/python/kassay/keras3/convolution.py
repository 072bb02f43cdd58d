"""Convolutions and pooling."""

import keras
from keras import ops
from keras.src.backend import is_keras_tensor

from kassay.keras3.unsupported import Unsupported


def conv1d(x, kernel, strides=1, padding="valid", data_format=None, dilation_rate=1):
    if padding == "causal":
        x = ops.pad(x, [[0, 0], [dilation_rate * (kernel.shape[0] - 1), 0], [0, 0]])
        padding = "valid"
    return ops.conv(x, kernel, strides, padding, data_format, dilation_rate)


def conv2d(x, kernel, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1)):
    return ops.conv(x, kernel, tuple(strides), padding, data_format, tuple(dilation_rate))


def conv3d(
    x, kernel, strides=(1, 1, 1), padding="valid", data_format=None, dilation_rate=(1, 1, 1)
):
    return ops.conv(x, kernel, tuple(strides), padding, data_format, tuple(dilation_rate))


def conv2d_transpose(
    x,
    kernel,
    output_shape,
    strides=(1, 1),
    padding="valid",
    data_format=None,
    dilation_rate=(1, 1),
):
    excess = _output_padding(x, kernel, output_shape, strides, padding, data_format, dilation_rate)
    return ops.conv_transpose(
        x, kernel, tuple(strides), padding, excess, data_format, tuple(dilation_rate)
    )


def conv3d_transpose(x, kernel, output_shape, strides=(1, 1, 1), padding="valid", data_format=None):
    excess = _output_padding(x, kernel, output_shape, strides, padding, data_format, (1, 1, 1))
    return ops.conv_transpose(x, kernel, tuple(strides), padding, excess, data_format)


def _output_padding(x, kernel, output_shape, strides, padding, data_format, dilation_rate):
    """The `output_padding` of Keras 3 that corresponds to the old `output_shape`.

    Its documentation: "the amount of padding along the height and width of the output tensor", added
    to `(size - 1) * stride + kernel - 2 * pad`, where pad is half of the kernel for "same", else 0.
    """
    data_format = data_format or keras.config.image_data_format()
    first = 1 if data_format == "channels_last" else 2
    if is_keras_tensor(output_shape) or None in (*x.shape, *kernel.shape):
        raise Unsupported("Keras 3 lacks output_shape, and takes only numbers for output_padding")
    result = []
    for i, (stride, dilation) in enumerate(zip(strides, dilation_rate)):
        extent = dilation * (kernel.shape[i] - 1) + 1
        pad = extent // 2 if padding == "same" else 0
        plain = (x.shape[first + i] - 1) * stride + extent - 2 * pad
        result.append(output_shape[first + i] - plain)
    return tuple(result)


def separable_conv1d(
    x,
    depthwise_kernel,
    pointwise_kernel,
    strides=1,
    padding="valid",
    data_format=None,
    dilation_rate=1,
):
    return ops.separable_conv(
        x, depthwise_kernel, pointwise_kernel, strides, padding, data_format, dilation_rate
    )


def separable_conv2d(
    x,
    depthwise_kernel,
    pointwise_kernel,
    strides=(1, 1),
    padding="valid",
    data_format=None,
    dilation_rate=(1, 1),
):
    return ops.separable_conv(
        x,
        depthwise_kernel,
        pointwise_kernel,
        tuple(strides),
        padding,
        data_format,
        tuple(dilation_rate),
    )


def depthwise_conv2d(
    x,
    depthwise_kernel,
    strides=(1, 1),
    padding="valid",
    data_format=None,
    dilation_rate=(1, 1),
):
    return ops.depthwise_conv(
        x, depthwise_kernel, tuple(strides), padding, data_format, tuple(dilation_rate)
    )


def pool2d(x, pool_size, strides=(1, 1), padding="valid", data_format=None, pool_mode="max"):
    return _pool(pool_mode)(x, tuple(pool_size), tuple(strides), padding, data_format)


def pool3d(x, pool_size, strides=(1, 1, 1), padding="valid", data_format=None, pool_mode="max"):
    return _pool(pool_mode)(x, tuple(pool_size), tuple(strides), padding, data_format)


def _pool(mode):
    """Keras 3 has one function per mode, so no function could refuse an unknown mode."""
    pools = {"max": ops.max_pool, "avg": ops.average_pool}
    if mode not in pools:
        raise Unsupported(f"Keras 3 lacks a function for pool_mode={mode!r}")
    return pools[mode]
