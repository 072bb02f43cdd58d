"""How a call is measured."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

_MOST_CALLS = 10_000


class Measure(NamedTuple):
    """For how long a call warms up and is measured, in seconds, and how often at least."""

    warm_up: float = 0.0
    seconds: float = 0.0
    least: int = 1


def measured(call: Callable[[], Any], measure: Measure) -> tuple[Any, list[float]]:
    """The result of the last call, and the time of each call after the warm-up, in seconds."""
    _warm_up(call, measure.warm_up)
    times: list[float] = []
    start = perf_counter()
    while _goes_on(len(times), perf_counter() - start, measure):
        result = None  # its memory is free before the next call, as that of a temporary is
        before = perf_counter()
        result = call()
        times.append(perf_counter() - before)
    return result, times


def _warm_up(call: Callable[[], Any], seconds: float) -> None:
    start = perf_counter()
    call()
    while perf_counter() - start < seconds:
        call()


def _goes_on(calls: int, elapsed: float, measure: Measure) -> bool:
    enough = calls >= max(measure.least, 1) and elapsed >= measure.seconds
    return calls < _MOST_CALLS and not enough
