"""Variables, their values and their updates."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import Idiom, numbers, positive

ONES = np.ones((2, 3), "float32")


KERNEL = numbers(3, 2)


ROWS = positive(5, 3)


def _updates_as_pairs(K: Any) -> Any:
    x, total = K.placeholder((None, 3)), K.variable(np.zeros(3))
    f = K.function([x], [K.sum(x)], updates=[(total, total + K.sum(x, axis=0))])
    f([ONES])
    f([ONES * 2])
    return K.get_value(total)


def _updates_by_function(K: Any) -> Any:
    x, total, count = K.placeholder((None, 3)), K.variable(0.0), K.variable(0, dtype="int32")
    f = K.function([x], [K.mean(x)], [K.update_add(total, K.sum(x)), K.update_add(count, 1)])
    for _ in range(3):
        f([ONES])
    return [K.get_value(total), K.cast(K.get_value(count), "float32")]


def _moving_average(K: Any) -> Any:
    x, mean = K.placeholder((None, 3)), K.variable(np.ones(3))
    f = K.function([x], [x * 2], [K.update(mean, mean * 0.9 + K.mean(x, axis=0) * (1 - 0.9))])
    f([ONES * 3])
    return K.get_value(mean)


def _descent(K: Any) -> Any:
    w, rate = K.variable(np.zeros((3, 2)), name="w"), K.variable(0.1)
    loss = K.mean(K.square(K.dot(K.constant(ROWS), w) - K.constant(ROWS @ KERNEL)))
    [slope] = K.gradients(loss, [w])
    step = K.function([], [loss], updates=[K.update(w, w - rate * slope)])
    losses = [float(step([])[0]) for _ in range(100)]
    return np.float32(losses[-1] < losses[0] / 4)


def _velocity(K: Any) -> Any:
    w = K.variable([1.0, 2.0])
    m = K.zeros(K.int_shape(w))
    slope = K.gradients(K.sum(K.square(w)), w)[0]
    v = 0.9 * m - 0.1 * slope
    f = K.function([], [K.sum(slope)], updates=[K.update(m, v), K.update(w, w + v)])
    f([])
    return K.batch_get_value([w, m])


def _set_values(K: Any) -> Any:
    w, rate, count = K.variable([1.0, 2.0]), K.variable(0.1), K.variable(3, dtype="int32")
    K.set_value(w, [3, 4])
    K.set_value(rate, K.get_value(rate) * 0.5)
    K.batch_set_value([(count, 7)])
    return [K.get_value(w), K.get_value(rate), K.get_value(count)]


def _values_of_other_dtypes(K: Any) -> Any:
    v = K.variable(np.zeros(3))
    K.set_value(v, np.arange(3))
    first = K.get_value(v)
    K.set_value(v, np.full(3, 0.5))
    K.set_value(v, K.get_value(v) + np.float64(1))
    return [first, K.get_value(v)]


def _attributes(K: Any) -> Any:
    w = K.variable(np.zeros((2, 3)))
    known = [K.count_params(w), K.ndim(w), *K.int_shape(w), len(K.int_shape(w))]
    return np.array([*known, K.dtype(w) == "float32", K.is_sparse(w)], "int32")


def _updates_by_values(K: Any) -> Any:
    v, n, w = K.variable([1.0, 2.0]), K.variable(1.0), K.variable([1.0, 2.0])
    K.function(
        [],
        [n * 1],
        [K.update(v, np.array([3.0, 4.0])), K.update(n, 5.0), K.update_sub(w, [1.0, 1.0])],
    )([])
    return K.batch_get_value([v, n, w])


def _integers_by_floats(K: Any) -> Any:
    v, n = K.variable([1, 2], dtype="int32"), K.variable(0, dtype="int32")
    K.set_value(v, np.array([3.0, 4.0]))
    K.batch_set_value([(n, 7.0)])
    return [K.get_value(v), K.get_value(n)]


def _scoped(K: Any) -> Any:
    with K.name_scope("outer"), K.name_scope("inner"):
        return K.variable([1.0, 2.0], name="kernel") * K.constant(1.0, name="one")


def _dependent(K: Any) -> Any:
    v = K.variable(1.0)
    update = K.update_add(v, 3.0)
    with K.control_dependencies([update]):
        after = K.identity(v) * 1.0
    return [*K.function([], [after], updates=[update])([]), K.get_value(v)]


def _optimizer(K: Any) -> Any:
    w, count = K.variable([1.0, 2.0]), K.variable(0, dtype="int64")
    rate = 0.1 * (1.0 / (1.0 + 0.0 * K.cast(count, K.dtype(w))))
    updates = [K.update_add(count, 1)]
    for p, slope in zip([w], K.gradients(K.sum(w), [w])):
        updates.append(K.update(p, p - rate * slope))
    K.function([], [K.sum(w)], updates=updates)([])
    return [K.get_value(w), K.cast(count, "float32")]


IDIOMS = [
    Idiom(
        "updates by arrays and numbers",
        _updates_by_values,
        (),
        lambda: [np.array([3, 4]), 5, np.array([0, 1])],
    ),
    Idiom(
        "integers that are set by floats",
        _integers_by_floats,
        (),
        lambda: [np.array([3, 4]), 7],
        "int32",
    ),
    Idiom("variables of a scope", _scoped, (), lambda: np.array([1, 2])),
    Idiom(
        "a variable of a tensor",
        lambda K: K.variable(K.constant([1.0, 2.0]) * 2),
        (),
        lambda: np.array([2, 4]),
    ),
    Idiom(
        "variables of dtypes",
        lambda K: [K.variable(3, dtype="int64"), K.variable(np.array([1, 2]), "int64")],
        (),
        lambda: [3, np.array([1, 2])],
        "int64",
    ),
    Idiom("dependencies", _dependent, (), lambda: [4, 4]),
    Idiom(
        "updates of a layer as pairs of lists", _optimizer, (), lambda: [np.array([0.9, 1.9]), 1]
    ),
    Idiom("updates as pairs", _updates_as_pairs, (), lambda: np.full(3, 6.0)),
    Idiom("updates by function", _updates_by_function, (), lambda: [18, 3]),
    Idiom("moving average", _moving_average, (), lambda: np.full(3, 1.2)),
    Idiom("gradient descent", _descent, (), lambda: 1),
    Idiom("momentum", _velocity, (), lambda: [np.array([0.8, 1.6]), np.array([-0.2, -0.4])]),
    Idiom(
        "values that are set",
        _set_values,
        (),
        lambda: [np.array([3, 4]), 0.05, 7],
        ("float32", "float32", "int32"),
    ),
    Idiom(
        "values of other dtypes",
        _values_of_other_dtypes,
        (),
        lambda: [np.arange(3), np.full(3, 1.5)],
    ),
    Idiom(
        "attributes of a variable",
        _attributes,
        (),
        lambda: np.array([6, 2, 2, 3, 2, 1, 0]),
        "int32",
    ),
]
