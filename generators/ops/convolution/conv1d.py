"""Oracle for conv1d."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import ApiError, Context
from ops.convolution.convolution import confirmation_of, oracle_of, readings_of, with_rules
from ops.convolution.windows import CAUSAL_READINGS, PADDINGS

oracle = oracle_of(1, ["valid", "same", "causal"])
confirmation = confirmation_of(1)


def _without_dilation(*, kernel: np.ndarray, context: Context, **arguments: Any) -> np.ndarray:
    """Causal padding has one zero fewer than the kernel has steps, for any dilation rate."""
    before = kernel.shape[0] - 1

    def causal(size: int, extent: int, stride: int) -> tuple[int, int]:
        return PADDINGS["valid"](size + before, extent, stride)[0], before

    reading = with_rules(oracle, {"causal": causal})
    return reading(kernel=kernel, context=context, **arguments)


def _pads_dimension_1(
    x: np.ndarray,
    kernel: np.ndarray,
    padding: str,
    dilation_rate: int,
    context: Context,
    **arguments: Any,
) -> np.ndarray:
    if padding == "causal":
        zeros = np.full((kernel.shape[0] - 1) * dilation_rate, Number.of(0), dtype=object)
        border = np.broadcast_to(zeros[:, None], [len(x), len(zeros), x.shape[2]])
        x, padding = np.concatenate([border, x], 1), "valid"
    return oracle(
        x=x,
        kernel=kernel,
        padding=padding,
        dilation_rate=dilation_rate,
        context=context,
        **arguments,
    )


def _channels_first_refused(
    padding: str, data_format: str | None, context: Context, **arguments: Any
) -> np.ndarray:
    if padding == "causal" and (data_format or context.image_data_format) == "channels_first":
        raise ApiError("any")
    return oracle(padding=padding, data_format=data_format, context=context, **arguments)


READINGS = {
    **readings_of(oracle, 1),
    **{name: with_rules(oracle, rules) for name, rules in CAUSAL_READINGS.items()},
    "causal-without-dilation": _without_dilation,
    "causal-pads-dimension-1": _pads_dimension_1,
    "causal-channels-first-refused": _channels_first_refused,
}
