"""Compiled functions: the memory of arrays, and the objects that a function keeps alive."""

from __future__ import annotations

import gc
from types import ModuleType

import numpy as np
import pytest


def test_inputs_are_read_in_place(K: ModuleType) -> None:
    x = K.placeholder(shape=(None,))
    f = K.function([x], [K.sum(x)])
    given = np.zeros(1000, "float32")
    f([given])
    given[:] = 1
    assert f([given]) == [1000]


def test_an_input_that_is_an_output_is_copied(K: ModuleType) -> None:
    x = K.placeholder(shape=(3,))
    given = np.ones(3, "float32")
    [back] = K.function([x], [x])([given])
    back += 1
    np.testing.assert_array_equal(given, [1, 1, 1])


@pytest.mark.parametrize("pair", [True, False], ids=["pair", "update"])
def test_a_variable_that_was_assigned_an_input_keeps_its_value(K: ModuleType, pair: bool) -> None:
    x, v = K.placeholder(shape=(3,)), K.variable(np.zeros(3))
    given = np.ones(3, "float32")
    K.function([x], [], updates=[(v, x) if pair else K.update(v, x)])([given])
    given[:] = 7
    np.testing.assert_array_equal(K.get_value(v), [1, 1, 1])


def test_an_update_after_such_an_assignment_does_not_change_the_input(K: ModuleType) -> None:
    x, v = K.placeholder(shape=(3,)), K.variable(np.zeros(3))
    given = np.ones(3, "float32")
    K.function([x], [], updates=[K.update(v, x)])([given])
    K.function([], [], updates=[K.update_add(v, K.constant([1.0, 1.0, 1.0]))])([])
    np.testing.assert_array_equal(given, [1, 1, 1])


def test_results_of_earlier_calls_stay(K: ModuleType) -> None:
    x = K.placeholder(shape=(3,))
    f = K.function([x], [x * 2.0])
    [first] = f([np.ones(3, "float32")])
    f([np.zeros(3, "float32")])
    np.testing.assert_array_equal(first, [2, 2, 2])


def test_results_are_writable(K: ModuleType) -> None:
    x = K.placeholder(shape=(3,))
    [result] = K.function([x], [x * 2.0])([np.ones(3)])
    result += 1
    np.testing.assert_array_equal(result, [3, 3, 3])


def test_read_only_inputs_are_fine(K: ModuleType) -> None:
    given = np.ones(3, "float32")
    given.flags.writeable = False
    x = K.placeholder(shape=(3,))
    np.testing.assert_array_equal(K.function([x], [x + 1.0])([given])[0], [2, 2, 2])


def test_inputs_are_released_after_the_call(K: ModuleType) -> None:
    x = K.placeholder(shape=(None,))
    f = K.function([x], [x + 1.0])
    given = bytearray(12)
    f([np.frombuffer(given, "float32")])
    f([np.zeros(5, "float32")])
    gc.collect()
    given.extend(b"1234")  # raises if the memory is still in use


def test_a_function_outlives_its_session(K: ModuleType) -> None:
    x, v = K.placeholder(shape=(2,)), K.variable([1.0, 2.0])
    f = K.function([x], [x * v + K.random_uniform((2,)) * 0.0])
    del x, v
    K.kassay_reset()
    gc.collect()
    np.testing.assert_array_equal(f([np.ones(2)])[0], [1, 2])


def test_a_wrong_input_is_named(K: ModuleType) -> None:
    x = K.placeholder(shape=(2,))
    f = K.function([x], [x])
    with pytest.raises(ValueError, match=r"inputs\[0\]"):
        f([np.zeros(3)])
    with pytest.raises(TypeError):
        f(np.zeros(2))
