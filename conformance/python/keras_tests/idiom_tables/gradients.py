"""Gradients of expressions that users write, compared with finite differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from idiom_tables.idiom import PLACEHOLDERS, VARIABLES, Idiom, S, X, Y, numbers

STEP = 1e-6
ROWS = np.array([2, 0, 0], "int32")


def _differences(f: Callable[[Any], Any], x: Any) -> Any:
    """Finite differences of a weighted sum of the results of `f`; the weights depend on the position."""

    def total(x: Any) -> Any:
        made = np.asarray(f(x))
        return (made * _weights(made.size).reshape(made.shape)).sum()

    x, found = x.astype("float64"), np.zeros(x.shape)
    for place in np.ndindex(*x.shape):
        change = np.zeros(x.shape)
        change[place] = STEP
        found[place] = (total(x + change) - total(x - change)) / (2 * STEP)
    return found


def _weights(count: int) -> Any:
    return np.cos(np.arange(count))


def _gradient(name: str, keras: Any, numpy: Any = None, x: Any = S) -> Idiom:
    """`numpy` takes doubles. Without it, `keras` is called with NumPy as backend."""
    by_numpy = numpy or (lambda x: keras(np, x))
    count = np.size(by_numpy(x))

    def of(K: Any, x: Any) -> Any:
        total = K.sum(K.reshape(keras(K, x), (-1,)) * K.constant(_weights(count)))
        return K.gradients(total, x)[0]

    return Idiom(
        f"gradient of {name}",
        of,
        (x,),
        lambda x: _differences(by_numpy, x),
        static=(None, *x.shape[1:]),
        ways=(VARIABLES, PLACEHOLDERS),
    )


def _logsumexp(x: Any) -> Any:
    return np.log(np.exp(x).sum(-1))


def _softmax(x: Any) -> Any:
    return np.exp(x) / np.exp(x).sum(-1, keepdims=True)


def _recurrent(K: Any, x: Any) -> Any:
    return K.rnn(lambda x, s: (K.tanh(x + s[0]), [K.tanh(x + s[0])]), x, [K.zeros_like(x[:, 0])])[1]


def _recurrent_by_numpy(x: Any) -> Any:
    h, found = x[:, 0] * 0, []
    for t in range(x.shape[1]):
        h = np.tanh(x[:, t] + h)
        found.append(h)
    return np.stack(found, 1)


IDIOMS = [
    _gradient("slices", lambda K, x: x[:, 1:, ::2] * x[:, :-1, ::-2]),
    _gradient("indices", lambda K, x: x[:, 0, -1] * x[:, 2, 1]),
    _gradient("slices backwards", lambda K, x: x[..., ::-1] * x),
    _gradient("a slice by a size", lambda K, x: x[:, : K.shape(x)[1] - 1], lambda x: x[:, :-1]),
    _gradient(
        "an index by a tensor", lambda K, x: x[:, K.shape(x)[1] - 1] * 2, lambda x: x[:, -1] * 2
    ),
    _gradient(
        "rows that are gathered twice",
        lambda K, x: K.gather(x * 1, ROWS) ** 2,
        lambda x: x[ROWS] ** 2,
        X,
    ),
    _gradient("floor division and remainder", lambda K, x: x % 0.75 + 0 * (x // 2), None, Y),
    _gradient("operators", lambda K, x: (1 - x) / (2 + x) * np.arange(4) - abs(x) + 2**x),
    _gradient("powers of tensors", lambda K, x: x**x, None, Y),
    _gradient(
        "tile by a size",
        lambda K, x: K.tile(x[:, None], [1, K.shape(x)[1], 1]) ** 2,
        lambda x: np.tile(x[:, None], [1, x.shape[1], 1]) ** 2,
        X,
    ),
    _gradient(
        "repeat",
        lambda K, x: K.repeat(x, 2) * K.repeat_elements(K.expand_dims(x, 1), 2, 1),
        lambda x: np.stack([x * x] * 2, 1),
        X,
    ),
    _gradient(
        "reshape by sizes",
        lambda K, x: K.reshape(x, (K.shape(x)[0], -1)) ** 3,
        lambda x: x.reshape(2, -1) ** 3,
    ),
    _gradient(
        "concatenation",
        lambda K, x: K.concatenate([x, x**2, x[..., :1]], -1),
        lambda x: np.concatenate([x, x**2, x[..., :1]], -1),
    ),
    _gradient(
        "stack and transposition",
        lambda K, x: K.permute_dimensions(K.stack([x, x * x], 1), (0, 3, 1, 2)),
        lambda x: np.stack([x, x * x], 1).transpose(0, 3, 1, 2),
    ),
    _gradient(
        "reductions",
        lambda K, x: K.mean(x, axis=(0, 2)) * K.std(x, axis=1)[0, :3],
        lambda x: x.mean((0, 2)) * x.std(1)[0, :3],
    ),
    _gradient(
        "extremes",
        lambda K, x: K.max(x, axis=-1) - K.min(x, axis=-1),
        lambda x: x.max(-1) - x.min(-1),
    ),
    _gradient("products", lambda K, x: K.prod(x, axis=-1), lambda x: x.prod(-1)),
    _gradient("cumulative sums", lambda K, x: K.cumsum(x * x, axis=1), lambda x: (x * x).cumsum(1)),
    _gradient(
        "maximum with a number",
        lambda K, x: K.maximum(x, 0.1) * K.clip(x, -0.5, 0.5),
        lambda x: np.maximum(x, 0.1) * x.clip(-0.5, 0.5),
    ),
    _gradient(
        "switch by elements",
        lambda K, x: K.switch(x > 0, x * x, -x),
        lambda x: np.where(x > 0, x * x, -x),
    ),
    _gradient(
        "a mask that is a factor",
        lambda K, x: x * K.cast(x > 0.2, "float32"),
        lambda x: x * (x > 0.2),
    ),
    _gradient("logsumexp", lambda K, x: K.logsumexp(x, axis=-1), _logsumexp),
    _gradient(
        "softmax",
        lambda K, x: K.softmax(x) * K.log(K.softmax(x)),
        lambda x: _softmax(x) * np.log(_softmax(x)),
    ),
    _gradient(
        "l2_normalize",
        lambda K, x: K.l2_normalize(x, -1),
        lambda x: x / np.sqrt((x * x).sum(-1, keepdims=True)),
    ),
    _gradient(
        "products of matrices",
        lambda K, x: K.batch_dot(x, x, axes=2),
        lambda x: x @ x.transpose(0, 2, 1),
    ),
    _gradient(
        "the operator of matrices",
        lambda K, x: x @ K.constant(numbers(4, 2)),
        lambda x: x @ numbers(4, 2),
        X,
    ),
    _gradient(
        "map_fn",
        lambda K, x: K.map_fn(lambda row: row * K.sum(row), x),
        lambda x: x * x.sum(-1, keepdims=True),
        X,
    ),
    _gradient(
        "map_fn of a tuple",
        lambda K, x: K.map_fn(lambda p: p[0] * K.sum(p[1]), (x, x), dtype="float32"),
        lambda x: x * x.sum(-1, keepdims=True),
        X,
    ),
    _gradient("foldl", lambda K, x: K.foldl(lambda a, row: a * row, x), lambda x: x.prod(0), X),
    _gradient("rnn", _recurrent, _recurrent_by_numpy),
    _gradient("a gradient", lambda K, x: K.gradients(K.sum(x**3), x)[0], lambda x: 3 * x * x),
    _gradient(
        "one_hot as a choice",
        lambda K, x: K.sum(x * K.one_hot(K.argmax(x), 4), -1),
        lambda x: x.max(-1),
    ),
]
