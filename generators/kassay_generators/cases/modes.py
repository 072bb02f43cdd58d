"""How the runner may wrap the program of a case; see "Modes" in spec/vectors.md."""

from __future__ import annotations

from kassay_generators.cases.case import Case


def permitted(case: Case) -> tuple[str, ...]:
    """The modes of the case group; without any, those of the function; without any, every mode."""
    default = ("eager", "function", "dynamic", "gradient")
    return tuple(case.group.get("modes", case.function.raw.get("modes", default)))


def modes_of(case: Case, *, gradients: int) -> list[str]:
    """The modes of one case; `gradients`: 0, 1, or 2 if it has a second one.

    A graph needs an input tensor for a placeholder, and all its outputs must be tensors."""
    if case.program is not None:
        return ["program"]
    possible = ["eager"]
    tensors = [t for name in case.arguments for t in case.tensors(name).values()]
    if any(not t.raw for t in tensors) and all(
        entry["kind"] == "tensor" for entry in case.function.raw["returns"]
    ):
        possible += ["function", "dynamic"]
    modes = [mode for mode in possible if mode in permitted(case)]
    return modes + ["gradient", "second-gradient"][:gradients]
