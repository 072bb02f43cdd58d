"""The answer of an oracle or of a reading to a case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from kassay_generators.cases.case import Case, TensorValue, numbers_of
from kassay_generators.machine.agreement import Agreement
from kassay_generators.machine.case_run import MachineRun
from kassay_generators.machine.pure_call import plain
from kassay_generators.machine.values import Array, ProgramError
from kassay_generators.numbers import dtypes
from kassay_generators.numbers.precision import second_order, with_enough_precision
from kassay_generators.oracles.arrays import as_array
from kassay_generators.oracles.interface import (
    ApiError,
    Context,
    Remembered,
    Typed,
    call,
    declared_dtype,
    takes_machine,
)
from kassay_generators.vectors.answer import Accuracy, Answer, Output, TensorOutput, ValueOutput
from kassay_generators.vectors.samples import sample_outputs


class OracleError(Exception):
    """The oracle and the specification, or the oracle and its confirmation, disagree."""

    def __init__(self, case: Case, problem: str) -> None:
        super().__init__(f"{case.id}: {problem}")


def answer_of(
    case: Case,
    module: ModuleType,
    replacements: Mapping[str, Callable[..., Any]],
    arguments: dict[str, Any],
    context: Context,
    accuracy: Accuracy,
    normative: Answer | None = None,
    agreement: Agreement | None = None,
) -> Answer:
    """`replacements`: readings by the name of the function whose oracle they replace; without any it is the oracle's answer,
    and with some this is `normative`. It is returned if a reading makes the oracle's call. `agreement`: the readings to check
    while the oracles answer."""
    is_reading = normative is not None
    if isinstance(module.oracle, Remembered) and not is_reading:
        module.oracle.forget()
    roundoff = dtypes.FORMATS[case.dtype].roundoff if dtypes.is_floating(case.dtype) else 0.0
    numbers = {name: map_tensors(value, numbers_of) for name, value in arguments.items()}

    def attempt() -> Answer:
        with second_order(2 * (1 + accuracy.terms**0.5) * roundoff):
            if runs_on_machine(case, module):
                values = MachineRun(case, module).exact(arguments, replacements, agreement)
                samples = sample_outputs(values)
                outputs = tuple(
                    samples[place] if place in samples else _machine_output(case, value)
                    for place, value in enumerate(values)
                )
            else:
                function = replacements.get(case.function.name, module.oracle)
                result = call(function, numbers, context)
                if normative and _is_oracles_call(module, normative, result):
                    return normative
                outputs = _outputs(case, result, context)
        return Answer(outputs + _unchanged(case, numbers, context))

    try:
        with np.errstate(all="ignore"):
            return with_enough_precision(attempt)
    except ApiError as error:
        return Answer(error=error.kind)
    except ProgramError:
        # The rest of the program may be unable to use a reading's result; a backend would raise an error.
        if not is_reading:
            raise
        return Answer(error="any")
    except (IndexError, ValueError, TypeError, AttributeError) as error:
        # A reading may fail in any way in an invalid call, and in a program its result may have a shape that the next
        # call cannot take; any other failure is a mistake of the module.
        misfit = case.program is not None and isinstance(error, IndexError | ValueError)
        if not is_reading or not (case.raises or misfit):
            raise
        return Answer(error="any")


def _is_oracles_call(module: ModuleType, normative: Answer, result: Any) -> bool:
    """Whether a reading returns the oracle's own result for this case."""
    oracle = module.oracle
    return (
        normative.error is None and isinstance(oracle, Remembered) and oracle.has_answered(result)
    )


def runs_on_machine(case: Case, module: ModuleType) -> bool:
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
            outputs.append(ValueOutput(plain(value)))
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
    condition = np.array([n.condition for n in flat], dtype=np.float64).reshape(array.shape)
    finite = np.isfinite(values)
    magnitude, condition = np.where(finite, magnitude, 0.0), np.where(finite, condition, 0.0)
    return TensorOutput(dtype, values, magnitude, condition if condition.any() else None)


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
    """Applies the function to a tensor, or to each in a list of tensors; returns any other value unchanged."""
    if isinstance(value, TensorValue):
        return function(value)
    if isinstance(value, list) and value and isinstance(value[0], TensorValue):
        return [function(v) for v in value]
    return value
