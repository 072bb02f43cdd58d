"""Masks, switch, and what users write instead of NumPy's `where`."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import EVERYWHERE, Idiom, S, X, Y, integers

TOKENS = np.array([[3, 5, 0, 0], [1, 0, 0, 0], [2, 2, 7, 1]], "int32")
LENGTHS = np.array([2, 3], "int32")
TRUTH = integers(4, 3)


def _masked_softmax(K: Any, x: Any, tokens: Any) -> Any:
    mask = K.cast(K.not_equal(tokens, 0), K.floatx())
    e = K.exp(x - K.max(x, axis=-1, keepdims=True)) * mask
    return e / K.clip(K.sum(e, axis=-1, keepdims=True), K.epsilon(), 1e9)


def _masked_softmax_by_numpy(x: np.ndarray, tokens: np.ndarray) -> np.ndarray:
    e = np.exp(x) * (tokens != 0)
    return e / e.sum(-1, keepdims=True)


def _masked_mean(K: Any, x: Any, lengths: Any) -> Any:
    mask = K.cast(K.arange(0, K.shape(x)[1])[None, :] < lengths[:, None], "float32")
    mask = K.expand_dims(mask)
    return K.sum(x * mask, axis=1) / K.sum(mask, axis=1)


def _masked_mean_by_numpy(x: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    return np.stack([row[:n].mean(0) for row, n in zip(x, lengths)])


def _accuracy(K: Any, guess: Any, truth: Any) -> Any:
    hit = K.equal(K.argmax(guess, axis=-1), K.cast(truth, "int64"))
    return [K.mean(K.cast(hit, K.floatx())), K.cast(hit, "float32")]


def _quotient_without_zero(K: Any, x: Any) -> Any:
    safe = K.switch(K.equal(x, 0), K.ones_like(x), x)
    return K.switch(K.equal(x, 0), K.zeros_like(x), 1 / safe)


IDIOMS = [
    Idiom(
        "switch by elements",
        lambda K, x: K.switch(x > 0, x, K.zeros_like(x)),
        (X,),
        lambda x: x.clip(0, None),
    ),
    Idiom(
        "switch by elements and two tensors",
        lambda K, x, y: K.switch(K.greater(x, y), x, y),
        (X, Y),
        np.maximum,
    ),
    Idiom(
        "switch of a whole tensor",
        lambda K, x, y: K.switch(K.sum(x) > 0, x, y),
        (X, Y),
        lambda x, y: x if x.sum() > 0 else y,
    ),
    Idiom(
        "switch with functions",
        lambda K, x: K.switch(K.mean(x) > 9, lambda: x, lambda: x * 2),
        (X,),
        lambda x: x * 2,
    ),
    Idiom(
        "switch by a mask of steps",
        lambda K, x: K.switch(x[..., 0] > 0, x, -x),
        (S,),
        lambda x: np.where(x[..., :1] > 0, x, -x),
    ),
    Idiom(
        "switch of numbers by a tensor without dimensions",
        lambda K, x: K.switch(K.sum(x) > 0, K.constant(1.0), K.constant(-1.0)),
        (X,),
        lambda x: np.sign(x.sum()),
    ),
    Idiom(
        "switch of integers",
        lambda K, t: K.switch(K.equal(t, 0), -K.ones_like(t), t),
        (TOKENS,),
        lambda t: np.where(t == 0, -1, t),
        "int32",
    ),
    Idiom(
        "a quotient without division by zero",
        _quotient_without_zero,
        (np.maximum(X, 0),),
        lambda x: np.where(x == 0, 0, 1 / np.where(x == 0, 1, x)),
    ),
    Idiom(
        "a mask by cast",
        lambda K, x: x * K.cast(x > 0.5, "float32") + K.cast(K.less(x, 0), K.floatx()),
        (X,),
        lambda x: x * (x > 0.5) + (x < 0),
    ),
    Idiom(
        "a mask and its opposite",
        lambda K, t: 1 - K.cast(K.not_equal(t, 0), "float32"),
        (TOKENS,),
        lambda t: t == 0,
    ),
    Idiom(
        "compute_mask of Masking",
        lambda K, x: K.any(K.not_equal(x, 0.0), axis=-1, keepdims=True),
        (np.maximum(S, 0),),
        lambda x: (x != 0).any(-1, keepdims=True),
        "bool",
    ),
    Idiom(
        "every element equal",
        lambda K, t: [K.all(K.equal(t, 0), axis=-1), K.any(t > 5, axis=1)],
        (TOKENS,),
        lambda t: [(t == 0).all(-1), (t > 5).any(1)],
        "bool",
    ),
    Idiom(
        "rows that are not empty",
        lambda K, t: K.cast(K.any(t > 0, axis=1), "float32")[:, None],
        (TOKENS,),
        lambda t: (t > 0).any(1)[:, None],
    ),
    Idiom(
        "number of tokens",
        lambda K, t: K.sum(K.cast(K.not_equal(t, 0), "int32"), axis=1),
        (TOKENS,),
        lambda t: (t != 0).sum(1),
        "int32",
    ),
    Idiom(
        "masks that are joined",
        lambda K, x, t: K.cast(K.not_equal(t, 0) & (x > 0), "float32"),
        (X, TOKENS),
        lambda x, t: (t != 0) & (x > 0),
    ),
    Idiom("masked softmax", _masked_softmax, (X, TOKENS), _masked_softmax_by_numpy),
    Idiom(
        "softmax after a large negative number",
        lambda K, x, t: K.softmax(x - 1e10 * (1.0 - K.cast(t > 0, "float32"))),
        (X, TOKENS),
        _masked_softmax_by_numpy,
    ),
    Idiom(
        "maximum with a mask",
        lambda K, x, t: K.max(x - (1 - K.cast(t > 0, K.floatx())) * 1e12, axis=1),
        (X, TOKENS),
        lambda x, t: np.where(t > 0, x, -np.inf).max(1),
    ),
    Idiom("mean by lengths", _masked_mean, (S, LENGTHS), _masked_mean_by_numpy, ways=EVERYWHERE),
    Idiom(
        "tokens as a mask",
        lambda K, x, t: x * K.cast(K.cast(t, "bool"), "float32"),
        (X, TOKENS),
        lambda x, t: x * (t != 0),
    ),
    Idiom(
        "a mask that is repeated",
        lambda K, t: K.permute_dimensions(
            K.repeat(K.cast(K.not_equal(t, 0), "float32"), 2), (0, 2, 1)
        ),
        (TOKENS,),
        lambda t: np.stack([t != 0] * 2, -1),
    ),
    Idiom(
        "a mask next to the masked tensor",
        lambda K, t: K.concatenate([t > 0, K.equal(t, 0)], axis=1),
        (TOKENS,),
        lambda t: np.concatenate([t > 0, t == 0], 1),
        "bool",
    ),
    Idiom(
        "accuracy",
        _accuracy,
        (X, TRUTH),
        lambda x, t: [np.mean(x.argmax(-1) == t), x.argmax(-1) == t],
    ),
    Idiom(
        "binary accuracy",
        lambda K, x, y: K.mean(K.equal(K.round(x), K.round(y)), axis=-1),
        (Y, Y[::-1]),
        lambda x, y: (x.round() == y.round()).mean(-1),
    ),
    Idiom(
        "accuracy of the first two",
        lambda K, x, t: K.mean(K.cast(K.in_top_k(x, t, 2), "float32")),
        (X, TRUTH),
        lambda x, t: np.mean([n in row.argsort()[-2:] for row, n in zip(x, t)]),
    ),
    Idiom(
        "a sum of bools, cast",
        lambda K, x: K.sum(K.cast(x > 0, "int32")),
        (X,),
        lambda x: (x > 0).sum(),
        "int32",
    ),
    Idiom(
        "all and any of everything",
        lambda K, x: [K.all(x > -9), K.any(x > 9)],
        (X,),
        lambda x: [(x > -9).all(), (x > 9).any()],
        "bool",
    ),
    Idiom(
        "equality of a maximum",
        lambda K, x: K.cast(K.equal(x, K.max(x, axis=1, keepdims=True)), "float32"),
        (X,),
        lambda x: x == x.max(1, keepdims=True),
    ),
]
