"""Calls that move elements: for a tensor, a call whose result it is, and what the call reads."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

# The memory layout of the function's result in a backend that moves no elements.
LAYOUTS = {
    "transpose": "transposed",
    "permute_dimensions": "transposed",
    "slice": "sliced",
    "tile": "broadcast",
    "repeat_elements": "broadcast",
    "reverse": "reversed",
}


class Move(NamedTuple):
    """`reads`: the tensors that the call reads, in a list if it takes one, then its plain arguments."""

    function: str
    reads: list[np.ndarray]
    plain: list[Any]
    takes_list: bool = False


Shape = tuple[int, ...]


def draw_move(values: np.ndarray, stream: random.Random) -> Move:
    """A call that gives the tensor, or one that repeats parts of it."""
    return stream.choice([move for move, fits in _MOVES if fits(values.shape)])(values, stream)


def draw_change(shape: Shape, wanted: Shape, stream: random.Random) -> list[tuple[str, list[Any]]]:
    """Calls that take a tensor of a shape to another one, one after the other: function and plain arguments. Precondition:
    both have elements."""
    found = [change for change in _CHANGES if change[0](shape, wanted)]
    return stream.choice(found)[1](shape, wanted, stream) if found else []


def _transposed(values: np.ndarray, _: random.Random) -> Move:
    return Move("transpose", [values.T], [])


def _permuted(values: np.ndarray, stream: random.Random) -> Move:
    pattern = stream.sample(range(values.ndim), values.ndim)
    return Move("permute_dimensions", [values.transpose(np.argsort(pattern))], [pattern])


def _reversed(values: np.ndarray, stream: random.Random) -> Move:
    axes = sorted(stream.sample(range(values.ndim), stream.randint(1, values.ndim)))
    return Move("reverse", [np.flip(values, tuple(axes))], [axes])


def _reshaped(values: np.ndarray, stream: random.Random) -> Move:
    other = stream.choice([(values.size,), values.shape[::-1], (1, *values.shape)])
    return Move("reshape", [values.reshape(other)], [list(values.shape)])


def _sliced(values: np.ndarray, stream: random.Random) -> Move:
    around = [(0, 0)] * values.ndim
    around[stream.randrange(values.ndim)] = stream.choice(((0, 1), (1, 0), (1, 1)))
    start = [before for before, _ in around]
    return Move("slice", [np.pad(values, around, mode="wrap")], [start, list(values.shape)])


def _gathered(values: np.ndarray, stream: random.Random) -> Move:
    """Now and then some rows more than once."""
    count = len(values)
    if count > 1 and stream.random() < 0.5:
        indices = [stream.randrange(count - 1) for _ in range(count)]
        return Move("gather", [values[:-1], np.array(indices, np.int32)], [])
    order = stream.sample(range(count), count)
    return Move("gather", [values[order], np.argsort(order).astype(np.int32)], [])


def _concatenated(values: np.ndarray, stream: random.Random) -> Move:
    axis = stream.choice([i for i, n in enumerate(values.shape) if n > 1])
    place = stream.randrange(1, values.shape[axis])
    return Move("concatenate", np.split(values, [place], axis), [axis], takes_list=True)


def _squeezed(values: np.ndarray, stream: random.Random) -> Move:
    axis = stream.randint(0, values.ndim)
    return Move("squeeze", [np.expand_dims(values, axis)], [axis])


def _expanded(values: np.ndarray, stream: random.Random) -> Move:
    axis = stream.choice([i for i, n in enumerate(values.shape) if n == 1])
    return Move("expand_dims", [values.squeeze(axis)], [axis])


def _copied(values: np.ndarray, stream: random.Random) -> Move:
    """More often by `tile`, which also takes dimensions of unknown size."""
    axis = stream.randrange(values.ndim)
    one, count = values.take([0], axis), values.shape[axis]
    if stream.random() < 0.3:
        return Move("repeat_elements", [one], [count, axis])
    return Move("tile", [one], [[count if i == axis else 1 for i in range(values.ndim)]])


_MOVES: list[tuple[Callable[[np.ndarray, random.Random], Move], Callable[[Shape], bool]]] = [
    (_transposed, lambda shape: len(shape) > 1),
    (_permuted, lambda shape: len(shape) > 1),
    (_reversed, lambda shape: len(shape) > 0),
    (_reshaped, lambda shape: True),
    (_sliced, lambda shape: len(shape) > 0 and 0 not in shape),
    (_gathered, lambda shape: len(shape) > 0),
    (_concatenated, lambda shape: any(n > 1 for n in shape)),
    (_squeezed, lambda shape: True),
    (_expanded, lambda shape: 1 in shape),
    (_copied, lambda shape: len(shape) > 0 and 0 not in shape),
]

Change = Callable[[Shape, Shape, random.Random], list[tuple[str, list[Any]]]]


def _flipped(shape: Shape, _: Shape, stream: random.Random) -> list[tuple[str, list[Any]]]:
    return [("reverse", [[stream.randrange(len(shape))]])]


def _in_other_order(
    shape: Shape, wanted: Shape, stream: random.Random
) -> list[tuple[str, list[Any]]]:
    left = stream.sample(range(len(shape)), len(shape))
    pattern = []
    for n in wanted:
        pattern.append(next(i for i in left if shape[i] == n))
        left.remove(pattern[-1])
    return [("permute_dimensions", [pattern])]


def _cut(shape: Shape, wanted: Shape, stream: random.Random) -> list[tuple[str, list[Any]]]:
    start = [stream.randint(0, n - m) for n, m in zip(shape, wanted, strict=True)]
    return [("slice", [start, list(wanted)])]


def _in_copies(shape: Shape, wanted: Shape, _: random.Random) -> list[tuple[str, list[Any]]]:
    return [("tile", [[m // n for n, m in zip(shape, wanted, strict=True)]])]


def _reduced(shape: Shape, wanted: Shape, stream: random.Random) -> list[tuple[str, list[Any]]]:
    axis = stream.choice([i for i in range(len(shape)) if shape[:i] + shape[i + 1 :] == wanted])
    return [(stream.choice(("max", "min", "sum", "mean")), [axis])]


def _kept(shape: Shape, wanted: Shape, stream: random.Random) -> list[tuple[str, list[Any]]]:
    axes = [i for i, (n, m) in enumerate(zip(shape, wanted, strict=True)) if n != m]
    return [(stream.choice(("max", "min", "sum", "mean")), [axes, True])]


def _from_flat(shape: Shape, wanted: Shape, _: random.Random) -> list[tuple[str, list[Any]]]:
    """As many of its elements, over and over if it has fewer."""
    size = int(np.prod(wanted))
    have = int(np.prod(shape))
    copies = -(-size // have)
    calls: list[tuple[str, list[Any]]] = [("reshape", [[have]])]
    if copies > 1:
        calls.append(("tile", [[copies]]))
    if copies * have > size:
        calls.append(("slice", [[0], [size]]))
    return [*calls, ("reshape", [list(wanted)])]


def _all_of(test: Callable[[int, int], bool]) -> Callable[[Shape, Shape], bool]:
    return lambda a, b: a != b and len(a) == len(b) and all(map(test, a, b))


_CHANGES: list[tuple[Callable[[Shape, Shape], bool], Change]] = [
    (lambda a, b: a == b and len(a) > 0, _flipped),
    (lambda a, b: len(a) > 1 and sorted(a) == sorted(b), _in_other_order),
    (_all_of(lambda n, m: n >= m), _cut),
    (_all_of(lambda n, m: m % n == 0), _in_copies),
    (_all_of(lambda n, m: m in (1, n)), _kept),
    (lambda a, b: any(a[:i] + a[i + 1 :] == b for i in range(len(a))), _reduced),
    (lambda a, b: True, _from_flat),
]
