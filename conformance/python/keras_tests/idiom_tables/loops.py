"""map_fn, foldl and foldr with one tensor and with several; the steps of rnn."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import ALWAYS, PLACEHOLDERS, VARIABLES, Idiom, S, X, Y, numbers

KERNEL = numbers(4, 4) * np.float32(0.5)
STEPS = np.array([[True, True, False], [True, False, True]])


def _accumulate(x: Any, states: Any) -> Any:
    total = states[0] + x
    return total, [total]


def _sums(K: Any, x: Any, **options: Any) -> Any:
    last, outputs, states = K.rnn(_accumulate, x, [K.zeros_like(x[:, 0])], **options)
    return [last, outputs, states[0]]


def _sums_by_numpy(x: np.ndarray) -> list[np.ndarray]:
    sums = x.cumsum(1)
    return [sums[:, -1], sums, sums[:, -1]]


def _recurrent(K: Any, x: Any) -> Any:
    kernel = K.constant(KERNEL)

    def step(inputs: Any, states: Any) -> Any:
        h = K.tanh(inputs + K.dot(states[0], kernel))
        return h, [h]

    start = K.tile(K.sum(K.zeros_like(x), axis=(1, 2))[:, None], [1, 4])
    return K.rnn(step, x, [start])[1]


def _recurrent_by_numpy(x: np.ndarray) -> np.ndarray:
    h, found = np.zeros((2, 4)), []
    for t in range(3):
        h = np.tanh(x[:, t] + h @ KERNEL)
        found.append(h)
    return np.stack(found, 1)


def _two_states(K: Any, x: Any) -> Any:
    def step(inputs: Any, states: Any) -> Any:
        total, count = states
        return (total + inputs) / (count + 1), [total + inputs, count + 1]

    return K.rnn(step, x, [K.zeros_like(x[:, 0]), K.zeros_like(x[:, 0])])[1]


def _with_constants(K: Any, x: Any) -> Any:
    def step(inputs: Any, states: Any) -> Any:
        return states[0] + inputs * states[1], [states[0] + inputs * states[1]]

    return K.rnn(step, x, [K.zeros_like(x[:, 0])], constants=[x[:, 0]])[0]


def _with_mask(K: Any, x: Any, mask: Any) -> Any:
    last, outputs, _ = K.rnn(_accumulate, x, [K.zeros_like(x[:, 0])], mask=mask)
    return [last, outputs]


def _with_mask_by_numpy(x: np.ndarray, mask: np.ndarray) -> list[np.ndarray]:
    sums = (x * mask[..., None]).cumsum(1)
    return [sums[:, -1], sums]


def _closed_over(K: Any, x: Any) -> Any:
    scale = K.mean(x)
    return K.map_fn(lambda row: row * scale + K.sum(row), x)


def _prefixes(K: Any, x: Any) -> Any:
    return K.map_fn(lambda i: K.sum(x[: i + 1]), K.arange(0, K.shape(x)[0]), dtype="float32")


IDIOMS = [
    Idiom(
        "map_fn to several tensors",
        lambda K, x, y: K.map_fn(
            lambda p: (p[0] + p[1], K.sum(p[0])), (x, y), dtype=("float32", "float32")
        ),
        (X, Y),
        lambda x, y: [x + y, x.sum(1)],
    ),
    Idiom(
        "map_fn of one tensor to several",
        lambda K, x: K.map_fn(lambda r: [K.max(r), K.argmax(r)], x, dtype=["float32", "int64"]),
        (X,),
        lambda x: [x.max(1), x.argmax(1)],
        ("float32", "int64"),
    ),
    Idiom(
        "map_fn of integers and floats",
        lambda K, x, i: K.map_fn(lambda p: p[0] * K.cast(p[1], "float32"), (x, i), dtype="float32"),
        (X, np.array([2, 0, 1], "int32")),
        lambda x, i: x * i[:, None],
    ),
    Idiom(
        "map_fn of integers",
        lambda K, i: K.map_fn(lambda r: r * 2 + K.sum(r), i),
        (np.arange(6, dtype="int32").reshape(3, 2),),
        lambda i: i * 2 + i.sum(1, keepdims=True),
        "int32",
    ),
    Idiom(
        "map_fn of an array",
        lambda K, x: K.map_fn(lambda i: x[i] * 2, np.array([2, 0], "int32"), dtype="float32"),
        (X,),
        lambda x: x[[2, 0]] * 2,
    ),
    Idiom(
        "map_fn with rows of another tensor",
        lambda K, x, y: K.map_fn(
            lambda i: K.dot(x[i][None], K.transpose(y))[0], K.arange(3), dtype="float32"
        ),
        (X, Y),
        lambda x, y: x @ y.T,
    ),
    Idiom(
        "foldl of a tuple",
        lambda K, x, y: K.foldl(
            lambda a, p: a + p[0] * p[1], (x, y), initializer=K.zeros_like(x[0])
        ),
        (X, Y),
        lambda x, y: (x * y).sum(0),
    ),
    Idiom(
        "foldl of indices",
        lambda K, x: K.foldl(
            lambda a, i: a + x[i] * K.cast(i, "float32"),
            K.arange(3),
            initializer=K.zeros_like(x[0]),
        ),
        (X,),
        lambda x: x[1] + 2 * x[2],
    ),
    Idiom(
        "rnn that yields numbers",
        lambda K, x: K.rnn(
            lambda r, s: (K.sum(r, -1, keepdims=True), [s[0] + 1]), x, [K.zeros_like(x[:, 0, :1])]
        )[:2],
        (S,),
        lambda x: [x[:, -1].sum(-1, keepdims=True), x.sum(-1, keepdims=True)],
    ),
    Idiom(
        "rnn of images",
        lambda K, x: K.rnn(
            _accumulate, x[:, :, None, :, None], [K.zeros_like(x[:, 0, None, :, None])]
        )[1],
        (S,),
        lambda x: x.cumsum(1)[:, :, None, :, None],
    ),
    Idiom(
        "rnn with a tuple of states",
        lambda K, x: K.rnn(_accumulate, x, (K.zeros_like(x[:, 0]),))[0],
        (S,),
        lambda x: x.sum(1),
    ),
    Idiom(
        "map_fn of rows",
        lambda K, x: K.map_fn(lambda row: row / K.sum(row), x),
        (Y,),
        lambda x: x / x.sum(1, keepdims=True),
    ),
    Idiom("map_fn to numbers", lambda K, x: K.map_fn(K.max, x), (X,), lambda x: x.max(1)),
    Idiom(
        "map_fn with a product of matrices",
        lambda K, x: K.map_fn(lambda m: K.dot(m, K.transpose(m)), x),
        (S,),
        lambda x: x @ x.transpose(0, 2, 1),
    ),
    Idiom(
        "map_fn with tensors from outside",
        _closed_over,
        (X,),
        lambda x: x * x.mean() + x.sum(1, keepdims=True),
    ),
    Idiom(
        "map_fn of a tuple",
        lambda K, x, y: K.map_fn(lambda p: p[0] * p[1], (x, y), dtype="float32"),
        (X, Y),
        lambda x, y: x * y,
    ),
    Idiom(
        "map_fn of a list",
        lambda K, x, y: K.map_fn(lambda p: K.sum(p[0] * p[1]), [x, y], dtype=K.floatx()),
        (X, Y),
        lambda x, y: (x * y).sum(1),
    ),
    Idiom(
        "map_fn to another dtype",
        lambda K, x: K.map_fn(K.argmax, x, dtype="int64"),
        (X,),
        lambda x: x.argmax(1),
        "int64",
    ),
    Idiom("map_fn of indices", _prefixes, (X,), lambda x: x.cumsum(0).sum(1)),
    Idiom(
        "map_fn of gather",
        lambda K, x: K.map_fn(
            lambda i: K.gather(x, i) * 2, K.constant([2, 0], "int32"), dtype="float32"
        ),
        (X,),
        lambda x: x[[2, 0]] * 2,
    ),
    Idiom(
        "map_fn in map_fn",
        lambda K, x: K.map_fn(lambda m: K.map_fn(lambda row: row - K.mean(row), m), x),
        (S,),
        lambda x: x - x.mean(-1, keepdims=True),
    ),
    Idiom(
        "map_fn with a name",
        lambda K, x: K.map_fn(lambda row: row + 1, x, name="rows"),
        (X,),
        lambda x: x + 1,
    ),
    Idiom(
        "foldl of rows",
        lambda K, x: K.foldl(lambda total, row: total * 0.5 + row, x),
        (X,),
        lambda x: (x[0] * 0.5 + x[1]) * 0.5 + x[2],
    ),
    Idiom(
        "foldl with a start",
        lambda K, x: K.foldl(lambda a, row: a + K.sum(row), x, initializer=K.constant(1.0)),
        (X,),
        lambda x: 1 + x.sum(),
    ),
    Idiom(
        "foldl with a number as a start",
        lambda K, x: K.foldl(lambda a, row: a + K.sum(row), x, initializer=0.0),
        (X,),
        lambda x: x.sum(),
    ),
    Idiom(
        "foldr of rows",
        lambda K, x: K.foldr(lambda total, row: total * 0.5 + row, x),
        (X,),
        lambda x: (x[2] * 0.5 + x[1]) * 0.5 + x[0],
    ),
    Idiom(
        "foldr with a start",
        lambda K, x: K.foldr(lambda a, row: a - row, x, initializer=K.zeros_like(x[0])),
        (X,),
        lambda x: -x.sum(0),
    ),
    Idiom(
        "foldl of integers",
        lambda K, x: K.foldl(lambda a, i: a * 2 + i, K.cast(x[:, 0], "int32")),
        (Y,),
        lambda x: (int(x[0, 0]) * 2 + int(x[1, 0])) * 2 + int(x[2, 0]),
        "int32",
    ),
    Idiom("rnn of sums", _sums, (S,), _sums_by_numpy),
    Idiom(
        "rnn, unrolled",
        lambda K, x: _sums(K, x, unroll=True),
        (S,),
        _sums_by_numpy,
        ways=(VARIABLES, PLACEHOLDERS),
    ),
    Idiom(
        "rnn backwards",
        lambda K, x: _sums(K, x, go_backwards=True),
        (S,),
        lambda x: _sums_by_numpy(x[:, ::-1]),
    ),
    Idiom(
        "rnn of unknown length",
        _sums,
        (S,),
        _sums_by_numpy,
        ways=("placeholders of unknown sizes",),
    ),
    Idiom(
        "rnn with an input length",
        lambda K, x: _sums(K, x, input_length=3),
        (S,),
        _sums_by_numpy,
        ways=ALWAYS,
    ),
    Idiom("rnn with a kernel", _recurrent, (S,), _recurrent_by_numpy),
    Idiom(
        "rnn of two states", _two_states, (S,), lambda x: x.cumsum(1) / np.array([1, 2, 3])[:, None]
    ),
    Idiom("rnn with constants", _with_constants, (S,), lambda x: (x * x[:, :1]).sum(1)),
    Idiom("rnn with a mask", _with_mask, (S, STEPS), _with_mask_by_numpy),
    Idiom(
        "rnn with a mask, cast",
        lambda K, x: _with_mask(K, x, K.cast(K.ones_like(x[:, :, 0]), "bool")),
        (S,),
        lambda x: [x.sum(1), x.cumsum(1)],
    ),
]
