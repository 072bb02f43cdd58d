"""A limit of time for exact arithmetic, which may grow without bounds, and takes half a gigabyte a second then."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

# CPU seconds for one program.
LONGEST_PROGRAM = 3.0


class TooLong(BaseException):
    """No Exception, as which it would count as an error of an oracle."""


def _stop(_: int, __: FrameType | None) -> None:
    raise TooLong


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises TooLong in the body when it has taken so many CPU seconds. In the main thread alone, and not one in another."""
    signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
