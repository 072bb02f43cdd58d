"""The expectation of a case: the oracle's answer, confirmed by NumPy, and the answers of the readings."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from kassay_generators.cases.case import Case
from kassay_generators.machine.agreement import Agreement
from kassay_generators.machine.values import ProgramError
from kassay_generators.numbers import dtypes
from kassay_generators.oracles.interface import ApiError
from kassay_generators.specification.error import SpecificationError
from kassay_generators.vectors import terms
from kassay_generators.vectors.answer import (
    Accuracy,
    Answer,
    Expectation,
    Output,
    ReadingAnswer,
    TensorOutput,
)
from kassay_generators.vectors.combinations import Candidate, candidates, combinations
from kassay_generators.vectors.confirmation import confirm, confirmation_of
from kassay_generators.vectors.distance import DISTINGUISHED, SAME, distance
from kassay_generators.vectors.run_oracle import (
    OracleError,
    answer_of,
    context_of,
    map_tensors,
    runs_on_machine,
)


def evaluate(case: Case, module: ModuleType) -> Expectation:
    """Raises OracleError."""
    try:
        return _evaluate(case, module)
    except ProgramError as error:
        raise OracleError(case, str(error)) from error


def _evaluate(case: Case, module: ModuleType) -> Expectation:
    context = context_of(case)
    tried = list(candidates(case, module))
    agreement = Agreement(item for one in tried for item in one.replacements.items())
    if case.raises:
        accuracy = _accuracy(case, [])
        answer = answer_of(case, module, {}, case.bound, context, accuracy, agreement=agreement)
        if answer.error is None:
            raise OracleError(case, "the case expects an error, and the oracle answers with values")
        if case.program is not None and not {answer.error, "any"} & set(case.raises):
            # In a program, a call other than the intended one may have failed.
            raise OracleError(
                case, f"the oracle raises {answer.error}, and the case expects {case.raises}"
            )
        readings, alike = _readings(case, module, tried, agreement, answer, accuracy)
        # If the documents also allow values, these have the accuracy of the function.
        values = next((r.answer.outputs for r in readings if r.accepts_values), ())
        if values:
            accuracy = _accuracy(case, [_values_of(output) for output in values])
            readings, alike = _readings(case, module, tried, agreement, answer, accuracy)
    else:
        try:
            confirmed = confirmation_of(case, module, context)
        except ApiError as error:
            raise OracleError(
                case, f"the confirmation raises {error.kind}, and the case expects values"
            ) from error
        accuracy = _accuracy(case, confirmed)
        answer = answer_of(case, module, {}, case.bound, context, accuracy, agreement=agreement)
        if answer.error is not None:
            raise OracleError(
                case, f"the oracle raises {answer.error}, and the case expects values"
            )
        confirm(case, answer, confirmed)
        _require_fair(case, answer, accuracy)
        readings, alike = _readings(case, module, tried, agreement, answer, accuracy)
    return Expectation(answer, accuracy, tuple(readings), alike)


def _readings(
    case: Case,
    module: ModuleType,
    tried: list[Candidate],
    agreement: Agreement,
    answer: Answer,
    accuracy: Accuracy,
) -> tuple[list[ReadingAnswer], frozenset[str]]:
    """The readings with a distinguishable answer, and the ids of those known to have the oracle's answer."""
    context = context_of(case)
    on_machine = runs_on_machine(case, module)

    def answer_with(candidate: Candidate) -> ReadingAnswer:
        checked = on_machine and candidate.arguments is case.bound
        if checked and agreement.has_all(candidate.replacements):
            other = answer
        else:
            other = answer_of(
                case, module, candidate.replacements, candidate.arguments, context, accuracy, answer
            )
        apart = distance(answer, other, accuracy, case.raises, sign_of_zero=case.sign_of_zero)
        return ReadingAnswer(candidate.id, candidate.verdict, other, apart)

    result, alike = [], set()
    accepted = []
    for candidate in tried:
        found = answer_with(candidate)
        if found.answer is answer:
            alike.add(found.id)
        if found.distance > (SAME if found.verdict == "accepted" else DISTINGUISHED):
            result.append(found)
        if found.verdict == "accepted":
            accepted.append((candidate, found))
    combined = combinations(case, module, answer, accuracy, accepted, answer_with)
    return result + combined, frozenset(alike)


def _accuracy(case: Case, confirmed: list[Any]) -> Accuracy:
    raw = case.accuracy
    names: dict[str, Any] = {
        name: map_tensors(value, lambda t: t.values) for name, value in case.bound.items()
    }
    if confirmed:
        names["result"] = np.asarray(confirmed[0])
    declared = case.function.raw["returns"] if case.program is None else []
    for entry, value in zip(declared, confirmed, strict=False):
        if "name" in entry:
            names[entry["name"]] = np.asarray(value)
    if isinstance(raw["terms"], str) and case.raises and not confirmed:
        return Accuracy(raw["ulps"], 0.0, raw.get("atol", 0.0))
    try:
        count = terms.evaluate(raw["terms"], names)
    except ValueError as error:
        raise SpecificationError(
            case.function.file, "accuracy", str(error), "See spec/specification_files.md."
        ) from error
    return Accuracy(raw["ulps"], count, raw.get("atol", 0.0))


def _values_of(output: Output) -> Any:
    return output.values if isinstance(output, TensorOutput) else getattr(output, "value", None)


def _require_fair(case: Case, answer: Answer, accuracy: Accuracy) -> None:
    """An exact answer must be a number of its dtype. If terms are added, no partial sum may overflow, in any order."""
    if accuracy == Accuracy(0, 0, 0):
        _require_representable(case, answer)
    if accuracy.terms == 0:
        return
    for output in answer.outputs:
        if not isinstance(output, TensorOutput) or output.magnitude is None:
            continue
        if not (output.magnitude <= dtypes.FORMATS[output.dtype].max).all():
            raise OracleError(
                case,
                f"terms whose sum may overflow {output.dtype} on the way, so that a correct backend "
                "fails; use smaller inputs",
            )


def _require_representable(case: Case, answer: Answer) -> None:
    for output in answer.outputs:
        if not isinstance(output, TensorOutput) or output.magnitude is None:
            continue
        values = output.values
        _, overflow = dtypes.FORMATS[output.dtype].rounding_range
        rounded = dtypes.round_to(output.dtype, values).astype(np.float64)
        if not ((rounded == values) | np.isnan(values) | (np.abs(values) >= overflow)).all():
            raise OracleError(
                case,
                f"an exact answer that {output.dtype} cannot hold; state the accuracy of the group",
            )
