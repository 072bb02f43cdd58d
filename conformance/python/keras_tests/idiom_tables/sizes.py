"""Tensors as sizes in arange, tile, repeat, one_hot and zeros."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import Drawn, Idiom, S, V, X, everywhere, integers

COMPARED = "tf_keras compares the size with 0; Keras 2.3.1 takes it"


N = np.array(3, "int32")


LABELS = integers(5, 3, 2)


def _every_pair(K: Any, x: Any) -> Any:
    n = K.shape(x)[1]
    left = K.tile(K.expand_dims(x, 2), [1, 1, n, 1])
    return left - K.tile(K.expand_dims(x, 1), [1, n, 1, 1])


IDIOMS = [
    everywhere(
        "arange of a tensor of floats",
        lambda K, x: K.arange(0.0, K.cast(K.shape(x)[1], "float32")),
        (S,),
        lambda x: np.arange(3.0),
    ),
    everywhere(
        "arange with a step of floats",
        lambda K, x: K.arange(0.0, K.cast(K.shape(x)[1], "float32"), 0.5),
        (S,),
        lambda x: np.arange(0, 3, 0.5),
    ),
    everywhere(
        "arange to a size that is divided",
        lambda K, x: K.arange(0, K.shape(x)[2] // 2),
        (S,),
        lambda x: np.arange(2),
        dtype="int32",
    ),
    everywhere(
        "arange of int64",
        lambda K, x: K.arange(0, K.shape(x)[1], dtype="int64"),
        (S,),
        lambda x: np.arange(3),
        dtype="int64",
    ),
    Idiom(
        "zeros of the batch and int_shape",
        lambda K, x: K.zeros((K.shape(x)[0],) + K.int_shape(x)[2:]),
        (S,),
        lambda x: np.zeros((2, 4)),
        static=(None, 4),
    ),
    everywhere(
        "tile by stacked sizes",
        lambda K, x: K.tile(x, K.stack([1, K.shape(x)[0], 1])),
        (S,),
        lambda x: np.tile(x, [1, 2, 1]),
        static=(None, None, 4),
    ),
    everywhere(
        "tile by joined sizes",
        lambda K, x: K.tile(x[0], K.concatenate([K.shape(x)[:1], [1]])),
        (S,),
        lambda x: np.tile(x[0], [2, 1]),
    ),
    everywhere(
        "one_hot to a maximum",
        lambda K, i: K.one_hot(i, K.max(i) + 1),
        (LABELS,),
        lambda i: np.eye(i.max() + 1)[i],
    ),
    everywhere(
        "one_hot of a list",
        lambda K, x: K.one_hot([0, 2], K.shape(x)[1]),
        (S,),
        lambda x: np.eye(3)[[0, 2]],
    ),
    Idiom(
        "one_hot of numbers",
        lambda K: [K.one_hot([1, 0], 3), K.one_hot(2, 3), K.one_hot(np.array([[1], [2]]), 3)],
        (),
        lambda: [np.eye(3)[[1, 0]], np.eye(3)[2], np.eye(3)[[[1], [2]]]],
    ),
    everywhere(
        "new axes of arange",
        lambda K, x: K.arange(0, K.shape(x)[1])[None, :] * K.arange(2)[:, None],
        (S,),
        lambda x: np.arange(3) * np.arange(2)[:, None],
        dtype="int32",
    ),
    everywhere(
        "padding up to a size",
        lambda K, x: K.concatenate(
            [x, K.zeros((K.shape(x)[0], 5 - K.shape(x)[1], K.shape(x)[2]))], 1
        ),
        (S,),
        lambda x: np.pad(x, ((0, 0), (0, 2), (0, 0))),
        static=(None, 5, 4),
    ),
    everywhere("tile by numbers", lambda K, x: [K.tile(x, [1, 2, 1]), K.tile(x, (2, 1, 1))], (S,)),
    everywhere("tile by an array", lambda K, x: K.tile(x, np.array([1, 2, 1])), (S,)),
    everywhere("tile of a vector by a number", lambda K, v: K.tile(v, 3), (V,)),
    everywhere(
        "tile of a vector by a tensor",
        lambda K, v, n: K.tile(v, [n]),
        (V, N),
        lambda v, n: np.tile(v, 3),
    ),
    everywhere(
        "tile by a size",
        lambda K, x, y: K.tile(x, [1, K.shape(y)[1], 1]),
        (S, S),
        lambda x, y: np.tile(x, [1, 3, 1]),
    ),
    everywhere(
        "tile of a row to the batch",
        lambda K, x: K.tile(K.constant([[1.0, 2.0]]), (K.shape(x)[0], 1)),
        (X,),
        lambda x: np.tile([[1.0, 2.0]], (3, 1)),
        static=(None, 2),
    ),
    everywhere("every pair", _every_pair, (S,), lambda x: x[:, :, None] - x[:, None]),
    everywhere(
        "positions of the batch",
        lambda K, x: K.tile(K.expand_dims(K.arange(K.shape(x)[1]), 0), [K.shape(x)[0], 1]),
        (S,),
        lambda x: np.tile(np.arange(3), (2, 1)),
        dtype="int32",
        not_in_tf_keras=COMPARED,
    ),
    everywhere(
        "arange of a size",
        lambda K, x: K.arange(K.shape(x)[1]),
        (S,),
        lambda x: np.arange(3),
        dtype="int32",
        not_in_tf_keras=COMPARED,
    ),
    everywhere(
        "arange from number to size",
        lambda K, x: K.arange(1, K.shape(x)[1] + 1),
        (S,),
        lambda x: np.arange(1, 4),
        dtype="int32",
    ),
    everywhere(
        "arange from size to size",
        lambda K, x: K.arange(K.shape(x)[0], K.shape(x)[2]),
        (S,),
        lambda x: np.arange(2, 4),
        dtype="int32",
    ),
    everywhere(
        "arange with a step",
        lambda K, x: K.arange(0, K.shape(x)[2], 2),
        (S,),
        lambda x: np.arange(0, 4, 2),
        dtype="int32",
    ),
    everywhere(
        "arange down from a size",
        lambda K, x: K.arange(K.shape(x)[2] - 1, -1, -1),
        (S,),
        lambda x: np.arange(3, -1, -1),
        dtype="int32",
    ),
    everywhere(
        "arange of a size as floats",
        lambda K, x: K.arange(0, K.shape(x)[1], dtype="float32"),
        (S,),
        lambda x: np.arange(3),
    ),
    everywhere(
        "arange of a size, cast",
        lambda K, x: K.cast(K.arange(K.shape(x)[1]), K.floatx()) * 0.5,
        (S,),
        lambda x: np.arange(3) * 0.5,
        not_in_tf_keras=COMPARED,
    ),
    Idiom("arange down", lambda K: K.arange(10, 0, -3), (), lambda: np.arange(10, 0, -3), "int32"),
    Idiom(
        "arange of numbers of NumPy",
        lambda K: K.arange(np.int32(5)),
        (),
        lambda: np.arange(5),
        "int32",
    ),
    Idiom("arange of a negative number", lambda K: K.arange(-2), (), lambda: np.zeros(0), "int32"),
    everywhere(
        "repeat by a number", lambda K, x: K.repeat(x, 3), (X,), lambda x: np.stack([x] * 3, 1)
    ),
    everywhere(
        "repeat by a size",
        lambda K, x, y: K.repeat(x, K.shape(y)[1]),
        (X, S),
        lambda x, y: np.stack([x] * 3, 1),
    ),
    Idiom(
        "repeat of elements",
        lambda K, x: [K.repeat_elements(x, 2, 1), K.repeat_elements(x, 3, axis=-1)],
        (S,),
        lambda x: [np.repeat(x, 2, 1), np.repeat(x, 3, -1)],
    ),
    everywhere(
        "one_hot of labels", lambda K, i: K.one_hot(i, 5), (LABELS,), lambda i: np.eye(5)[i]
    ),
    everywhere(
        "one_hot of a size",
        lambda K, i, x: K.one_hot(i, K.shape(x)[-1] + 1),
        (LABELS, X),
        lambda i, x: np.eye(5)[i],
    ),
    everywhere(
        "one_hot of argmax",
        lambda K, x: K.one_hot(K.argmax(x), 4),
        (X,),
        lambda x: np.eye(4)[x.argmax(-1)],
    ),
    everywhere(
        "one_hot of floats, cast",
        lambda K, x: K.one_hot(K.cast(x, "int32"), np.int64(4)),
        (np.abs(X),),
        lambda x: np.eye(4)[x.astype(int)],
    ),
    everywhere(
        "one_hot of bytes",
        lambda K, x: K.one_hot(K.cast(x, "uint8"), 3),
        (np.abs(X),),
        lambda x: np.eye(3)[x.astype(int)],
    ),
    everywhere(
        "zeros of the batch",
        lambda K, x: K.zeros((K.shape(x)[0], 4)),
        (S,),
        lambda x: np.zeros((2, 4)),
        static=(None, 4),
    ),
    everywhere(
        "ones of the batch",
        lambda K, x: K.ones([K.shape(x)[0], K.shape(x)[1], 1]),
        (S,),
        lambda x: np.ones((2, 3, 1)),
        static=(None, 3, 1),
    ),
    everywhere(
        "zeros of a shape",
        lambda K, x: K.zeros(K.shape(x)) + K.ones(shape=K.shape(x)),
        (S,),
        lambda x: np.ones((2, 3, 4)),
        static=(None, 3, 4),
    ),
    everywhere(
        "a state of the batch",
        lambda K, x: K.tile(K.sum(K.zeros_like(x), (1, 2))[:, None], [1, 5]),
        (S,),
        lambda x: np.zeros((2, 5)),
    ),
    everywhere(
        "zeros like a column",
        lambda K, x: [K.zeros_like(x[:, :1]), K.ones_like(x[..., 0]) * 3],
        (S,),
    ),
    everywhere(
        "zeros like, of another dtype",
        lambda K, x: [K.zeros_like(x, dtype="int32"), K.ones_like(x, "int32")],
        (S,),
        dtype="int32",
    ),
    everywhere(
        "random numbers of the batch",
        lambda K, x: K.random_uniform((K.shape(x)[0], 5), 1.0, 2.0),
        (S,),
        lambda x: Drawn((2, 5), 1, 2),
        static=(None, 5),
    ),
    Idiom("static shape of tile", lambda K, x: K.tile(x, [1, 2, 1]), (S,), static=(None, 6, 4)),
    Idiom(
        "static shape of repeat",
        lambda K, x: K.repeat(x, 3),
        (X,),
        lambda x: np.stack([x] * 3, 1),
        static=(None, 3, 4),
    ),
]
