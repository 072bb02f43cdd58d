"""Faults of `exp` that a single call may not show, but a repeated run does: changing answers, other bits, leaks, races.

Each function takes the number of the call, from 1, and the array.
"""

from __future__ import annotations

import ctypes
import functools
import gc
import mmap
import os
import random
import threading
from typing import Any

import numpy as np

Array = np.ndarray

_kept: list[Any] = []
_of_the_program: list[Any] = []
_buffers: dict[bytes, Array] = {}
_last: list[Any] = [None]  # the function name and dtype of the previous call
_resets = [0]
_lock = threading.Lock()
_of_thread = threading.local()
_KIB = 1024
_malloc = ctypes.CDLL(None).malloc
_malloc.restype = ctypes.c_void_p
_malloc.argtypes = [ctypes.c_size_t]


def after(name: str, x: Array) -> None:
    """Notes a call of a function."""
    _last[0] = (name, x.dtype)


def reset() -> None:
    _resets[0] += 1
    _of_the_program.clear()


def right(number: int, x: Array) -> Array:
    return np.exp(x)


# Wrong answers in some calls.
def alternates(number: int, x: Array) -> Array:
    return np.exp(x) if number % 2 else np.exp(x) + 1


def wrong_once_in_seven(number: int, x: Array) -> Array:
    return np.exp(x) if number % 7 else -np.exp(x)


def nan_once_in_five(number: int, x: Array) -> Array:
    return np.exp(x) if number % 5 else np.full_like(x, np.nan)


def wrong_from_call_3(number: int, x: Array) -> Array:
    return np.exp(x) if number < 3 else np.exp(x) + 1


def wrong_from_call_50(number: int, x: Array) -> Array:
    return np.exp(x) if number < 50 else np.exp(x) + 1


def raises_from_call_40(number: int, x: Array) -> Array:
    if number >= 40:
        raise RuntimeError("the pool of buffers is empty")
    return np.exp(x)


def aborts_at_call_60(number: int, x: Array) -> Array:
    if number == 60:
        os.abort()
    return np.exp(x)


def another_dtype_from_call_45(number: int, x: Array) -> Array:
    return np.exp(x) if number < 45 else np.exp(x).astype("int32")


def another_shape_from_call_45(number: int, x: Array) -> Array:
    return np.exp(x) if number < 45 else np.exp(x)[None]


def wrong_after_square(number: int, x: Array) -> Array:
    return np.exp(x) + (_last[0] is not None and _last[0][0] == "square")


def keeps_the_dtype_of_square(number: int, x: Array) -> Array:
    if _last[0] is None or _last[0][0] != "square":
        return np.exp(x)
    return np.exp(x.astype("float16")).astype(x.dtype)


def adds_to_a_buffer(number: int, x: Array) -> Array:
    """Each array has a buffer, which is cleared only when it is made."""
    buffer = _buffers.setdefault(x.tobytes(), np.zeros_like(x))
    buffer += np.exp(x)
    return buffer.copy()


def wrong_from_reset_100(number: int, x: Array) -> Array:
    return np.exp(x) if _resets[0] < 100 else np.exp(x) * 2


# Right answers with other bits.
def _next(x: Array) -> Array:
    return np.nextafter(x, np.asarray(np.inf, x.dtype))


def alternates_in_the_last_bit(number: int, x: Array) -> Array:
    return np.exp(x) if number % 2 else _next(np.exp(x))


def other_bits_from_call_50(number: int, x: Array) -> Array:
    return np.exp(x) if number < 50 else _next(np.exp(x))


def rounds_at_random(number: int, x: Array) -> Array:
    return np.exp(x) if random.random() < 0.5 else _next(np.exp(x))


# Leaks.
def leaks_1_kib(number: int, x: Array) -> Array:
    _kept.append(os.urandom(_KIB))
    return np.exp(x)


def leaks_16_kib(number: int, x: Array) -> Array:
    _kept.append(os.urandom(16 * _KIB))
    return np.exp(x)


def leaks_2_kib_every_other_call(number: int, x: Array) -> Array:
    if number % 2:
        _kept.append(os.urandom(2 * _KIB))
    return np.exp(x)


def leaks_a_page_of_a_mapping(number: int, x: Array) -> Array:
    page = mmap.mmap(-1, 4 * _KIB)
    page[0] = 1
    _kept.append(page)
    return np.exp(x)


def leaks_1_kib_outside_python(number: int, x: Array) -> Array:
    ctypes.memset(_malloc(_KIB), 1, _KIB)
    return np.exp(x)


# Races: right only in one thread.
_scratch = np.zeros(1)
_shared: dict[str, Any] = {}
_busy = [0]


def in_a_buffer_of_the_module(number: int, x: Array) -> Array:
    global _scratch
    _scratch = np.exp(x)
    return _scratch + 0


def in_the_buffer_of_its_dtype(number: int, x: Array) -> Array:
    buffer = _buffers.setdefault(x.dtype.name.encode(), np.empty(1 << 20, x.dtype))
    buffer = buffer[: x.size].reshape(x.shape)
    buffer[...] = x
    np.exp(buffer, out=buffer)
    return buffer.copy()


def finds_its_argument_in_a_global(number: int, x: Array) -> Array:
    _shared["x"] = x
    return np.exp(_shared["x"])


def raises_where_it_is_called_twice(number: int, x: Array) -> Array:
    _busy[0] += 1
    result = np.exp(x)
    _busy[0] -= 1
    if _busy[0] > 0:
        raise RuntimeError("the engine is in use")
    return result


def aborts_where_it_is_called_twice(number: int, x: Array) -> Array:
    _busy[0] += 1
    result = np.exp(x)
    _busy[0] -= 1
    if _busy[0] > 0:
        os.abort()
    return result


def rounds_otherwise_beside_others(number: int, x: Array) -> Array:
    _shared["x"] = x
    result = np.exp(x)
    return result if _shared["x"] is x else _next(result)


# No faults.
def holds_a_lock(number: int, x: Array) -> Array:
    with _lock:
        return in_the_buffer_of_its_dtype(number, x)


def has_a_buffer_in_each_thread(number: int, x: Array) -> Array:
    _of_thread.x = x
    return np.exp(_of_thread.x)


def leaves_cycles(number: int, x: Array) -> Array:
    cycle: list[Any] = [os.urandom(_KIB)]
    cycle.append(cycle)
    return np.exp(x)


def leaves_cycles_to_the_worker(number: int, x: Array) -> Array:
    gc.disable()
    return leaves_cycles(number, x)


def keeps_until_the_next_program(number: int, x: Array) -> Array:
    _of_the_program.append(os.urandom(_KIB))
    return np.exp(x)


@functools.lru_cache(maxsize=300)
def _cached(number: int) -> bytes:
    return os.urandom(4 * _KIB)


def fills_a_bounded_cache(number: int, x: Array) -> Array:
    _cached(number)
    return np.exp(x)


def nans_of_other_payloads(number: int, x: Array) -> Array:
    result = np.exp(x)
    return np.where(np.isnan(result), -result if number % 2 else result, result)


def grows_with_each_program(number: int, x: Array) -> Array:
    """Memory that each program keeps, not each call."""
    if len(_kept) < _resets[0]:
        _kept.append(os.urandom(16 * _KIB))
    return np.exp(x)
