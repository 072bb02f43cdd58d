"""Checks of shared statements that need all functions: which functions name one, and what should become one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.function import Function
from kassay_generators.specification.shared import SINGULAR, SharedStatements, words

# For fewer functions, a copy is easier to read than a name to look up.
_FEWEST = 3


def check(shared: SharedStatements, functions: Iterable[Function]) -> None:
    """Checks which functions use each statement, and what should become one. Raises SpecificationError."""
    chosen = list(functions)
    users: dict[tuple[str, str], list[str]] = defaultdict(list)
    for function in chosen:
        for statement in function.shared:
            users[statement.kind, statement.name].append(function.name)
    topics = {function.name for function in chosen}
    for key, statement in shared.items():
        if statement.name.split(".")[0] in topics:
            raise SpecificationError(
                statement.file,
                "file",
                "named as a function, so that its statements look like clauses of it",
                "Rename it.",
            )
        names = users[key]
        if not names:
            raise SpecificationError(
                statement.file, statement.place(), "no function names it", "Remove it."
            )
        if len(names) < _FEWEST:
            raise SpecificationError(
                statement.file,
                statement.place(),
                f"only {' and '.join(names)} {'names' if len(names) == 1 else 'name'} it",
                f"Write it out there: a shared statement has {_FEWEST} functions or more.",
            )
    _refuse_copies(chosen)


def _refuse_copies(functions: Iterable[Function]) -> None:
    """No clause or reading may be written out in so many functions that it should be shared."""
    for kind in SINGULAR:
        copies: dict[Any, list[Function]] = defaultdict(list)
        for function in functions:
            shared = {s.id for s in function.shared if s.kind == kind}
            for entry in function.raw[kind]:
                written = words(entry)
                if written[0] not in shared:
                    copies[written].append(function)
        for (identifier, _, _), those in copies.items():
            if len(those) >= _FEWEST:
                raise SpecificationError(
                    those[0].file,
                    f"{SINGULAR[kind]} {identifier}",
                    f"in the same words in {', '.join(f.name for f in those[1:])}",
                    "State it once in spec/shared.",
                )
