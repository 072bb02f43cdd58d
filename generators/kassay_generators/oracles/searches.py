"""What a search for the largest or smallest element makes of NaN: an accepted maximum of two (D-113), folded."""

from __future__ import annotations

from collections.abc import Callable

from kassay_generators.numbers.dtypes import FORMATS, is_floating
from kassay_generators.numbers.number import INFINITY, NAN, Number

Search = Callable[[list[Number]], Number]


def nan_readings(search: Search, *, larger: bool, dtype: str) -> dict[str, Search]:
    """The readings of shared/searches.yaml. `search` finds the largest, or the smallest, among numbers; it decides on no
    elements."""

    def skipped(elements: list[Number], alone: Number = NAN) -> Number:
        numbers = [e for e in elements if not e.is_nan]
        return search(numbers) if numbers or not elements else alone

    def kept_at_the_start(elements: list[Number]) -> Number:
        return NAN if elements and elements[0].is_nan else skipped(elements)

    def begins_anew(elements: list[Number]) -> Number:
        behind = [place for place, e in enumerate(elements, start=1) if e.is_nan]
        rest = elements[behind[-1] :] if behind else elements
        return search(rest) if rest or not elements else NAN

    def from_start(start: Number) -> Search:
        return lambda elements: skipped(elements, -start if larger else start)

    greatest = FORMATS[dtype].max if is_floating(dtype) else 0  # integers hold no NaN
    return {
        "nan-skipped": skipped,
        "nan-kept-at-the-start": kept_at_the_start,
        "nan-begins-anew": begins_anew,
        "nan-alone-is-infinite": from_start(INFINITY),
        "nan-alone-is-finite": from_start(Number.of(greatest)),
    }


NAN_READINGS = tuple(nan_readings(lambda elements: elements[0], larger=True, dtype="float32"))
