"""The alternatives of an argument's entry, their slugs, and the argument that each becomes."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from kassay_generators.cases import domains
from kassay_generators.cases.case import ArgumentValue, TensorValue
from kassay_generators.numbers import dtypes
from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.function import Function, Parameter

_TESTED_DTYPE = "$dtype"
_LITERAL_LENGTH = 24


@dataclass(frozen=True)
class TensorChoice:
    """A tensor that is not drawn yet: one shape and one domain, or literal values."""

    shape: tuple[int, ...]
    domain: str
    dtype: str | None
    values: Any = None

    def slug(self) -> str:
        if self.values is not None:
            text = _nested(self.values)
            if len(text) > _LITERAL_LENGTH:
                text = "literal-" + hashlib.sha256(text.encode()).hexdigest()[:8]
        else:
            text = "x".join(map(str, self.shape)) or "scalar"
            if self.domain != domains.DEFAULT:
                text += f"~{self.domain}"
        return text if self.dtype is None else f"{text}~{self.dtype}"


def alternatives(
    function: Function, group: dict[str, Any], parameter: Parameter | None, value: Any
) -> list[Any]:
    """The alternatives of an argument's entry."""
    assert parameter is not None  # the specification was checked
    options = value if isinstance(value, list) else [value]
    result: list[Any] = []
    for option in options:
        if isinstance(option, dict) and "tensors" in option:
            result.append(
                [_single(function, group, parameter, entry) for entry in option["tensors"]]
            )
        elif isinstance(option, dict):
            result += _tensor_choices(function, group, parameter, option)
        else:
            result.append(option)
    return result


def _single(
    function: Function, group: dict[str, Any], parameter: Parameter, entry: dict[str, Any]
) -> TensorChoice:
    choices = _tensor_choices(function, group, parameter, entry)
    if len(choices) != 1:
        fail(
            function,
            group,
            parameter.name,
            "a tensor in a list of tensors has alternatives",
            "Write several lists.",
        )
    return choices[0]


def _tensor_choices(
    function: Function, group: dict[str, Any], parameter: Parameter, entry: dict[str, Any]
) -> list[TensorChoice]:
    unknown = set(entry) - {"shape", "domain", "dtype", "values"}
    if unknown or ("values" in entry) == ("shape" in entry):
        fail(
            function,
            group,
            parameter.name,
            f"a tensor described by {sorted(entry)}",
            "Give shape (and domain) or values.",
        )
    dtype = entry.get("dtype")
    if dtype is not None and dtype not in dtypes.ALL:
        fail(
            function,
            group,
            parameter.name,
            f"unknown dtype {dtype}",
            f"Use one of {', '.join(dtypes.ALL)}.",
        )
    if "values" in entry:
        return [TensorChoice((), "", dtype, entry["values"])]
    shape = entry["shape"]
    shapes = shape if any(isinstance(s, list) for s in shape) else [shape]
    chosen = entry.get("domain", domains.DEFAULT)
    names = chosen if isinstance(chosen, list) else [chosen]
    for name in names:
        if name.split(":")[0] not in domains.names():
            fail(
                function,
                group,
                parameter.name,
                f"unknown domain {name}",
                f"Use one of {', '.join(domains.names())}.",
            )
    return [TensorChoice(tuple(s), name, dtype) for s in shapes for name in names]


def make(
    function: Function,
    group: dict[str, Any],
    parameter: Parameter | None,
    choice: Any,
    dtype: str,
    identifier: str,
) -> ArgumentValue:
    assert parameter is not None
    if isinstance(choice, list) and choice and isinstance(choice[0], TensorChoice):
        return [
            _draw(function, group, parameter, entry, dtype, identifier, f"{parameter.name}{number}")
            for number, entry in enumerate(choice)
        ]
    if isinstance(choice, TensorChoice):
        return _draw(function, group, parameter, choice, dtype, identifier, parameter.name)
    return dtype if choice == _TESTED_DTYPE else choice


def _draw(
    function: Function,
    group: dict[str, Any],
    parameter: Parameter,
    choice: TensorChoice,
    dtype: str,
    identifier: str,
    name: str,
) -> TensorValue:
    chosen = choice.dtype or dtype
    raw = parameter.kind == "array"
    if choice.values is not None:
        return TensorValue(np.array(choice.values, dtype=chosen), raw)
    try:
        values = domains.draw(
            choice.domain, chosen, choice.shape, domains.stream_for(identifier, name)
        )
    except (KeyError, ValueError, TypeError) as error:
        fail(
            function,
            group,
            name,
            f"the domain {choice.domain} for {chosen}: {error}",
            "Use a domain that has this dtype.",
        )
    return TensorValue(values, raw)


def slug(value: Any, dtype: str) -> str:
    if isinstance(value, TensorChoice):
        return value.slug()
    if isinstance(value, list):
        if value and isinstance(value[0], TensorChoice):
            return "+".join(entry.slug() for entry in value)
        return _nested(value)
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return dtype if value == _TESTED_DTYPE else str(value)


def _nested(value: Any) -> str:
    """A list without brackets, because these have a meaning in a glob: 0+1, (1+2)+(3+4)."""
    if not isinstance(value, list):
        return str(value)
    return "+".join(f"({_nested(v)})" if isinstance(v, list) else str(v) for v in value) or "empty"


def fail(
    function: Function, group: dict[str, Any], place: str, problem: str, remedy: str
) -> NoReturn:
    raise SpecificationError(function.file, f"case group {group['name']}, {place}", problem, remedy)
