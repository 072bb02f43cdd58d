"""Python functions as arguments: steps, branches, and their exceptions."""

from __future__ import annotations

import traceback
from types import ModuleType

import numpy as np
import pytest


def test_a_step_sees_tensors(K: ModuleType) -> None:
    seen: list[tuple] = []

    def step(x: object, states: list) -> tuple:
        seen.append((type(x).__name__, x.shape, type(states)))  # type: ignore[attr-defined]
        return x + states[0], [x + states[0]]  # type: ignore[operator]

    x = np.arange(12.0).reshape(1, 4, 3)
    last, outputs, [state] = K.rnn(step, K.constant(x), [K.zeros((1, 3))])
    np.testing.assert_allclose(K.eval(outputs), x.cumsum(axis=1))
    np.testing.assert_allclose(K.eval(last), K.eval(state))
    assert set(seen) == {("Tensor", (1, 3), list)}


def test_an_unknown_number_of_steps(K: ModuleType) -> None:
    x = K.placeholder(shape=(None, None, 3))
    last, _, _ = K.rnn(lambda i, s: (i + s[0], [i + s[0]]), x, [K.zeros_like(x[:, 0])])
    given = np.arange(24.0, dtype="float32").reshape(2, 4, 3)
    np.testing.assert_allclose(K.function([x], [last])([given])[0], given.sum(axis=1))


def test_folds_and_maps(K: ModuleType) -> None:
    x = K.constant([1.0, 2.0, 3.0])
    assert K.eval(K.foldl(lambda a, b: a * 2.0 + b, x)) == 11
    assert K.eval(K.foldr(lambda a, b: a * 2.0 + b, x)) == 17
    np.testing.assert_array_equal(K.eval(K.map_fn(lambda e: e * e, x)), [1, 4, 9])


def test_branches_may_be_functions(K: ModuleType) -> None:
    flag = K.placeholder(shape=(), dtype="bool")
    chosen = K.switch(flag, lambda: K.constant([1.0]), lambda: K.constant([2.0]))
    assert K.function([flag], [chosen])([np.array(False)])[0] == [2]


def test_a_callable_object_is_a_function(K: ModuleType) -> None:
    class Square:
        def __call__(self, x: object) -> object:
            return K.square(x)

    np.testing.assert_array_equal(K.eval(K.map_fn(Square(), K.constant([2.0]))), [4])


class _Own(Exception):
    pass


def test_an_exception_passes_through_with_its_place(K: ModuleType) -> None:
    def step(x: object) -> object:
        raise _Own("here")

    with pytest.raises(_Own, match="here") as caught:
        K.map_fn(step, K.zeros((2, 3)))
    assert any(frame.name == "step" for frame in traceback.extract_tb(caught.tb))


def test_an_exception_in_a_call_of_a_compiled_function_passes_through(K: ModuleType) -> None:
    def step(x: object, states: list) -> tuple:
        raise _Own("later")

    x = K.placeholder(ndim=3)
    with pytest.raises(_Own, match="later"):
        last, _, _ = K.rnn(step, x, [K.zeros((1, 3))])
        K.function([x], [last])([np.zeros((1, 2, 3))])


def test_an_interrupt_passes_through(K: ModuleType) -> None:
    def step(x: object) -> object:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        K.map_fn(step, K.zeros((2, 3)))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda K: K.reshape(K.zeros((2, 3)), (4,)), ValueError),
        (lambda K: K.softmax("x"), TypeError),
        (lambda K: K.pool2d(K.zeros((1, 4, 4, 1)), (2, 2), pool_mode="middle"), ValueError),
        (lambda K: K.softmax(), TypeError),
        (lambda K: K.softmax(K.zeros((2,)), nonsense=1), TypeError),
    ],
    ids=["value", "type", "mode", "missing", "unknown"],
)
def test_an_invalid_call_raises_the_documented_exception(
    K: ModuleType, call: object, error: type[Exception]
) -> None:
    with pytest.raises(error):
        call(K)  # type: ignore[operator]
