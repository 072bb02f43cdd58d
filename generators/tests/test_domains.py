"""Input domains: reproducible, exactly representable, and true to their names."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from kassay_generators.cases import domains
from kassay_generators.numbers.dtypes import FLOATING, FORMATS


def _draw(
    domain: str, dtype: str = "float32", shape: tuple[int, ...] = (200,), case: str = "case"
) -> np.ndarray:
    return domains.draw(domain, dtype, shape, domains.stream_for(case, "x"))


def test_the_same_case_and_argument_give_the_same_bytes_for_ever() -> None:
    digest = hashlib.sha256(_draw("moderate").tobytes()).hexdigest()
    assert digest == "d9d590d132b13cca1c77be171dbb3c923e53a8426d9da980e54ad0a96eb317e3"


def test_another_case_gives_other_values() -> None:
    assert not np.array_equal(_draw("moderate"), _draw("moderate", case="other"))


@pytest.mark.parametrize("dtype", FLOATING)
def test_special_holds_every_special_value(dtype: str) -> None:
    values = _draw("special", dtype, (26,))
    form = FORMATS[dtype]
    assert np.isnan(values).any()
    assert {np.inf, -np.inf, form.max, -form.max} <= set(values[~np.isnan(values)].astype(float))
    assert (np.abs(values[values != 0]).astype(float) == form.min_subnormal).any()
    assert np.signbit(values[values == 0]).any() and not np.signbit(values[values == 0]).all()


@pytest.mark.parametrize("dtype", FLOATING)
def test_tiny_is_normal_and_subnormal_is_not(dtype: str) -> None:
    smallest = FORMATS[dtype].min_normal
    assert (np.abs(_draw("tiny", dtype).astype(float)) >= smallest).all()
    assert (np.abs(_draw("subnormal", dtype).astype(float)) < smallest).all()


@pytest.mark.parametrize("dtype", FLOATING)
def test_lone_subnormal_is_the_largest_among_negative_numbers(dtype: str) -> None:
    values = _draw("lone-subnormal:-1", dtype).astype(float)
    tiny = np.abs(values) < FORMATS[dtype].min_normal
    assert tiny.sum() == 1 and values.argmax() == tiny.argmax() != 0


def test_one_hot_has_a_single_one_in_each_row() -> None:
    assert (_draw("one-hot", shape=(7, 5)).sum(axis=-1) == 1).all()


def test_index_stays_below_its_bound() -> None:
    values = _draw("index:4", "int32")
    assert set(values) == {0, 1, 2, 3}


def test_distinct_values_are_distinct() -> None:
    assert len(set(_draw("distinct", shape=(60,)))) == 60


@pytest.mark.parametrize("domain", domains.names())
def test_empty_shapes_are_possible(domain: str) -> None:
    name = {"beyond": "beyond:24", "index": "index:3", "range": "range:0:1"}.get(domain, domain)
    assert _draw(name, shape=(0, 3)).shape == (0, 3)


def test_beyond_draws_whole_numbers_just_above_a_power_of_two() -> None:
    values = _draw("beyond:24", "int32", shape=(50,))
    assert set(abs(values)) <= set(range(2**24, 2**24 + 100)) and values.min() < 0 < values.max()


def test_an_unknown_domain_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        _draw("no-such-domain")
