"""Accepted readings together: a backend that uses any of them at once must not be failed."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from kassay_generators.cases.case import Case
from kassay_generators.cases.expansion import expand
from kassay_generators.oracles.interface import Context, NotComposable, Remembered, over
from kassay_generators.oracles.library import load_module, own_library
from kassay_generators.vectors.answer import Accuracy, Answer, TensorOutput, ValueOutput
from kassay_generators.vectors.combinations import candidates, merged
from kassay_generators.vectors.distance import distance
from kassay_generators.vectors.evaluate import evaluate
from kassay_generators.vectors.run_oracle import answer_of, context_of

_CONTEXT = Context("ko", "float32")


def _core_cases(name: str) -> list[Case]:
    function = own_library().functions[name]
    by_edition = getattr(load_module(function), "BY_EDITION", False)
    return [c for c in expand(function, by_edition=by_edition) if c.tier != "full"]


def _accepted_ids(name: str, part: str) -> set[str]:
    case = next(c for c in _core_cases(name) if part in c.id)
    readings = evaluate(case, load_module(case.function)).readings
    return {r.id for r in readings if r.verdict == "accepted"}


def _module() -> Any:
    module: Any = ModuleType("module")
    module.oracle = Remembered(lambda x, n: x + n)
    module.READINGS = {
        "doubled": lambda x, n: module.oracle(2 * x, n),
        "less-one": lambda x, n: module.oracle(x, n) - 1,
        "of-its-own": lambda x, n: module.oracle(x, n, way="own"),
    }
    return module


def test_a_reading_stands_in_for_the_oracle_of_another() -> None:
    module = _module()
    both = over(module, module.READINGS["doubled"], module.READINGS["less-one"])
    assert both is not None
    assert both(x=5, n=3, context=_CONTEXT) == 12
    assert module.oracle(5, 3) == 8  # and only then


def test_a_reading_that_asks_the_oracle_for_more_cannot_stand_over_another() -> None:
    module = _module()
    both = over(module, module.READINGS["of-its-own"], module.READINGS["doubled"])
    assert both is not None
    with pytest.raises(NotComposable):
        both(x=5, n=3, context=_CONTEXT)


def test_readings_of_an_oracle_that_is_not_remembered_cannot_be_put_over_one_another() -> None:
    module = _module()
    module.oracle = lambda x, n: x + n
    assert over(module, module.READINGS["doubled"], module.READINGS["less-one"]) is None


@pytest.mark.parametrize(
    ("function", "part", "expected"),
    [
        ("categorical_crossentropy", "float32/axis-negative", "counted-from-end+not-normalized"),
        ("argmax", "int32/default,x=3x5", "last-of-ties+int32-result"),
        ("any", "float16/smallest", "bool-result+subnormal-inputs-flushed"),
        ("ctc_decode", "float64/greedy-score,program=scores", "log-probability+no-epsilon"),
        ("set_epsilon", "float32/used,program=twice", "binary_crossentropy/epsilon-added"),
        ("switch", "float32/compared", "greater/number-refused"),
    ],
)
def test_what_readings_give_together_and_in_programs_is_accepted(
    function: str, part: str, expected: str
) -> None:
    assert expected in _accepted_ids(function, part)


def test_readings_that_exclude_each_other_give_nothing_together() -> None:
    assert not any("+" in i for i in _accepted_ids("hard_sigmoid", "float32/special"))


def _tensor(*values: float, dtype: str = "float32") -> Answer:
    return Answer((TensorOutput(dtype, np.array(values), np.abs(np.array(values))),))


def test_changes_of_different_elements_are_laid_upon_one_another() -> None:
    laid = merged(_tensor(1, 2, 3), _tensor(7, 2, 3), _tensor(1, 2, 9))
    assert laid is not None
    (output,) = laid.outputs
    assert isinstance(output, TensorOutput)
    assert output.values.tolist() == [7, 2, 9]


def test_a_changed_dtype_goes_with_changed_elements() -> None:
    laid = merged(_tensor(1, 2), _tensor(1, 2, dtype="float64"), _tensor(1, 5))
    assert laid is not None
    (output,) = laid.outputs
    assert isinstance(output, TensorOutput)
    assert (output.dtype, output.values.tolist()) == ("float64", [1, 5])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (_tensor(7, 2), _tensor(8, 2)),  # two changes of an element
        (_tensor(1, 2, 3), _tensor(1, 5)),  # another shape
        (Answer((ValueOutput(1),)), _tensor(1, 5)),  # another kind
    ],
)
def test_changes_that_do_not_go_together(one: Answer, other: Answer) -> None:
    assert merged(_tensor(1, 2), one, other) is None


def _passes(case: Case, module: ModuleType, chosen: list[Any]) -> bool:
    """Whether a backend that follows the chosen readings, each over the next, passes the case."""
    expectation = evaluate(case, module)
    replacements: dict[str, Any] = {}
    for candidate in chosen:
        for name, reading in candidate.replacements.items():
            below = replacements.get(name)
            oracles = module if name == case.function.name else own_library().module(name)
            both = over(oracles, reading, below) if below is not None else reading
            if both is not None:
                replacements[name] = both
    accuracy = expectation.accuracy
    try:
        answer = answer_of(
            case, module, replacements, case.bound, context_of(case), accuracy, expectation.answer
        )
    except NotComposable:
        return True  # no backend does both
    known = [expectation.answer] + [
        r.answer for r in expectation.readings if r.verdict == "accepted"
    ]
    if answer.error is not None:
        return any(right.error is not None for right in known)
    return any(_is_within(right, answer, accuracy, case) for right in known)


def _is_within(right: Answer, answer: Answer, accuracy: Accuracy, case: Case) -> bool:
    if right.error is not None:
        return False
    return distance(right, answer, accuracy, sign_of_zero=case.sign_of_zero) <= 1


@pytest.mark.parametrize("seed", range(12))
def test_a_backend_with_random_accepted_readings_passes(seed: int) -> None:
    stream = random.Random(seed)
    functions = own_library().functions
    names = [
        name
        for name in sorted(functions)
        if sum(r["verdict"] == "accepted" for r in functions[name].raw["readings"]) > 1
    ]
    for name in stream.sample(names, 6):
        module = load_module(functions[name])
        for case in stream.sample(cases := _core_cases(name), min(12, len(cases))):
            accepted = [c for c in candidates(case, module) if c.verdict == "accepted"]
            accepted = [c for c in accepted if c.replacements]
            chosen = stream.sample(accepted, stream.randint(1, min(4, len(accepted))))
            assert _passes(case, module, chosen), (case.id, [c.id for c in chosen])
