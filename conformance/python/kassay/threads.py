"""Runs functions in threads, all at the same time."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, Dict, Tuple

from kassay.protocol import Tensors

_MOST_ANSWERS = 8  # of one function: the protocol allows no more
# Python switches threads so rarely (every 5 ms, and only at some instructions) that most programs would not overlap.
_SWITCH_SECONDS = 1e-6
_SWITCHING_LINES = 0.25  # the share of lines before which another thread may go on

Answer = Tuple[Dict[str, Any], Tensors]


def in_threads(functions: Sequence[Callable[[], Answer]], times: int) -> list[list[Answer]]:
    """The different answers of each function, which its thread calls `times` times.

    Raises what a function raises, once all threads have ended.
    """
    different: list[list[Answer]] = [[] for _ in functions]
    raised: list[BaseException] = []
    begin = threading.Barrier(len(functions))

    def work(function: Callable[[], Answer], answers: list[Answer]) -> None:
        seen = set()
        try:
            begin.wait()
            for number in range(times):
                sys.settrace(_switch if number % 2 else None)
                try:
                    answer = function()
                finally:
                    sys.settrace(None)
                key = _key(answer)
                if key not in seen and len(answers) < _MOST_ANSWERS:
                    seen.add(key)
                    answers.append(answer)
        except BaseException as error:
            raised.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        threads = [
            threading.Thread(target=work, args=each, daemon=True)
            for each in zip(functions, different)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    if raised:
        raise raised[0]
    return different


def _switch(frame: FrameType, event: str, argument: Any) -> Any:
    """Traces Python code, and lets other threads run before some of its lines."""
    if event == "line" and random.random() < _SWITCHING_LINES:
        time.sleep(0)
    return _switch


def _key(answer: Answer) -> tuple[Any, ...]:
    reply, tensors = answer
    contents = ((name, a.dtype.str, a.shape, a.tobytes()) for name, a in sorted(tensors.items()))
    return (repr(reply), *contents)
