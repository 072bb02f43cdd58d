"""Draws, and the readings of seeds and evaluations, for the oracles of the random functions."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from kassay_generators.machine.distributions import Distribution
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Sample, Tensor
from kassay_generators.oracles.interface import with_arguments

# From the seed, the identity of a draw: equal for the same numbers.
Drawing = Callable[[int | None], Hashable]
# From a function's specific arguments (mean, p, ...) to the distribution of the elements, or to their common value.
Law = Callable[..., Distribution | float]


def by_seed(seed: int | None) -> Hashable:
    """The seed fixes the numbers; without one, every evaluation draws new ones."""
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


def sizes(shape: Sequence[Any]) -> tuple[int, ...]:
    return tuple(int(n) for n in shape)


def drawn(
    machine: Machine,
    law: Distribution,
    shape: Sequence[Any],
    dtype: str | None,
    seed: int | None,
    drawing: Drawing,
) -> Sample:
    """One draw. Without a dtype, that of the settings."""
    return Sample(dtype or machine.settings.floatx, sizes(shape), law, drawing(seed))


def tensor(
    machine: Machine,
    law: Distribution,
    shape: Sequence[Any],
    dtype: str | None,
    seed: int | None,
    drawing: Drawing,
) -> Any:
    """A tensor that every evaluation draws again."""
    return machine.lazily(lambda: drawn(machine, law, shape, dtype, seed, drawing), always=True)


def filled(machine: Machine, value: float, shape: Sequence[Any], dtype: str | None) -> Tensor:
    """A tensor with one value, without chance."""
    chosen = dtype or machine.settings.floatx
    return Tensor(machine.arithmetic.lift(np.full(sizes(shape), value, chosen)), chosen)


def tensor_of(law: Law) -> Callable[..., Any]:
    """An oracle whose result every evaluation draws again."""

    def oracle(
        machine: Machine,
        shape: Any,
        dtype: str | None,
        seed: int | None,
        name: str | None = None,
        drawing: Drawing = by_seed,
        **own: Any,
    ) -> Any:
        chosen = law(**own)
        if isinstance(chosen, float):
            return filled(machine, chosen, shape, dtype)
        return tensor(machine, chosen, shape, dtype, seed, drawing)

    return oracle


def variable_of(law: Law) -> Callable[..., Any]:
    """An oracle whose result is a variable, drawn once."""

    def oracle(
        machine: Machine,
        shape: Any,
        dtype: str | None,
        name: str | None,
        seed: int | None,
        drawing: Drawing = by_seed,
        **own: Any,
    ) -> Any:
        chosen = law(**own)
        if isinstance(chosen, float):
            return machine.variable(filled(machine, chosen, shape, dtype))
        sample: Any = drawn(machine, chosen, shape, dtype, seed, drawing)
        return machine.variable(sample)

    return oracle


def seed_readings(oracle: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """The readings of every random function."""
    return {
        "same-numbers-every-call": functools.partial(oracle, drawing=never_new),
        "one-sequence-for-all-seeds": functools.partial(oracle, drawing=one_for_all_seeds),
        "seed-continues": functools.partial(oracle, drawing=continued),
    }


def dtype_readings(oracle: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    return {
        "dtype-ignored": with_arguments(oracle, dtype=lambda a: None),
        "float64-default": with_arguments(oracle, dtype=lambda a: a["dtype"] or "float64"),
    }


def drawn_at_the_call(oracle: Callable[..., Any]) -> Callable[..., Any]:
    """The tensor gets its numbers in the call and keeps them."""

    def reading(machine: Machine, **arguments: Any) -> Any:
        return machine.evaluation().value(oracle(**arguments, machine=machine))

    return reading
