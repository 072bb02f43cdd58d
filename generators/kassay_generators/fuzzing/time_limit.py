"""A time limit for exact arithmetic, whose numbers may grow without bound, by half a gigabyte a second."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

# CPU seconds for one program.
LONGEST_PROGRAM = 3.0


class TooLong(BaseException):
    """Not an Exception, because that would count as an error of an oracle."""


def _stop(_: int, __: FrameType | None) -> None:
    raise TooLong


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises TooLong in the body after so many CPU seconds. Works only in the main thread, and cannot be nested."""
    signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
