"""Readings in which tensors pass through a format that does not represent all of their elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.numbers.dtypes import round_to
from kassay_generators.numbers.number import ONE, Number
from kassay_generators.numbers.recording import with_partials
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import Context, call

# Elements of that dtype, as they come back.
Passage = Callable[[np.ndarray, str], np.ndarray]


@with_partials(lambda element, result: ONE)
def _single(element: Any) -> Number:
    n = Number.of(element)
    if n.special is not None:
        return n
    return Number.of(float(round_to("float32", np.array(float(n)))))


def _double(element: Any) -> Number:
    return Number.of(min(int(float(Number.of(element))), int(np.iinfo("int64").max)))


def float64_through_float32(values: np.ndarray, dtype: str) -> np.ndarray:
    return elementwise(_single, values) if dtype == "float64" else values


def int64_through_float64(values: np.ndarray, dtype: str) -> np.ndarray:
    return elementwise(_double, values) if dtype == "int64" else values


def narrowed(
    oracle: Callable[..., Any], passage: Passage, result: bool = True
) -> Callable[..., Any]:
    """Reading: every tensor takes the passage before the oracle, and the result after it, if it has their dtype."""

    def passed(value: Any, dtype: str) -> Any:
        if isinstance(value, np.ndarray):
            return passage(value, dtype)
        return [passed(one, dtype) for one in value] if isinstance(value, list) else value

    def reading(context: Context, **arguments: Any) -> Any:
        given = {
            name: passed(value, context.dtypes[name]) if name in context.dtypes else value
            for name, value in arguments.items()
        }
        answer = call(oracle, given, context)
        return passed(answer, context.dtype) if result else answer

    return reading
