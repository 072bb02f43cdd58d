"""From the case groups of a specification file to single cases with stable ids."""

from __future__ import annotations

from kassay_generators.cases import call_cases, program_cases
from kassay_generators.cases.case import Case
from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.function import Function


def expand(function: Function, *, by_edition: bool = False) -> list[Case]:
    """All cases of a function. `by_edition`: the oracle's answer depends on the edition, so each edition has its own cases."""
    cases: list[Case] = []
    seen: dict[str, str] = {}
    for group in function.raw["cases"]:
        expanded = (
            program_cases.expand_group(function, group)
            if "program" in group
            else call_cases.expand_group(function, group, by_edition)
        )
        for case in expanded:
            if case.id in seen:
                raise SpecificationError(
                    function.file,
                    f"case group {group['name']}",
                    f"the id {case.id} appears twice",
                    "Drop an alternative.",
                )
            seen[case.id] = group["name"]
            cases.append(case)
    return cases
