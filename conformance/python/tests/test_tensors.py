"""Tensors as Python objects."""

from __future__ import annotations

import gc
import operator
import weakref
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest


def test_a_tensor_has_shape_dtype_and_rank(K: ModuleType) -> None:
    x = K.placeholder(shape=(None, 3), dtype="float64")
    assert (x.shape, x.dtype, x.ndim) == ((None, 3), "float64", 2)


def test_a_given_name_is_kept(K: ModuleType) -> None:
    assert K.variable(1.0, name="w").name == "w"


def test_tensors_without_a_name_have_different_ones(K: ModuleType) -> None:
    assert K.zeros((1,)).name != K.zeros((1,)).name


def test_the_constraint_of_a_variable_is_kept(K: ModuleType) -> None:
    assert K.variable(1.0, constraint=abs).constraint is abs


def test_a_tensor_that_comes_back_is_the_same_object(K: ModuleType) -> None:
    phase = K.learning_phase()
    phase._uses_learning_phase = True
    assert K.learning_phase() is phase
    assert K.learning_phase()._uses_learning_phase


def test_equality_is_identity(K: ModuleType) -> None:
    x, y = K.constant(1.0), K.constant(1.0)
    assert x == x
    assert x != y
    assert len({x, y, x}) == 2
    assert x in [y, x]


def test_a_tensor_without_references_is_released(K: ModuleType) -> None:
    found = weakref.ref(K.zeros((2,)))
    gc.collect()
    assert found() is None


def test_a_dying_object_of_a_tensor_is_not_reused(K: ModuleType) -> None:
    """Code that gets the learning phase while its object is being destroyed receives another object of the same tensor."""
    seen = []

    class Last:
        def __del__(self) -> None:
            seen.append(K.learning_phase())

    phase = K.learning_phase()
    phase.last = Last()
    number = phase.number
    del phase
    assert [tensor.number for tensor in seen] == [number]
    assert seen[0] is K.learning_phase()
    assert not hasattr(seen[0], "last")


def test_a_cycle_through_an_attribute_is_released(K: ModuleType) -> None:
    x = K.zeros((2,))
    x._keras_history = [x]
    found = weakref.ref(x)
    del x
    gc.collect()
    assert found() is None


@pytest.mark.parametrize(
    "act", [len, iter, bool, np.asarray, float, list], ids=lambda act: act.__name__
)
def test_a_tensor_is_not_a_sequence_number_or_array(K: ModuleType, act: object) -> None:
    with pytest.raises(TypeError):
        act(K.placeholder(shape=(2,)))  # type: ignore[operator]


OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv]
COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge]
X = np.array([[1.0, -2.0, 0.5], [3.0, 4.0, -6.0]], "float32")


@pytest.mark.parametrize(
    "other", [2.0, 3, [1.0, 2.0, 4.0], np.array([[2.0], [4.0]]), np.float32(0.5)], ids=repr
)
@pytest.mark.parametrize("act", [*OPERATORS, *COMPARISONS], ids=lambda act: act.__name__)
def test_an_operator_with_a_value_on_either_side(K: ModuleType, act: object, other: object) -> None:
    x = K.constant(X)
    like = np.asarray(other, "float32")
    np.testing.assert_array_equal(K.eval(act(x, other)), act(X, like))  # type: ignore[operator]
    np.testing.assert_array_equal(K.eval(act(other, x)), act(like, X))  # type: ignore[operator]


@pytest.mark.parametrize("act", [*OPERATORS, *COMPARISONS], ids=lambda act: act.__name__)
def test_an_operator_with_two_tensors(K: ModuleType, act: object) -> None:
    y = np.float32(2) - X
    np.testing.assert_array_equal(K.eval(act(K.constant(X), K.constant(y))), act(X, y))  # type: ignore[operator]


def test_powers_products_negation_and_absolute_values(K: ModuleType) -> None:
    x = K.constant(X)
    np.testing.assert_allclose(K.eval(x**2), X**2)
    np.testing.assert_allclose(K.eval(2.0**x), 2.0**X, rtol=1e-6)
    np.testing.assert_allclose(K.eval(x @ K.transpose(x)), X @ X.T)
    np.testing.assert_array_equal(K.eval(-x), -X)
    np.testing.assert_array_equal(K.eval(abs(x)), abs(X))


def test_an_augmented_assignment_makes_a_new_tensor(K: ModuleType) -> None:
    variable = w = K.variable([1.0])
    w *= 2.0
    assert w is not variable
    assert K.get_value(variable) == [1]


def test_an_integer_tensor_refuses_an_array_of_floats(K: ModuleType) -> None:
    with pytest.raises(TypeError):
        K.constant([1, 2], dtype="int32") + np.array([0.5, 0.5])


KEYS = [
    np.s_[0],
    np.s_[-1],
    np.s_[1, 2],
    np.s_[:, 1:3],
    np.s_[:, -2:],
    np.s_[:-1],
    np.s_[-3:-1],
    np.s_[..., 0],
    np.s_[..., None],
    np.s_[None, :, None, 1],
    np.s_[:, ::-1],
    np.s_[2:0:-1],
    np.s_[::2, ::3],
    np.s_[5:2],
    np.s_[1:100],
    np.s_[np.int64(1)],
    np.s_[()],
    np.array([2, 0]),
    [1, 1],
]
Y = np.arange(24.0, dtype="float32").reshape(3, 4, 2)


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_a_subscript_agrees_with_numpy(K: ModuleType, key: object) -> None:
    np.testing.assert_array_equal(K.eval(K.constant(Y)[key]), Y[key])


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_a_subscript_with_unknown_sizes(K: ModuleType, key: object) -> None:
    x = K.placeholder(ndim=3)
    [found] = K.function([x], [x[key]])([Y])
    np.testing.assert_array_equal(found, Y[key])


