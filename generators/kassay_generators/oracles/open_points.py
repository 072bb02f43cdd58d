"""Calls that are unspecified, but that the oracle answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.numbers.number import Number
from kassay_generators.numbers.recording import Recorded
from kassay_generators.numbers.undecided import Undecided
from kassay_generators.oracles.arrays import as_array, elementwise

Arguments = Mapping[str, Any]
# Whether a call is unspecified, by its arguments and the dtype of its first tensor.
Test = Callable[[Arguments, str], bool]


def _special_interpolated(arguments: Arguments, dtype: str) -> bool:
    """D-1052: NaN beyond its own place in an interpolation, and infinities; D-1056: integers."""
    is_bilinear = arguments["interpolation"] == "bilinear"
    if is_bilinear and dtype and not dtypes.is_floating(dtype):
        return True
    return is_bilinear and any(
        not isinstance(n, Undecided) and n.special is not None for n in arguments["x"].flat
    )


def _open_bounds(arguments: Arguments, dtype: str) -> bool:
    """D-102 covers crossed numbers, not tensors. A number takes the dtype of x, which cannot hold other integers or fractions.
    A bound with more elements than x broadcasts x, which no document mentions."""
    low, high = bounds = (arguments["min_value"], arguments["max_value"])
    shapes = [b.shape for b in bounds if isinstance(b, np.ndarray)]
    if np.broadcast_shapes(arguments["x"].shape, *shapes) != arguments["x"].shape:
        return True
    if not dtypes.is_floating(dtype):
        if any(isinstance(b, float) for b in bounds):
            return True
        limits = np.iinfo(dtype)
        if any(isinstance(b, int) and not limits.min <= b <= limits.max for b in bounds):
            return True
    if low is None or high is None or not any(isinstance(b, np.ndarray) for b in bounds):
        return False
    return any(elementwise(lambda a, b: _plain(b) < _plain(a), as_array(low), as_array(high)).flat)


def _plain(number: Any) -> Number:
    return number.without_history() if isinstance(number, Recorded) else Number.of(number)  # type: ignore[no-any-return]


def _zero_beside_infinity(first: str, second: str) -> Test:
    """D-404: libraries of matrices skip a zero. Also where it meets NaN."""

    def meet(arguments: Arguments, _: str) -> bool:
        operands = [
            [n for n in arguments[name].flat if not isinstance(n, Undecided)]
            for name in (first, second)
        ]
        zero, special = (
            [any(test(_plain(n)) for n in operand) for operand in operands]
            for test in (lambda n: n.is_zero, lambda n: n.special is not None)
        )
        return (zero[0] and special[1]) or (zero[1] and special[0])

    return meet


def _bias_of_one(arguments: Arguments, _: str) -> bool:
    """D-1004: a size of 1 where the channels are more."""
    return 1 in arguments["bias"].shape


def _condition_of_one(arguments: Arguments, _: str) -> bool:
    """D-1321: dimensions of the condition that have size 1."""
    return 1 in (getattr(arguments["condition"], "shape", None) or ())


def _cast_of_special(arguments: Arguments, _: str) -> bool:
    """D-805: values that the type cannot hold."""
    to_integers = not dtypes.is_floating(str(arguments["dtype"]))
    return to_integers and any(
        not isinstance(n, Undecided) and _plain(n).special is not None for n in arguments["x"].flat
    )


_LARGE_LOGIT = 8


def _large_logits(arguments: Arguments, dtype: str) -> bool:
    """D-704: large logits in float16."""
    if dtype != "float16" or not arguments["from_logits"]:
        return False
    logits = [_plain(n) for n in arguments["output"].flat if not isinstance(n, Undecided)]
    return any(n.special is None and abs(n) > _LARGE_LOGIT for n in logits)


def _without_probabilities(arguments: Arguments, _: str) -> bool:
    """D-707: zero sums, which slices of zeros have."""
    if arguments["from_logits"]:
        return False
    zero = elementwise(
        lambda n: not isinstance(n, Undecided) and _plain(n).is_zero, arguments["output"]
    )
    return bool(np.all(zero, axis=arguments.get("axis", -1)).any())


def _other_count(arguments: Arguments, _: str) -> bool:
    """D-802: arrays of another number of elements than the shape has."""
    value, shape = arguments["value"], arguments["shape"]
    return isinstance(value, np.ndarray) and shape is not None and value.size != np.prod(shape)


def _either(*tests: Test) -> Test:
    return lambda arguments, dtype: any(test(arguments, dtype) for test in tests)


def _special_in_windows(arguments: Arguments, _: str) -> bool:
    """D-1016: infinities in a convolution, and the neighbours of a window with NaN."""
    tensors = [value for value in arguments.values() if isinstance(value, np.ndarray)]
    return any(
        not isinstance(n, Undecided) and _plain(n).special is not None
        for tensor in tensors
        for n in tensor.flat
    )


_CONVOLUTIONS = (
    *("conv1d", "conv2d", "conv3d", "conv2d_transpose", "conv3d_transpose", "depthwise_conv2d"),
    *("separable_conv1d", "separable_conv2d", "local_conv1d", "local_conv2d"),
)


def _power_of_nothing(arguments: Arguments, _: str) -> bool:
    """Without elements, nothing shows whether a gradient of x ** 0 is None."""
    x, a = arguments["x"], arguments["a"]
    return isinstance(a, int | float) and a == 0 and x.size == 0


def _other_statistics(arguments: Arguments, _: str) -> bool:
    """D-601 and D-602 cover vectors along the axis, and tensors with the rank of x that broadcast to its shape."""
    x = arguments["x"]
    size = x.shape[arguments.get("axis", -1)]

    def fits(v: Any) -> bool:
        if v.ndim == 1 < x.ndim:
            return bool(len(v) == size)
        return v.ndim == x.ndim and all(m in (1, n) for m, n in zip(v.shape, x.shape, strict=True))

    tensors = (arguments[name] for name in ("mean", "var", "beta", "gamma"))
    return any(v is not None and not fits(v) for v in tensors)


def _nothing_normalized(arguments: Arguments, _: str) -> bool:
    """Without elements, no derivative shows 0 times infinity, of a variance of 0."""
    return bool(arguments["x"].size == 0)


def _of_other_shapes(first: str, second: str) -> Test:
    """The documents require one shape, and do not describe others. An unknown shape does not differ."""

    def differ(arguments: Arguments, _: str) -> bool:
        a, b = (getattr(arguments[name], "shape", None) for name in (first, second))
        if a is None or b is None:
            return False
        pairs = zip(a, b, strict=False)
        return len(a) != len(b) or any(n != m for n, m in pairs if None not in (n, m))

    return differ


_OPEN: dict[str, Test] = {
    "batch_normalization": _either(_other_statistics, _nothing_normalized),
    "clip": _open_bounds,
    **dict.fromkeys(_CONVOLUTIONS, _special_in_windows),
    "batch_dot": _zero_beside_infinity("x", "y"),
    "constant": _other_count,
    "dot": _zero_beside_infinity("x", "y"),
    "pow": _power_of_nothing,
    "resize_images": _special_interpolated,
    "bias_add": _bias_of_one,
    "binary_crossentropy": _either(_of_other_shapes("target", "output"), _large_logits),
    "cast": _cast_of_special,
    "categorical_crossentropy": _either(
        _of_other_shapes("target", "output"), _without_probabilities
    ),
    "sparse_categorical_crossentropy": _without_probabilities,
    "in_test_phase": _of_other_shapes("x", "alt"),  # D-1325
    "in_train_phase": _of_other_shapes("x", "alt"),
    "switch": _either(_condition_of_one, _of_other_shapes("then_expression", "else_expression")),
    "moving_average_update": _of_other_shapes("x", "value"),
    "update_add": _of_other_shapes("x", "increment"),
    "update_sub": _of_other_shapes("x", "decrement"),
}


def may_be_unspecified(function: str) -> bool:
    """Whether some call of the function is unspecified."""
    return function in _OPEN


def is_unspecified(function: str, arguments: Arguments, dtype: str) -> bool:
    """`dtype`: that of the first tensor; empty for a function that sees the machine."""
    return function in _OPEN and _OPEN[function](arguments, dtype)
