"""The streams of the worker process, and how it ends."""

from __future__ import annotations

import os
import select
import sys
import threading
import traceback
from collections.abc import Callable
from typing import IO

_BROKEN = 1


def take_standard_streams() -> tuple[IO[bytes], IO[bytes]]:
    """The streams of requests and replies. The standard streams are then free for the output of the backend."""
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return requests, replies


def end_with_runner(requests: IO[bytes]) -> None:
    """Ends this process when the runner closes its side, even in the middle of a call.

    A call that never releases the interpreter lock prevents this.
    """

    def wait() -> None:
        watch = select.poll()
        watch.register(requests.fileno(), 0)  # no events: only the hang-up is reported
        watch.poll()
        os._exit(_BROKEN)

    threading.Thread(target=wait, name="kassay-end-with-runner", daemon=True).start()


def ends_at_once(body: Callable[[], int]) -> int:
    """Runs the body. Any exception that it raises, even SystemExit, ends the process without waiting for its threads.

    If a backend exits in a call, that is a crash, whatever the exit status. It must not look like a hang.
    """
    try:
        return body()
    except BaseException:
        try:
            traceback.print_exc(file=sys.__stderr__)
            sys.__stderr__.flush()  # type: ignore[union-attr]
        finally:
            os._exit(_BROKEN)
