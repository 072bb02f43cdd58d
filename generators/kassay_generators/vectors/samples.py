"""The answers of random functions: the distribution of an array's elements, and which draw they are."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kassay_generators.machine.distributions import Distribution
from kassay_generators.machine.values import Sample


@dataclass(frozen=True)
class SampleOutput:
    """A draw among the outputs of a program. `same_draw_as` and `independent_of` are places of earlier outputs."""

    dtype: str
    shape: tuple[int, ...]
    distribution: Distribution
    constant_axes: tuple[int, ...] = ()
    same_draw_as: int | None = None
    independent_of: tuple[int, ...] = ()

    @property
    def drawn_shape(self) -> tuple[int, ...]:
        """The shape of the drawn numbers: one per draw."""
        return _drawn_shape(self.shape, self.constant_axes)


def sample_outputs(values: Iterable[Any]) -> dict[int, SampleOutput]:
    """The outputs of the samples among a program's results, by place. Samples of one draw are equal; all others are
    independent, which is checked if their sizes are equal."""
    outputs: dict[int, SampleOutput] = {}
    first: dict[Hashable, int] = {}
    drawn: list[tuple[int, Sample]] = []
    for place, value in enumerate(values):
        if not isinstance(value, Sample):
            continue
        if value.draw in first:
            outputs[place] = _output(value, same_draw_as=first[value.draw])
            continue
        shape = _drawn_shape(value.shape, value.constant_axes)
        others = tuple(
            i for i, other in drawn if _drawn_shape(other.shape, other.constant_axes) == shape
        )
        outputs[place] = _output(value, independent_of=others)
        first[value.draw] = place
        drawn.append((place, value))
    return outputs


def confirms(output: SampleOutput, other: SampleOutput, tolerance: float) -> bool:
    """Whether they are equal, with a relative tolerance for the values of a Bernoulli sample."""
    mine, theirs = output.distribution.values, other.distribution.values
    if mine is not None and theirs is not None and mine.shape == theirs.shape:
        if not (np.abs(theirs - mine) <= tolerance * np.abs(mine)).all():
            return False
        other = replace(other, distribution=replace(other.distribution, values=mine))
    return output == other


def _output(
    sample: Sample, same_draw_as: int | None = None, independent_of: tuple[int, ...] = ()
) -> SampleOutput:
    return SampleOutput(
        sample.dtype,
        sample.shape,
        sample.distribution,
        sample.constant_axes,
        same_draw_as,
        independent_of,
    )


def _drawn_shape(shape: tuple[int, ...], constant_axes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 if axis in constant_axes else n for axis, n in enumerate(shape))
