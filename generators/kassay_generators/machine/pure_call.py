"""A call of a function without access to the machine: its oracle on elements, and the dtypes of the results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kassay_generators.machine.arithmetic import Exact
from kassay_generators.machine.host import Host, Signature
from kassay_generators.machine.lazy import Update
from kassay_generators.machine.values import Array, ProgramError, Sample, Tensor
from kassay_generators.numbers.number import Number
from kassay_generators.numbers.precision import with_enough_precision
from kassay_generators.oracles.interface import ApiError, Context, Typed, call, declared_dtype
from kassay_generators.specification.function import Function


def check_kinds(function: Function, bound: Mapping[str, Any]) -> None:
    """Checks that each argument is a tensor or an array as its parameter requires. Raises ApiError for None, which some gradients
    are."""
    for parameter in function.parameters:
        value = bound[parameter.name]
        entries = value if isinstance(value, list) else [value]
        if parameter.kind in ("tensor", "tensors", "number-or-tensor") and any(
            isinstance(e, Array) for e in entries
        ):
            raise ProgramError(
                f"{function.name} takes a tensor as {parameter.name}, and this is an array; use constant(...)"
            )
        if (
            parameter.kind in ("tensor", "tensors")
            and not parameter.optional
            and any(e is None for e in entries)
        ):
            raise ApiError("any")
        if any(isinstance(e, Update) or callable(e) for e in entries):
            raise ProgramError(f"{function.name} of something that is not a value")


def apply_pure(
    machine: Host, function: Function, bound: Mapping[str, Any], context: Context
) -> Any:
    """The arguments are evaluated. Several results come as a tuple."""
    arguments = {name: _elements(machine, value) for name, value in bound.items()}
    result = call(machine.implementation(function.name), arguments, context)
    declared = function.raw["returns"]
    results = result if isinstance(result, tuple) and len(declared) > 1 else (result,)
    if len(results) != len(declared):
        raise ProgramError(f"{function.name} gives {len(results)} values, not {len(declared)}")
    if isinstance(machine.arithmetic, Exact):
        found = tuple(
            _dtype(function, entry, value, bound, context)
            for entry, value in zip(declared, results, strict=True)
        )
    else:
        found = _oracle_dtypes(machine, function, bound, context)
    outputs = tuple(
        _result(machine, entry["kind"], value, dtype)
        for entry, value, dtype in zip(declared, results, found, strict=True)
    )
    return outputs if len(declared) > 1 else outputs[0]


def _oracle_dtypes(
    machine: Host, function: Function, bound: Mapping[str, Any], context: Context
) -> tuple[str, ...]:
    """The dtypes of the oracle's results, because a confirmation does not give any; found once per signature."""
    signature = _signature(bound, function, context)
    if signature not in machine.result_dtypes:
        with machine.computing_in(Exact()):
            result = with_enough_precision(lambda: apply_pure(machine, function, bound, context))
        results = result if isinstance(result, tuple) else (result,)
        machine.result_dtypes[signature] = tuple(getattr(r, "dtype", "") for r in results)
    return machine.result_dtypes[signature]


def _elements(machine: Host, value: Any) -> Any:
    """The value as oracles take it: tensors and arrays become arrays of elements."""
    if isinstance(value, Tensor | Array):
        return machine.arithmetic.adopt(value.values, value.dtype)
    if isinstance(value, Sample):
        raise ProgramError("a random value can only be returned")
    if isinstance(value, list):
        return [_elements(machine, v) for v in value]
    return value


def _signature(bound: Mapping[str, Any], function: Function, context: Context) -> Signature:
    def word(value: Any) -> str:
        if isinstance(value, Tensor | Array):
            return value.dtype
        if isinstance(value, list):
            return f"[{','.join(word(v) for v in value)}]"
        return repr(value)

    words = [context.floatx, *(f"{name}={word(value)}" for name, value in bound.items())]
    return function.name, ",".join(words)


def _dtype(
    function: Function,
    entry: dict[str, Any],
    value: Any,
    bound: Mapping[str, Any],
    context: Context,
) -> str:
    if isinstance(value, Typed | Sample):
        return value.dtype
    return "" if entry["kind"] == "value" else declared_dtype(function, entry, bound, context)


def _result(machine: Host, kind: str, value: Any, dtype: str) -> Any:
    if isinstance(value, Sample):
        return value
    values = value.values if isinstance(value, Typed) else value
    if kind == "value":
        return plain(values)
    elements = machine.arithmetic.result(values, dtype)
    return Array(elements, dtype) if kind == "array" else Tensor(elements, dtype)


def plain(value: Any) -> Any:
    """A value of the API that is not a tensor: None, bool, int, float, str, or a list of them."""
    if isinstance(value, Number):
        return int(value)
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, tuple | list):
        return [plain(v) for v in value]
    return value
