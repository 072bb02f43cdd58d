"""Arguments whose elements must be of an integer type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kassay_generators.numbers.dtypes import is_floating
from kassay_generators.oracles.interface import ApiError, Context, call


def with_integers(argument: str, oracle: Callable[..., Any]) -> Callable[..., Any]:
    """The oracle, which refuses a tensor of a floating type as this argument."""

    def strict(context: Context, **arguments: Any) -> Any:
        if is_floating(context.dtypes[argument]):
            raise ApiError("type")
        return call(oracle, arguments, context)

    return strict
