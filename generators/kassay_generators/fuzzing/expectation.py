"""The answers that a correct backend may give to a program that a machine has run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kassay_generators.fuzzing.bounds import bounded
from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.chain import NOT_DRAWN
from kassay_generators.fuzzing.program import Expected, Plain
from kassay_generators.machine.case_run import returned
from kassay_generators.machine.values import Array, ProgramError, Sample, Tensor
from kassay_generators.numbers.undecided import Undecided
from kassay_generators.vectors.samples import sample_outputs


def expected_of(builder: Builder, names: Sequence[str]) -> tuple[list[str], list[Expected]]:
    """The names of the returned values about which something is certain, and these values."""
    kept: list[str] = []
    found: list[Any] = []
    arrays: list[bool] = []
    for name in names:
        value = builder.evaluated(builder.names[name])
        arrays.append(isinstance(value, Array))
        if isinstance(value, Tensor):
            value = Array(value.values, value.dtype)
        try:
            value = returned(value)
            _require_law(value)
        except NOT_DRAWN:
            arrays.pop()
            continue
        if not builder.machine.normative and _is_wholly_open(value):
            arrays.pop()  # its dtype, or its shape, may be open too
            continue
        kept.append(name)
        found.append(value)
    builder.machine.ask_unevaluated(builder.names.values())
    _drop_other_laws_of_a_draw(kept, found, arrays)
    samples = sample_outputs(found)
    outputs: list[Expected] = []
    for place, value in enumerate(found):
        if isinstance(value, Sample):
            outputs.append(samples[place])
        else:
            outputs.append(
                bounded(value, is_array=arrays[place]) if isinstance(value, Array) else Plain(value)
            )
    return kept, outputs


def _require_law(value: Any) -> None:
    """Raises ProgramError for a sample of a distribution with only one number."""
    if isinstance(value, Sample):
        parameters = value.distribution.parameters
        if (
            not parameters.get("low", 0) < parameters.get("high", 1)
            or parameters.get("std", 1) <= 0
        ):
            raise ProgramError("a distribution with only one number")


def _is_wholly_open(value: Any) -> bool:
    return isinstance(value, Array) and all(isinstance(n, Undecided) for n in value.values.flat)


def _drop_other_laws_of_a_draw(kept: list[str], found: list[Any], arrays: list[bool]) -> None:
    """Whether two functions, or two dtypes, make the same numbers from one seed is unspecified."""
    first: dict[Any, Sample] = {}
    for place in reversed(range(len(found))):
        value = found[place]
        if not isinstance(value, Sample):
            continue
        other = first.setdefault(value.draw, value)
        if (other.dtype, other.distribution.name) != (value.dtype, value.distribution.name):
            for entries in (kept, found, arrays):
                del entries[place]
