"""Whether an answer is right, as README.md of the archive states it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Refusal:
    """The answer of a backend that raised an error; `kind` as in README.md."""

    kind: str


class Judgement(NamedTuple):
    """`outcome`: right, accepted (then `text` is the reading), wrong (`text` says why), unsupported or random."""

    outcome: str
    text: str = ""


def judge(
    run: Mapping[str, Any], answer: Refusal | Sequence[Any], tensors: Mapping[str, np.ndarray]
) -> Judgement:
    """Judges the answer to a run of a case: a NumPy array or a plain value for each output, or a refusal."""
    if run.get("random"):
        return Judgement("random")
    faults = [_fault(right, answer, tensors) for right in run["right"]]
    expected = run["right"][0].get("error", ())
    is_missing = isinstance(answer, Refusal) and answer.kind == "not-implemented"
    if is_missing and "not-implemented" not in expected:
        return Judgement("unsupported")
    for right, fault in zip(run["right"], faults):
        if not fault:
            reading = right.get("reading")
            return Judgement("accepted", reading) if reading else Judgement("right")
    return Judgement("wrong", faults[0])


def _fault(
    right: Mapping[str, Any], answer: Refusal | Sequence[Any], tensors: Mapping[str, np.ndarray]
) -> str:
    if isinstance(answer, Refusal):
        fits = {"any", answer.kind} & set(right.get("error", ()))
        return "" if fits else f"an error of kind {answer.kind}"
    if "error" in right:
        return f"no error; expected: {' or '.join(right['error'])}"
    if len(answer) != len(right["outputs"]):
        return f"{len(answer)} outputs; expected: {len(right['outputs'])}"
    for number, (output, actual) in enumerate(zip(right["outputs"], answer)):
        compare = _fault_of_value if output["kind"] == "value" else _fault_of_tensor
        fault = compare(output, actual, tensors)
        if fault:
            return f"output {number}: {fault}"
    return ""


def _fault_of_value(
    output: Mapping[str, Any], actual: Any, tensors: Mapping[str, np.ndarray]
) -> str:
    same = _is_same(output["value"], actual, output.get("limit", 0.0))
    return "" if same else f"{actual!r}; expected: {output['value']!r}"


def _is_same(expected: Any, actual: Any, limit: float) -> bool:
    # NumPy's integers count as Python's.
    if type(expected) is int and getattr(actual, "shape", None) == () and actual.dtype.kind in "iu":
        actual = actual.item()
    if type(expected) is not type(actual):
        return False
    if isinstance(expected, list):
        pairs = zip(expected, actual)
        return len(expected) == len(actual) and all(_is_same(e, a, 0.0) for e, a in pairs)
    if isinstance(expected, float):
        return expected == actual or abs(actual - expected) <= limit
    return bool(expected == actual)


def _fault_of_tensor(
    output: Mapping[str, Any], actual: Any, tensors: Mapping[str, np.ndarray]
) -> str:
    import numpy as np

    if not isinstance(actual, (np.ndarray, np.generic)):
        return f"{actual!r}; expected: a tensor"
    if actual.dtype.name != output["dtype"] or list(actual.shape) != output["shape"]:
        return (
            f"{actual.dtype.name}{list(actual.shape)}; expected: {output['dtype']}{output['shape']}"
        )
    expected = tensors[output["value"]]
    if "limit" not in output:
        return "" if actual.tobytes() == expected.tobytes() else "another integer or bool"

    def given(name: str) -> np.ndarray:
        # A single element applies to all.
        return np.broadcast_to(tensors[output[name]].reshape(-1), (expected.size,))

    a, e, limit = actual.astype(np.float64).reshape(-1), expected.reshape(-1), given("limit")
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.where((a == e) | (np.isnan(a) & np.isnan(e)), 0.0, np.abs(a - e))
    if "zero_error" in output:
        error = np.where(a == 0, np.fmin(error, given("zero_error")), error)
    if "infinity_error" in output:
        same_sign = np.signbit(a) == np.signbit(e)
        error = np.where(np.isinf(a) & same_sign, np.fmin(error, given("infinity_error")), error)
    if output.get("sign_of_zero"):
        other_sign = np.signbit(a) != np.signbit(e)
        error = np.where((a == 0) & (e == 0) & other_sign, np.inf, error)
    wrong = np.flatnonzero(~(error <= limit))
    if wrong.size:
        i = wrong[0]
        return f"element {i} is {float(a[i])}; expected: {float(e[i])}, limit {float(limit[i])}"
    if "rms_unit" in output:
        unit = given("rms_unit")
        with np.errstate(over="ignore"):
            rms = np.sqrt(np.mean(np.square(error[unit > 0] / unit[unit > 0])))
        if not rms <= output["rms_limit"]:
            return f"the rms of the errors is {rms:.4g}, limit {output['rms_limit']:.4g}"
    return ""
