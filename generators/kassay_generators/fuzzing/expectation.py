"""What any right backend may answer to a program that a machine has run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kassay_generators.fuzzing.bounds import bounded
from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.chain import NOT_DRAWN
from kassay_generators.fuzzing.program import Expected, Plain
from kassay_generators.machine.case_run import returned
from kassay_generators.machine.values import Array, Sample, Tensor
from kassay_generators.vectors.samples import sample_outputs


def expected_of(builder: Builder, names: Sequence[str]) -> tuple[list[str], list[Expected]]:
    """What the program returns, and the names of it: those of which something is certain."""
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
        except NOT_DRAWN:
            arrays.pop()
            continue
        kept.append(name)
        found.append(value)
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
