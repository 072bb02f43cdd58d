"""Input domains: named ways to fill a tensor, reproducible on any machine.

The case id and the argument's name seed the stream of a domain, so that adding a case never changes another. Values are
exactly representable in the tested dtype. A domain may take parameters after colons: `range:-1:1`.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable

import numpy as np

from kassay_generators.numbers.dtypes import FORMATS, is_floating, round_to

Stream = random.Random
Shape = tuple[int, ...]
DEFAULT = "moderate"


def stream_for(case_id: str, argument: str) -> Stream:
    digest = hashlib.sha256(f"{case_id}\n{argument}".encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))


def draw(domain: str, dtype: str, shape: Shape, stream: Stream) -> np.ndarray:
    """A tensor of that shape and dtype. Raises KeyError for an unknown domain, ValueError for wrong parameters."""
    name, *parameters = domain.split(":")
    maker = _DOMAINS[name]
    values = maker(dtype, shape, stream, [float(p) for p in parameters])
    result = round_to(dtype, values) if is_floating(dtype) else values.astype(dtype)
    return result.reshape(shape)


def names() -> list[str]:
    return sorted(_DOMAINS)


def _each(shape: Shape, one: Callable[[], float]) -> np.ndarray:
    return np.array([one() for _ in range(math.prod(shape))], dtype=np.float64)


def _integers(shape: Shape, stream: Stream, low: int, high: int) -> np.ndarray:
    """Integers from low to high, both included."""
    return np.array([stream.randint(low, high) for _ in range(math.prod(shape))], dtype=np.int64)


def _cycle(values: list[float], shape: Shape, stream: Stream) -> np.ndarray:
    """Each value in turn from a random start, so that a tensor with enough elements holds every value."""
    start = stream.randrange(len(values))
    return np.array(
        [values[(start + i) % len(values)] for i in range(math.prod(shape))], dtype=np.float64
    )


def _is_unsigned(dtype: str) -> bool:
    return dtype in ("uint8", "bool")


def _moderate(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """Floats in [-4, 4); integers in -9..9 (0..9 unsigned); coin flips for bool."""
    if dtype == "bool":
        return _integers(shape, stream, 0, 1)
    if not is_floating(dtype):
        return _integers(shape, stream, 0 if _is_unsigned(dtype) else -9, 9)
    return _each(shape, lambda: stream.uniform(-4.0, 4.0))


def _range(dtype: str, shape: Shape, stream: Stream, bounds: list[float]) -> np.ndarray:
    """range:low:high, high included for integers."""
    low, high = bounds
    if not is_floating(dtype):
        return _integers(shape, stream, int(low), int(high))
    return _each(shape, lambda: stream.uniform(low, high))


def _positive(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    return _range(dtype, shape, stream, [0.05, 4.0] if is_floating(dtype) else [1, 9])


def _sign(stream: Stream, parameters: list[float]) -> float:
    """Both signs, or only the sign that the parameter gives: tiny:1 and tiny:-1."""
    return parameters[0] if parameters else stream.choice((-1.0, 1.0))


def _wide(dtype: str, shape: Shape, stream: Stream, sign: list[float]) -> np.ndarray:
    """Magnitudes of 2^-8 to 2^8, both signs."""
    return _each(
        shape, lambda: _sign(stream, sign) * stream.uniform(1.0, 2.0) * 2.0 ** stream.randint(-8, 7)
    )


def _every_magnitude(dtype: str, shape: Shape, stream: Stream, sign: list[float]) -> np.ndarray:
    """Normal numbers of any exponent, both signs."""
    form = FORMATS[dtype]
    exponents = range(form.min_exponent, math.frexp(form.max)[1])
    return _each(
        shape,
        lambda: _sign(stream, sign) * stream.uniform(1.0, 2.0) * 2.0 ** stream.choice(exponents),
    )


def _factors(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """Magnitudes from 1/2 to 2, as often below 1 as above, both signs: a product of many stays in range in any order.
    Integers: -2, -1, 1, 2 (1, 2 unsigned)."""
    if not is_floating(dtype):
        values = (1, 2) if _is_unsigned(dtype) else (-2, -1, 1, 2)
        return np.array([stream.choice(values) for _ in range(math.prod(shape))], dtype=np.int64)
    return _each(
        shape,
        lambda: stream.choice((-1.0, 1.0))
        * stream.uniform(1.0, 2.0)
        * 2.0 ** stream.randint(-1, 0),
    )


def _integral(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """Whole numbers of -9..9 (0..9 unsigned), in any dtype."""
    return _integers(shape, stream, 0 if _is_unsigned(dtype) else -9, 9)


def _ties(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """Few distinct values, so that many elements are equal."""
    return _integers(shape, stream, 0 if _is_unsigned(dtype) else -1, 2)


def _distinct(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """All different: a shuffled run of whole numbers."""
    count = math.prod(shape)
    values = list(range(count)) if _is_unsigned(dtype) else [i - count // 2 for i in range(count)]
    stream.shuffle(values)
    return np.array(values, dtype=np.int64)


def _halves(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """Whole numbers plus one half: ties for rounding."""
    return _integers(shape, stream, -9, 8) + 0.5


def _near_halves(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """The numbers just below and just above a half, and odd integers so large that adding a half rounds; both signs."""
    precision = FORMATS[dtype].precision
    values: list[float] = []
    for half in (0.5, 1.5, 2.5):
        step = 2.0 ** (math.frexp(half)[1] - precision)
        below = step / 2 if half == 0.5 else step  # neighbours are closer below a power of two
        values += [half - below, half + step]
    values += [2.0 ** (precision - 1) + 1, 2.0 ** (precision - 1) + 3, 2.0**precision - 1]
    return _cycle([sign * value for value in values for sign in (1.0, -1.0)], shape, stream)


def _huge(dtype: str, shape: Shape, stream: Stream, sign: list[float]) -> np.ndarray:
    """Within a factor of four of the largest number, both signs."""
    if not is_floating(dtype):
        limits = np.iinfo(dtype)
        return _cycle_integers(
            [limits.max, limits.min, limits.max - 1, limits.min + 1], shape, stream
        )
    largest = FORMATS[dtype].max
    return _each(shape, lambda: _sign(stream, sign) * largest * stream.uniform(0.25, 1.0))


def _beyond(dtype: str, shape: Shape, stream: Stream, bits: list[float]) -> np.ndarray:
    """beyond:n draws whole numbers from 2^n to 2^n + 99, of both signs where the dtype has them."""
    first = 2 ** int(bits[0])
    signs = (1,) if _is_unsigned(dtype) else (1, -1)
    numbers = [
        stream.choice(signs) * stream.randint(first, first + 99) for _ in range(math.prod(shape))
    ]
    return np.array(numbers, dtype=np.int64)


def _cycle_integers(values: list[int], shape: Shape, stream: Stream) -> np.ndarray:
    start = stream.randrange(len(values))
    return np.array(
        [values[(start + i) % len(values)] for i in range(math.prod(shape))], dtype=object
    )


def _tiny(dtype: str, shape: Shape, stream: Stream, sign: list[float]) -> np.ndarray:
    """Normal numbers within a factor of sixteen of the smallest, both signs."""
    smallest = FORMATS[dtype].min_normal
    return _each(shape, lambda: _sign(stream, sign) * smallest * stream.uniform(1.0, 16.0))


def _subnormal(dtype: str, shape: Shape, stream: Stream, sign: list[float]) -> np.ndarray:
    step = FORMATS[dtype].min_subnormal
    return _each(shape, lambda: _sign(stream, sign) * step * stream.randint(1, 1000))


def _lone_subnormal(dtype: str, shape: Shape, stream: Stream, sign: list[float]) -> np.ndarray:
    """One subnormal number among larger ones: the order stays the same if subnormal numbers count as zero."""
    values = _each(shape, lambda: _sign(stream, sign) * stream.uniform(0.5, 4.0)).tolist()
    values[:1] = _subnormal(dtype, (min(1, len(values)),), stream, []).tolist()
    stream.shuffle(values)
    return np.array(values, dtype=np.float64)


def _zeros(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """Zeros of both signs (one sign if the dtype has only one)."""
    return _cycle([0.0, -0.0], shape, stream)


def _special(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """NaN, both infinities, both zeros, subnormal, smallest and largest numbers, ones."""
    form = FORMATS[dtype]
    values = [math.nan, math.inf, -math.inf, 0.0, -0.0, form.min_subnormal, -form.min_subnormal]
    values += [form.min_normal, -form.min_normal, form.max, -form.max, 1.0, -1.0]
    return _cycle(values, shape, stream)


def _nonfinite(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """Moderate numbers with a NaN or an infinity at about every third place."""

    def one() -> float:
        return (
            stream.choice((math.nan, math.inf, -math.inf))
            if stream.random() < 0.35
            else stream.uniform(-4.0, 4.0)
        )

    return _each(shape, one)


def _infinite(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """Moderate numbers with an infinity at about every third place; no NaN."""

    def one() -> float:
        return (
            stream.choice((math.inf, -math.inf))
            if stream.random() < 0.35
            else stream.uniform(-4.0, 4.0)
        )

    return _each(shape, one)


def _bits(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """Zeros and ones."""
    return _integers(shape, stream, 0, 1)


def _probabilities(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """Positive, summing to about 1 along the last axis."""
    raw = _each(shape, lambda: stream.uniform(0.1, 1.0)).reshape(shape)
    return raw / raw.sum(axis=-1, keepdims=True) if raw.ndim else raw


def _one_hot(dtype: str, shape: Shape, stream: Stream, _: list[float]) -> np.ndarray:
    """A single one in every row of the last axis."""
    rows = math.prod(shape[:-1])
    values = np.zeros((rows, shape[-1]))
    for row in range(rows):
        values[row, stream.randrange(shape[-1])] = 1
    return values


def _index(dtype: str, shape: Shape, stream: Stream, bounds: list[float]) -> np.ndarray:
    """index:n draws from 0..n-1."""
    return _integers(shape, stream, 0, int(bounds[0]) - 1)


_DOMAINS: dict[str, Callable[[str, Shape, Stream, list[float]], np.ndarray]] = {
    "moderate": _moderate,
    "range": _range,
    "positive": _positive,
    "wide": _wide,
    "every-magnitude": _every_magnitude,
    "factors": _factors,
    "integral": _integral,
    "ties": _ties,
    "distinct": _distinct,
    "halves": _halves,
    "near-halves": _near_halves,
    "beyond": _beyond,
    "huge": _huge,
    "tiny": _tiny,
    "subnormal": _subnormal,
    "lone-subnormal": _lone_subnormal,
    "zeros": _zeros,
    "special": _special,
    "nonfinite": _nonfinite,
    "infinite": _infinite,
    "bits": _bits,
    "probabilities": _probabilities,
    "one-hot": _one_hot,
    "index": _index,
}
assert DEFAULT in _DOMAINS
