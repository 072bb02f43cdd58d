"""Functions, gradients, variables and their updates, the learning phase, random numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import TAKEN_APART, VARIABLES, Drawn, Idiom, X, Y, numbers, positive

ONES = np.ones((2, 3), "float32")
KERNEL = numbers(3, 2)
ROWS = positive(5, 3)


def _one_input(K: Any) -> Any:
    x = K.placeholder((None, 3))
    return K.function(x, x * 2)(ONES)


def _inputs_as_a_tuple(K: Any) -> Any:
    x, y = K.placeholder((None, 3)), K.placeholder((None, 3))
    return K.function((x, y), (x + y, x - y))((ONES, ONES))


def _lists(K: Any) -> Any:
    x = K.placeholder((None, 3))
    return K.function([x], [x + 1, K.sum(x)])([[[1.0, 2.0, 3.0]]])


def _computed_input(K: Any) -> Any:
    x = K.placeholder((None, 3))
    hidden = K.tanh(x) * 2
    return K.function([hidden], [hidden + 1])([ONES])


def _constant_results(K: Any) -> Any:
    return K.function([], [K.constant(2.0) * 3, K.variable([1.0, 2.0])])([])


def _number_for_a_scalar(K: Any) -> Any:
    x, rate = K.placeholder((None, 3)), K.placeholder(())
    return K.function([x, rate], [x * rate])([ONES, 0.5])


def _integers_for_floats(K: Any) -> Any:
    x = K.placeholder((None, 3))
    return K.function([x], [x / 2])([np.arange(6).reshape(2, 3)])


def _learning_phase_as_input(K: Any) -> Any:
    x = K.placeholder((None, 3))
    f = K.function([x, K.learning_phase()], [K.in_train_phase(x * 2, x)])
    return [f([ONES, 0])[0], f([ONES, 1])[0]]


def _the_phase_that_is_set(K: Any) -> Any:
    x = K.placeholder((None, 3))
    K.set_learning_phase(1)
    return K.function([x], [K.in_train_phase(x * 2, x)])([ONES])


def _phase_as_a_factor(K: Any) -> Any:
    x = K.placeholder((None, 3))
    phase = K.learning_phase()
    f = K.function([x, phase], [x * (1.0 + K.cast(phase, "float32"))])
    return [f([ONES, 0])[0], f([ONES, 1])[0]]


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


def _gradient_by_input(K: Any, x: Any) -> Any:
    return [K.gradients(K.sum(K.square(x)), x)[0], K.gradients(K.square(x), [x])[0]]


def _gradients_by_two(K: Any, x: Any, y: Any) -> Any:
    loss = K.mean(x * K.square(y))
    return K.gradients(loss, [x, y])


def _gradient_of_a_gradient(K: Any, x: Any) -> Any:
    slope = K.gradients(K.sum(x**3), x)[0]
    return K.gradients(K.sum(slope), x)[0]


def _gradient_by_what_is_computed(K: Any, x: Any) -> Any:
    hidden = K.tanh(x)
    return K.gradients(K.sum(hidden[:, 0] * hidden[:, 1]), hidden)[0]


def _by_computed_numpy(x: np.ndarray) -> np.ndarray:
    h = np.tanh(x)
    return np.stack([h[:, 1], h[:, 0], 0 * h[:, 2], 0 * h[:, 3]], 1)


def _no_gradient(K: Any) -> Any:
    x, y = K.variable([1.0]), K.variable([2.0])
    return np.array([each is None for each in K.gradients(K.sum(x), [x, y])])


def _saliency(K: Any, x: Any) -> Any:
    weight = K.gradients(K.max(K.softmax(x), axis=-1), x)[0]
    return weight / (K.sqrt(K.mean(K.square(weight))) + K.epsilon())


def _saliency_by_numpy(x: np.ndarray) -> np.ndarray:
    p = np.exp(x.astype(float)) / np.exp(x.astype(float)).sum(-1, keepdims=True)
    best = np.eye(4)[p.argmax(-1)]
    slope = p.max(-1, keepdims=True) * (best - p)
    return slope / (np.sqrt(np.mean(slope**2)) + 1e-7)


def _penalty_of_gradients(K: Any, x: Any) -> Any:
    slope = K.gradients(K.sum(K.square(x), axis=-1), x)[0]
    norm = K.sqrt(K.sum(K.square(slope), axis=np.arange(1, len(slope.shape))))
    return K.mean(K.square(1 - norm))


def _stopped(K: Any, x: Any) -> Any:
    return K.gradients(K.sum(x * K.stop_gradient(x)), x)[0]


def _straight_through(K: Any, x: Any) -> Any:
    rounded = x + K.stop_gradient(K.round(x) - x)
    return [rounded, K.gradients(K.sum(rounded * 2), x)[0]]


def _attributes(K: Any) -> Any:
    w = K.variable(np.zeros((2, 3)))
    known = [K.count_params(w), K.ndim(w), *K.int_shape(w), len(K.int_shape(w))]
    return np.array([*known, K.dtype(w) == "float32", K.is_sparse(w)], "int32")


def _dtypes_of_placeholders(K: Any) -> Any:
    made = [K.placeholder((None,), dtype=each) for each in (np.int32, "int32", np.dtype("int32"))]
    return K.function(made, [made[0] + made[1] * made[2]])([np.arange(3)] * 3)


def _noise(K: Any, x: Any) -> Any:
    return K.in_train_phase(x + K.random_normal(K.shape(x)), x, training=0) * 1


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


def _doubles(K: Any) -> Any:
    K.set_floatx("float64")
    try:
        x = K.placeholder((2,))
        made = K.function([x], [x / 2])([np.array([1.0, 2.0])])[0]
        return [made, K.get_value(K.zeros((2,))), K.eval(K.ones_like(K.variable([1, 2])) * 2)]
    finally:
        K.set_floatx("float32")


def _scoped(K: Any) -> Any:
    with K.name_scope("outer"), K.name_scope("inner"):
        return K.variable([1.0, 2.0], name="kernel") * K.constant(1.0, name="one")


def _dependent(K: Any) -> Any:
    v = K.variable(1.0)
    update = K.update_add(v, 3.0)
    with K.control_dependencies([update]):
        after = K.identity(v) * 1.0
    return [*K.function([], [after], updates=[update])([]), K.get_value(v)]


def _placeholders(K: Any) -> Any:
    x, y, z = (
        K.placeholder(shape=[None, 3]),
        K.placeholder(ndim=2),
        K.placeholder((2, None), name="z"),
    )
    return K.function([x, y, z], [x + y + z])([ONES, ONES, ONES])


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
    Idiom(
        "doubles as floatx",
        _doubles,
        (),
        lambda: [np.array([0.5, 1]), np.zeros(2), np.ones(2) * 2],
        "float64",
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
    Idiom(
        "random integers",
        lambda K: K.random_uniform((20,), 0, 10, dtype="int32"),
        (),
        lambda: Drawn((20,), 0, 9),
        "int32",
    ),
    Idiom(
        "random numbers about a tensor",
        lambda K, x: K.random_normal(K.shape(x), mean=x * 10, stddev=0.01),
        (X,),
        lambda x: Drawn((3, 4), -30, 30),
    ),
    Idiom(
        "random numbers with a deviation of a tensor",
        lambda K, x: K.random_normal(shape=K.shape(x), mean=0.0, stddev=K.exp(x)),
        (X,),
        lambda x: Drawn((3, 4), -99, 99),
    ),
    Idiom(
        "random numbers above a tensor",
        lambda K, x: K.random_uniform((5,), minval=K.min(x), maxval=9.0),
        (Y,),
        lambda x: Drawn((5,), x.min(), 9),
    ),
    Idiom(
        "random numbers of a size that is computed",
        lambda K, x: K.random_normal((K.shape(x)[0] * 2, K.shape(x)[1] + 1)),
        (X,),
        lambda x: Drawn((6, 5), -9, 9),
    ),
    Idiom(
        "random bits",
        lambda K, x: K.random_binomial(K.shape(x), p=0.5) + 0 * x,
        (positive(9, 9),),
        lambda x: Drawn((9, 9), 0, 1),
    ),
    Idiom(
        "numbers for a phase",
        lambda K: K.in_train_phase(K.constant(1.0), K.constant(0.0), training=1),
        (),
        lambda: 1,
    ),
    Idiom(
        "numbers for a switch",
        lambda K, x: K.switch(K.sum(x) > 0, lambda: 1.0, lambda: 0.0) * x,
        (Y,),
        lambda x: x,
    ),
    Idiom("dependencies", _dependent, (), lambda: [4, 4]),
    Idiom("placeholders of every kind", _placeholders, (), lambda: ONES * 3),
    Idiom(
        "updates of a layer as pairs of lists", _optimizer, (), lambda: [np.array([0.9, 1.9]), 1]
    ),
    Idiom("function of one tensor", _one_input, (), lambda: ONES * 2),
    Idiom("function of tuples", _inputs_as_a_tuple, (), lambda: [ONES * 2, ONES * 0]),
    Idiom(
        "function of nested lists",
        _lists,
        (),
        lambda: [np.array([[2, 3, 4]]), 6],
        not_in_tf_keras=TAKEN_APART,
    ),
    Idiom("function of a computed tensor", _computed_input, (), lambda: ONES + 1),
    Idiom("function without inputs", _constant_results, (), lambda: [6, np.array([1, 2])]),
    Idiom("function of a number", _number_for_a_scalar, (), lambda: ONES / 2),
    Idiom(
        "function of integers for floats",
        _integers_for_floats,
        (),
        lambda: np.arange(6).reshape(2, 3) / 2,
    ),
    Idiom("learning phase as an input", _learning_phase_as_input, (), lambda: [ONES, ONES * 2]),
    Idiom("learning phase that is set", _the_phase_that_is_set, (), lambda: ONES * 2),
    Idiom("learning phase in a computation", _phase_as_a_factor, (), lambda: [ONES, ONES * 2]),
    Idiom(
        "phases as functions",
        lambda K, x: K.in_train_phase(lambda: x * 2, lambda: x, training=True),
        (X,),
        lambda x: x * 2,
    ),
    Idiom(
        "phases as tensors",
        lambda K, x: [K.in_train_phase(x * 2, -x, training=0), K.in_test_phase(x * 2, x, 0)],
        (X,),
        lambda x: [-x, x * 2],
    ),
    Idiom(
        "phase in a placeholder",
        lambda K, x, t: K.in_train_phase(x * 2, x, training=t),
        (X, np.array(True)),
        lambda x, t: x * 2,
    ),
    Idiom("noise while training", _noise, (X,), lambda x: x),
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
    Idiom("gradient by one tensor", _gradient_by_input, (X,), lambda x: [2 * x, 2 * x]),
    Idiom(
        "gradients by two tensors",
        _gradients_by_two,
        (X, Y),
        lambda x, y: [y * y / 12, 2 * x * y / 12],
    ),
    Idiom("gradient of a gradient", _gradient_of_a_gradient, (X,), lambda x: 6 * x),
    Idiom("gradient by a computed tensor", _gradient_by_what_is_computed, (X,), _by_computed_numpy),
    Idiom("no gradient", _no_gradient, (), lambda: np.array([False, True]), "bool"),
    Idiom("saliency", _saliency, (X,), _saliency_by_numpy),
    Idiom(
        "gradient penalty",
        _penalty_of_gradients,
        (X,),
        lambda x: np.mean((1 - 2 * np.sqrt((x * x).sum(1))) ** 2),
    ),
    Idiom("stopped gradient", _stopped, (X,), lambda x: x),
    Idiom(
        "straight-through estimator",
        _straight_through,
        (X,),
        lambda x: [np.round(x), np.full_like(x, 2)],
    ),
    Idiom(
        "attributes of a variable",
        _attributes,
        (),
        lambda: np.array([6, 2, 2, 3, 2, 1, 0]),
        "int32",
    ),
    Idiom(
        "placeholders of dtypes of NumPy",
        _dtypes_of_placeholders,
        (),
        lambda: np.arange(3) + np.arange(3) ** 2,
        "int32",
    ),
    Idiom(
        "random numbers like a tensor",
        lambda K, x: K.random_normal(K.shape(x), stddev=0.1),
        (X,),
        lambda x: Drawn((3, 4), -1, 1),
    ),
    Idiom(
        "random numbers between tensors",
        lambda K, x: K.min(x) + (K.max(x) - K.min(x)) * K.random_uniform((4, 4)),
        (X,),
        lambda x: Drawn((4, 4), x.min(), x.max()),
    ),
    Idiom(
        "random numbers, their parameters of NumPy",
        lambda K: K.random_uniform((2, 3), np.float64(1), np.float32(2), seed=np.int64(3)),
        (),
        lambda: Drawn((2, 3), 1, 2),
    ),
    Idiom(
        "random numbers with a tensor as a parameter",
        lambda K, x: K.random_normal((50,), mean=K.constant(5.0), stddev=K.constant(0.1))
        + 0 * x[0, 0],
        (X,),
        lambda x: Drawn((50,), 4, 6),
    ),
    Idiom(
        "random numbers below a tensor",
        lambda K, x: K.random_uniform(K.shape(x), 0.0, K.max(x)),
        (Y,),
        lambda x: Drawn((3, 4), 0, x.max()),
    ),
    Idiom(
        "random numbers of another dtype",
        lambda K: K.random_uniform((3,), dtype=np.float64),
        (),
        lambda: Drawn((3,), 0, 1),
        "float64",
    ),
    Idiom(
        "truncated normal numbers",
        lambda K, x: K.truncated_normal(K.int_shape(x)[1:], 0.0, 0.5),
        (np.stack([X, X]),),
        lambda x: Drawn((3, 4), -1, 1),
    ),
    Idiom(
        "a mask of dropout",
        lambda K, x: K.dropout(K.ones_like(x) + x * 0, 0.5, noise_shape=(K.shape(x)[0], 1, 8)),
        (positive(16, 2, 8),),
        lambda x: Drawn((16, 2, 8), 0, 2),
    ),
    Idiom(
        "dropout of whole channels",
        lambda K, x: K.dropout(x, 0.5, (None, 1, 8)),
        (np.ones((16, 2, 8), "float32"),),
        lambda x: Drawn((16, 2, 8), 0, 2),
        ways=(VARIABLES,),
    ),
    Idiom(
        "random choice by uniform numbers",
        lambda K, x: K.cast(K.random_uniform((K.shape(x)[0], 40)) < 0.5, "float32"),
        (X,),
        lambda x: Drawn((3, 40), 0, 1),
    ),
]
