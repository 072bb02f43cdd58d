"""Measures how long a call takes, as conformance/PROTOCOL.md describes under `measure`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

_MOST_CALLS = 10_000


def measured(make_call: Callable[[], Any], measure: dict[str, Any]) -> tuple[Any, list[float]]:
    """The result of the last call, and the seconds of each measured call."""
    warm = 0.0
    while True:
        answer, seconds = _timed(make_call)
        warm += seconds
        if warm >= measure["warm_up"]:
            break
    durations: list[float] = []
    total = 0.0
    while len(durations) < _MOST_CALLS:
        if len(durations) >= measure["least"] and total >= measure["seconds"]:
            break
        del answer  # as a caller does that no longer needs it
        answer, seconds = _timed(make_call)
        durations.append(seconds)
        total += seconds
    return answer, durations


def _timed(make_call: Callable[[], Any]) -> tuple[Any, float]:
    begin = time.perf_counter()
    answer = make_call()
    return answer, time.perf_counter() - begin
