"""kassay.compare: the verdict of the suite on one answer."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

import kassay

X = np.random.default_rng(1).normal(size=(3, 7)).astype("float32")


def test_a_right_answer_passes(K: ModuleType) -> None:
    found = kassay.compare(K.softmax(K.constant(X), axis=0), K.softmax, X, axis=0)
    assert found and found.verdict == "pass" and 0 < found.margin < 1 and found.reading is None
    np.testing.assert_allclose(found.expected.sum(axis=0), np.ones(7))


def test_a_misreading_is_named(K: ModuleType) -> None:
    found = kassay.compare(K.softmax(K.constant(X)), K.softmax, X, axis=0)
    assert (found.verdict, found.reading) == ("fail", "axis-ignored")
    assert "the reading axis-ignored: The last dimension is used, regardless of axis." in str(found)


def test_an_accepted_reading_passes_as_such() -> None:
    # A size of -1 means the rest, or, by the formula, from 1 to 1 + -1.
    found = kassay.compare(X[:, 1:0], "slice", X, (0, 1), (3, -1))
    assert found and (found.verdict, found.reading) == ("pass-accepted", "formula-for-minus-one")


def test_a_wrong_element_is_found() -> None:
    wrong = np.maximum(X, 0)
    wrong[2, 3] += 1
    found = kassay.compare(wrong, "relu", X)
    assert not found and found.reading is None and found.index == (2, 3)


def test_an_error_above_the_limit_fails() -> None:
    """sqrt(2) may be off by one unit in the last place, not by eight."""
    right = np.sqrt(np.array([2.0], "float32"))
    assert kassay.compare(right, "sqrt", np.array([2.0], "float32"))
    beyond = right
    for _ in range(8):
        beyond = np.nextafter(beyond, np.float32(2))
    assert not kassay.compare(beyond, "sqrt", np.array([2.0], "float32"))


@pytest.mark.parametrize(
    ("actual", "difference"),
    [
        (np.zeros((3, 7)), "the dtype is float64 and must be float32"),
        (np.zeros((3, 6), "float32"), r"the shape is (3, 6) and must be (3, 7)"),
    ],
    ids=["dtype", "shape"],
)
def test_another_dtype_or_shape_is_named(actual: np.ndarray, difference: str) -> None:
    found = kassay.compare(actual, "tanh", X)
    assert not found and found.difference == difference and difference in str(found)


def test_nan_fails() -> None:
    assert not kassay.compare(np.full((3, 7), np.nan, "float32"), "tanh", X)


def test_the_function_determines_the_edition() -> None:
    import kassay.reference.ja as ja

    target, output = np.eye(3, dtype="float32"), np.full((3, 3), 1 / 3, "float32")
    loss = ja.categorical_crossentropy(ja.constant(output), ja.constant(target))
    assert kassay.compare(loss, ja.categorical_crossentropy, output, target)


def test_a_function_with_several_results(K: ModuleType) -> None:
    arguments = (X, np.ones(7, "float32"), np.zeros(7, "float32"), [0])
    answer = K.normalize_batch_in_training(*map(K.constant, arguments[:3]), arguments[3])
    found = kassay.compare(answer, K.normalize_batch_in_training, *arguments)
    assert found and len(found.expected) == 3


def test_lists_of_tensors_and_plain_values(K: ModuleType) -> None:
    assert kassay.compare(np.concatenate([X, X], axis=-1), K.concatenate, [X, X])
    assert kassay.compare((3, 7), K.int_shape, X)
    assert not kassay.compare((7, 3), K.int_shape, X)


@pytest.mark.parametrize(
    ("function", "arguments", "error", "words"),
    [
        ("softmax", (X, 5), ValueError, "must raise an error"),
        ("random_normal", ((2,),), ValueError, "random"),
        ("map_fn", (abs, X), ValueError, "takes functions"),
        ("sofmax", (X,), ValueError, "no function sofmax"),
        ("softmax", (), TypeError, "'x'"),
        (np.tanh, (X,), TypeError, "kassay.reference"),
    ],
    ids=["invalid", "random", "functions", "unknown", "missing", "foreign"],
)
def test_calls_that_cannot_be_compared_are_refused(
    function: object, arguments: tuple, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        kassay.compare(0, function, *arguments)
