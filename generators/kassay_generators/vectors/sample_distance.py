"""The distance between two samples, in limits of the sample checks: the generator's own implementation of these.

Each output is checked with a false-alarm probability of 1e-9, shared by its statistics: the distance of the distribution
functions (Dvoretzky, Kiefer, Wolfowitz, Massart), the mean square, the share of nonzero elements, correlations (Bernstein).
A deviation of `FACTOR` limits is found with a probability of 1 - 1e-9: one limit, plus the most that chance may hide under
the other distribution. That is one more limit for distribution functions and correlations, and 1.2 for shares, because the
other probability may raise their standard deviation.
"""

from __future__ import annotations

import math

import numpy as np

from kassay_generators.machine.distributions import Distribution
from kassay_generators.vectors.samples import SampleOutput

FACTOR = 2.5
_FALSE_ALARM = 1e-9
_FEWEST = 256
_PLACES = 4000
_CERTAIN = -math.log(_FALSE_ALARM)
# The smallest share of values out of range that counts; less is rounding.
_NOTHING = 1e-6


def distance(expected: SampleOutput, other: SampleOutput) -> float:
    """In limits; infinite if an exact check distinguishes them with a probability of 1 - 1e-9, or a dtype or shape differs."""
    if (expected.dtype, expected.shape) != (other.dtype, other.shape):
        return math.inf
    count = math.prod(expected.drawn_shape)
    if expected.constant_axes != other.constant_axes:
        return _constancy_distance(expected, other, count)
    if _never_seen(expected.distribution, other.distribution, count):
        return math.inf
    if count < _FEWEST:
        return 0.0
    if expected.same_draw_as is not None:
        return 0.0 if expected.same_draw_as == other.same_draw_as else math.inf
    probability = _FALSE_ALARM / _statistics(expected)
    apart = _distribution_distance(expected.distribution, other.distribution, count, probability)
    if other.same_draw_as in expected.independent_of:
        apart = max(apart, 1 / _correlation_limit(expected.distribution, count, probability))
    return apart


def distance_from_array(expected: SampleOutput, values: np.ndarray, dtype: str) -> float:
    """The distance of an answer that is not random from an expected random one."""
    if expected.dtype != dtype or expected.shape != values.shape:
        return math.inf
    count = values.size
    law = expected.distribution
    if law.name == "bernoulli":
        kept = np.ones(values.shape) if law.values is None else law.values
        if ((values != 0) & (np.abs(values - kept) > 1e-2 * np.abs(kept))).any():
            return math.inf
        share = float(np.mean(values != 0)) if count else 0.0
        return math.inf if count >= _FEWEST and share in (0.0, 1.0) else 0.0
    low, high = _range(law)
    if ((values < low) | (values > high)).any():
        return math.inf
    if count < _FEWEST or len(np.unique(values)) > 1:
        return 0.0  # nothing is known about an array that is neither random nor constant
    return _constant_distance(law, count, _FALSE_ALARM / _statistics(expected))


def distance_to_array(other: SampleOutput) -> float:
    """The distance of a random answer from an expected one that is not random: infinite unless chance may produce just that."""
    p = other.distribution.parameters.get("p", 0.5)
    count = math.prod(other.drawn_shape)
    return math.inf if -count * math.log(max(p, 1 - p)) >= _CERTAIN else 0.0


def _statistics(sample: SampleOutput) -> int:
    lags = 1 + sum(1 for n in sample.drawn_shape if n > 1)  # half of the numbers, and along axes
    others = 3 * len(sample.independent_of)
    if sample.distribution.name == "bernoulli":
        return 1 + lags + others
    return 8 + 2 * lags + others


def _share_limit(count: int, probability: float) -> float:
    return math.sqrt(math.log(2 / probability) / (2 * count))


def _frequency_limit(p: float, count: int, probability: float) -> float:
    """The normal limit, with room for the excess of the binomial one."""
    return 1.05 * math.sqrt(2 * math.log(2 / probability) * p * (1 - p) / count)


def _correlation_limit(law: Distribution, count: int, probability: float) -> float:
    """Of `count` products of scores."""
    reach = 5.2  # of every continuous distribution here; see the standard deviation of a truncated normal
    if law.name == "bernoulli":
        p = law.parameters["p"]
        reach = max(p, 1 - p) / min(p, 1 - p)
    exponent = math.log(2 / probability)
    linear = exponent * reach / 3
    return (linear + math.sqrt(linear**2 + 2 * count * exponent)) / count


