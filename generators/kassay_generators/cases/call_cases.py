"""From the case groups of a single call to single cases."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from kassay_generators.cases.case import Case
from kassay_generators.cases.choices import TensorChoice, alternatives, fail, make, slug
from kassay_generators.specification.function import Function, variants

_ALL_AXES = "all-axes"


def expand_group(function: Function, group: dict[str, Any], by_edition: bool) -> Iterator[Case]:
    for dtype, chosen in choices_of(function, group):
        yield from cases_of(function, group, dtype, chosen, by_edition)


def choices_of(function: Function, group: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The dtype and the arguments of each call, whose tensors are not drawn yet."""
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
                    yield dtype, chosen


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
    first = next((v for v in chosen.values() if isinstance(v, TensorChoice)), None)
    if first is None:
        fail(function, group, names[0], "all-axes without a tensor", "Name the axes.")
    rank = np.ndim(first.values) if first.values is not None else len(first.shape)
    for axis in range(-rank, rank):
        yield {**chosen, **dict.fromkeys(names, axis)}


def cases_of(
    function: Function, group: dict[str, Any], dtype: str, chosen: dict[str, Any], by_edition: bool
) -> Iterator[Case]:
    """One case, or one for each edition where they differ."""
    words = [group["name"], *(f"{name}={slug(value, dtype)}" for name, value in chosen.items())]
    base = f"{function.category}/{function.name}/{dtype}/{','.join(words)}"
    style = group.get("call", "mixed")
    rendered: dict[Any, list[str]] = {}
    for edition in group.get("editions", function.editions):
        if edition not in function.editions:
            fail(function, group, "editions", f"the function is not in {edition}", "Remove it.")
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
        fail(
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
    """Which arguments are positional and which are keywords; None if the edition does not allow the call."""
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
