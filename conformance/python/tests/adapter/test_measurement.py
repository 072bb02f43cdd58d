from __future__ import annotations

from kassay.measurement import measured


def test_measures_the_least_number_of_calls_after_a_warm_up() -> None:
    calls = iter(range(100))
    answer, durations = measured(lambda: next(calls), {"warm_up": 0, "seconds": 0, "least": 5})
    assert (answer, len(durations)) == (5, 5)


def test_measures_for_some_time() -> None:
    answer, durations = measured(lambda: None, {"warm_up": 0.001, "seconds": 0.001, "least": 1})
    assert answer is None
    assert len(durations) > 1
    assert sum(durations) < 1


def test_measures_a_limited_number_of_calls() -> None:
    _, durations = measured(lambda: None, {"warm_up": 0, "seconds": 60, "least": 1})
    assert len(durations) == 10_000
