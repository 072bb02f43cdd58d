"""Functions, gradients, the learning phase, settings."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import TAKEN_APART, Idiom, X, Y

ONES = np.ones((2, 3), "float32")


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


def _dtypes_of_placeholders(K: Any) -> Any:
    made = [K.placeholder((None,), dtype=each) for each in (np.int32, "int32", np.dtype("int32"))]
    return K.function(made, [made[0] + made[1] * made[2]])([np.arange(3)] * 3)


def _doubles(K: Any) -> Any:
    K.set_floatx("float64")
    try:
        x = K.placeholder((2,))
        made = K.function([x], [x / 2])([np.array([1.0, 2.0])])[0]
        return [made, K.get_value(K.zeros((2,))), K.eval(K.ones_like(K.variable([1, 2])) * 2)]
    finally:
        K.set_floatx("float32")


def _placeholders(K: Any) -> Any:
    x, y, z = (
        K.placeholder(shape=[None, 3]),
        K.placeholder(ndim=2),
        K.placeholder((2, None), name="z"),
    )
    return K.function([x, y, z], [x + y + z])([ONES, ONES, ONES])


IDIOMS = [
    Idiom(
        "doubles as floatx",
        _doubles,
        (),
        lambda: [np.array([0.5, 1]), np.zeros(2), np.ones(2) * 2],
        "float64",
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
    Idiom("placeholders of every kind", _placeholders, (), lambda: ONES * 3),
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
    Idiom("gradient by one tensor", _gradient_by_input, (X,), lambda x: [2 * x, 2 * x]),
    Idiom(
        "gradients by two tensors",
        _gradients_by_two,
        (X, Y),
        lambda x, y: [y * y / 12, 2 * x * y / 12],
    ),
    Idiom("gradient of a cube's gradient", _gradient_of_a_gradient, (X,), lambda x: 6 * x),
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
        "placeholders of dtypes of NumPy",
        _dtypes_of_placeholders,
        (),
        lambda: np.arange(3) + np.arange(3) ** 2,
        "int32",
    ),
]
