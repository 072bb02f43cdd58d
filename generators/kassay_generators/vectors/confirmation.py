"""The independent evaluation with NumPy in float64, and its comparison with the oracle."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from kassay_generators.cases.case import Case, TensorValue
from kassay_generators.machine.case_run import MachineRun
from kassay_generators.machine.pure_call import plain
from kassay_generators.machine.values import Array
from kassay_generators.numbers import dtypes
from kassay_generators.oracles.interface import Context, call
from kassay_generators.vectors.answer import Answer, TensorOutput, ValueOutput
from kassay_generators.vectors.run_oracle import OracleError, map_tensors, runs_on_machine
from kassay_generators.vectors.samples import SampleOutput, confirms, sample_outputs

# NumPy evaluates in float64 without care for rounding, so it must agree to this, relative to the magnitude.
_CONFIRMED = 2.0**-30
_CONFIRMED_ABSOLUTE = 1e-300


def confirmation_of(case: Case, module: ModuleType, context: Context) -> list[Any]:
    arguments = {name: map_tensors(value, _widen) for name, value in case.bound.items()}
    if runs_on_machine(case, module):
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


def confirm(case: Case, answer: Answer, confirmed: list[Any]) -> None:
    if len(confirmed) != len(answer.outputs):
        raise OracleError(
            case, f"{len(answer.outputs)} values from the oracle, {len(confirmed)} from NumPy"
        )
    samples = sample_outputs(confirmed)
    for place, (output, other) in enumerate(zip(answer.outputs, confirmed, strict=True)):
        if isinstance(output, ValueOutput):
            if output.value != plain(other):
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
