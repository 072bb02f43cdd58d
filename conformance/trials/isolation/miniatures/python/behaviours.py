"""The behaviours of `exp` of the backend `misbehaving`. Each function has one fault, or does something unusual but harmless."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any, NoReturn

import numpy as np

Array = np.ndarray
LONG = 600  # seconds: much longer than any deadline of the tests
FLOOD = 1 << 26  # bytes: much more than a pipe holds

calls_ever = 0
calls_since_reset = 0


def right(x: Array) -> Array:
    return np.exp(x)


# What it raises.


class _Panic(BaseException):
    pass


class _Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


def raises_without_text(x: Array) -> NoReturn:
    raise _Mute


def raises_no_exception(x: Array) -> NoReturn:
    raise _Panic


def raises_a_novel(x: Array) -> NoReturn:
    raise ValueError("\udc80" * FLOOD)


def raises_interrupt(x: Array) -> NoReturn:
    raise KeyboardInterrupt


def recurses(x: Array) -> Array:
    return recurses(x)


def lacks_what_it_offers(x: Array) -> NoReturn:
    raise NotImplementedError


def has_no_constants(x: Array) -> Array:
    """`constant` of this backend raises."""
    return np.exp(x)


def needs_a_cache(x: Array) -> Array:
    with open(os.environ["KASSAY_MINIATURE_FOLDER"] + "/cache", "w"):
        return np.exp(x)


# How it ends.


def exits(x: Array) -> NoReturn:
    sys.exit(0)


def exits_at_once(x: Array) -> NoReturn:
    os._exit(0)


def aborts(x: Array) -> NoReturn:
    os.abort()


def reads_nowhere(x: Array) -> Array:
    ctypes.string_at(0)
    return np.exp(x)


def hangs(x: Array) -> Array:
    time.sleep(LONG)
    return np.exp(x)


def hangs_ignoring_signals(x: Array) -> Array:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    return hangs(x)


def hangs_holding_the_interpreter(x: Array) -> Array:
    ctypes.PyDLL(None).sleep(LONG)
    return np.exp(x)


def eats_memory(x: Array) -> NoReturn:
    eaten = []
    while True:
        eaten.append(bytearray(FLOOD))


# What it writes.


def floods_both_streams(x: Array) -> Array:
    for descriptor in (1, 2):
        os.write(descriptor, b"flood\n" * (FLOOD // 64))
    return np.exp(x)


def prints_around_the_streams(x: Array) -> Array:
    os.write(1, b"descriptor 1\n")
    print("the original of sys.stdout", file=sys.__stdout__, flush=True)
    return np.exp(x)


def writes_to_every_descriptor(x: Array) -> Array:
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, b"no message")
        except OSError:
            continue
    return np.exp(x)


def closes_every_descriptor(x: Array) -> Array:
    os.closerange(0, 1024)
    return np.exp(x)


def closes_the_standard_streams(x: Array) -> Array:
    os.closerange(0, 3)
    return np.exp(x)


def replaces_the_standard_streams(x: Array) -> Array:
    sys.stdin = sys.stdout = sys.stderr = sys.__stdout__ = None  # type: ignore[assignment, misc]
    return np.exp(x)


# What it answers.


def answers_an_object(x: Array) -> Any:
    return object()


def answers_nothing(x: Array) -> None:
    return None


def answers_another_shape(x: Array) -> Array:
    return np.exp(x)[None]


def answers_another_dtype(x: Array) -> Array:
    return np.exp(x).astype("float64")


def answers_a_dtype_without_a_name(x: Array) -> Array:
    return np.exp(x).astype("complex64")


def answers_two(x: Array) -> Any:
    return np.exp(x), np.exp(x)


def answers_more_than_there_is(x: Array) -> Array:
    return np.broadcast_to(np.float32(0), (1 << 40,))


# What it leaves behind.


def remembers(x: Array) -> Array:
    global calls_ever
    calls_ever += 1
    return np.exp(x) * calls_ever


def remembers_until_it_is_reset(x: Array) -> Array:
    global calls_since_reset
    calls_since_reset += 1
    return np.exp(x) * calls_since_reset


def changes_the_folder(x: Array) -> Array:
    os.chdir("/")
    return np.exp(x)


def handles_signals(x: Array) -> Array:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGPIPE, signal.SIGCHLD):
        signal.signal(number, lambda *_: None)
    return np.exp(x)


def replaces_functions_of_numpy(x: Array) -> Array:
    result = np.exp(x)
    np.asarray = np.frombuffer = np.ascontiguousarray = None  # type: ignore[assignment]
    return result


def starts_a_thread(x: Array) -> Array:
    threading.Thread(target=time.sleep, args=(LONG,)).start()
    return np.exp(x)


def starts_a_thread_that_raises(x: Array) -> Array:
    threading.Thread(target=raises_without_text, args=(x,)).start()
    return np.exp(x)


def starts_a_child(x: Array) -> Array:
    return _with_child(x, own_session=False)


def starts_a_child_that_leaves_the_group(x: Array) -> Array:
    return _with_child(x, own_session=True)


def _with_child(x: Array, own_session: bool) -> Array:
    subprocess.Popen(["sleep", str(LONG)], start_new_session=own_session)
    return np.exp(x)
