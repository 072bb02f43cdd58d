"""Sizes as tensors among numbers: reshape, tile, arange, repeat, slice, one_hot, zeros."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import EVERYWHERE, Drawn, Idiom, S, V, X, integers, numbers

COMPARED = "tf_keras compares the size with 0; Keras 2.3.1 takes it"
N = np.array(3, "int32")
LABELS = integers(5, 3, 2)
IMAGES = numbers(2, 4, 4, 8)


def _everywhere(name: str, keras: Any, inputs: Any, *others: Any, **options: Any) -> Idiom:
    return Idiom(name, keras, inputs, *others, ways=EVERYWHERE, **options)


def _pixel_shuffle(K: Any, x: Any) -> Any:
    rows, columns, channels = K.int_shape(x)[1:]
    x = K.reshape(x, (-1, rows, columns, 2, 2, channels // 4))
    x = K.permute_dimensions(x, (0, 1, 3, 2, 4, 5))
    return K.reshape(x, (-1, rows * 2, columns * 2, channels // 4))


def _shuffled_by_numpy(x: np.ndarray) -> np.ndarray:
    return x.reshape(-1, 4, 4, 2, 2, 2).transpose(0, 1, 3, 2, 4, 5).reshape(-1, 8, 8, 2)


def _heads(K: Any, x: Any) -> Any:
    length, features = K.shape(x)[1], K.int_shape(x)[-1]
    x = K.reshape(x, (-1, length, 2, features // 2))
    x = K.permute_dimensions(x, [0, 2, 1, 3])
    return K.reshape(x, (-1, length, features // 2))


def _heads_by_numpy(x: np.ndarray) -> np.ndarray:
    return x.reshape(-1, x.shape[1], 2, 2).transpose(0, 2, 1, 3).reshape(-1, x.shape[1], 2)


def _every_pair(K: Any, x: Any) -> Any:
    n = K.shape(x)[1]
    left = K.tile(K.expand_dims(x, 2), [1, 1, n, 1])
    return left - K.tile(K.expand_dims(x, 1), [1, n, 1, 1])


def _sizes_added(K: Any, x: Any) -> Any:
    sizes = K.shape(x)
    return [sizes[0] * 2 + 1, sizes[1] + sizes[2], sizes[1] // 2, sizes * 2, 10 - sizes[0]]


def _mean_by_count(K: Any, x: Any) -> Any:
    return K.sum(x, axis=1) / K.cast(K.shape(x)[1], K.floatx())


IDIOMS = [
    _everywhere(
        "arange of a tensor of floats",
        lambda K, x: K.arange(0.0, K.cast(K.shape(x)[1], "float32")),
        (S,),
        lambda x: np.arange(3.0),
    ),
    _everywhere(
        "arange with a step of floats",
        lambda K, x: K.arange(0.0, K.cast(K.shape(x)[1], "float32"), 0.5),
        (S,),
        lambda x: np.arange(0, 3, 0.5),
    ),
    _everywhere(
        "arange to a size that is divided",
        lambda K, x: K.arange(0, K.shape(x)[2] // 2),
        (S,),
        lambda x: np.arange(2),
        dtype="int32",
    ),
    _everywhere(
        "arange of int64",
        lambda K, x: K.arange(0, K.shape(x)[1], dtype="int64"),
        (S,),
        lambda x: np.arange(3),
        dtype="int64",
    ),
    Idiom(
        "reshape to a product by NumPy",
        lambda K, x: K.reshape(x, (-1, np.prod(K.int_shape(x)[1:]))),
        (S,),
        lambda x: x.reshape(2, 12),
        static=(None, 12),
    ),
    Idiom(
        "reshape to a list out of int_shape",
        lambda K, x: K.reshape(x, [-1, *list(K.int_shape(x))[1:], 1]),
        (S,),
        lambda x: x[..., None],
        static=(None, 3, 4, 1),
    ),
    _everywhere(
        "reshape to every size",
        lambda K, x: K.reshape(x, [K.shape(x)[i] for i in (0, 2, 1)]),
        (S,),
        lambda x: x.reshape(2, 4, 3),
    ),
    _everywhere(
        "reshape to joined tensors",
        lambda K, x: K.reshape(
            x, K.concatenate([K.shape(x)[:1], K.constant([4], dtype="int32"), K.shape(x)[1:2]])
        ),
        (S,),
        lambda x: x.reshape(2, 4, 3),
    ),
    Idiom(
        "zeros of the batch and int_shape",
        lambda K, x: K.zeros((K.shape(x)[0],) + K.int_shape(x)[2:]),
        (S,),
        lambda x: np.zeros((2, 4)),
    ),
    _everywhere(
        "tile by stacked sizes",
        lambda K, x: K.tile(x, K.stack([1, K.shape(x)[0], 1])),
        (S,),
        lambda x: np.tile(x, [1, 2, 1]),
    ),
    _everywhere(
        "tile by joined sizes",
        lambda K, x: K.tile(x[0], K.concatenate([K.shape(x)[:1], [1]])),
        (S,),
        lambda x: np.tile(x[0], [2, 1]),
    ),
    _everywhere(
        "one_hot to a maximum",
        lambda K, i: K.one_hot(i, K.max(i) + 1),
        (LABELS,),
        lambda i: np.eye(i.max() + 1)[i],
    ),
    _everywhere(
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
    _everywhere(
        "new axes of arange",
        lambda K, x: K.arange(0, K.shape(x)[1])[None, :] * K.arange(2)[:, None],
        (S,),
        lambda x: np.arange(3) * np.arange(2)[:, None],
        dtype="int32",
    ),
    _everywhere(
        "slice with sizes that are computed",
        lambda K, x: K.slice(x, [0, 0, 1], [-1, K.shape(x)[1] - 1, K.shape(x)[2] // 2]),
        (S,),
        lambda x: x[:, :-1, 1:3],
    ),
    _everywhere(
        "slice by stacked tensors",
        lambda K, x: K.slice(x, K.stack([0, K.shape(x)[1] - 2, 0]), K.stack([-1, 1, 2])),
        (S,),
        lambda x: x[:, 1:2, :2],
    ),
    _everywhere(
        "slice of a shape",
        lambda K, x: K.slice(K.shape(x), [1], [2]),
        (S,),
        lambda x: np.array([3, 4]),
        dtype="int32",
    ),
    _everywhere(
        "size of a dimension as a factor",
        lambda K, x: x * K.cast(K.shape(x)[-1], x.dtype) ** -0.5,
        (S,),
        lambda x: x / 2,
    ),
    _everywhere(
        "a maximum of sizes",
        lambda K, x: K.maximum(K.shape(x)[1], 5) + K.minimum(2, K.shape(x)[0]),
        (S,),
        lambda x: 7,
        dtype="int32",
    ),
    _everywhere(
        "sizes that are compared",
        lambda K, x: K.switch(K.shape(x)[1] > 2, lambda: x * 2, lambda: x),
        (S,),
        lambda x: x * 2,
    ),
    _everywhere(
        "padding up to a size",
        lambda K, x: K.concatenate(
            [x, K.zeros((K.shape(x)[0], 5 - K.shape(x)[1], K.shape(x)[2]))], 1
        ),
        (S,),
        lambda x: np.pad(x, ((0, 0), (0, 2), (0, 0))),
    ),
    _everywhere("reshape to rows", lambda K, x: K.reshape(x, (-1, 12)), (S,), static=(None, 12)),
    _everywhere(
        "reshape, batch size first",
        lambda K, x: K.reshape(x, (K.shape(x)[0], -1)),
        (S,),
        lambda x: x.reshape(2, 12),
    ),
    _everywhere(
        "reshape to a product of sizes",
        lambda K, x: K.reshape(x, (-1, K.shape(x)[1] * K.shape(x)[2])),
        (S,),
        lambda x: x.reshape(2, 12),
    ),
    _everywhere(
        "reshape to a product of a shape",
        lambda K, x: K.reshape(x, [K.prod(K.shape(x)[:-1]), K.shape(x)[-1]]),
        (S,),
        lambda x: x.reshape(6, 4),
    ),
    _everywhere(
        "reshape to the shape of another",
        lambda K, x, y: K.reshape(x, K.shape(y)),
        (X, S[0]),
        lambda x, y: x.reshape(3, 4),
    ),
    _everywhere(
        "reshape to joined sizes",
        lambda K, x: K.reshape(x, K.concatenate([K.shape(x)[:2], [2, 2]])),
        (S,),
        lambda x: x.reshape(2, 3, 2, 2),
    ),
    _everywhere(
        "reshape to stacked sizes",
        lambda K, x: K.reshape(x, K.stack([K.shape(x)[0], 2, -1])),
        (S,),
        lambda x: x.reshape(2, 2, 6),
    ),
    _everywhere(
        "reshape with three tensors",
        lambda K, x: K.reshape(x, (K.shape(x)[0] * K.shape(x)[1], 2, K.shape(x)[2] // 2)),
        (S,),
        lambda x: x.reshape(6, 2, 2),
    ),
    Idiom(
        "reshape by int_shape",
        lambda K, x: K.reshape(x, (-1,) + K.int_shape(x)[2:]),
        (S,),
        lambda x: x.reshape(6, 4),
        static=(None, 4),
    ),
    _everywhere(
        "reshape to numbers of NumPy",
        lambda K, x: K.reshape(x, (-1, np.int64(2), np.prod([2, 1]))),
        (S,),
        lambda x: x.reshape(-1, 2, 2),
    ),
    _everywhere("reshape to an array", lambda K, x: K.reshape(x, np.array([-1, 6])), (S,)),
    Idiom(
        "reshape of one element", lambda K, v: [K.reshape(v[0], (1, 1)), K.reshape(v[:1], ())], (V,)
    ),
    _everywhere(
        "reshape of a list", lambda K, v: K.reshape([v[0], v[1], v[2], v[3]], (2, 2)), (V,)
    ),
    Idiom(
        "reshape of a constant", lambda K: K.reshape(np.arange(6.0), (2, 3)), (), dtype="float64"
    ),
    _everywhere(
        "arithmetic of sizes",
        _sizes_added,
        (S,),
        lambda x: [5, 7, 1, np.array([4, 6, 8]), 8],
        dtype="int32",
    ),
    _everywhere("mean by the number of elements", _mean_by_count, (S,), lambda x: x.mean(1)),
    _everywhere(
        "product of a shape", lambda K, x: K.prod(K.shape(x)), (S,), lambda x: 24, dtype="int32"
    ),
    _everywhere(
        "number of elements as a float",
        lambda K, x: K.cast(K.prod(K.shape(x)[1:]), "float32"),
        (S,),
        lambda x: 12.0,
    ),
    _everywhere("tile by numbers", lambda K, x: [K.tile(x, [1, 2, 1]), K.tile(x, (2, 1, 1))], (S,)),
    _everywhere("tile by an array", lambda K, x: K.tile(x, np.array([1, 2, 1])), (S,)),
    _everywhere("tile of a vector by a number", lambda K, v: K.tile(v, 3), (V,)),
    _everywhere(
        "tile of a vector by a tensor",
        lambda K, v, n: K.tile(v, [n]),
        (V, N),
        lambda v, n: np.tile(v, 3),
    ),
    _everywhere(
        "tile by a size",
        lambda K, x, y: K.tile(x, [1, K.shape(y)[1], 1]),
        (S, S),
        lambda x, y: np.tile(x, [1, 3, 1]),
    ),
    _everywhere(
        "tile of a row to the batch",
        lambda K, x: K.tile(K.constant([[1.0, 2.0]]), (K.shape(x)[0], 1)),
        (X,),
        lambda x: np.tile([[1.0, 2.0]], (3, 1)),
    ),
    _everywhere("every pair", _every_pair, (S,), lambda x: x[:, :, None] - x[:, None]),
    _everywhere(
        "positions of the batch",
        lambda K, x: K.tile(K.expand_dims(K.arange(K.shape(x)[1]), 0), [K.shape(x)[0], 1]),
        (S,),
        lambda x: np.tile(np.arange(3), (2, 1)),
        dtype="int32",
        not_in_tf_keras=COMPARED,
    ),
    _everywhere(
        "arange of a size",
        lambda K, x: K.arange(K.shape(x)[1]),
        (S,),
        lambda x: np.arange(3),
        dtype="int32",
        not_in_tf_keras=COMPARED,
    ),
    _everywhere(
        "arange from number to size",
        lambda K, x: K.arange(1, K.shape(x)[1] + 1),
        (S,),
        lambda x: np.arange(1, 4),
        dtype="int32",
    ),
    _everywhere(
        "arange from size to size",
        lambda K, x: K.arange(K.shape(x)[0], K.shape(x)[2]),
        (S,),
        lambda x: np.arange(2, 4),
        dtype="int32",
    ),
    _everywhere(
        "arange with a step",
        lambda K, x: K.arange(0, K.shape(x)[2], 2),
        (S,),
        lambda x: np.arange(0, 4, 2),
        dtype="int32",
    ),
    _everywhere(
        "arange down from a size",
        lambda K, x: K.arange(K.shape(x)[2] - 1, -1, -1),
        (S,),
        lambda x: np.arange(3, -1, -1),
        dtype="int32",
    ),
    _everywhere(
        "arange of a size as floats",
        lambda K, x: K.arange(0, K.shape(x)[1], dtype="float32"),
        (S,),
        lambda x: np.arange(3),
    ),
    _everywhere(
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
    _everywhere(
        "repeat by a number", lambda K, x: K.repeat(x, 3), (X,), lambda x: np.stack([x] * 3, 1)
    ),
    _everywhere(
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
    _everywhere(
        "slice with a tensor among numbers",
        lambda K, x: K.slice(x, [0, 1, 0], [K.shape(x)[0], 2, 1]),
        (S,),
        lambda x: x[:, 1:3, :1],
    ),
    _everywhere(
        "slice that begins at a tensor",
        lambda K, x: K.slice(x, [0, K.shape(x)[1] - 1, 0], [-1, 1, -1]),
        (S,),
        lambda x: x[:, -1:],
    ),
    _everywhere(
        "slice by arrays",
        lambda K, x: K.slice(x, np.array([0, 1, 1]), np.array([-1, 1, 2])),
        (S,),
        lambda x: x[:, 1:2, 1:3],
    ),
    _everywhere(
        "one_hot of labels", lambda K, i: K.one_hot(i, 5), (LABELS,), lambda i: np.eye(5)[i]
    ),
    _everywhere(
        "one_hot of a size",
        lambda K, i, x: K.one_hot(i, K.shape(x)[-1] + 1),
        (LABELS, X),
        lambda i, x: np.eye(5)[i],
    ),
    _everywhere(
        "one_hot of argmax",
        lambda K, x: K.one_hot(K.argmax(x), 4),
        (X,),
        lambda x: np.eye(4)[x.argmax(-1)],
    ),
    _everywhere(
        "one_hot of floats, cast",
        lambda K, x: K.one_hot(K.cast(x, "int32"), np.int64(4)),
        (np.abs(X),),
        lambda x: np.eye(4)[x.astype(int)],
    ),
    _everywhere(
        "one_hot of bytes",
        lambda K, x: K.one_hot(K.cast(x, "uint8"), 3),
        (np.abs(X),),
        lambda x: np.eye(3)[x.astype(int)],
    ),
    _everywhere(
        "zeros of the batch",
        lambda K, x: K.zeros((K.shape(x)[0], 4)),
        (S,),
        lambda x: np.zeros((2, 4)),
    ),
    _everywhere(
        "ones of the batch",
        lambda K, x: K.ones([K.shape(x)[0], K.shape(x)[1], 1]),
        (S,),
        lambda x: np.ones((2, 3, 1)),
    ),
    _everywhere(
        "zeros of a shape",
        lambda K, x: K.zeros(K.shape(x)) + K.ones(shape=K.shape(x)),
        (S,),
        lambda x: np.ones((2, 3, 4)),
    ),
    _everywhere(
        "a state of the batch",
        lambda K, x: K.tile(K.sum(K.zeros_like(x), (1, 2))[:, None], [1, 5]),
        (S,),
        lambda x: np.zeros((2, 5)),
    ),
    _everywhere(
        "zeros like a column",
        lambda K, x: [K.zeros_like(x[:, :1]), K.ones_like(x[..., 0]) * 3],
        (S,),
    ),
    _everywhere(
        "zeros like, of another dtype",
        lambda K, x: [K.zeros_like(x, dtype="int32"), K.ones_like(x, "int32")],
        (S,),
        dtype="int32",
    ),
    _everywhere(
        "random numbers of the batch",
        lambda K, x: K.random_uniform((K.shape(x)[0], 5), 1.0, 2.0),
        (S,),
        lambda x: Drawn((2, 5), 1, 2),
    ),
    _everywhere(
        "new axes",
        lambda K, x: K.expand_dims(K.expand_dims(x, 1), -1),
        (S,),
        lambda x: x[:, None, ..., None],
    ),
    _everywhere(
        "squeezed", lambda K, x: [K.squeeze(x[:, :1], 1), K.squeeze(x[..., None], axis=-1)], (S,)
    ),
    _everywhere(
        "permuted by a tuple, a list, an array",
        lambda K, x: [
            K.permute_dimensions(x, p) for p in ((0, 2, 1), [1, 0, 2], np.array([2, 0, 1]))
        ],
        (S,),
        lambda x: [x.transpose(p) for p in ((0, 2, 1), (1, 0, 2), (2, 0, 1))],
    ),
    Idiom(
        "static shape after permutation",
        lambda K, x: K.permute_dimensions(x, (2, 0, 1)),
        (S,),
        lambda x: x.transpose(2, 0, 1),
        static=(4, None, 3),
    ),
    Idiom("batch_flatten", lambda K, x: [K.batch_flatten(x)], (S,), lambda x: x.reshape(2, 12)),
    _everywhere("flatten", lambda K, x: K.flatten(x), (S,), lambda x: x.ravel()),
    Idiom(
        "static shape of concatenation",
        lambda K, x: K.concatenate([x, x * 2, x[..., :1]], axis=-1),
        (S,),
        lambda x: np.concatenate([x, x * 2, x[..., :1]], -1),
        static=(None, 3, 9),
    ),
    Idiom("pixel shuffle", _pixel_shuffle, (IMAGES,), _shuffled_by_numpy, static=(None, 8, 8, 2)),
    Idiom("heads of attention", _heads, (S,), _heads_by_numpy),
    Idiom(
        "channel shuffle",
        lambda K, x: K.reshape(
            K.permute_dimensions(K.reshape(x, (-1, 4, 4, 2, 4)), (0, 1, 2, 4, 3)), (-1, 4, 4, 8)
        ),
        (IMAGES,),
        lambda x: x.reshape(-1, 4, 4, 2, 4).transpose(0, 1, 2, 4, 3).reshape(-1, 4, 4, 8),
    ),
    Idiom(
        "ndim and int_shape in a computation",
        lambda K, x: x * K.ndim(x) + K.int_shape(x)[-1],
        (S,),
        lambda x: x * 3 + 4,
    ),
    Idiom(
        "sizes of x.shape",
        lambda K, x: x * int(x.shape[-1]) / len(x.shape),
        (S,),
        lambda x: x * 4 / 3,
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
