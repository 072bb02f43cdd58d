"""The working precision of balls, and the properties of the tested dtype that the current evaluation needs."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TypeVar

from flint import ctx

Result = TypeVar("Result")
_START_PRECISION = 256
_MAX_PRECISION = 8192


class Uncertain(Exception):
    """The ball is too wide to decide; evaluate again with more precision."""


class Working:
    """The properties of the tested dtype that the current evaluation needs."""

    # Whether `second_order` was read since this was last set to False.
    asked = False
    # Whether balls enclose what a correct backend may have computed so far, instead of one number: then sizes and magnitudes
    # are bounds of all numbers in a ball.
    wide = False

    def __init__(self) -> None:
        self.coefficient = 0.0

    @property
    def second_order(self) -> float:
        """2 (1 + sqrt(terms)) u: how much of a product of two errors shows at first order."""
        self.asked = True
        return self.coefficient


working = Working()
ctx.prec = _START_PRECISION


@contextlib.contextmanager
def second_order(coefficient: float) -> Iterator[None]:
    previous = working.coefficient
    working.coefficient = coefficient
    try:
        yield
    finally:
        working.coefficient = previous


@contextlib.contextmanager
def wide_balls() -> Iterator[None]:
    """Balls may be wide inside the context: see `Working.wide`."""
    previous, working.wide = working.wide, True
    try:
        yield
    finally:
        working.wide = previous


def with_enough_precision(evaluate: Callable[[], Result], start: int = _START_PRECISION) -> Result:
    """Runs `evaluate`, doubling the working precision from `start` bits until nothing is uncertain."""
    precision = start
    while True:
        ctx.prec = precision
        try:
            return evaluate()
        except Uncertain:
            precision *= 2
            if precision > _MAX_PRECISION:
                raise
