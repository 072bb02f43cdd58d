"""Random numbers, also with tensors as parameters."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import VARIABLES, Drawn, Idiom, X, Y, positive


def _noise(K: Any, x: Any) -> Any:
    return K.in_train_phase(x + K.random_normal(K.shape(x)), x, training=0) * 1


IDIOMS = [
    Idiom(
        "random integers",
        lambda K: K.random_uniform((20,), 0, 10, dtype="int32"),
        (),
        lambda: Drawn((20,), 0, 9),
        "int32",
    ),
    Idiom(
        "random numbers about a tensor",
        lambda K, x: K.random_normal(K.shape(x), mean=x * 10, stddev=0.01),
        (X,),
        lambda x: Drawn((3, 4), -30, 30),
    ),
    Idiom(
        "random numbers with a deviation of a tensor",
        lambda K, x: K.random_normal(shape=K.shape(x), mean=0.0, stddev=K.exp(x)),
        (X,),
        lambda x: Drawn((3, 4), -99, 99),
    ),
    Idiom(
        "random numbers above a tensor",
        lambda K, x: K.random_uniform((5,), minval=K.min(x), maxval=9.0),
        (Y,),
        lambda x: Drawn((5,), x.min(), 9),
    ),
    Idiom(
        "random numbers of a size that is computed",
        lambda K, x: K.random_normal((K.shape(x)[0] * 2, K.shape(x)[1] + 1)),
        (X,),
        lambda x: Drawn((6, 5), -9, 9),
        static=(None, 5),
    ),
    Idiom(
        "random bits",
        lambda K, x: K.random_binomial(K.shape(x), p=0.5) + 0 * x,
        (positive(9, 9),),
        lambda x: Drawn((9, 9), 0, 1),
    ),
    Idiom("noise while training", _noise, (X,), lambda x: x),
    Idiom(
        "random numbers like a tensor",
        lambda K, x: K.random_normal(K.shape(x), stddev=0.1),
        (X,),
        lambda x: Drawn((3, 4), -1, 1),
        static=(None, 4),
    ),
    Idiom(
        "random numbers between tensors",
        lambda K, x: K.min(x) + (K.max(x) - K.min(x)) * K.random_uniform((4, 4)),
        (X,),
        lambda x: Drawn((4, 4), x.min(), x.max()),
    ),
    Idiom(
        "random numbers, their parameters of NumPy",
        lambda K: K.random_uniform((2, 3), np.float64(1), np.float32(2), seed=np.int64(3)),
        (),
        lambda: Drawn((2, 3), 1, 2),
    ),
    Idiom(
        "random numbers with a tensor as a parameter",
        lambda K, x: K.random_normal((50,), mean=K.constant(5.0), stddev=K.constant(0.1))
        + 0 * x[0, 0],
        (X,),
        lambda x: Drawn((50,), 4, 6),
    ),
    Idiom(
        "random numbers below a tensor",
        lambda K, x: K.random_uniform(K.shape(x), 0.0, K.max(x)),
        (Y,),
        lambda x: Drawn((3, 4), 0, x.max()),
    ),
    Idiom(
        "random numbers of another dtype",
        lambda K: K.random_uniform((3,), dtype=np.float64),
        (),
        lambda: Drawn((3,), 0, 1),
        "float64",
    ),
    Idiom(
        "truncated normal numbers",
        lambda K, x: K.truncated_normal(K.int_shape(x)[1:], 0.0, 0.5),
        (np.stack([X, X]),),
        lambda x: Drawn((3, 4), -1, 1),
    ),
    Idiom(
        "a mask of dropout",
        lambda K, x: K.dropout(K.ones_like(x) + x * 0, 0.5, noise_shape=(K.shape(x)[0], 1, 8)),
        (positive(16, 2, 8),),
        lambda x: Drawn((16, 2, 8), 0, 2),
    ),
    Idiom(
        "dropout of whole channels",
        lambda K, x: K.dropout(x, 0.5, (None, 1, 8)),
        (np.ones((16, 2, 8), "float32"),),
        lambda x: Drawn((16, 2, 8), 0, 2),
        ways=(VARIABLES,),
    ),
    Idiom(
        "random choice by uniform numbers",
        lambda K, x: K.cast(K.random_uniform((K.shape(x)[0], 40)) < 0.5, "float32"),
        (X,),
        lambda x: Drawn((3, 40), 0, 1),
    ),
]
