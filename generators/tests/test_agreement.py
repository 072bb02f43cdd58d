"""Readings that agree with the oracle in every call of a run: the program is not run again with them."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kassay_generators.cases.case import Case, TensorValue
from kassay_generators.cases.expansion import expand
from kassay_generators.machine.agreement import Agreement
from kassay_generators.machine.case_run import MachineRun
from kassay_generators.numbers.derivative import Tape
from kassay_generators.numbers.elementary import exp
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.arrays import as_array, elementwise
from kassay_generators.oracles.interface import (
    ApiError,
    Context,
    Remembered,
    Typed,
    call,
    only_where,
    refused,
    with_arguments,
)
from kassay_generators.oracles.library import load_module, own_library
from kassay_generators.vectors import evaluate as evaluation
from kassay_generators.vectors.combinations import Candidate
from kassay_generators.vectors.evaluate import evaluate

_CONTEXT = Context("ko", "float32")
X = as_array([1.0, -2.0])


def _doubled(x: np.ndarray) -> np.ndarray:
    return x * 2


def _agrees(reading: Callable[..., Any], x: Any = X, oracle: Callable[..., Any] = _doubled) -> bool:
    agreement = Agreement([("double", reading)])
    call(agreement.checked("double", oracle), {"x": x}, _CONTEXT)
    return agreement.has_all({"double": reading})


def test_another_formula_with_the_same_result_agrees() -> None:
    assert _agrees(lambda x: 2 * x)


@pytest.mark.parametrize(
    "reading",
    [
        lambda x: x * 3,
        lambda x: x * 3 - x,  # more rounding
        lambda x: Typed(x * 2, "float64"),
        lambda x: (x * 2)[None],
        lambda x: x * 2 if x[0] > 1 else 1 / 0,
    ],
)
def test_another_result_does_not_agree(reading: Callable[..., Any]) -> None:
    assert not _agrees(reading)


def test_the_context_is_passed() -> None:
    assert _agrees(lambda x, context: x * (2 if context is _CONTEXT else 3))


@pytest.mark.parametrize(
    ("right", "other", "agrees"),
    [
        ([1, "same"], [1, "same"], True),
        ([1], (1,), False),
        ((1, 2), (1, 3), False),
        (None, None, True),
        (1, True, False),
        (0.0, -0.0, False),
        (Typed(X, "float64"), Typed(as_array([1.0, -2.0]), "float64"), True),
        (Typed(X, "float64"), Typed(X, "float32"), False),
        (as_array([math.nan, math.inf]), as_array([math.nan, math.inf]), True),
        (as_array([math.inf]), as_array([-math.inf]), False),
        (as_array([0.0]), as_array([-0.0]), False),
        (np.array([1, 2]), np.array([1, 2]), True),
        (np.array([1, 2]), np.array([1, 2], dtype=np.int8), False),
    ],
)
def test_results_are_compared_in_every_respect(right: Any, other: Any, agrees: bool) -> None:
    assert _agrees(lambda x: other, oracle=lambda x: right) == agrees


@pytest.mark.parametrize(("factor", "agrees"), [(2, True), (3, False)])
def test_balls_are_compared(factor: int, agrees: bool) -> None:
    assert (
        _agrees(
            lambda x: elementwise(exp, x) * factor,
            oracle=lambda x: elementwise(exp, x) * 2,
        )
        == agrees
    )


def _writes_to_its_argument(x: np.ndarray) -> np.ndarray:
    result = x * 2
    x[0] = Number.of(7)
    return result


def _writes_to_the_result(x: np.ndarray) -> np.ndarray:
    x[0] = Number.of(7)
    return x


@pytest.mark.parametrize(
    ("reading", "oracle"),
    [(_writes_to_its_argument, _doubled), (_writes_to_the_result, lambda x: x)],
)
def test_a_reading_that_writes_to_an_argument_changes_no_answer(
    reading: Callable[..., Any], oracle: Callable[..., Any]
) -> None:
    x = as_array([1.0, -2.0])
    assert not _agrees(reading, x, oracle)
    assert list(map(float, x)) == [1.0, -2.0]
    x[0] = Number.of(3.0)  # which is allowed again


def test_only_those_that_do_not_agree_are_dropped() -> None:
    def right(x: np.ndarray) -> np.ndarray:
        return x + x

    def wrong(x: np.ndarray) -> np.ndarray:
        return x

    agreement = Agreement([("double", right), ("double", wrong)])
    call(agreement.checked("double", _doubled), {"x": X}, _CONTEXT)
    assert agreement.has_all({"double": right})
    assert not agreement.has_all({"double": wrong})


def test_a_reading_that_makes_constants_is_not_checked() -> None:
    def reading(x: np.ndarray) -> np.ndarray:
        return x * 2

    reading.makes_constant = True  # type: ignore[attr-defined]
    assert not _agrees(reading)


def test_one_call_is_enough_not_to_agree() -> None:
    def reading(x: np.ndarray) -> np.ndarray:
        return x * 2 if len(x) == 2 else x

    agreement = Agreement([("double", reading)])
    checked = agreement.checked("double", _doubled)
    for values in ([1.0, 2.0], [1.0], [1.0, 2.0]):
        call(checked, {"x": as_array(values)}, _CONTEXT)
    assert not agreement.has_all({"double": reading})


def test_a_reading_of_a_function_that_is_not_called_agrees() -> None:
    def reading(x: np.ndarray) -> np.ndarray:
        return x

    agreement = Agreement([("double", reading)])
    assert agreement.has_all({"double": reading})
    assert not agreement.has_all({"triple": reading})
    assert not agreement.has_all({})


def test_where_the_oracle_raises_an_error_only_the_same_call_agrees() -> None:
    def oracle(x: np.ndarray) -> np.ndarray:
        raise ApiError("value")

    same, other = refused(oracle, lambda a: False), refused(oracle, lambda a: True, "type")
    agreement = Agreement([("double", same), ("double", other)])
    with pytest.raises(ApiError):
        call(agreement.checked("double", oracle), {"x": X}, _CONTEXT)
    assert agreement.has_all({"double": same})
    assert not agreement.has_all({"double": other})


def test_a_remembered_oracle_gives_the_same_call_of_a_reading_the_same_result() -> None:
    calls = []

    @Remembered
    def oracle(x: np.ndarray) -> np.ndarray:
        calls.append(x)
        return x * 2

    oracle(as_array([5.0]))
    assert _agrees(lambda x: oracle(x), oracle=oracle)
    assert len(calls) == 2


def test_on_a_tape_only_the_same_call_agrees() -> None:
    tape = Tape()
    x = as_array([tape.input(Number.of(1.0))])
    assert not _agrees(lambda x: x * 2, x)
    assert _agrees(refused(_doubled, lambda a: a["x"].ndim > 1), x)
    # Conditions see numbers without history: these would compare numbers at a kink, and compute others.
    assert _agrees(refused(_doubled, lambda a: a["x"][0] < 1), x)
    assert not _agrees(with_arguments(_doubled, x=lambda a: -a["x"]), x)
    assert tape.kink is None
    assert len(tape.numbers) == 5  # the input, and the result of the oracle in each run


@pytest.mark.parametrize(
    ("reading", "agrees"),
    [
        (with_arguments(_doubled, x=lambda a: a["x"]), True),
        (with_arguments(_doubled, x=lambda a: -a["x"]), False),
        (refused(_doubled, lambda a: len(a["x"]) > 2), True),
        (refused(_doubled, lambda a: len(a["x"]) == 2), False),
        (only_where(lambda a: len(a["x"]) > 2, _doubled, lambda x: x), True),
        (only_where(lambda a: len(a["x"]) == 2, _doubled, lambda x: x), False),
        (refused(with_arguments(_doubled, x=lambda a: -a["x"]), lambda a: False), False),
        (refused(_doubled, lambda a: 1 / 0), False),
        (functools.wraps(refused(_doubled, lambda a: False))(lambda x: x * 3), False),
        (operator.neg, False),
    ],
)
def test_a_condition_tells_whether_a_reading_makes_the_same_call(
    reading: Callable[..., Any], agrees: bool
) -> None:
    assert _agrees(reading) == agrees


def test_a_condition_gets_the_context_that_the_reading_takes() -> None:
    def oracle(x: np.ndarray, context: Context) -> np.ndarray:
        return x * 2

    assert _agrees(refused(oracle, lambda a: a["context"].floatx == "float64"), oracle=oracle)
    assert not _agrees(refused(oracle, lambda a: a["context"].floatx == "float32"), oracle=oracle)


def test_a_reading_of_a_function_that_sees_the_machine_is_not_called() -> None:
    seen = []

    def oracle(x: np.ndarray, machine: Any) -> None:
        seen.append(machine)

    def reading(x: np.ndarray, machine: Any) -> None:
        seen.append("reading")

    same = only_where(lambda a: a["machine"] != "machine", oracle, reading)
    agreement = Agreement([("f", reading), ("f", same)])
    call(agreement.checked("f", oracle), {"x": X}, _CONTEXT, "machine")
    assert seen == ["machine"]
    assert agreement.has_all({"f": same})
    assert not agreement.has_all({"f": reading})


def _program() -> Case:
    cases = expand(own_library().functions["rnn"])
    return next(c for c in cases if c.program and not c.raises and c.tier == "core")


def test_a_program_is_not_run_again_with_a_reading_that_agrees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = _program()
    runs: list[str] = []
    exact = MachineRun.exact

    def counted(run: MachineRun, arguments: Any, replacements: Any, *rest: Any) -> list[Any]:
        runs.extend(name for name, reading in replacements.items() if name == "rnn")
        return exact(run, arguments, replacements, *rest)

    monkeypatch.setattr(MachineRun, "exact", counted)
    module = load_module(case.function)
    found = {reading.id for reading in evaluate(case, module).readings}
    assert 0 < len(runs) < len(module.READINGS)
    assert len(found) <= len(runs)


def test_agreement_holds_only_for_the_arguments_of_the_case(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = _program()
    module = load_module(case.function)
    same = {"rnn": refused(module.oracle, lambda a: False)}
    others = {name: TensorValue(0 * t.values, t.raw) for name, t in case.bound.items()}
    tried = [
        Candidate(name, "accepted", same, arguments, {name: ""})
        for name, arguments in (("same", case.bound), ("others", others))
    ]
    monkeypatch.setattr(evaluation, "candidates", lambda case, module: tried)
    assert [reading.id for reading in evaluate(case, module).readings] == ["others"]
