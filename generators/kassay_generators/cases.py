"""From the case groups of a specification file to single cases with stable ids."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

from kassay_generators import domains, dtypes
from kassay_generators.specification import Function, Parameter, SpecificationError, variants

_ALL_AXES = "all-axes"
_TESTED_DTYPE = "$dtype"
_LITERAL_LENGTH = 24


@dataclass(frozen=True)
class TensorValue:
    """A tensor argument with its elements. `raw`: handed over as an array rather than as a tensor of the backend."""

    values: np.ndarray
    raw: bool = False

    @property
    def dtype(self) -> str:
        return self.values.dtype.name


# A plain Python value, a tensor, or a list of tensors.
ArgumentValue = Any


@dataclass(frozen=True)
class Case:
    """One case, not yet evaluated. `arguments` are those given; `bound` has the defaults filled in."""

    id: str
    function: Function
    group: dict[str, Any]
    dtype: str
    editions: tuple[str, ...]
    clauses: tuple[str, ...]
    arguments: dict[str, ArgumentValue]
    bound: dict[str, ArgumentValue]
    positional: tuple[str, ...]
    keyword: tuple[str, ...]
    tier: str
    raises: tuple[str, ...] = field(default=())
    program: dict[str, Any] | None = None
    """Of a program group: the program as JSON. `arguments` are then its inputs."""

    @property
    def accuracy(self) -> dict[str, Any]:
        """That of the group, or else of the function."""
        return dict(self.group.get("accuracy", self.function.raw["accuracy"]))

    @property
    def unchanged(self) -> tuple[str, ...]:
        """The tensor arguments that the program returns too, as they must stay."""
        return tuple(self.group.get("unchanged", ()))

    def tensors(self, argument: str) -> dict[str, TensorValue]:
        """The tensors of an argument under their names in the program: its own, for a list with a number behind it."""
        return dict(_named(argument, self.arguments.get(argument)))

    @property
    def sign_of_zero(self) -> bool:
        return bool(self.group.get("sign_of_zero", False))


def _named(name: str, value: ArgumentValue) -> Iterator[tuple[str, TensorValue]]:
    if isinstance(value, TensorValue):
        yield name, value
    elif isinstance(value, list):
        for number, entry in enumerate(value):
            yield from _named(f"{name}{number}", entry)


def expand(function: Function, *, by_edition: bool = False) -> list[Case]:
    """Every case of a function. `by_edition`: the oracle answers differently by edition, so that no case serves two."""
    from kassay_generators import (
        program_cases,
    )  # the program groups, which are made of the same parts

    cases: list[Case] = []
    seen: dict[str, str] = {}
    for group in function.raw["cases"]:
        expanded = (
            program_cases.expand_group(function, group)
            if "program" in group
            else _expand_group(function, group, by_edition)
        )
        for case in expanded:
            if case.id in seen:
                raise SpecificationError(
                    function.file,
                    f"case group {group['name']}",
                    f"the id {case.id} comes twice",
                    "Drop an alternative.",
                )
            seen[case.id] = group["name"]
            cases.append(case)
    return cases


def _expand_group(function: Function, group: dict[str, Any], by_edition: bool) -> Iterator[Case]:
    for dtype in function.tested_dtypes(group.get("dtype")):
        for variant in variants(group["args"]):
            choices = [
                [
                    (name, choice)
                    for choice in alternatives(function, group, function.parameter(name), value)
                ]
                for name, value in variant.items()
            ]
            for combination in itertools.product(*choices):
                for chosen in _with_axes(function, group, dict(combination)):
                    yield from _cases(function, group, dtype, chosen, by_edition)


@dataclass(frozen=True)
class _TensorChoice:
    """A tensor still to be drawn: one shape, one domain, or literal values."""

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
    """The alternatives that an argument's entry stands for."""
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
) -> _TensorChoice:
    choices = _tensor_choices(function, group, parameter, entry)
    if len(choices) != 1:
        _fail(
            function,
            group,
            parameter.name,
            "a tensor in a list of tensors has alternatives",
            "Write several lists.",
        )
    return choices[0]


def _tensor_choices(
    function: Function, group: dict[str, Any], parameter: Parameter, entry: dict[str, Any]
) -> list[_TensorChoice]:
    unknown = set(entry) - {"shape", "domain", "dtype", "values"}
    if unknown or ("values" in entry) == ("shape" in entry):
        _fail(
            function,
            group,
            parameter.name,
            f"a tensor described by {sorted(entry)}",
            "Give shape (and domain) or values.",
        )
    dtype = entry.get("dtype")
    if dtype is not None and dtype not in dtypes.ALL:
        _fail(
            function,
            group,
            parameter.name,
            f"unknown dtype {dtype}",
            f"Use one of {', '.join(dtypes.ALL)}.",
        )
    if "values" in entry:
        return [_TensorChoice((), "", dtype, entry["values"])]
    shape = entry["shape"]
    shapes = shape if any(isinstance(s, list) for s in shape) else [shape]
    chosen = entry.get("domain", domains.DEFAULT)
    names = chosen if isinstance(chosen, list) else [chosen]
    for name in names:
        if name.split(":")[0] not in domains.names():
            _fail(
                function,
                group,
                parameter.name,
                f"unknown domain {name}",
                f"Use one of {', '.join(domains.names())}.",
            )
    return [_TensorChoice(tuple(s), name, dtype) for s in shapes for name in names]