def _constancy_distance(expected: SampleOutput, other: SampleOutput, count: int) -> float:
    """The distance of samples that share draws along different axes."""
    law, shape = expected.distribution, expected.shape
    beyond = [a for a in other.constant_axes if a not in expected.constant_axes and shape[a] > 1]
    missing = [a for a in expected.constant_axes if a not in other.constant_axes and shape[a] > 1]
    if missing:
        # There are several draws instead of one; to pass, the two of each pair must agree by chance.
        p = law.parameters.get("p", 0.0)
        same = p**2 + (1 - p) ** 2 if law.name == "bernoulli" else 0.0
        pairs = math.prod(other.drawn_shape) // 2
        return math.inf if same == 0 or pairs * -math.log(same) >= _CERTAIN else 0.0
    if not beyond or count < _FEWEST:
        return 0.0
    # Neighbours along such an axis are equal: at most 1 / size of them belong to different draws.
    correlation = 1 - 1 / max(shape[a] for a in beyond)
    limit = _correlation_limit(law, count // 2, _FALSE_ALARM / _statistics(expected))
    draws = math.prod(other.drawn_shape)
    if draws == 1:
        return _constant_distance(law, count, _FALSE_ALARM / _statistics(expected))
    # For few draws, the correlation of neighbours is uncertain.
    return correlation / limit if draws >= _FEWEST else 0.0


def _constant_distance(law: Distribution, count: int, probability: float) -> float:
    """The distance of an answer whose draws are all equal: its distribution function jumps from 0 to 1."""
    if law.name == "bernoulli":
        p = law.parameters["p"]
        return min(p, 1 - p) / _frequency_limit(p, count, probability)
    return 0.5 / _share_limit(count, probability)


def _never_seen(expected: Distribution, other: Distribution, count: int) -> bool:
    """Whether `count` draws of the other almost surely (1 - 1e-9) include a value that the expected one never gives."""
    if expected.name == "bernoulli" or other.name == "bernoulli":
        return _other_values(expected, other, count)
    low, high = _range(expected)
    slack = 1e-2 * (high - low) if math.isfinite(high - low) else 0.0
    outside = _share(other, low - slack) + 1 - _share(other, high + slack)
    return outside > _NOTHING and -count * math.log1p(-min(outside, 1 - 1e-12)) >= _CERTAIN


def _other_values(expected: Distribution, other: Distribution, count: int) -> bool:
    if expected.name != other.name:
        return count > 0
    if expected.values is None and other.values is None:
        return False
    mine = np.asarray(1.0 if expected.values is None else expected.values)
    theirs = np.asarray(1.0 if other.values is None else other.values)
    different = np.abs(theirs - mine) > 1e-2 * np.abs(mine)
    each = different.sum() if different.ndim else different * count
    return bool(-each * math.log1p(-other.parameters["p"]) >= _CERTAIN)


def _distribution_distance(
    expected: Distribution, other: Distribution, count: int, probability: float
) -> float:
    if expected == other:
        return 0.0
    if expected.name == "bernoulli":
        p, q = expected.parameters["p"], other.parameters["p"]
        return abs(p - q) / _frequency_limit(p, count, probability)
    ends = [e for law in (expected, other) for e in _extent(law)]
    places = np.linspace(min(ends), max(ends), _PLACES)
    mine, theirs = (np.array([_share(law, x) for x in places]) for law in (expected, other))
    largest = float(np.abs(mine - theirs).max()) / _share_limit(count, probability)
    return max(largest, _variance_distance(places, mine, theirs, count, probability))


def _variance_distance(
    places: np.ndarray, mine: np.ndarray, theirs: np.ndarray, count: int, probability: float
) -> float:
    """The distance of the mean squares around the mean of the expected distribution, from the two distribution functions. A limit
    is more than six standard deviations of the mean square; a larger deviation of the other one needs a larger margin."""
    middles = (places[1:] + places[:-1]) / 2

    def moment(shares: np.ndarray, values: np.ndarray) -> float:
        return float((np.diff(shares) * values).sum())

    mean = moment(mine, middles)
    squares = (middles - mean) ** 2
    variance, other = moment(mine, squares), moment(theirs, squares)
    deviation, other_deviation = (
        math.sqrt(max(0.0, moment(shares, squares**2) - second**2) / count)
        for shares, second in ((mine, variance), (theirs, other))
    )
    # Bernstein's limit; the factor 1.1 covers its extra term for few elements.
    limit = 1.1 * math.sqrt(2 * math.log(2 / probability)) * deviation
    return abs(other - variance) / (limit * max(1.0, other_deviation / (1.5 * deviation)))


def _range(law: Distribution) -> tuple[float, float]:
    """The range of the elements."""
    if law.name == "normal":
        return -math.inf, math.inf
    return _extent(law)


def _extent(law: Distribution) -> tuple[float, float]:
    """The range of nearly all elements."""
    given = law.parameters
    if law.name == "uniform":
        return given["low"], given["high"]
    reach = given.get("bound", 6.0) * given["std"]
    return given["mean"] - reach, given["mean"] + reach


def _share(law: Distribution, x: float) -> float:
    """The share of elements up to x."""
    given = law.parameters
    if law.name == "uniform":
        return min(1.0, max(0.0, (x - given["low"]) / (given["high"] - given["low"])))
    z = (x - given["mean"]) / given["std"]
    if law.name == "normal":
        return _normal_share(z)
    bound = given["bound"]
    if abs(z) >= bound:
        return 1.0 if z > 0 else 0.0
    if law.name == "clipped-normal":
        return _normal_share(z)
    below = _normal_share(-bound)
    return (_normal_share(z) - below) / (1 - 2 * below)


def _normal_share(z: float) -> float:
    return math.erfc(-z / math.sqrt(2)) / 2
