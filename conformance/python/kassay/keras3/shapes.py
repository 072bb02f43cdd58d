"""Functions of shape. If only a layer of Keras 3 does what a function did, the layer is called."""

import keras
from keras import ops
from keras.ops import squeeze, stack  # noqa: F401


def _layer(make, x, *args, **kwargs):
    """The result of a new layer on x. It keeps the type of x; by default a layer casts to floatx."""
    dtype = keras.backend.standardize_dtype(x.dtype)
    if keras.backend.is_float_dtype(dtype):
        kwargs["dtype"] = dtype
    return make(*args, **kwargs)(x)


def concatenate(tensors, axis=-1):
    return ops.concatenate(tensors, axis=axis)


def reshape(x, shape):
    return ops.reshape(x, shape)


def permute_dimensions(x, pattern):
    return ops.transpose(x, pattern)


def repeat_elements(x, rep, axis):
    return ops.repeat(x, rep, axis=axis)


def repeat(x, n):
    return _layer(keras.layers.RepeatVector, x, n)


def expand_dims(x, axis=-1):
    return ops.expand_dims(x, axis)


def arange(start, stop=None, step=1, dtype="int32"):
    return ops.arange(start, stop, step, dtype=dtype)


def tile(x, n):
    return ops.tile(x, n)


def flatten(x):
    return ops.reshape(x, (-1,))


def batch_flatten(x):
    return _layer(keras.layers.Flatten, x, "channels_last")


def reverse(x, axes):
    return ops.flip(x, axis=axes)


def slice(x, start, size):
    return ops.slice(x, start, size)


def one_hot(indices, num_classes):
    return ops.one_hot(indices, num_classes)


def temporal_padding(x, padding=(1, 1)):
    return _layer(keras.layers.ZeroPadding1D, x, padding)


def spatial_2d_padding(x, padding=((1, 1), (1, 1)), data_format=None):
    return _layer(keras.layers.ZeroPadding2D, x, padding, data_format)


def spatial_3d_padding(x, padding=((1, 1), (1, 1), (1, 1)), data_format=None):
    return _layer(keras.layers.ZeroPadding3D, x, padding, data_format)


def resize_images(x, height_factor, width_factor, data_format, interpolation="nearest"):
    factors = (height_factor, width_factor)
    return _layer(keras.layers.UpSampling2D, x, factors, data_format, interpolation)


def resize_volumes(x, depth_factor, height_factor, width_factor, data_format):
    factors = (depth_factor, height_factor, width_factor)
    return _layer(keras.layers.UpSampling3D, x, factors, data_format)
