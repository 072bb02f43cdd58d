"""Evaluates and writes one part of the vectors of one function, or reports its mistakes."""

from __future__ import annotations

import hashlib
import itertools
import json
import traceback
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from safetensors.numpy import save

from kassay_generators.cases.case import Case
from kassay_generators.cases.expansion import expand
from kassay_generators.oracles.library import load_module
from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.function import Function
from kassay_generators.vectors.answer import Answer, Expectation, TensorOutput
from kassay_generators.vectors.compositions import calls_among, compose
from kassay_generators.vectors.evaluate import evaluate
from kassay_generators.vectors.files import write
from kassay_generators.vectors.gradients import (
    Gradient,
    NoGradient,
    gradient_of,
    second_gradient_of,
)
from kassay_generators.vectors.pairs import draw_pairs, draw_triples
from kassay_generators.vectors.record import content_of, record_of
from kassay_generators.vectors.run_oracle import OracleError
from kassay_generators.vectors.samples import SampleOutput
from kassay_generators.vectors.smoke import promote

FORMAT = 1
_MISTAKES_SHOWN = 5
# A larger answer of a rejected reading is not stored: smaller cases show the same mistake, and the files stay small.
_READING_ELEMENTS = 192
# Samples must be larger to show a mistake. The values that the right sample has, too, are stored once.
_SAMPLE_ELEMENTS = 2**12
# Every differentiable argument has a gradient case in these dtypes, because every backend has them.
_DIFFERENTIATED = ("float32", "float64")
# The parts of a function's vectors, by the highest tier in each.
PARTS = {"core": ("smoke", "core"), "full": ("full",)}


@dataclass(frozen=True)
class Written:
    """The result of generating one part of one function."""

    hashes: dict[str, str]
    cases: dict[str, int]  # by tier; of part full only its own


def counts(cases: Iterable[Case], promoted: int = 0) -> dict[str, int]:
    """The number of cases per tier; `promoted` of them are smoke and not core; each tier includes the lower ones."""
    tiers = [case.tier for case in cases]
    smoke, core = tiers.count("smoke") + promoted, tiers.count("core") - promoted
    return {"smoke": smoke, "core": smoke + core, "full": len(tiers)}


def generate_part(function: Function, part: str, out: str) -> Written | list[str]:
    """Runs in a separate process, so it returns mistakes as messages: at most a few per function."""
    try:
        return _evaluate_part(function, part, Path(out))
    except SpecificationError as error:
        return [str(error)]


def _evaluate_part(function: Function, part: str, out: Path) -> Written | list[str]:
    module = load_module(function)
    mistakes: list[str] = []
    tensors: dict[str, np.ndarray] = {}
    records = []
    answered: list[tuple[Case, Expectation]] = []
    distinguished: dict[str, int] = {r["id"]: 0 for r in function.raw["readings"]}
    differentiated: set[tuple[str, str, str]] = set()  # inputs with the tested dtype, and how
    cases = expand(function, by_edition=getattr(module, "BY_EDITION", False))
    for case in cases:
        if case.tier not in PARTS[part]:
            continue
        try:
            answers = _answers(case, module)
        except (OracleError, SpecificationError) as error:
            mistakes.append(str(error))
        except Exception as error:  # a bug in the oracle: name the case and the line
            place = traceback.extract_tb(error.__traceback__)[-1]
            mistakes.append(
                f"{case.id}: {type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
            )
        if mistakes:
            if len(mistakes) >= _MISTAKES_SHOWN:
                break
            continue
        for reading in answers.expectation.readings:
            if reading.id in distinguished:
                distinguished[reading.id] += 1
        if answers.gradient is not None:
            differentiated |= {(name, case.dtype, "a gradient") for name in answers.gradient.wrt}
            differentiated |= _slopes(answers.gradient, case.dtype, "a slope")
        if answers.second is not None:
            differentiated |= _slopes(answers.second, case.dtype, "a second gradient")
        records.append(record_of(case, *answers, tensors))
        answered.append((case, answers.expectation))
    if mistakes:
        return mistakes
    document: dict[str, Any] = {"format": FORMAT, "function": function.name, "cases": records}
    promoted = 0
    answers_to = partial(_answers_to_drawn, module=module)
    if part == "core":
        _require_distinguished(function, distinguished)
        _require_differentiated(function, differentiated)
        promoted = promote(records, tensors)
        drawn = draw_pairs(function, module, answers_to)
        if [entry["kind"] for entry in function.raw["returns"]] == ["tensor"]:
            answered += [(case, answers.expectation) for case, answers in drawn.drawn]
            compose(function, list(calls_among(answered)), answers_to, drawn)
        document["pairs"] = drawn.counts()
    else:
        drawn = draw_triples(function, module, answers_to)
        document["triples"] = drawn.counts()
        cases = [case for case in cases if case.tier in PARTS[part]]
    cases += [case for case, _ in drawn.drawn]
    records += [record_of(case, *answers, tensors) for case, answers in drawn.drawn]
    suffix = "" if part == "core" else f".{part}"
    names = {
        f"{function.name}{suffix}.json": json.dumps(
            document, separators=(",", ":"), allow_nan=False
        ).encode(),
        f"{function.name}{suffix}.safetensors": save(dict(sorted(tensors.items()))),
    }
    for name, content in names.items():
        write(out / name, content)
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in names.items()}
    return Written(hashes, counts(cases, promoted))


