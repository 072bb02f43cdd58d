"""A case with its answers as the JSON of `spec/vectors.md`; tensors go to the safetensors file."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np

from kassay_generators.cases.case import Case, TensorValue
from kassay_generators.cases.modes import modes_of
from kassay_generators.vectors.answer import (
    Accuracy,
    Answer,
    Expectation,
    Output,
    TensorOutput,
)
from kassay_generators.vectors.gradients import Gradient
from kassay_generators.vectors.samples import SampleOutput

_NAME_DIGITS = 12


def record_of(
    case: Case,
    evaluation: Expectation,
    gradient: Gradient | None,
    second: Gradient | None,
    tensors: dict[str, np.ndarray],
) -> dict[str, Any]:
    inputs: dict[str, str] = {}

    def argument(name: str, value: Any) -> Any:
        if isinstance(value, TensorValue):
            inputs[name] = store(value.values, tensors)
            return {"input" if value.raw else "ref": name}
        if isinstance(value, list):
            return [argument(f"{name}{number}", entry) for number, entry in enumerate(value)]
        return plain_json(value)

    program = _program(case, argument)
    accuracy = evaluation.accuracy
    kinds = [entry["kind"] for entry in case.function.raw["returns"]]
    if case.program is not None:
        kinds = ["array"]
    # Either all answers of a case have magnitudes or none has. Wrong answers need no limit.
    accepted = (r.answer for r in evaluation.readings if r.verdict == "accepted")
    answers = (evaluation.answer, *accepted)
    rounded = accuracy.terms > 0 or (
        accuracy.ulps > 0 and any(_has_condition(o) for a in answers for o in a.outputs)
    )
    expect = _answer_json(evaluation.answer, case.raises, accuracy, rounded, kinds, tensors)
    if not case.raises or any(reading.accepts_values for reading in evaluation.readings):
        expect["accuracy"] = asdict(accuracy)
        expect["sign_of_zero"] = case.sign_of_zero
    record = {
        "id": case.id,
        "tier": case.tier,
        "dtype": case.dtype,
        "editions": list(case.editions),
        "clauses": list(case.clauses),
        "modes": modes_of(case, gradients=(gradient is not None) + (second is not None)),
        "inputs": inputs,
        "program": program,
        "expect": expect,
        "readings": [
            {"id": r.id, "verdict": r.verdict}
            | _answer_json(
                r.answer,
                (r.answer.error,) if r.answer.error else (),
                accuracy,
                rounded,
                kinds,
                tensors,
            )
            for r in evaluation.readings
        ],
    }
    if gradient is not None:
        record["gradient"] = _gradient_json(gradient, tensors)
    if second is not None:
        record["second-gradient"] = _gradient_json(second, tensors)
    return record


def _gradient_json(gradient: Gradient, tensors: dict[str, np.ndarray]) -> dict[str, Any]:
    accuracy = gradient.accuracy
    directions = [store(direction, tensors) for direction in gradient.directions]
    return {
        "wrt": list(gradient.wrt),
        "weights": [store(weights, tensors) for weights in gradient.weights],
        **({"directions": directions} if directions else {}),
        "outputs": [
            _tensor_json(o, "tensor", accuracy, accuracy.terms > 0, tensors)
            for o in gradient.outputs
        ],
        "accuracy": asdict(accuracy),
    }


def _program(case: Case, argument: Callable[[str, Any], Any]) -> dict[str, Any]:
    """The program of a case; `argument` converts an argument to JSON and records the inputs."""
    if case.program is not None:
        for name, value in case.arguments.items():
            argument(name, value)
        return case.program
    function = case.function
    count = len(function.raw["returns"])
    stem = (
        "result" if function.parameter("y") else "y"
    )  # a result may not have the name of an input
    names = [stem] if count == 1 else [f"{stem}{i}" for i in range(count)]
    call = {
        "let": names,
        "call": function.name,
        "args": [argument(name, case.arguments[name]) for name in case.positional],
        "kwargs": {name: argument(name, case.arguments[name]) for name in case.keyword},
    }
    return {"calls": [call], "return": [*names, *case.unchanged]}


def _answer_json(
    answer: Answer,
    error_kinds: tuple[str, ...],
    accuracy: Accuracy,
    rounded: bool,
    output_kinds: list[str],
    tensors: dict[str, np.ndarray],
) -> dict[str, Any]:
    if answer.error is not None:
        return {"error": list(error_kinds)}
    outputs = []
    for number, output in enumerate(answer.outputs):
        kind = output_kinds[min(number, len(output_kinds) - 1)]
        if isinstance(output, TensorOutput):
            kind = "array" if kind == "array" else "tensor"
            outputs.append(_tensor_json(output, kind, accuracy, rounded, tensors))
        elif isinstance(output, SampleOutput):
            outputs.append(sample_json(output, tensors))
        else:
            outputs.append({"kind": "value", "value": plain_json(output.value)})
    return {"outputs": outputs}


def _has_condition(output: Output) -> bool:
    return isinstance(output, TensorOutput) and output.condition is not None


def _tensor_json(
    output: TensorOutput,
    kind: str,
    accuracy: Accuracy,
    rounded: bool,
    tensors: dict[str, np.ndarray],
) -> dict[str, Any]:
    entry = {
        "kind": kind,
        "dtype": output.dtype,
        "shape": list(output.values.shape),
        "value": store(output.values, tensors),
    }
    if rounded and output.magnitude is not None:
        magnitude = output.rounded(accuracy)
        entry["magnitude"] = store(
            np.zeros(output.values.shape) if magnitude is None else magnitude, tensors
        )
    return entry


def sample_json(output: SampleOutput, tensors: dict[str, np.ndarray]) -> dict[str, Any]:
    law = output.distribution
    distribution: dict[str, Any] = {"name": law.name, **law.parameters}
    if law.values is not None:
        distribution["value"] = store(law.values, tensors)
    entry: dict[str, Any] = {
        "kind": "sample",
        "dtype": output.dtype,
        "shape": list(output.shape),
        "distribution": distribution,
    }
    if output.constant_axes:
        entry["constant_axes"] = list(output.constant_axes)
    if output.same_draw_as is not None:
        entry["same_draw_as"] = output.same_draw_as
    if output.independent_of:
        entry["independent_of"] = list(output.independent_of)
    return entry


def plain_json(value: Any) -> Any:
    if isinstance(value, list):
        return [plain_json(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}
    return value


def store(values: np.ndarray, tensors: dict[str, np.ndarray]) -> str:
    """Names a tensor by its content, so that equal tensors are stored once."""
    values = np.ascontiguousarray(values).reshape(values.shape)
    digest = hashlib.sha256(f"{values.dtype.name}{values.shape}".encode())
    digest.update(values.astype(values.dtype.newbyteorder("<")).tobytes())
    name = digest.hexdigest()[:_NAME_DIGITS]
    other = tensors.setdefault(name, values)
    if other is not values and content_of(other) != content_of(values):
        raise ValueError(f"two tensors are named {name}: raise _NAME_DIGITS")
    return name


def content_of(values: np.ndarray) -> tuple[str, tuple[int, ...], bytes]:
    """What `store` names: tensors with equal contents are stored once."""
    return values.dtype.name, values.shape, values.tobytes()