def _with_axes(
    function: Function, group: dict[str, Any], chosen: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """Replaces `all-axes` by every axis of the first tensor."""
    names = [
        name for name, value in chosen.items() if isinstance(value, str) and value == _ALL_AXES
    ]
    if not names:
        yield chosen
        return
    first = next((v for v in chosen.values() if isinstance(v, _TensorChoice)), None)
    if first is None:
        _fail(function, group, names[0], "all-axes without a tensor", "Name the axes.")
    rank = np.ndim(first.values) if first.values is not None else len(first.shape)
    for axis in range(-rank, rank):
        yield {**chosen, **dict.fromkeys(names, axis)}


def _cases(
    function: Function, group: dict[str, Any], dtype: str, chosen: dict[str, Any], by_edition: bool
) -> Iterator[Case]:
    words = [group["name"], *(f"{name}={slug(value, dtype)}" for name, value in chosen.items())]
    base = f"{function.category}/{function.name}/{dtype}/{','.join(words)}"
    style = group.get("call", "mixed")
    rendered: dict[Any, list[str]] = {}
    for edition in group.get("editions", function.editions):
        if edition not in function.editions:
            _fail(function, group, "editions", f"the function is not in {edition}", "Remove it.")
        call = _render(function, edition, style, list(chosen))
        if call is None:
            continue
        clauses = clauses_in(function, group, edition)
        if not clauses:
            continue
        defaults = {
            p.name: p.defaults[edition]
            for p in function.parameters
            if p.name not in chosen and edition in p.defaults
        }
        key = (call, json.dumps(defaults), clauses, edition if by_edition else None)
        rendered.setdefault(key, []).append(edition)
    if not rendered:
        _fail(
            function,
            group,
            "args",
            f"no edition allows the call with {', '.join(chosen)}",
            "Give what is required.",
        )
    for number, ((arrangement, defaults_text, clauses, _), editions) in enumerate(rendered.items()):
        identifier = base if number == 0 else f"{base},edition={editions[0]}"
        arguments = {
            name: make(function, group, function.parameter(name), value, dtype, identifier)
            for name, value in chosen.items()
        }
        raises = group.get("raises", [])
        yield Case(
            id=identifier,
            function=function,
            group=group,
            dtype=dtype,
            editions=tuple(editions),
            clauses=clauses,
            arguments=arguments,
            bound={**json.loads(defaults_text), **arguments},
            positional=arrangement[0],
            keyword=arrangement[1],
            tier=group.get("tier", "core"),
            raises=(raises,) if isinstance(raises, str) else tuple(raises),
        )


def clauses_in(function: Function, group: dict[str, Any], edition: str) -> tuple[str, ...]:
    clauses = {c["id"]: c for c in function.raw["clauses"]}
    return tuple(c for c in group["clauses"] if edition in function.clause_editions(clauses[c]))


def _render(
    function: Function, edition: str, style: str, given: list[str]
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Which arguments go by position and which by keyword; None where the edition does not allow the call."""
    order = function.order(edition)
    names = [p.name for p in order]
    if any(name not in names for name in given):
        return None
    required = [p.name for p in order if edition not in p.defaults]
    if any(name not in given for name in required):
        return None
    if style == "keyword":
        return (), tuple(given)
    if style == "mixed":
        positional = tuple(itertools.takewhile(lambda n: n in required, names))
        return positional, tuple(n for n in given if n not in positional)
    positional = tuple(itertools.takewhile(lambda n: n in given, names))
    return positional, tuple(n for n in given if n not in positional)


def make(
    function: Function,
    group: dict[str, Any],
    parameter: Parameter | None,
    choice: Any,
    dtype: str,
    identifier: str,
) -> ArgumentValue:
    assert parameter is not None
    if isinstance(choice, list) and choice and isinstance(choice[0], _TensorChoice):
        return [
            _draw(function, group, parameter, entry, dtype, identifier, f"{parameter.name}{number}")
            for number, entry in enumerate(choice)
        ]
    if isinstance(choice, _TensorChoice):
        return _draw(function, group, parameter, choice, dtype, identifier, parameter.name)
    return dtype if choice == _TESTED_DTYPE else choice


def _draw(
    function: Function,
    group: dict[str, Any],
    parameter: Parameter,
    choice: _TensorChoice,
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
        _fail(
            function,
            group,
            name,
            f"the domain {choice.domain} for {chosen}: {error}",
            "Use a domain that has this dtype.",
        )
    return TensorValue(values, raw)


def slug(value: Any, dtype: str) -> str:
    if isinstance(value, _TensorChoice):
        return value.slug()
    if isinstance(value, list):
        if value and isinstance(value[0], _TensorChoice):
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
    """A list without brackets, which mean something else in a glob: 0+1, (1+2)+(3+4)."""
    if not isinstance(value, list):
        return str(value)
    return "+".join(f"({_nested(v)})" if isinstance(v, list) else str(v) for v in value) or "empty"


def _fail(
    function: Function, group: dict[str, Any], place: str, problem: str, remedy: str
) -> NoReturn:
    raise SpecificationError(function.file, f"case group {group['name']}, {place}", problem, remedy)
