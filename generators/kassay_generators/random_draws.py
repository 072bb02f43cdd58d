"""What the oracles of the random functions share: draws, and what readings make of seeds and evaluations."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from kassay_generators.machine import Machine
from kassay_generators.machine_values import Sample, Tensor
from kassay_generators.samples import Distribution

# Which draw it is, from the seed: equal for calls with one seed, else one of its own for each evaluation.
Drawing = Callable[[int | None], Hashable]


def by_seed(seed: int | None) -> Hashable:
    """The seed fixes the numbers; without one they are new."""
    return object() if seed is None else ("seed", seed)


def continued(seed: int | None) -> Hashable:
    """Calls with one seed continue one sequence."""
    return object()


def one_for_all_seeds(seed: int | None) -> Hashable:
    """Every seed gives the same numbers."""
    return object() if seed is None else "seeded"


def never_new(seed: int | None) -> Hashable:
    """Without a seed the numbers are always the same, as if one were given."""
    return ("seed", seed)


def drawn(
    machine: Machine,
    law: Distribution,
    shape: Sequence[Any],
    dtype: str | None,
    seed: int | None,
    drawing: Drawing = by_seed,
) -> Sample:
    """One draw. No dtype: that of the settings."""
    sizes = tuple(int(n) for n in shape)
    return Sample(dtype or machine.settings.floatx, sizes, law, drawing(seed))


def tensor(
    machine: Machine,
    law: Distribution,
    shape: Sequence[Any],
    dtype: str | None,
    seed: int | None,
    drawing: Drawing = by_seed,
) -> Any:
    """A tensor that is drawn anew at every evaluation."""
    return machine.lazily(lambda: drawn(machine, law, shape, dtype, seed, drawing), always=True)


def filled(machine: Machine, value: float, shape: Sequence[Any], dtype: str | None) -> Tensor:
    """What is not left to chance."""
    import numpy as np

    sizes = tuple(int(n) for n in shape)
    chosen = dtype or machine.settings.floatx
    return Tensor(machine.arithmetic.lift(np.full(sizes, value, chosen)), chosen)
