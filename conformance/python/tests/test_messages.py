"""The messages for wrong arguments: every function gets every wrong object as each of its arguments."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from example_calls import SPECIFICATION, at_a_call, editions_of
from wrong_objects import Thing, things

FUNCTIONS = [
    f["function"] for f in SPECIFICATION["functions"] if set(f["signatures"].values()) != {"()"}
]
KINDS = (ValueError, TypeError, IndexError, NotImplementedError, AssertionError)
# Words of C++, and of the message for unexpected C++ exceptions.
INTERNAL = re.compile(
    r"basic_string|std::|bad_alloc|vector::|map::|bad variant|format \"|\bnull\b|at fault", re.I
)
WRONG_ARTICLE = re.compile(r"\ba (int|array|object|update)|\ban (uint|float|bool|sparse|tensor)")
LONGEST = 1000  # characters, which is a few lines
UNKNOWN = "no_such_argument"


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_wrong_argument_is_named_and_described(function: str) -> None:
    edition = editions_of(function)[0]
    answers, flaws = _answers("reference", function, edition)
    assert not flaws, "\n".join(flaws)
    assert _answers("optimized", function, edition)[0] == answers


def _answers(
    interpreter: str, function: str, edition: str
) -> tuple[dict[tuple[str, str], str], list[str]]:
    """The errors for each argument and wrong object, and the flaws of the errors."""
    suffix = "" if edition == "ko" else f".{edition}"
    K = importlib.import_module(f"kassay.{interpreter}{suffix}")
    other = importlib.import_module(
        f"kassay.{'reference' if interpreter == 'optimized' else 'optimized'}{suffix}"
    )
    answers, flaws = {}, []

    def act(arguments: dict[str, Any], has_functions: bool) -> None:
        called = getattr(K, function)
        wrong = things(K, other)
        for parameter, given in _places(called, arguments):
            for thing in wrong:
                try:
                    called(**{**given, parameter: thing.given})
                except Exception as error:
                    answer = f"{type(error).__name__}: {error}"
                    is_own = thing.raises is not None or f": in {function}: " in answer
                    # A function of the user may raise any exception.
                    if not is_own and (has_functions or callable(thing.given)):
                        continue
                    if not callable(thing.given):  # it may mention its own arguments
                        answers[parameter, thing.name] = answer
                    if flaw := _flaw(error, called, parameter, thing):
                        flaws.append(f"{function}({parameter}={thing.name}): {flaw}: {answer}")

    at_a_call(K, function, edition, act)
    return answers, flaws


def _places(called: Any, arguments: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each parameter, with keywords for the other arguments of a call."""
    for parameter in inspect.signature(called).parameters.values():
        if parameter.kind is not parameter.VAR_KEYWORD:
            yield parameter.name, arguments
        else:
            yield UNKNOWN, {k: v for k, v in arguments.items() if k != parameter.name}


def _flaw(error: Exception, called: Any, parameter: str, thing: Thing) -> str | None:
    """The flaw of an error, if it has one."""
    message = str(error)
    place = f"in {called.__name__}: "
    if thing.raises is not None:
        noted = getattr(error, "__notes__", None) == [f"{place}argument {parameter}"]
        return None if isinstance(error, thing.raises) and noted else "not as the object raises it"
    if not isinstance(error, KINDS):
        return "the documents do not name its class"
    if not message.startswith(place):
        return "the function is not named"
    if INTERNAL.search(message) or len(message) > LONGEST:
        return "users cannot understand it"
    if WRONG_ARTICLE.search(message):
        return "a wrong article"
    # If an argument has a valid type but does not fit the others, the message may name any of them.
    is_misfit = not thing.words or not isinstance(error, TypeError)
    names = [parameter, *(inspect.signature(called).parameters if is_misfit else ())]
    if not any(re.search(rf"argument (named )?{name}\b|\b{name} is ", message) for name in names):
        return "the argument is not named"
    told = "|".join(names)
    named = re.search(rf"argument ({told})\b\S* (takes .+, not|returned) (.+)", message)
    if isinstance(error, TypeError) and not named and " is " not in message:
        return "it does not say what the argument takes"
    if named and thing.words and not re.search(thing.words, message):
        return f"it does not say what was given, {thing.words}"
    return None


# With other numbers of states, a step of a program itself raises in rnn. `variable` evaluates a tensor.
OTHERWISE = ("rnn", "variable")
EVERY = 4  # every fourth thing, because the test above tries all


