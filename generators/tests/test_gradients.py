"""Golden gradients: their confirmation, the cases that have one, and their records."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kassay_generators.cases.case import Case
from kassay_generators.cases.expansion import expand
from kassay_generators.cases.modes import modes_of
from kassay_generators.numbers.elementary import exp
from kassay_generators.numbers.number import ONE, Number
from kassay_generators.numbers.recording import with_partials
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.library import load_module
from kassay_generators.specification.specification import Specification, load
from kassay_generators.vectors.evaluate import evaluate
from kassay_generators.vectors.gradients import (
    Gradient,
    NoGradient,
    gradient_of,
    second_gradient_of,
)
from kassay_generators.vectors.record import record_of
from kassay_generators.vectors.run_oracle import OracleError


@pytest.fixture(scope="module")
def specification() -> Specification:
    return load()


def _case(specification: Specification, function: str, part: str) -> Case:
    by_edition = function == "batch_normalization"
    cases = expand(specification.functions[function], by_edition=by_edition)
    return next(c for c in cases if part in c.id)


def _gradient(specification: Specification, function: str, part: str, **changes: Any) -> Gradient:
    """`changes` replace parts of the oracle module after the evaluation."""
    module = load_module(specification.functions[function])
    case = _case(specification, function, part)
    evaluation = evaluate(case, module)
    names = {name: getattr(module, name) for name in ("oracle", "confirmation", "READINGS")}
    return gradient_of(case, SimpleNamespace(**{**names, **changes}), evaluation)  # type: ignore[arg-type]


def test_the_gradient_of_exp_is_exp_times_the_weights(specification: Specification) -> None:
    case = _case(specification, "exp", "float32/value,x=3x4")
    gradient = _gradient(specification, "exp", "float32/value,x=3x4")
    x = case.arguments["x"].values.astype(np.float64)
    assert gradient.wrt == ("x",)
    assert gradient.weights[0].dtype == np.float32
    assert gradient.outputs[0].values == pytest.approx(np.exp(x) * gradient.weights[0], rel=1e-14)


def test_a_wrong_partial_is_refused(specification: Specification) -> None:
    wrong = with_partials(lambda n, result: result * 1.000001)(lambda n: exp(n))
    with pytest.raises(OracleError, match="the gradient along a direction"):
        _gradient(
            specification,
            "exp",
            "float32/value,x=3x4",
            oracle=lambda x: elementwise(wrong, x),
        )


def test_a_derivative_that_is_lost_on_the_way_is_refused(specification: Specification) -> None:
    def forgetful(n: Number) -> Number:
        return Number(n.real, n.magnitude) + n * 2

    with pytest.raises(OracleError, match="the gradient along a direction"):
        _gradient(
            specification,
            "exp",
            "float32/value,x=3x4",
            oracle=lambda x: elementwise(forgetful, x),
        )


def test_derivatives_in_the_wrong_places_are_refused(specification: Specification) -> None:
    neighbour = with_partials(lambda a, b, result: Number.of(0), lambda a, b, result: ONE)(
        lambda a, b: a + 0 * b
    )
    with pytest.raises(OracleError, match="the gradient along a direction"):
        _gradient(
            specification,
            "exp",
            "float32/value,x=3x4",
            oracle=lambda x: elementwise(neighbour, x, np.roll(x, 1)),
        )


@pytest.mark.parametrize(
    ("function", "part", "why"),
    [
        ("abs", "float32/zero,x=4", "without derivative"),
        ("exp", "float32/overflow", "not moderate"),
        ("softmax", "axis-too-large", "an error case"),
        ("sum", "int32", "not floating"),
        ("argmax", "float32", "no differentiable function"),
        (
            "batch_normalization",
            "float32/value,x=3x4,mean=4,var=4~positive,beta=4,gamma=4,edition=zh",
            "an accepted reading has other values",
        ),
        ("categorical_crossentropy", "float32/value", "an accepted reading has another gradient"),
    ],
)
def test_a_case_without_gradient_says_why(
    specification: Specification, function: str, part: str, why: str
) -> None:
    with pytest.raises(NoGradient, match=why):
        _gradient(specification, function, part)


def test_a_reading_that_refuses_the_call_does_not_take_its_gradient(
    specification: Specification,
) -> None:
    gradient = _gradient(specification, "maximum", "float32/number")
    assert gradient.wrt == ("x",)


def test_tensors_of_a_list_have_a_gradient_each(specification: Specification) -> None:
    gradient = _gradient(specification, "concatenate", "float32/value")
    assert gradient.wrt[:2] == ("tensors0", "tensors1")
    assert len(gradient.outputs) == len(gradient.wrt)


def test_a_sum_of_copies_is_as_long_as_there_are_copies(specification: Specification) -> None:
    gradient = _gradient(specification, "repeat", "float32/keyword")
    case = _case(specification, "repeat", "float32/keyword")
    assert gradient.accuracy.terms == case.bound["n"] - 1


def test_a_record_has_the_gradient_and_its_mode(specification: Specification) -> None:
    case = _case(specification, "exp", "float32/value,x=3x4")
    evaluation = evaluate(case, load_module(case.function))
    gradient = _gradient(specification, "exp", "float32/value,x=3x4")
    tensors: dict[str, np.ndarray] = {}
    record = record_of(case, evaluation, gradient, None, tensors)
    assert record["modes"] == ["eager", "function", "dynamic", "gradient"]
    entry = record["gradient"]
    assert entry["wrt"] == ["x"]
    assert tensors[entry["weights"][0]].shape == (3, 4)
    assert (tensors[entry["outputs"][0]["value"]] == gradient.outputs[0].values).all()
    assert "magnitude" in entry["outputs"][0]
    assert entry["accuracy"] == {"ulps": 4.0, "terms": gradient.accuracy.terms, "atol": 0.0}


def test_a_second_gradient_is_the_product_of_the_hessian_matrix_and_the_directions(
    specification: Specification,
) -> None:
    case = _case(specification, "exp", "float64/value,x=3x4")
    module = load_module(case.function)
    evaluation = evaluate(case, module)
    first = gradient_of(case, module, evaluation)
    second = second_gradient_of(case, module, evaluation, first)
    (x,), (weights,), (direction,) = case.tensors("x").values(), first.weights, second.directions
    # The loss is the sum of w * (exp(2x) + exp(x)).
    expected = weights * (4 * np.exp(2 * x.values) + np.exp(x.values)) * direction
    assert second.outputs[0].values == pytest.approx(expected, rel=1e-12)


def test_a_first_gradient_that_is_constant_has_no_second_one(specification: Specification) -> None:
    case = _case(specification, "pow", "float64/zero-exponent")
    module = load_module(case.function)
    evaluation = evaluate(case, module)
    first = gradient_of(case, module, evaluation)
    with pytest.raises(NoGradient, match="constant"):
        second_gradient_of(case, module, evaluation, first)


def test_a_record_has_a_second_gradient_and_its_mode(specification: Specification) -> None:
    case = _case(specification, "exp", "float64/value,x=3x4")
    module = load_module(case.function)
    evaluation = evaluate(case, module)
    first = gradient_of(case, module, evaluation)
    second = second_gradient_of(case, module, evaluation, first)
    tensors: dict[str, np.ndarray] = {}
    record = record_of(case, evaluation, first, second, tensors)
    assert record["modes"][-2:] == ["gradient", "second-gradient"]
    assert tensors[record["second-gradient"]["directions"][0]].shape == (3, 4)


def test_a_record_without_gradient_has_no_such_mode(specification: Specification) -> None:
    case = _case(specification, "argmax", "float32")
    record = record_of(case, evaluate(case, load_module(case.function)), None, None, {})
    assert "gradient" not in record
    assert record["modes"] == ["eager", "function", "dynamic"]


@pytest.mark.parametrize(
    ("function", "part", "modes"),
    [
        ("softmax", "axis-too-large", ["eager", "function", "dynamic"]),
        ("eval", "float32", ["eager"]),
        ("int_shape", "", ["eager"]),
        ("eye", "", ["eager"]),
        ("constant", "", ["eager"]),
        ("repeat_elements", "float32/value", ["eager", "function"]),
        ("repeat_elements", "float32/unknown-size", ["eager", "dynamic"]),
    ],
)
def test_modes(specification: Specification, function: str, part: str, modes: list[str]) -> None:
    assert modes_of(_case(specification, function, part), gradients=0) == modes
