"""Tensors and variables: creation, properties, values."""

import math

import keras
import numpy as np
from keras import initializers, ops
from keras.ops import is_tensor  # noqa: F401
from keras.src.backend import is_keras_tensor  # noqa: F401

from kassay.keras3.unsupported import Unsupported


def variable(value, dtype=None, name=None, constraint=None):
    result = _variable(value, None, dtype, name)
    result.constraint = constraint
    return result


def _variable(value, shape, dtype, name):
    """A Keras 3 variable has the attribute `trainable`. Only floats can be trained."""
    dtype = dtype or keras.config.floatx()
    trainable = keras.backend.is_float_dtype(dtype)
    return keras.Variable(value, shape, dtype=dtype, trainable=trainable, name=name)


def constant(value, dtype=None, shape=None, name=None):
    dtype = dtype or keras.config.floatx()
    if shape is None:
        return ops.convert_to_tensor(value, dtype=dtype)
    if np.ndim(value):
        raise Unsupported("Keras 3 fills a shape with one number only")
    return ops.full(shape, value, dtype=dtype)


def placeholder(shape=None, ndim=None, dtype=None, sparse=False, name=None):
    if shape is None and ndim is not None:
        shape = (None,) * ndim
    return keras.Input(
        batch_shape=tuple(shape), dtype=dtype or keras.config.floatx(), sparse=sparse, name=name
    )


def zeros(shape, dtype=None, name=None):
    return _variable(initializers.Zeros(), shape, dtype, name)


def ones(shape, dtype=None, name=None):
    return _variable(initializers.Ones(), shape, dtype, name)


def eye(size, dtype=None, name=None):
    return variable(ops.eye(size, dtype=dtype), dtype, name)


def random_uniform_variable(shape, low, high, dtype=None, name=None, seed=None):
    return _variable(initializers.RandomUniform(low, high, seed), shape, dtype, name)


def random_normal_variable(shape, mean, scale, dtype=None, name=None, seed=None):
    return _variable(initializers.RandomNormal(mean, scale, seed), shape, dtype, name)


def zeros_like(x, dtype=None, name=None):
    return ops.zeros_like(x, dtype=dtype)


def ones_like(x, dtype=None, name=None):
    return ops.ones_like(x, dtype=dtype)


def identity(x, name=None):
    return ops.copy(x)


def cast(x, dtype):
    return ops.cast(x, dtype)


def cast_to_floatx(x):
    if ops.is_tensor(x):
        return ops.cast(x, keras.config.floatx())
    return np.asarray(x, dtype=keras.config.floatx())


def dtype(x):
    return keras.backend.standardize_dtype(x.dtype)


def shape(x):
    return ops.shape(x)


def int_shape(x):
    return tuple(x.shape)


def ndim(x):
    return len(x.shape)


def count_params(x):
    return math.prod(x.shape)


def eval(x):
    return ops.convert_to_numpy(x)


def get_value(x):
    return ops.convert_to_numpy(x)


def batch_get_value(ops):
    return [get_value(x) for x in ops]


def set_value(x, value):
    x.assign(value)


def batch_set_value(tuples):
    for x, value in tuples:
        set_value(x, value)