@pytest.mark.parametrize("step", [None, 2, -1, -3])
@pytest.mark.parametrize(("start", "stop"), [(0, 3), (2, -1), (-3, 9), (-9, -2), (3, 1)])
@pytest.mark.parametrize("size", [None, 4])
def test_a_slice_between_tensors(
    K: ModuleType, size: int | None, start: int, stop: int, step: int | None
) -> None:
    x = K.placeholder((3, size, 2))
    a, b = K.placeholder((), dtype="int32"), K.placeholder((), dtype="int64")
    compiled = K.function([x, a, b], [x[:, a:b:step], x[0, a::step], x[..., :b:step, 1]])
    found = compiled([Y, start, stop])
    expected = [Y[:, start:stop:step], Y[0, start::step], Y[..., :stop:step, 1]]
    for one, other in zip(found, expected):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("place", [0, 2, -1])
def test_a_tensor_among_subscripts_is_an_index(K: ModuleType, place: int) -> None:
    x, i = K.placeholder(ndim=3), K.placeholder((), dtype="int32")
    [found, listed] = K.function([x, i], [x[:, i, None], x[[slice(None), i]]])([Y, place])
    np.testing.assert_array_equal(found, Y[:, place, None])
    np.testing.assert_array_equal(listed, Y[:, place])


def test_a_subscript_by_a_tensor_selects(K: ModuleType) -> None:
    found = K.constant(Y)[K.constant([2, 0], dtype="int32")]
    np.testing.assert_array_equal(K.eval(found), Y[[2, 0]])


def test_a_subscript_has_a_gradient(K: ModuleType) -> None:
    x = K.variable(Y)
    [gradient] = K.gradients(K.sum(x[1, ::-1, :1] * 3.0), [x])
    expected = np.zeros_like(Y)
    expected[1, :, 0] = 3
    np.testing.assert_array_equal(K.eval(gradient), expected)


@pytest.mark.parametrize(
    ("key", "error"),
    [
        (3, IndexError),
        (np.s_[0, 0, 0, 0], IndexError),
        (np.s_[..., ...], IndexError),
        (True, TypeError),
        (0.5, TypeError),
        ("x", TypeError),
        (slice("a"), TypeError),
    ],
    ids=repr,
)
def test_a_wrong_subscript_is_refused(K: ModuleType, key: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        K.constant(Y)[key]


def test_the_editions_without_slice_have_subscripts(K: ModuleType) -> None:
    edition = __import__(f"{K.__name__}.ja", fromlist=["eval"])
    np.testing.assert_array_equal(edition.eval(edition.constant(Y)[1, :2]), Y[1, :2])


@pytest.mark.parametrize("act", [operator.floordiv, operator.mod])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "float16", "float64"])
def test_floor_division_and_remainder_agree_with_numpy(
    K: ModuleType, act: Callable[..., Any], dtype: str
) -> None:
    numbers = np.random.RandomState(1)
    x, y = numbers.randint(0, 100, (2, 60))
    if dtype != "uint8":
        x, y = x - 50, np.where(y % 2, y, -y)
    if dtype == "int64":
        x[:20], y[:10] = numbers.randint(-(2**62), 2**62, 20), numbers.randint(1, 2**40, 10)
    x, y = x.astype(dtype), np.where(y == 0, 7, y).astype(dtype)
    of_tensors = act(K.constant(x, dtype=dtype), K.constant(y, dtype=dtype))
    assert np.array_equal(K.eval(of_tensors), act(x, y))
    assert np.array_equal(K.eval(act(K.constant(x, dtype=dtype), 7)), act(x, np.array(7, dtype)))
    assert np.array_equal(K.eval(act(7, K.constant(y, dtype=dtype))), act(np.array(7, dtype), y))


def test_floor_division_keeps_whole_floats(K: ModuleType) -> None:
    x = np.array([1e30, -1e30, np.nan, np.inf, -0.5, 8388609.0], "float32")
    assert np.array_equal(K.eval(K.constant(x) // 1.0), np.floor(x), equal_nan=True)


@pytest.mark.parametrize("act", [operator.and_, operator.or_, operator.xor])
def test_a_logical_operator_agrees_with_numpy(K: ModuleType, act: Callable[..., Any]) -> None:
    x, y = np.array([True, True, False, False]), np.array([True, False, True, False])
    a, b = K.constant(x, dtype="bool"), K.constant(y, dtype="bool")
    for one, other in ((a, b), (a, y), (x.tolist(), b), (a, True)):
        expected = act(x, True if other is True else y)
        assert K.eval(act(one, other)).tolist() == expected.tolist()
    assert K.eval(~a).tolist() == (~x).tolist()


def test_logical_operators_are_for_bools(K: ModuleType) -> None:
    with pytest.raises(TypeError, match="take tensors of dtype bool, not int32"):
        _ = K.constant([1, 2], dtype="int32") & 1
