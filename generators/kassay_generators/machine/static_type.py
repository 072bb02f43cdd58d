"""The static dtype and shape of a lazy value, found by evaluating it with substitutes for the placeholders.

Unknown dimensions get several sizes, and an unknown rank several ranks: whatever stays the same is known.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from kassay_generators.machine.arithmetic import Exact
from kassay_generators.machine.host import Host
from kassay_generators.machine.lazy import Evaluation, Lazy, Placeholder
from kassay_generators.machine.values import Array, ProgramError, Sample, StaticShape, Tensor
from kassay_generators.numbers import dtypes
from kassay_generators.numbers.precision import with_enough_precision
from kassay_generators.oracles.interface import ApiError

# At least one of these fits an unknown dimension of a valid graph; two that fit show whether a result depends on it.
_SIZES = (2, 3, 4, 6, 8, 5, 7, 12, 1)
_RANKS = (2, 3, 1, 4, 0)


class _Probe(Evaluation):
    """Feeds ones or zeros to every placeholder that is not fed."""

    is_trial = True

    def __init__(self, machine: Host, size: int, rank: int) -> None:
        super().__init__(machine)
        self.size, self.rank = size, rank
        self.unknown_size = self.unknown_rank = False

    def unfed(self, placeholder: Placeholder) -> Tensor:
        shape = placeholder.shape
        if shape is None:
            self.unknown_rank = True
            shape = (None,) * self.rank
        self.unknown_size = self.unknown_size or None in shape
        sizes = tuple(self.size if n is None else n for n in shape)
        return _filled(self.machine, sizes, placeholder.dtype)

    def replacing(self, replaced: Any) -> Evaluation:
        other = _Probe(self.machine, self.size, self.rank)
        other.replaced = {**self.replaced, **replaced}
        return other


def probe(machine: Host, value: Lazy) -> tuple[str, StaticShape]:
    """Runs the oracles, because they raise errors, in either arithmetic. Raises the graph's ApiError if no size fits."""
    if isinstance(machine.arithmetic, Exact):
        return _probe(machine, value)
    with machine.computing_in(Exact()):
        return with_enough_precision(lambda: _probe(machine, value))


def _probe(machine: Host, value: Lazy) -> tuple[str, StaticShape]:
    found: list[tuple[str, tuple[int, ...]]] = []
    first: ApiError | None = None
    ranks: tuple[int, ...] = _RANKS
    sizes: tuple[int, ...] = _SIZES
    done: set[tuple[int, int]] = set()
    for rank, size in itertools.product(ranks, sizes):
        evaluation = _Probe(machine, size, rank)
        try:
            found.append(_type_of(evaluation.value(value)))
        except ApiError as error:
            first = first or error
            continue
        done.add((rank, size))
        if not (evaluation.unknown_size or evaluation.unknown_rank):
            break
        if len(done) > 1 and not evaluation.unknown_rank:
            break
        if len({r for r, _ in done}) > 1 and len({s for _, s in done}) > 1:
            break
    if not found:
        assert first is not None
        raise first
    return found[0][0], _common([shape for _, shape in found])


def stand_in(machine: Host, value: Any) -> Any:
    """For a function that needs only shape and dtype: a tensor with those of a lazy value."""
    if not isinstance(value, Lazy):
        return value
    dtype, shape = machine.static(value)
    known = [n for n in shape or () if n is not None]
    if shape is None or len(known) != len(shape):
        raise ProgramError(
            "a function of a tensor with an unknown dimension; its oracle must take the machine"
        )
    return _filled(machine, tuple(known), dtype)


def _filled(machine: Host, shape: tuple[int, ...], dtype: str) -> Tensor:
    """Ones for floats, which are in the domain of every function; zeros for integers, which are valid indices."""
    element = machine.arithmetic.lift(np.array(1 if dtypes.is_floating(dtype) else 0, dtype))
    return Tensor(np.full(shape, element, element.dtype), dtype)


def _type_of(value: Any) -> tuple[str, tuple[int, ...]]:
    if isinstance(value, Tensor | Array | Sample):
        return value.dtype, value.shape
    raise ProgramError(f"the static shape of {type(value).__name__}")


def _common(shapes: list[tuple[int, ...]]) -> StaticShape:
    if len({len(shape) for shape in shapes}) > 1:
        return None
    return tuple(sizes[0] if len(set(sizes)) == 1 else None for sizes in zip(*shapes, strict=True))