@pytest.mark.parametrize(
    "function", [each for each in FUNCTIONS if "ko" in editions_of(each) and each not in OTHERWISE]
)
def test_messages_of_kassay_keras(function: str) -> None:
    keras = importlib.import_module("kassay.keras")
    other = importlib.import_module("kassay.reference")
    answers = {}

    def act(arguments: dict[str, Any], has_functions: bool) -> None:
        called = getattr(keras, function)
        for parameter, given in _places(called, arguments):
            for thing in things(keras.engine, other)[::EVERY]:
                if thing.raises is not None or callable(thing.given):
                    continue
                try:
                    called(**{**given, parameter: thing.given})
                except Exception as error:
                    is_told = f"in {function}: " in str(error) or has_functions
                    if not isinstance(error, KINDS) or INTERNAL.search(str(error)) or not is_told:
                        answers[parameter, thing.name] = f"{type(error).__name__}: {error}"

    at_a_call(keras.engine, function, "ko", act)
    assert not answers


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (np.zeros(2, "uint16"), "not an array of dtype uint16, which the API does not have"),
        (np.zeros(2, "M8[D]"), "not an array of dtype datetime64[D], which the API does not have"),
        (
            [1.0, "a"],
            "argument value[1] takes an array, a number or nested lists of numbers, not 'a'",
        ),
        (
            [[1.0], [2.0, 3.0]],
            "argument value takes nested lists of equal lengths, not [[1.0], [2.0, 3.0]]",
        ),
        (
            [[1 << 63]],
            "argument value[0][0] takes an int of at most 64 bits, not 9223372036854775808",
        ),
    ],
    ids=["uint16", "datetime64", "text-in-a-list", "ragged", "huge"],
)
def test_objects_that_are_not_arrays_are_described(
    K: ModuleType, given: object, message: str
) -> None:
    with pytest.raises((TypeError, ValueError), match=re.escape(message)):
        K.constant(given)


def test_a_tensor_among_sizes_is_named_by_its_position(K: ModuleType) -> None:
    size = K.constant(2, dtype="int32")
    expected = r"in reshape: argument shape\[1\] takes an int, not an int32 constant of shape \(\)"
    with pytest.raises(TypeError, match=expected.replace("constant", "(constant|tensor)")):
        K.reshape(K.zeros((2, 3)), (3, size))


def test_the_learning_phase_is_0_or_1(K: ModuleType) -> None:
    with pytest.raises(ValueError, match="argument value takes 0 or 1, not 2$"):
        K.set_learning_phase(2)


def test_arguments_that_do_not_fit_are_all_named(K: ModuleType) -> None:
    expected = (
        "in maximum: the shapes (2,) and (3,) do not broadcast "
        "(x is a float32 variable of shape (2,), y is a float32 variable of shape (3,))"
    )
    with pytest.raises(ValueError, match=re.escape(expected)):
        K.maximum(K.zeros((2,)), K.zeros((3,)))


@pytest.mark.parametrize("wrong", [np.zeros(3, "M8[D]"), [1, "a"], [[1], [2, 3]], object()])
def test_a_wrong_operand_is_described(K: ModuleType, wrong: object) -> None:
    with pytest.raises(
        TypeError, match="in operator.add: argument y takes a tensor or a number, not "
    ):
        K.zeros((2, 3)) + wrong
    with pytest.raises(
        TypeError, match="in operator.mul: argument x takes a tensor or a number, not "
    ):
        wrong * K.zeros((2, 3))


@pytest.mark.parametrize("wrong", [[[1], [2, 3]], "a", 1.5, True])
def test_a_wrong_subscript_is_described(K: ModuleType, wrong: object) -> None:
    with pytest.raises(
        TypeError, match=r"takes (ints, slices, None and \.\.\. as sub|a tensor).*, not "
    ):
        K.zeros((2, 3))[wrong]


def test_a_wrong_input_of_a_compiled_function_is_described(K: ModuleType) -> None:
    x = K.placeholder(shape=(2,))
    f = K.function([x], [x])
    with pytest.raises(
        TypeError, match=r"argument inputs\[0\] takes an array.*, not an array of dtype"
    ):
        f([np.zeros(2, "uint16")])
    with pytest.raises(ValueError, match=r"argument inputs\[0\] takes an int of at most 64 bits"):
        f([1 << 70])


def test_a_result_that_is_too_large_is_a_memory_error(K: ModuleType) -> None:
    with pytest.raises(MemoryError, match="in zeros: there is not enough memory"):
        K.zeros((1 << 60,))


@pytest.mark.parametrize("shape", [(2, 0), (2, 2), (3,)])
def test_ctc_decode_takes_one_length_for_each_sample(K: ModuleType, shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="one for each sample|3 lengths for 2 samples"):
        K.ctc_decode(K.ones((2, 3, 4)), K.constant(np.ones(shape), "int32"))


def test_ctc_decode_needs_a_class(K: ModuleType) -> None:
    with pytest.raises(ValueError, match="y_pred has no classes"):
        K.ctc_decode(K.zeros((2, 3, 0)), K.ones((2,), "int32"))
