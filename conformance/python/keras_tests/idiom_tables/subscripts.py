"""Subscripts of every kind, also with unknown sizes, and by tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import Idiom, X, everywhere, numbers, positive

W = numbers(4, 6, 3)
BOXES = positive(2, 5, 8)
N = np.array(2, "int32")
PLACES = np.array([3, 0, 0], "int32")


def _halves(K: Any, x: Any) -> Any:
    half = K.shape(x)[1] // 2
    return [x[:, :half], x[:, half:]]


def _windows(K: Any, x: Any) -> Any:
    return K.stack([x[:, k : k + 2] for k in range(2)], axis=1)


def _total_variation(K: Any, x: Any) -> Any:
    return K.sum(K.square(x[:, :-1] - x[:, 1:])) + K.sum(K.square(x[:-1] - x[1:]))


IDIOMS = [
    everywhere("one element", lambda K, x: [x[0], x[-1], x[1, 2], x[0, -1, 1]], (W,)),
    everywhere("two subscripts one after another", lambda K, x: x[0][1], (W,)),
    everywhere("a column", lambda K, x: [x[:, 0], x[:, -1, :], x[:, 0, 0], x[..., -1]], (W,)),
    everywhere("an index of NumPy", lambda K, x: [x[np.int64(1)], x[:, np.int32(-2)]], (W,)),
    everywhere("an element of an array as an index", lambda K, x: x[:, np.array([4, 1])[0]], (W,)),
    everywhere("an array as a bound", lambda K, x: x[:, : np.array([4, 1])[1]], (W,)),
    everywhere("last elements", lambda K, x: [x[:, -1:], x[..., -2:]], (W,)),
    everywhere(
        "without the first or the last", lambda K, x: [x[:, 1:], x[:, :-1], x[:, 1:-1]], (W,)
    ),
    everywhere("from the end to the end", lambda K, x: x[:, -3:-1], (W,)),
    everywhere(
        "channels of boxes",
        lambda K, x: [x[..., :2], x[..., 2:4], x[..., 4:5], x[..., 5:]],
        (BOXES,),
    ),
    everywhere("a slice with a step", lambda K, x: [x[:, ::2], x[:, 1::3], x[:, 1:5:2]], (W,)),
    everywhere("backwards", lambda K, x: [x[::-1], x[:, ::-1], x[..., ::-1]], (W,)),
    everywhere(
        "backwards between bounds", lambda K, x: [x[:, 3:0:-1], x[:, ::-2], x[:, 4::-1]], (W,)
    ),
    everywhere("backwards from the end", lambda K, x: x[:, -2::-1], (W,)),
    everywhere("several slices", lambda K, x: x[1:3, ::2, :1], (W,)),
    everywhere(
        "new axes",
        lambda K, x: [x[:, None], x[:, np.newaxis, :], x[..., None, None], x[None]],
        (W,),
    ),
    everywhere(
        "new axes among indices",
        lambda K, x: [x[:, 0, None], x[None, ..., 0], x[0, :, None, 1]],
        (W,),
    ),
    everywhere("empty slices", lambda K, x: [x[:, 2:2], x[:, 4:2], x[9:]], (W,)),
    everywhere("slices beyond the end", lambda K, x: [x[:, 1:100], x[:, -100:2]], (W,)),
    everywhere("only an ellipsis", lambda K, x: [x[...], x[:], x[:, :], x[()]], (W,)),
    everywhere("a slice object", lambda K, x: [x[slice(0, 2)], x[:, slice(None, None, 2)]], (W,)),
    everywhere("a tuple that is computed", lambda K, x: x[(slice(None),) * 2 + (0,)], (W,)),
    everywhere(
        "a list of slices", lambda K, x: x[[slice(None), slice(1, 3)]], (W,), lambda x: x[:, 1:3]
    ),
    everywhere(
        "windows", _windows, (X[None],), lambda x: np.stack([x[:, k : k + 2] for k in range(2)], 1)
    ),
    everywhere("total variation", _total_variation, (W,)),
    everywhere(
        "halves of an axis", _halves, (W,), lambda x: [x[:, :3], x[:, 3:]], static=(None, 3, 3)
    ),
    everywhere(
        "a tensor as a bound",
        lambda K, x, n: [x[:n], x[:, n:], x[:, n : n + 1], x[..., :-n]],
        (W, N),
    ),
    everywhere("a tensor from the end", lambda K, x, n: [x[:, -n:], x[:, 1:-n]], (W, N)),
    everywhere("a tensor and a step", lambda K, x, n: [x[:, n::2], x[:, n::-1]], (W, N)),
    everywhere(
        "a tensor as an index", lambda K, x, n: [x[n], x[:, n], x[:, n - 1, 0], x[..., n]], (W, N)
    ),
    everywhere(
        "a negative tensor as an index", lambda K, x, n: x[:, -n], (W, N), lambda x, n: x[:, -2]
    ),
    everywhere(
        "the last index by shape", lambda K, x: x[:, K.shape(x)[1] - 1], (W,), lambda x: x[:, -1]
    ),
    everywhere(
        "the first half by shape", lambda K, x: x[: K.shape(x)[0] // 2], (W,), lambda x: x[:2]
    ),
    everywhere(
        "as long as another tensor",
        lambda K, x, y: y[:, : K.shape(x)[1]],
        (X[None], W),
        lambda x, y: y[:, :3],
    ),
    everywhere("an index out of a vector", lambda K, x, i: [x[i[0]], x[:, i[1]]], (W, PLACES)),
    everywhere(
        "an index by argmax",
        lambda K, x: x[:, K.argmax(x[0, :, 0])],
        (W,),
        lambda x: x[:, np.argmax(x[0, :, 0])],
    ),
    everywhere(
        "sizes",
        lambda K, x: [K.shape(x)[0], K.shape(x)[1:], K.shape(x)[-1], K.shape(x)[:-1]],
        (W,),
        lambda x: [4, np.array([6, 3]), 3, np.array([4, 6])],
        dtype="int32",
    ),
    everywhere(
        "an assignment by concatenation",
        lambda K, x: K.concatenate([x[:, :1] * 0, x[:, 1:]], 1),
        (W,),
        lambda x: np.concatenate([x[:, :1] * 0, x[:, 1:]], 1),
    ),
    Idiom("the static shape of a slice", lambda K, x: x[:, 1:3, ::2], (W,), static=(None, 2, 2)),
    Idiom("the static shape of a column", lambda K, x: x[:, -1], (W,), static=(None, 3)),
    Idiom(
        "the static shape of the last of the batch", lambda K, x: x[-1, :, :-1], (W,), static=(6, 2)
    ),
    Idiom("a subscript of a variable", lambda K: K.variable(W)[0, 1:3], (), lambda: W[0, 1:3]),
    Idiom(
        "an update of a slice",
        lambda K, x: [x[0] + K.variable(W)[1], x[:, 0] * 2],
        (W,),
        lambda x: [x[0] + W[1], x[:, 0] * 2],
    ),
]
