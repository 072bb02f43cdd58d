"""What must come out of a case: the oracle's answer, confirmed by NumPy, and what each reading would answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from kassay_generators import dtypes, terms
from kassay_generators.cases import Case, TensorValue
from kassay_generators.distance import DISTINGUISHED, distance
from kassay_generators.machine_values import Array, ProgramError
from kassay_generators.number import Number, second_order, with_enough_precision
from kassay_generators.oracle import (
    ApiError,
    Context,
    Typed,
    as_array,
    call,
    declared_dtype,
    takes_machine,
)
from kassay_generators.program_evaluation import MachineRun
from kassay_generators.program_text import api_calls
from kassay_generators.samples import SampleOutput, confirms, sample_outputs
from kassay_generators.specification import SUBNORMAL_READING, SpecificationError

# The NumPy evaluation runs in float64 and without care for rounding: it confirms to this, relative to the magnitude.
_CONFIRMED = 2.0**-30
_CONFIRMED_ABSOLUTE = 1e-300


class OracleError(Exception):
    """The oracle and the specification, or the oracle and its confirmation, disagree."""

    def __init__(self, case: Case, problem: str) -> None:
        super().__init__(f"{case.id}: {problem}")


@dataclass(frozen=True)
class Accuracy:
    ulps: float
    terms: float
    atol: float


@dataclass(frozen=True)
class TensorOutput:
    """`values`: float64 for floating dtypes, else of the dtype itself. `magnitude` of the same shape, for floating dtypes."""

    dtype: str
    values: np.ndarray
    magnitude: np.ndarray | None


@dataclass(frozen=True)
class ValueOutput:
    value: Any


Output = TensorOutput | ValueOutput | SampleOutput


@dataclass(frozen=True)
class Answer:
    """Outputs, or the kind of the error that is raised."""

    outputs: tuple[Output, ...] = ()
    error: str | None = None


@dataclass(frozen=True)
class ReadingAnswer:
    id: str
    verdict: str
    answer: Answer
    distance: float

    @property
    def accepts_values(self) -> bool:
        return self.verdict == "accepted" and bool(self.answer.outputs)


@dataclass(frozen=True)
class Evaluation:
    answer: Answer
    accuracy: Accuracy
    readings: tuple[ReadingAnswer, ...]


def evaluate(case: Case, module: ModuleType) -> Evaluation:
    """Raises OracleError."""
    try:
        return _evaluate(case, module)
    except ProgramError as error:
        raise OracleError(case, str(error)) from error


def _evaluate(case: Case, module: ModuleType) -> Evaluation:
    context = context_of(case)
    if case.raises:
        accuracy = _accuracy(case, [])
        answer = _answer(case, module, module.oracle, case.bound, context, accuracy)
        if answer.error is None:
            raise OracleError(case, "the case expects an error, and the oracle answers with values")
        if case.program is not None and not {answer.error, "any"} & set(case.raises):
            # In a program another call than the one that is meant may have failed.
            raise OracleError(
                case, f"the oracle raises {answer.error}, and the case expects {case.raises}"
            )
        readings = _readings(case, module, context, answer, accuracy)
        # Where the documents allow values too, these have the accuracy of the function.
        values = next((r.answer.outputs for r in readings if r.accepts_values), ())
        if values:
            accuracy = _accuracy(case, [_values_of(output) for output in values])
    else:
        try:
            confirmed = _confirmation(case, module, context)
        except ApiError as error:
            raise OracleError(
                case, f"the confirmation raises {error.kind}, and the case expects values"
            ) from error
        accuracy = _accuracy(case, confirmed)
        answer = _answer(case, module, module.oracle, case.bound, context, accuracy)
        if answer.error is not None:
            raise OracleError(
                case, f"the oracle raises {answer.error}, and the case expects values"
            )
        _confirm(case, answer, confirmed)
        _require_fair(case, answer, accuracy)
    return Evaluation(answer, accuracy, tuple(_readings(case, module, context, answer, accuracy)))


def _readings(
    case: Case, module: ModuleType, context: Context, answer: Answer, accuracy: Accuracy
) -> list[ReadingAnswer]:
    candidates: list[tuple[str, str, Callable[..., Any], dict[str, Any]]] = [
        (reading["id"], reading["verdict"], module.READINGS[reading["id"]], case.bound)
        for reading in case.function.raw["readings"]
    ]
    flushed = {name: map_tensors(value, _flush) for name, value in case.bound.items()}
    if _has_subnormals(case.bound):
        candidates.append((SUBNORMAL_READING, "accepted", module.oracle, flushed))
    result = []
    only_with = getattr(module, "ONLY_WITH", {})
    called = {call["call"] for call in api_calls(case.program)} if case.program else set()
    for identifier, verdict, function, arguments in candidates:
        if identifier in only_with and not called & set(only_with[identifier]):
            continue
        other = _answer(case, module, function, arguments, context, accuracy, is_reading=True)
        apart = distance(answer, other, accuracy, case.raises, sign_of_zero=case.sign_of_zero)
        if apart > (1.0 if verdict == "accepted" else DISTINGUISHED):
            result.append(ReadingAnswer(identifier, verdict, other, apart))
    return result


def _answer(
    case: Case,
    module: ModuleType,
    function: Callable[..., Any],
    arguments: dict[str, Any],
    context: Context,
    accuracy: Accuracy,
    *,
    is_reading: bool = False,
) -> Answer:
    roundoff = dtypes.FORMATS[case.dtype].roundoff if dtypes.is_floating(case.dtype) else 0.0
    numbers = {
        name: map_tensors(value, lambda t: as_array(t.values.astype(object)))
        for name, value in arguments.items()
    }

    def attempt() -> Answer:
        with second_order(2 * (1 + accuracy.terms**0.5) * roundoff):
            if _on_machine(case, module):
                values = MachineRun(case, module).exact(arguments, function)
                samples = sample_outputs(values)
                outputs = tuple(
                    samples[place] if place in samples else _machine_output(case, value)
                    for place, value in enumerate(values)
                )
            else:
                outputs = _outputs(case, call(function, numbers, context), context)
        return Answer(outputs + _unchanged(case, numbers, context))

    try:
        with np.errstate(all="ignore"):
            return with_enough_precision(attempt)
    except ApiError as error:
        return Answer(error=error.kind)
    except ProgramError:
        # What a reading gives may be of no use to the rest of the program, of which a backend would say so.
        if not is_reading:
            raise
        return Answer(error="any")
    except (IndexError, ValueError, TypeError, AttributeError) as error:
        # In an invalid call a reading may fail in any way, and in a program its answer may have a shape that the next call
        # cannot take; elsewhere that is a mistake of the module.
        misfit = case.program is not None and isinstance(error, IndexError | ValueError)
        if not is_reading or not (case.raises or misfit):
            raise
        return Answer(error="any")


def _on_machine(case: Case, module: ModuleType) -> bool:
    return case.program is not None or takes_machine(module)


def _machine_output(case: Case, value: Any) -> Output:
    if isinstance(value, Array):
        return _tensor_output(case, value.values, value.dtype)
    return ValueOutput(value)


def _outputs(case: Case, result: Any, context: Context) -> tuple[Output, ...]:
    declared = case.function.raw["returns"]
    results = result if isinstance(result, tuple) and len(declared) > 1 else (result,)
    outputs: list[Output] = []
    samples = sample_outputs(results)
    for number, value in enumerate(results):
        entry = declared[min(number, len(declared) - 1)]
        if number in samples:
            outputs.append(samples[number])
            continue
        if entry["kind"] == "value" and not isinstance(value, Typed | np.ndarray):
            outputs.append(ValueOutput(_plain(value)))
            continue
        dtype = (
            value.dtype
            if isinstance(value, Typed)
            else declared_dtype(case.function, entry, case.bound, context)
        )
        array = as_array(value.values if isinstance(value, Typed) else value)
        outputs.append(_tensor_output(case, array, dtype))
    return tuple(outputs)


def _unchanged(case: Case, numbers: dict[str, Any], context: Context) -> tuple[Output, ...]:
    return tuple(_tensor_output(case, numbers[n], context.dtypes[n]) for n in case.unchanged)


def _tensor_output(case: Case, array: np.ndarray, dtype: str) -> TensorOutput:
    flat = array.ravel()
    if not dtypes.is_floating(dtype):
        kind = np.dtype(dtype)
        integers = [bool(n) if dtype == "bool" else int(n) for n in flat]
        if dtype != "bool":
            limits = np.iinfo(kind)
            if any(not limits.min <= n <= limits.max for n in integers):
                raise OracleError(case, f"a value beyond the range of {dtype}")
        return TensorOutput(dtype, np.array(integers, dtype=kind).reshape(array.shape), None)
    values = np.array([float(n) for n in flat], dtype=np.float64).reshape(array.shape)
    magnitude = np.array([n.magnitude for n in flat], dtype=np.float64).reshape(array.shape)
    magnitude = np.where(np.isfinite(values), magnitude, 0.0)
    return TensorOutput(dtype, values, magnitude)


def _plain(value: Any) -> Any:
    if isinstance(value, Number):
        return int(value)
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    return value


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
            case.function.file, "accuracy", str(error), "See spec/README.md."
        ) from error
    return Accuracy(raw["ulps"], count, raw.get("atol", 0.0))


def _values_of(output: Output) -> Any:
    return output.values if isinstance(output, TensorOutput) else getattr(output, "value", None)


def _confirmation(case: Case, module: ModuleType, context: Context) -> list[Any]:
    arguments = {name: map_tensors(value, _widen) for name, value in case.bound.items()}
    if _on_machine(case, module):
        values = MachineRun(case, module).confirmed(case.bound)
        results = [v.values if isinstance(v, Array) else v for v in values]
        return results + [arguments[name] for name in case.unchanged]
    with np.errstate(all="ignore"):
        result = call(module.confirmation, arguments, context)
    several = isinstance(result, tuple) and len(case.function.raw["returns"]) > 1
    results = list(result) if several else [result]
    return results + [arguments[name] for name in case.unchanged]


def _widen(tensor: TensorValue) -> np.ndarray:
    values = tensor.values
    if dtypes.is_floating(tensor.dtype):
        return values.astype(np.float64)
    return values if tensor.dtype == "bool" else values.astype(np.int64)


def _confirm(case: Case, answer: Answer, confirmed: list[Any]) -> None:
    if len(confirmed) != len(answer.outputs):
        raise OracleError(
            case, f"{len(answer.outputs)} values from the oracle, {len(confirmed)} from NumPy"
        )
    samples = sample_outputs(confirmed)
    for place, (output, other) in enumerate(zip(answer.outputs, confirmed, strict=True)):
        if isinstance(output, ValueOutput):
            if output.value != _plain(other):
                raise OracleError(case, f"the oracle says {output.value!r}, NumPy {other!r}")
            continue
        if isinstance(output, SampleOutput):
            if place not in samples or not confirms(output, samples[place], _CONFIRMED):
                raise OracleError(case, f"the oracle draws {output}, NumPy {other}")
            continue
        array = np.asarray(other)
        if array.shape != output.values.shape:
            raise OracleError(
                case, f"shape {output.values.shape} from the oracle, {array.shape} from NumPy"
            )
        if output.magnitude is None:
            if not np.array_equal(output.values, array.astype(output.values.dtype)):
                raise OracleError(
                    case, f"values {output.values} from the oracle, {array} from NumPy"
                )
            continue
        _confirm_floats(case, output, array.astype(np.float64))


def _confirm_floats(case: Case, output: TensorOutput, other: np.ndarray) -> None:
    expected, magnitude = output.values, output.magnitude
    assert magnitude is not None
    with np.errstate(all="ignore"):
        error = np.abs(other - expected)
        close = error <= _CONFIRMED * np.maximum(np.abs(expected), magnitude) + _CONFIRMED_ABSOLUTE
    same = close | (np.isnan(expected) & np.isnan(other)) | (expected == other)
    if not same.all():
        index = tuple(int(i) for i in np.argwhere(~same)[0])
        raise OracleError(
            case,
            f"element {index}: {expected[index]!r} from the oracle, {other[index]!r} from NumPy",
        )


def _require_fair(case: Case, answer: Answer, accuracy: Accuracy) -> None:
    """An exact answer is a number of its dtype. Where terms are added, no partial sum of them may overflow, in whatever order
    it is made."""
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
                f"terms whose sum may overflow {output.dtype} on the way, so that a right backend "
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
                case, f"an exact answer that is no {output.dtype}; state the accuracy of the group"
            )


def context_of(case: Case) -> Context:
    return Context(case.editions[0], case.dtype, _dtypes(case.bound))


def _dtypes(arguments: dict[str, Any]) -> dict[str, str]:
    found = {}
    for name, value in arguments.items():
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, TensorValue):
            found[name] = first.dtype
    return found


def map_tensors(value: Any, function: Callable[[TensorValue], Any]) -> Any:
    """The function of a tensor, or of each in a list of tensors; any other value as it is."""
    if isinstance(value, TensorValue):
        return function(value)
    if isinstance(value, list) and value and isinstance(value[0], TensorValue):
        return [function(v) for v in value]
    return value


def _has_subnormals(arguments: dict[str, Any]) -> bool:
    found = False

    def look(tensor: TensorValue) -> TensorValue:
        nonlocal found
        if dtypes.is_floating(tensor.dtype):
            sizes = np.abs(tensor.values)
            found = found or bool(
                ((sizes > 0) & (sizes < dtypes.FORMATS[tensor.dtype].min_normal)).any()
            )
        return tensor

    for value in arguments.values():
        map_tensors(value, look)
    return found


def _flush(tensor: TensorValue) -> TensorValue:
    if not dtypes.is_floating(tensor.dtype):
        return tensor
    return TensorValue(dtypes.flush_subnormals(tensor.values), tensor.raw)
