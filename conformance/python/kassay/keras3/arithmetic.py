"""Element-wise functions, reductions and linear algebra."""

import math

from keras import ops
from keras.ops import (  # noqa: F401  the same names and arguments as ever
    abs,
    all,
    any,
    cos,
    exp,
    log,
    logsumexp,
    max,
    mean,
    min,
    prod,
    round,
    sign,
    sin,
    sqrt,
    square,
    std,
    sum,
    var,
)
from keras.src.layers.merging.dot import batch_dot  # noqa: F401


def _of_x_and_y(function):
    """The function with the old names of its operands; Keras 3 calls them x1 and x2."""

    def call(x, y):
        return function(x, y)

    return call


dot = _of_x_and_y(ops.dot)
equal = _of_x_and_y(ops.equal)
not_equal = _of_x_and_y(ops.not_equal)
greater = _of_x_and_y(ops.greater)
greater_equal = _of_x_and_y(ops.greater_equal)
less = _of_x_and_y(ops.less)
less_equal = _of_x_and_y(ops.less_equal)
maximum = _of_x_and_y(ops.maximum)
minimum = _of_x_and_y(ops.minimum)


def pow(x, a):
    return ops.power(x, a)


def clip(x, min_value, max_value):
    """None used to mean no bound (keras/src/legacy/backend.py); Keras 3 accepts only numbers."""
    low = -math.inf if min_value is None else min_value
    high = math.inf if max_value is None else max_value
    return ops.clip(x, low, high)


def argmax(x, axis=-1):
    return ops.argmax(x, axis=axis)


def argmin(x, axis=-1):
    return ops.argmin(x, axis=axis)


def cumsum(x, axis=0):
    return ops.cumsum(x, axis=axis)


def cumprod(x, axis=0):
    return ops.cumprod(x, axis=axis)


def transpose(x):
    return ops.transpose(x)


def gather(reference, indices):
    return ops.take(reference, indices, axis=0)
