"""NumPy's axes, numbers and dtypes as arguments; lists and numbers instead of tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import I, Idiom, S, V, X, Y, numbers

INDICES = np.array([2, 0, 2], "int32")
KERNEL = numbers(4, 2)


def _sums(K: Any, x: Any) -> Any:
    axes = (np.int64(1), np.array([0, 1]), [1, 2], (0, -1), np.int32(-1))
    return [K.sum(x, axis=axis) for axis in axes]


def _sums_by_numpy(x: np.ndarray) -> list[np.ndarray]:
    return [x.sum(axis) for axis in (1, (0, 1), (1, 2), (0, -1), -1)]


def _dtypes(K: Any, x: Any) -> Any:
    return [K.cast(x, np.float64), K.cast(x, np.dtype("float64")), K.cast(x, "float64")]


IDIOMS = [
    Idiom(
        "elu with a tensor as a parameter",
        lambda K, x: K.elu(x, K.constant(0.5)),
        (X,),
        lambda x: np.where(x > 0, x, 0.5 * (np.exp(x) - 1)),
    ),
    Idiom(
        "concatenation with an array of doubles",
        lambda K, x: K.concatenate([x * 2, np.zeros((1, 4))], axis=0),
        (X,),
        lambda x: np.concatenate([x * 2, np.zeros((1, 4))]),
    ),
    Idiom(
        "stack with an array of doubles",
        lambda K, x: K.stack([-x, np.ones((3, 4))], axis=-1),
        (X,),
        lambda x: np.stack([-x, np.ones((3, 4))], -1),
    ),
    Idiom(
        "stack of integers and numbers of NumPy",
        lambda K, i: K.stack([i[0, 0], 5, np.int64(7)]),
        (I,),
        lambda i: np.array([i[0, 0], 5, 7]),
        "int32",
    ),
    Idiom(
        "l2_normalize of everything",
        lambda K, x: K.l2_normalize(x),
        (X,),
        lambda x: x / np.sqrt((x * x).sum()),
    ),
    Idiom(
        "batch_dot without axes",
        lambda K, x, y: [
            K.batch_dot(x, K.permute_dimensions(y, (0, 2, 1))),
            K.batch_dot(x, y[:, 0]),
        ],
        (S, S + 1),
        lambda x, y: [x @ y.transpose(0, 2, 1), np.einsum("bij,bj->bi", x, y[:, 0])],
    ),
    Idiom(
        "axes that count from the end",
        lambda K, x: [
            K.expand_dims(x, -2),
            K.squeeze(x[:, :, :1], -1),
            K.repeat_elements(x, np.int64(2), -2),
        ],
        (S,),
        lambda x: [x[:, :, None], x[:, :, 0], x.repeat(2, -2)],
    ),
    Idiom(
        "crossentropy of an array",
        lambda K, x: K.categorical_crossentropy(K.constant(np.eye(4)[:3]), K.softmax(x)),
        (X,),
        lambda x: -np.log(np.diag(np.exp(x[:, :3])) / np.exp(x).sum(-1)),
    ),
    Idiom(
        "sparse crossentropy of a sequence",
        lambda K, x: K.sparse_categorical_crossentropy(
            K.constant([[0, 1, 2], [3, 2, 1]], "int32"), K.softmax(x)
        ),
        (S,),
        lambda x: -np.log(
            np.take_along_axis(
                np.exp(x) / np.exp(x).sum(-1, keepdims=True),
                np.array([[0, 1, 2], [3, 2, 1]])[..., None],
                2,
            )[..., 0]
        ),
    ),
    Idiom(
        "kernels of NumPy",
        lambda K, x: K.conv1d(
            x, K.constant(numbers(2, 4, 3)), strides=np.int64(1), padding="causal"
        ),
        (S,),
        lambda x: np.stack(
            [
                (x[:, t - 1] @ numbers(2, 4, 3)[0] if t else 0) + x[:, t] @ numbers(2, 4, 3)[1]
                for t in range(3)
            ],
            1,
        ),
    ),
    Idiom("axes of every kind", _sums, (S,), _sums_by_numpy),
    Idiom(
        "reductions without an axis",
        lambda K, x: [K.sum(x), K.mean(x), K.max(x), K.std(x), K.var(x)],
        (S,),
        lambda x: [x.sum(), x.mean(), x.max(), x.std(), x.var()],
    ),
    Idiom(
        "reductions that keep dimensions",
        lambda K, x: [K.mean(x, -1, True), K.max(x, [1, 2], keepdims=True)],
        (S,),
        lambda x: [x.mean(-1, keepdims=True), x.max((1, 2), keepdims=True)],
    ),
    Idiom(
        "reductions along an axis by range",
        lambda K, x: K.mean(x, axis=list(range(1, K.ndim(x)))),
        (S,),
        lambda x: x.mean((1, 2)),
    ),
    Idiom(
        "reductions along axes by range itself",
        lambda K, x: K.sum(x, axis=range(1, 3)),
        (S,),
        lambda x: x.sum((1, 2)),
    ),
    Idiom(
        "argmax",
        lambda K, x: [K.argmax(x, axis=1), K.argmin(x, -1)],
        (S,),
        lambda x: [x.argmax(1), x.argmin(-1)],
        "int64",
    ),
    Idiom(
        "cumulative sums",
        lambda K, x: [K.cumsum(x, axis=1), K.cumsum(x, np.int64(-1)), K.cumprod(x, axis=-1)],
        (S,),
        lambda x: [x.cumsum(1), x.cumsum(-1), x.cumprod(-1)],
    ),
    Idiom(
        "softmax along an axis of NumPy",
        lambda K, x: K.softmax(x, axis=np.int64(1)),
        (S,),
        lambda x: np.exp(x) / np.exp(x).sum(1, keepdims=True),
    ),
    Idiom(
        "concatenation along an axis of NumPy",
        lambda K, x: K.concatenate([x, x], axis=np.int64(-1)),
        (S,),
        lambda x: np.concatenate([x, x], -1),
    ),
    Idiom(
        "concatenation of a tuple",
        lambda K, x, y: K.concatenate((x, y), axis=1),
        (X, Y),
        lambda x, y: np.concatenate([x, y], 1),
    ),
    Idiom(
        "concatenation with an array",
        lambda K, x: K.concatenate([x, np.ones((1, 4), "float32")], axis=0),
        (X,),
        lambda x: np.concatenate([x, np.ones((1, 4))]),
    ),
    Idiom(
        "concatenation with a list",
        lambda K, x: K.concatenate([x, [[1.0, 2.0, 3.0, 4.0]]], axis=0),
        (X,),
        lambda x: np.concatenate([x, [[1.0, 2, 3, 4]]]),
    ),
    Idiom(
        "stack of tensors and numbers",
        lambda K, v: K.stack([v[0], 1.0, v[1]]),
        (V,),
        lambda v: np.stack([v[0], 1.0, v[1]]),
    ),
    Idiom(
        "stack along an axis of NumPy", lambda K, x: K.stack([x, x * 2], axis=np.int64(-1)), (X,)
    ),
    Idiom(
        "stack with an array",
        lambda K, x: K.stack([x, np.ones((3, 4), "float32")], axis=1),
        (X,),
        lambda x: np.stack([x, np.ones((3, 4))], 1),
    ),
    Idiom("expand_dims along an axis of NumPy", lambda K, x: K.expand_dims(x, np.int64(1)), (X,)),
    Idiom(
        "reverse along an axis or axes",
        lambda K, x: [K.reverse(x, 1), K.reverse(x, [1, 2]), K.reverse(x, (-1,))],
        (S,),
        lambda x: [x[:, ::-1], x[:, ::-1, ::-1], x[..., ::-1]],
    ),
    Idiom(
        "axes of batch_dot",
        lambda K, x, y: [K.batch_dot(x, y, axes=[2, 2]), K.batch_dot(x, y, (1, 1))],
        (S, S + 1),
        lambda x, y: [x @ y.transpose(0, 2, 1), x.transpose(0, 2, 1) @ y],
    ),
    Idiom(
        "one axis of batch_dot",
        lambda K, x, y: [K.batch_dot(x, y, 2), K.batch_dot(x, y, axes=1)],
        (S, S + 1),
        lambda x, y: [x @ y.transpose(0, 2, 1), x.transpose(0, 2, 1) @ y],
    ),
    Idiom(
        "batch_dot of vectors",
        lambda K, x, y: K.batch_dot(x, y, axes=1),
        (X, Y),
        lambda x, y: (x * y).sum(1, keepdims=True),
    ),
    Idiom(
        "l2_normalize along axes",
        lambda K, x: [K.l2_normalize(x, axis=-1), K.l2_normalize(x, np.int64(1))],
        (S,),
        lambda x: [x / np.sqrt((x * x).sum(a, keepdims=True)) for a in (-1, 1)],
    ),
    Idiom("dtypes of NumPy", _dtypes, (X,), lambda x: [x.astype("float64")] * 3, "float64"),
    Idiom(
        "cast to integers of NumPy",
        lambda K, x: [K.cast(x, np.int32), K.cast(x, dtype=np.dtype("int32"))],
        (X,),
        lambda x: [x.astype("int32")] * 2,
        "int32",
    ),
    Idiom(
        "cast to the dtype of another",
        lambda K, x, i: K.cast(i, x.dtype) + K.cast(i > 0, K.dtype(x)),
        (X, I),
        lambda x, i: i + (i > 0),
    ),
    Idiom(
        "cast to floatx",
        lambda K, i: K.cast(i, K.floatx()) + K.cast_to_floatx(2),
        (I,),
        lambda i: i + 2.0,
    ),
    Idiom(
        "constants of dtypes of NumPy",
        lambda K: [
            K.constant(1, np.float32),
            K.zeros((2,), dtype=np.float32),
            K.variable([1, 2], np.dtype("float32")),
        ],
        (),
        lambda: [1, np.zeros(2), np.array([1, 2])],
    ),
    Idiom(
        "constants of integer dtypes of NumPy",
        lambda K: [
            K.constant([1, 2], dtype=np.int64),
            K.ones((2,), dtype=np.int64),
            K.arange(3, dtype=np.int64),
        ],
        (),
        lambda: [np.array([1, 2]), np.ones(2), np.arange(3)],
        "int64",
    ),
    Idiom(
        "cast of Python's numbers",
        lambda K: [K.cast(2, "float32"), K.cast([1, 2], "float32")],
        (),
        lambda: [2, np.array([1, 2])],
    ),
    Idiom(
        "cast of an array",
        lambda K: K.cast(np.arange(3), "float32") / 2,
        (),
        lambda: np.arange(3) / 2,
    ),
    Idiom(
        "maximum with a number",
        lambda K, x: [K.maximum(x, 0), K.maximum(0.0, x), K.minimum(x, np.float64(1))],
        (X,),
        lambda x: [np.maximum(x, 0)] * 2 + [np.minimum(x, 1)],
    ),
    Idiom(
        "maximum with an array",
        lambda K, x: [K.maximum(x, np.zeros(4)), K.minimum(x, [0, 1, 2, 3])],
        (X,),
    ),
    Idiom("maximum of integers and a number", lambda K, i: K.maximum(i, 0), (I,), dtype="int32"),
    Idiom(
        "comparison with values",
        lambda K, x: [
            K.greater(x, 0),
            K.less_equal(x, np.zeros(4)),
            K.not_equal(x, 0.0),
            K.equal(x, [0, 1, 2, 3]),
        ],
        (X,),
        lambda x: [x > 0, x <= 0, x != 0, x == [0, 1, 2, 3]],
        "bool",
    ),
    Idiom(
        "comparison of integers with values",
        lambda K, i: [K.equal(i, 2), K.not_equal(i, np.int64(0)), K.less(i, 1)],
        (I,),
        lambda i: [i == 2, i != 0, i < 1],
        "bool",
    ),
    Idiom(
        "comparison of a value with a tensor",
        lambda K, x: [K.greater(0.0, x), K.equal(0.0, x)],
        (X,),
        lambda x: [x < 0, x == 0],
        "bool",
    ),
    Idiom(
        "clip by numbers",
        lambda K, x: [K.clip(x, 0, 1), K.clip(x, K.epsilon(), None), K.clip(x, -np.inf, 0.5)],
        (X,),
        lambda x: [x.clip(0, 1), x.clip(1e-7, None), x.clip(None, 0.5)],
    ),
    Idiom("clip by tensors", lambda K, x, y: K.clip(x, -y, y), (X, Y), lambda x, y: x.clip(-y, y)),
    Idiom(
        "clip by arrays",
        lambda K, x: K.clip(x, np.zeros(4, "float32"), np.ones(4, "float32")),
        (X,),
        lambda x: x.clip(0, 1),
    ),
    Idiom("clip of integers", lambda K, i: K.clip(i, 0, 2), (I,), lambda i: i.clip(0, 2), "int32"),
    Idiom(
        "clip with a tensor as a bound",
        lambda K, x: K.clip(x, 0.0, K.max(x) / 2),
        (X,),
        lambda x: x.clip(0, x.max() / 2),
    ),
    Idiom(
        "powers by function",
        lambda K, x: [K.pow(x, 2), K.pow(x, 0.5), K.pow(2.0, x), K.pow(x, np.arange(4))],
        (Y,),
        lambda x: [x**2, x**0.5, 2**x, x ** np.arange(4)],
    ),
    Idiom(
        "functions of Python's numbers",
        lambda K: [K.exp(1.0), K.log(10.0), K.square(3.0), K.abs(-2.0)],
        (),
        lambda: [np.e, np.log(10), 9, 2],
    ),
    Idiom(
        "functions of lists",
        lambda K: [K.exp([0.0, 1.0]), K.sum([1.0, 2.0]), K.prod([[1.0, 2.0]]), K.max([1.0, 5.0])],
        (),
        lambda: [np.exp([0.0, 1]), 3, 2, 5],
    ),
    Idiom(
        "functions of arrays",
        lambda K: [K.sum(X), K.exp(X), K.max(X, axis=1), K.log(Y), K.tanh(X), K.square(X)],
        (),
        lambda: [X.sum(), np.exp(X), X.max(1), np.log(Y), np.tanh(X), X * X],
    ),
    Idiom(
        "reductions of a list of tensors",
        lambda K, x, y: [K.sum([x, y], axis=0), K.prod([x, y], 0), K.max([x, y], 0)],
        (X, Y),
        lambda x, y: [x + y, x * y, np.maximum(x, y)],
    ),
    Idiom(
        "reductions of a list of tensors without dimensions",
        lambda K, x, y: [K.max([K.mean(x), K.max(y)]), K.sum([x[0, 0], 2.0, y[0, 0]])],
        (X, Y),
        lambda x, y: [y.max(), x[0, 0] + 2 + y[0, 0]],
    ),
    Idiom(
        "dot with an array", lambda K, x: K.dot(x, K.constant(KERNEL)), (S,), lambda x: x @ KERNEL
    ),
    Idiom(
        "dot of a sequence and a kernel",
        lambda K, x: K.squeeze(K.dot(x, K.variable(KERNEL[:, :1])), -1),
        (S,),
        lambda x: (x @ KERNEL)[..., 0],
        static=(None, 3),
    ),
    Idiom(
        "bias_add of an array",
        lambda K, x: K.bias_add(x, K.constant(np.arange(4.0))),
        (S,),
        lambda x: x + np.arange(4),
    ),
    Idiom("gather by a list", lambda K, x: K.gather(x, [0, 2]), (X,), lambda x: x[[0, 2]]),
    Idiom("gather by a number", lambda K, x: K.gather(x, 1), (X,), lambda x: x[1]),
    Idiom(
        "gather by an array",
        lambda K, x: K.gather(x, np.array([[0, 2], [1, 1]])),
        (X,),
        lambda x: x[[[0, 2], [1, 1]]],
    ),
    Idiom(
        "gather out of a list",
        lambda K, i: K.gather([10.0, 20.0, 30.0], i),
        (INDICES,),
        lambda i: 10.0 * (i + 1),
    ),
    Idiom("gather out of an array", lambda K, i: K.gather(X, i), (INDICES,), lambda i: X[i]),
    Idiom(
        "gather by floats, cast",
        lambda K, x: K.gather(K.constant(V), K.cast(x, "int32")),
        (Y,),
        lambda x: V[x.astype(int)],
    ),
    Idiom(
        "gather by int64",
        lambda K, x, i: K.gather(x, i),
        (X, INDICES.astype("int64")),
        lambda x, i: x[i],
    ),
    Idiom(
        "relu with parameters",
        lambda K, x: [K.relu(x, 0.1), K.relu(x, max_value=1), K.relu(x, alpha=np.float32(0.3))],
        (X,),
        lambda x: [np.where(x > 0, x, 0.1 * x), x.clip(0, 1), np.where(x > 0, x, 0.3 * x)],
    ),
    Idiom(
        "relu with a tensor as a slope",
        lambda K, x: K.relu(x) - 0.25 * K.relu(-x),
        (X,),
        lambda x: np.where(x > 0, x, 0.25 * x),
    ),
    Idiom(
        "padding",
        lambda K, x: [K.temporal_padding(x), K.temporal_padding(x, padding=(2, 0))],
        (S,),
        lambda x: [np.pad(x, ((0, 0), p, (0, 0))) for p in ((1, 1), (2, 0))],
    ),
    Idiom(
        "signs and rounding",
        lambda K, x: [K.sign(x), K.round(x * 10), K.cast(K.cast(x, "int32"), "float32")],
        (X,),
        lambda x: [np.sign(x), np.round(x * 10), np.trunc(x)],
    ),
    Idiom(
        "floor by cast",
        lambda K, x: K.cast(K.cast(x * 10, "int32") // 2, "float32"),
        (Y,),
        lambda x: np.trunc(x * 10) // 2,
    ),
    Idiom(
        "logsumexp",
        lambda K, x: [K.logsumexp(x, axis=-1), K.logsumexp(x, axis=1, keepdims=True)],
        (S,),
        lambda x: [np.log(np.exp(x).sum(-1)), np.log(np.exp(x).sum(1, keepdims=True))],
    ),
    Idiom("eye", lambda K: [K.eye(3), K.eye(np.int64(2))], (), lambda: [np.eye(3), np.eye(2)]),
]
