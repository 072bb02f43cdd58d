"""Random tensors."""

import keras


def random_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
    return keras.random.normal(shape, mean, stddev, dtype, seed)


def random_uniform(shape, minval=0.0, maxval=1.0, dtype=None, seed=None):
    return keras.random.uniform(shape, minval, maxval, dtype, seed)


def random_binomial(shape, p=0.0, dtype=None, seed=None):
    return keras.random.binomial(shape, 1, p, dtype, seed)


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
    return keras.random.truncated_normal(shape, mean, stddev, dtype, seed)


def dropout(x, level, noise_shape=None, seed=None):
    # The layer takes placeholders too, which keras.random.dropout does not.
    dtype = keras.backend.standardize_dtype(x.dtype)
    return keras.layers.Dropout(level, noise_shape, seed, dtype=dtype)(x, training=True)
