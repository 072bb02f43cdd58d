"""Arguments by the names that Keras documents."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import Drawn, Idiom, S, X, Y, integers, numbers

I = integers(5, 3, 2)  # noqa: E741
IMAGE = numbers(2, 4, 4, 1)
KERNEL = np.array([[1.0, 0.5], [0.0, -1.0]], "float32")[:, :, None, None]


def _rnn(K: Any, x: Any) -> Any:
    last, outputs, states = K.rnn(
        step_function=lambda x, states: (x + states[0], [x + states[0]]),
        inputs=x,
        initial_states=[K.zeros_like(x[:, 0])],
        go_backwards=False,
        mask=None,
        constants=None,
        unroll=False,
        input_length=None,
    )
    return [last, outputs, states[0]]


def _function(K: Any) -> Any:
    x, w = (
        K.placeholder(shape=(None, 2), ndim=None, dtype="float32", name="x"),
        K.variable(value=[1.0, 2.0], name="w"),
    )
    loss = K.sum(x=x * w, axis=None, keepdims=False)
    slopes = K.gradients(loss=loss, variables=[w])
    f = K.function(inputs=[x], outputs=[loss, *slopes], updates=[K.update(x=w, new_x=w * 2)])
    return [*f([np.ones((1, 2))]), *f(inputs=[np.ones((1, 2))])]


def _updates(K: Any) -> Any:
    v = K.variable(1.0)
    updates = [K.update_add(x=v, increment=2.0)]
    K.function([], [v * 1], updates)([])
    K.function([], [v * 1], [K.update_sub(x=v, decrement=0.5)])([])
    before = K.get_value(x=v)
    K.set_value(x=v, value=9.0)
    K.batch_set_value(tuples=[(v, K.get_value(v) + 1)])
    return [before, K.get_value(v)]


def _correlated(x: np.ndarray) -> np.ndarray:
    k = KERNEL[:, :, 0, 0]
    return sum(k[i, j] * x[:, i : 3 + i, j : 3 + j] for i in range(2) for j in range(2))


IDIOMS = [
    Idiom(
        "keywords of reductions",
        lambda K, x: [K.sum(x=x, axis=1), K.mean(x=x, axis=-1, keepdims=True), K.prod(x=x, axis=0)],
        (S,),
        lambda x: [x.sum(1), x.mean(-1, keepdims=True), x.prod(0)],
    ),
    Idiom(
        "keywords of concatenate and stack",
        lambda K, x: [K.concatenate(tensors=[x, x], axis=0), K.stack(x=[x, x], axis=1)],
        (X,),
        lambda x: [np.concatenate([x, x]), np.stack([x, x], 1)],
    ),
    Idiom(
        "keywords of shapes",
        lambda K, x: [
            K.reshape(x=x, shape=(-1, 12)),
            K.tile(x=x, n=[1, 1, 2]),
            K.permute_dimensions(x=x, pattern=(0, 2, 1)),
        ],
        (S,),
        lambda x: [x.reshape(-1, 12), np.tile(x, [1, 1, 2]), x.transpose(0, 2, 1)],
    ),
    Idiom(
        "keywords of axes",
        lambda K, x: [
            K.expand_dims(x=x, axis=1),
            K.squeeze(x=x[:, :1], axis=1),
            K.reverse(x=x, axes=[1]),
        ],
        (S,),
        lambda x: [x[:, None], x[:, 0], x[:, ::-1]],
    ),
    Idiom(
        "keywords of repeat",
        lambda K, x: [K.repeat(x=x, n=2), K.stack([K.repeat_elements(x=x, rep=2, axis=1)] * 2, 1)],
        (X,),
        lambda x: [np.stack([x] * 2, 1), np.stack([x.repeat(2, 1)] * 2, 1)],
    ),
    Idiom(
        "keywords of one_hot",
        lambda K, i: K.one_hot(indices=i, num_classes=5),
        (I,),
        lambda i: np.eye(5)[i],
    ),
    Idiom(
        "keywords of gather",
        lambda K, x, i: K.gather(reference=x, indices=i),
        (X, np.array([2, 1], "int32")),
        lambda x, i: x[i],
    ),
    Idiom(
        "keywords of switch",
        lambda K, x: K.switch(condition=x > 0, then_expression=x, else_expression=x * 2),
        (X,),
        lambda x: np.where(x > 0, x, 2 * x),
    ),
    Idiom(
        "keywords of clip",
        lambda K, x: K.clip(x=x, min_value=-0.5, max_value=0.5),
        (X,),
        lambda x: x.clip(-0.5, 0.5),
    ),
    Idiom(
        "keywords of two operands",
        lambda K, x, y: [K.maximum(x=x, y=y), K.pow(x=y, a=2), K.cast(K.less(x=x, y=y), "float32")],
        (X, Y),
        lambda x, y: [np.maximum(x, y), y * y, x < y],
    ),
    Idiom(
        "keywords of cast", lambda K, x: K.cast(x=x, dtype="float64"), (X,), lambda x: x, "float64"
    ),
    Idiom(
        "keywords of products",
        lambda K, x, y: [
            K.dot(x=x, y=K.transpose(y)),
            K.batch_dot(x=x, y=y, axes=1),
        ],
        (X, Y),
        lambda x, y: [x @ y.T, (x * y).sum(1, keepdims=True)],
    ),
    Idiom(
        "keywords of phases",
        lambda K, x: K.in_train_phase(x=x, alt=x * 2, training=0),
        (X,),
        lambda x: x * 2,
    ),
    Idiom("keywords of functions", _function, (), lambda: [3, np.ones(2), 6, np.ones(2)]),
    Idiom("keywords of updates", _updates, (), lambda: [2.5, 10]),
    Idiom("keywords of rnn", _rnn, (S,), lambda x: [x.sum(1), x.cumsum(1), x.sum(1)]),
    Idiom(
        "keywords of map_fn and folds",
        lambda K, x: [
            K.map_fn(fn=lambda r: r * 2, elems=x, name=None, dtype=None),
            K.foldl(fn=lambda a, r: a + r, elems=x, initializer=None),
            K.foldr(fn=lambda a, r: a + r, elems=x, initializer=K.zeros_like(x[0])),
        ],
        (X,),
        lambda x: [x * 2, x.sum(0), x.sum(0)],
    ),
    Idiom(
        "keywords of constants",
        lambda K: [
            K.constant(value=1, dtype="float32", shape=(2,), name="c"),
            K.zeros(shape=(2,), dtype="float32", name="z"),
            K.eye(size=2, dtype="float32", name="e"),
            K.ones(shape=[1], name="o"),
        ],
        (),
        lambda: [np.ones(2), np.zeros(2), np.eye(2), np.ones(1)],
    ),
    Idiom(
        "keywords of arange",
        lambda K: K.arange(start=1, stop=9, step=3, dtype="float32"),
        (),
        lambda: np.arange(1, 9, 3),
    ),
    Idiom(
        "keywords of random numbers",
        lambda K: [
            K.random_uniform(shape=(2, 3), minval=1.0, maxval=2.0, dtype="float32", seed=1),
            K.random_normal(shape=(2, 3), mean=0.0, stddev=1.0, dtype=None, seed=None),
            K.truncated_normal(shape=(2, 3), mean=0.0, stddev=1.0),
        ],
        (),
        lambda: [Drawn((2, 3), 1, 2), Drawn((2, 3), -9, 9), Drawn((2, 3), -2, 2)],
    ),
    Idiom(
        "keywords of activations",
        lambda K, x: [
            K.relu(x=x, alpha=0.1, max_value=None, threshold=0.0),
            K.elu(x=x, alpha=1.0),
            K.softplus(x=x),
            K.softmax(x=x, axis=-1),
            K.l2_normalize(x=x, axis=1),
        ],
        (X,),
        lambda x: [
            np.where(x > 0, x, x * 0.1),
            np.where(x > 0, x, np.exp(x) - 1),
            np.log1p(np.exp(x)),
            np.exp(x) / np.exp(x).sum(-1, keepdims=True),
            x / np.sqrt((x * x).sum(1, keepdims=True)),
        ],
    ),
    Idiom(
        "keywords of crossentropies",
        lambda K, x, y: [
            K.binary_crossentropy(target=y, output=x, from_logits=True),
            K.categorical_crossentropy(target=K.softmax(y), output=x, from_logits=True, axis=-1),
        ],
        (X, Y),
        lambda x, y: [
            np.log1p(np.exp(x)) - x * y,
            (
                np.exp(y)
                / np.exp(y).sum(-1, keepdims=True)
                * -np.log(np.exp(x) / np.exp(x).sum(-1, keepdims=True))
            ).sum(-1),
        ],
    ),
    Idiom(
        "keywords of convolutions",
        lambda K, x: [
            K.conv2d(
                x=x,
                kernel=K.constant(KERNEL),
                strides=(1, 1),
                padding="valid",
                data_format=None,
                dilation_rate=(1, 1),
            ),
            K.depthwise_conv2d(x=x, depthwise_kernel=K.constant(KERNEL)),
        ],
        (IMAGE,),
        lambda x: [_correlated(x)] * 2,
    ),
    Idiom(
        "keywords of pooling",
        lambda K, x: [
            K.pool2d(
                x=x,
                pool_size=(2, 2),
                strides=(2, 2),
                padding="valid",
                data_format="channels_last",
                pool_mode="max",
            ),
            K.pool2d(x, (2, 2), strides=(2, 2), pool_mode="avg"),
            -K.pool2d(-x, (2, 2), (2, 2)),
        ],
        (IMAGE,),
        lambda x: [f(x.reshape(2, 2, 2, 2, 2, 1), axis=(2, 4)) for f in (np.max, np.mean, np.min)],
    ),
    Idiom(
        "keywords of bias_add and batch_normalization",
        lambda K, x: [
            K.bias_add(x=x, bias=K.constant([1.0, 2, 3, 4]), data_format=None),
            K.batch_normalization(
                x=x,
                mean=K.mean(x, 0),
                var=K.var(x, 0),
                beta=K.zeros((4,)),
                gamma=K.ones((4,)),
                epsilon=0.01,
            ),
        ],
        (X,),
        lambda x: [x + np.arange(1, 5), (x - x.mean(0)) / np.sqrt(x.var(0) + 0.01)],
    ),
    Idiom(
        "keywords of dropout",
        lambda K, x: K.dropout(x=x, level=0.5, noise_shape=None, seed=3),
        (np.ones((16, 16), "float32"),),
        lambda x: Drawn((16, 16), 0, 2),
    ),
]
