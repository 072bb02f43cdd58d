"""Shapes, and tensors as sizes in reshape and slice."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import Idiom, S, V, X, everywhere, numbers

IMAGES = numbers(2, 4, 4, 8)


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


def _sizes_added(K: Any, x: Any) -> Any:
    sizes = K.shape(x)
    return [sizes[0] * 2 + 1, sizes[1] + sizes[2], sizes[1] // 2, sizes * 2, 10 - sizes[0]]


def _mean_by_count(K: Any, x: Any) -> Any:
    return K.sum(x, axis=1) / K.cast(K.shape(x)[1], K.floatx())


IDIOMS = [
    Idiom(
        "reshape to sizes and numbers",
        lambda K, x: K.reshape(x, [-1, K.shape(x)[1], K.shape(x)[2], 2, 4]),
        (IMAGES,),
        lambda x: x.reshape(2, 4, 4, 2, 4),
        static=(None, None, None, 2, 4),
    ),
    everywhere(
        "shape of a list of tensors",
        lambda K, x: K.shape([x[0], x[1]]),
        (S,),
        lambda x: np.array([2, 3, 4]),
        dtype="int32",
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
    everywhere(
        "reshape to every size",
        lambda K, x: K.reshape(x, [K.shape(x)[i] for i in (0, 2, 1)]),
        (S,),
        lambda x: x.reshape(2, 4, 3),
    ),
    everywhere(
        "reshape to joined tensors",
        lambda K, x: K.reshape(
            x, K.concatenate([K.shape(x)[:1], K.constant([4], dtype="int32"), K.shape(x)[1:2]])
        ),
        (S,),
        lambda x: x.reshape(2, 4, 3),
        static=(None, 4, 3),
    ),
    everywhere(
        "slice with sizes that are computed",
        lambda K, x: K.slice(x, [0, 0, 1], [-1, K.shape(x)[1] - 1, K.shape(x)[2] // 2]),
        (S,),
        lambda x: x[:, :-1, 1:3],
        static=(None, 2, 2),
    ),
    everywhere(
        "slice by stacked tensors",
        lambda K, x: K.slice(x, K.stack([0, K.shape(x)[1] - 2, 0]), K.stack([-1, 1, 2])),
        (S,),
        lambda x: x[:, 1:2, :2],
    ),
    everywhere(
        "slice of a shape",
        lambda K, x: K.slice(K.shape(x), [1], [2]),
        (S,),
        lambda x: np.array([3, 4]),
        dtype="int32",
    ),
    everywhere(
        "size of a dimension as a factor",
        lambda K, x: x * K.cast(K.shape(x)[-1], x.dtype) ** -0.5,
        (S,),
        lambda x: x / 2,
    ),
    everywhere(
        "a maximum of sizes",
        lambda K, x: K.maximum(K.shape(x)[1], 5) + K.minimum(2, K.shape(x)[0]),
        (S,),
        lambda x: 7,
        dtype="int32",
    ),
    everywhere(
        "sizes that are compared",
        lambda K, x: K.switch(K.shape(x)[1] > 2, lambda: x * 2, lambda: x),
        (S,),
        lambda x: x * 2,
    ),
    everywhere("reshape to rows", lambda K, x: K.reshape(x, (-1, 12)), (S,), static=(None, 12)),
    everywhere(
        "reshape, batch size first",
        lambda K, x: K.reshape(x, (K.shape(x)[0], -1)),
        (S,),
        lambda x: x.reshape(2, 12),
    ),
    everywhere(
        "reshape to a product of sizes",
        lambda K, x: K.reshape(x, (-1, K.shape(x)[1] * K.shape(x)[2])),
        (S,),
        lambda x: x.reshape(2, 12),
    ),
    everywhere(
        "reshape to a product of a shape",
        lambda K, x: K.reshape(x, [K.prod(K.shape(x)[:-1]), K.shape(x)[-1]]),
        (S,),
        lambda x: x.reshape(6, 4),
    ),
    everywhere(
        "reshape to the shape of another",
        lambda K, x, y: K.reshape(x, K.shape(y)),
        (X, S[0]),
        lambda x, y: x.reshape(3, 4),
        static=(None, 4),
    ),
    everywhere(
        "reshape to joined sizes",
        lambda K, x: K.reshape(x, K.concatenate([K.shape(x)[:2], [2, 2]])),
        (S,),
        lambda x: x.reshape(2, 3, 2, 2),
        static=(None, 3, 2, 2),
    ),
    everywhere(
        "reshape to stacked sizes",
        lambda K, x: K.reshape(x, K.stack([K.shape(x)[0], 2, -1])),
        (S,),
        lambda x: x.reshape(2, 2, 6),
        static=(None, 2, None),
    ),
    everywhere(
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
    everywhere(
        "reshape to numbers of NumPy",
        lambda K, x: K.reshape(x, (-1, np.int64(2), np.prod([2, 1]))),
        (S,),
        lambda x: x.reshape(-1, 2, 2),
    ),
    everywhere("reshape to an array", lambda K, x: K.reshape(x, np.array([-1, 6])), (S,)),
    Idiom(
        "reshape of one element", lambda K, v: [K.reshape(v[0], (1, 1)), K.reshape(v[:1], ())], (V,)
    ),
    everywhere("reshape of a list", lambda K, v: K.reshape([v[0], v[1], v[2], v[3]], (2, 2)), (V,)),
    Idiom(
        "reshape of a constant", lambda K: K.reshape(np.arange(6.0), (2, 3)), (), dtype="float64"
    ),
    everywhere(
        "arithmetic of sizes",
        _sizes_added,
        (S,),
        lambda x: [5, 7, 1, np.array([4, 6, 8]), 8],
        dtype="int32",
    ),
    everywhere("mean by the number of elements", _mean_by_count, (S,), lambda x: x.mean(1)),
    everywhere(
        "product of a shape", lambda K, x: K.prod(K.shape(x)), (S,), lambda x: 24, dtype="int32"
    ),
    everywhere(
        "number of elements as a float",
        lambda K, x: K.cast(K.prod(K.shape(x)[1:]), "float32"),
        (S,),
        lambda x: 12.0,
    ),
    everywhere(
        "slice with a tensor among numbers",
        lambda K, x: K.slice(x, [0, 1, 0], [K.shape(x)[0], 2, 1]),
        (S,),
        lambda x: x[:, 1:3, :1],
        static=(None, 2, 1),
    ),
    everywhere(
        "slice that begins at a tensor",
        lambda K, x: K.slice(x, [0, K.shape(x)[1] - 1, 0], [-1, 1, -1]),
        (S,),
        lambda x: x[:, -1:],
        static=(None, 1, 4),
    ),
    everywhere(
        "slice by arrays",
        lambda K, x: K.slice(x, np.array([0, 1, 1]), np.array([-1, 1, 2])),
        (S,),
        lambda x: x[:, 1:2, 1:3],
    ),
    everywhere(
        "new axes in front and behind",
        lambda K, x: K.expand_dims(K.expand_dims(x, 1), -1),
        (S,),
        lambda x: x[:, None, ..., None],
    ),
    everywhere(
        "squeezed", lambda K, x: [K.squeeze(x[:, :1], 1), K.squeeze(x[..., None], axis=-1)], (S,)
    ),
    everywhere(
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
    everywhere("flatten", lambda K, x: K.flatten(x), (S,), lambda x: x.ravel()),
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
]