def _is_small(answer: Answer, right: Answer) -> bool:
    tensors = sum(o.values.size for o in answer.outputs if isinstance(o, TensorOutput))
    known = set(map(content_of, _sample_values(right)))
    values = sum(v.size for v in _sample_values(answer) if content_of(v) not in known)
    return tensors <= _READING_ELEMENTS and values <= _SAMPLE_ELEMENTS


def _sample_values(answer: Answer) -> list[np.ndarray]:
    laws = [o.distribution for o in answer.outputs if isinstance(o, SampleOutput)]
    return [law.values for law in laws if law.values is not None]


def _require_distinguished(function: Function, distinguished: dict[str, int]) -> None:
    for reading in function.raw["readings"]:
        if distinguished[reading["id"]] == 0:
            raise SpecificationError(
                function.file,
                f"reading {reading['id']}",
                "no case of the core tier tells it from the normative one",
                "Add a case that does, or remove the reading.",
            )


class _Answers(NamedTuple):
    expectation: Expectation
    gradient: Gradient | None
    second: Gradient | None


def _answers(case: Case, module: ModuleType) -> _Answers:
    evaluation = evaluate(case, module)
    gradient = second = None
    if case.tier in PARTS["core"]:
        with suppress(NoGradient):
            gradient = gradient_of(case, module, evaluation)
            second = second_gradient_of(case, module, evaluation, gradient)
    readings = tuple(
        r
        for r in evaluation.readings
        if r.verdict == "accepted" or _is_small(r.answer, evaluation.answer)
    )
    return _Answers(replace(evaluation, readings=readings), gradient, second)


def _answers_to_drawn(case: Case, module: ModuleType) -> _Answers:
    """Raises OracleError also if no window fits into x, because D-1015 makes the answer unspecified."""
    answers = _answers(case, module)
    outputs = answers.expectation.answer.outputs
    if case.function.category == "convolution" and any(
        isinstance(o, TensorOutput) and 0 in o.values.shape[1:] for o in outputs
    ):
        raise OracleError(case, "a size of 0 in another dimension than the samples")
    return answers


def _slopes(gradient: Gradient, dtype: str, kind: str) -> set[tuple[str, str, str]]:
    """The inputs for which it is not zero."""
    found = zip(gradient.wrt, gradient.outputs, strict=True)
    return {(name, dtype, kind) for name, output in found if output.values.any()}


def _require_differentiated(function: Function, differentiated: set[tuple[str, str, str]]) -> None:
    """There must be gradients by every differentiable argument, in the dtypes that every backend has; second ones only where
    the first show a slope, for the accepted readings of ctc_batch_cost leave none that does."""
    found = {(name.rstrip("0123456789"), dtype, kind) for name, dtype, kind in differentiated}
    for argument, dtype in itertools.product(function.raw["differentiable"], _DIFFERENTIATED):
        required = ["a gradient"]
        if (argument, dtype, "a slope") in found:
            required.append("a second gradient")
        for kind in required:
            if (argument, dtype, kind) not in found:
                raise SpecificationError(
                    function.file,
                    f"differentiable {argument}",
                    f"no case of the core tier has {kind} by it in {dtype}",
                    "Add a case of few and moderate elements that has one; see gradients.py.",
                )
