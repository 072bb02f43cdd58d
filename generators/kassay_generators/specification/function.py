"""A function of the API from its specification file: its arguments by edition, its clauses, the dtypes of its tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kassay_generators.numbers import dtypes
from kassay_generators.specification.shared import Statement

EDITIONS = ("ko", "zh", "ja")
# A reading that every function with a floating tensor allows; decision D-003.
SUBNORMAL_READING = "subnormal-inputs-flushed"
# The kind of an argument that collects all keywords without a separate argument.
KEYWORDS = "keywords"


@dataclass(frozen=True)
class Parameter:
    """One argument. `defaults` holds the default by edition; an edition without one requires the argument."""

    name: str
    kind: str
    dtypes: tuple[str, ...]
    optional: bool
    editions: tuple[str, ...]
    defaults: dict[str, Any]


@dataclass(frozen=True)
class Function:
    name: str
    category: str
    file: Path
    raw: dict[str, Any]
    parameters: tuple[Parameter, ...]
    editions: tuple[str, ...] = field(default=())
    shared: tuple[Statement, ...] = ()  # clauses and readings that spec/shared states

    def parameter(self, name: str) -> Parameter | None:
        return next((p for p in self.parameters if p.name == name), None)

    def order(self, edition: str) -> list[Parameter]:
        """The arguments of an edition, in the order of that edition."""
        present = [p for p in self.parameters if edition in p.editions]
        names = self.raw.get("order", {}).get(edition)
        if names is None:
            return present
        return sorted(present, key=lambda p: names.index(p.name))

    def binding(self, edition: str, positional: int, keywords: Sequence[str]) -> list[str] | None:
        """The argument of each value in a call, first the positional ones, then the keywords; None if the edition does not
        allow the call."""
        order = self.order(edition)
        names = [p.name for p in order if p.kind != KEYWORDS]
        if positional > len(names):
            return None
        given = names[:positional]
        rest = next((p.name for p in order if p.kind == KEYWORDS), None)
        for keyword in keywords:
            name = keyword if keyword in names else rest
            if name is None or name in given:
                return None
            given.append(name)
        required = [p.name for p in order if edition not in p.defaults]
        return given if set(required) <= set(given) else None

    def signature(self, edition: str) -> str:
        """As printed in Python: (x, axis=-1)."""
        words = []
        for parameter in self.order(edition):
            if parameter.kind == KEYWORDS:
                words.append(f"**{parameter.name}")
                continue
            default = parameter.defaults.get(edition, _REQUIRED)
            words.append(
                parameter.name if default is _REQUIRED else f"{parameter.name}={_python(default)}"
            )
        return f"({', '.join(words)})"

    def clause_editions(self, clause: dict[str, Any]) -> tuple[str, ...]:
        """The named editions, or those of the sources; for a decision, every edition of the function."""
        if "editions" in clause:
            return tuple(clause["editions"])
        return self.editions

    def tested_dtypes(self, group: str | Sequence[str] | None) -> tuple[str, ...]:
        """The dtypes of a case group."""
        allowed = next((p.dtypes for p in self.parameters if p.dtypes), dtypes.FLOATING)
        if group is None:
            return tuple(d for d in allowed if dtypes.is_floating(d)) or allowed
        if group == "all":
            return allowed
        return expand_dtypes(group)


class _Required:
    pass


_REQUIRED = _Required()


def expand_dtypes(group: str | Sequence[str]) -> tuple[str, ...]:
    if isinstance(group, str):
        return dtypes.GROUPS["any"] if group == "all" else dtypes.GROUPS.get(group, (group,))
    return tuple(group)


def variants(entry: Any) -> list[dict[str, Any]]:
    """The alternatives of `args` or `inputs`: a map, or a list of maps whose entries belong together."""
    return entry if isinstance(entry, list) else [entry]


def _python(value: Any) -> str:
    if isinstance(value, list):
        items = ", ".join(_python(v) for v in value)
        return f"({items},)" if len(value) == 1 else f"({items})"
    return repr(value)
