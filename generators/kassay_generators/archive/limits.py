"""An expected output with everything needed to judge it: limits, and the errors of zero and infinity."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.vectors import tolerance
from kassay_generators.vectors.answer import Accuracy, TensorOutput
from kassay_generators.vectors.record import store

Tensors = dict[str, np.ndarray]


def judged(
    output: dict[str, Any],
    accuracy: Accuracy,
    sign_of_zero: bool,
    tensors: Tensors,
    archived: Tensors,
) -> dict[str, Any]:
    """The output in the format of the archive; adds the tensors that it names to `archived`."""
    if output["kind"] == "value":
        return output | _limit_of_value(output["value"], accuracy, sign_of_zero)
    if output["kind"] == "sample":
        if "value" in output["distribution"]:
            name = output["distribution"]["value"]
            archived[name] = tensors[name]
        return output
    value, magnitude = tensors[output["value"]], tensors.get(output.get("magnitude", ""))
    archived[output["value"]] = value
    entry = {key: output[key] for key in ("kind", "dtype", "shape", "value")}
    if output["dtype"] not in dtypes.FORMATS:
        return entry
    expected = TensorOutput(output["dtype"], value, magnitude, magnitude)
    limit = tolerance.limits(expected, accuracy)
    entry["limit"] = store(_compact(limit), archived)
    # The archive first compares with the value itself, so an expected zero needs no separate error.
    of_zero = np.where(value == 0, np.inf, tolerance.zero_errors(expected, limit))
    of_infinity = tolerance.infinity_errors(expected, limit)
    for name, errors in (("zero_error", of_zero), ("infinity_error", of_infinity)):
        if np.isfinite(errors).any():
            entry[name] = store(_compact(errors), archived)
    if accuracy.terms > 0:
        unit = tolerance.roundoff_units(expected, accuracy)
        if (unit > 0).sum() >= tolerance.FEWEST_ELEMENTS_FOR_RMS:
            entry["rms_unit"] = store(_compact(unit), archived)
            entry["rms_limit"] = tolerance.rms_limit(accuracy)
    if sign_of_zero and (value == 0).any():
        entry["sign_of_zero"] = True
    return entry


def _limit_of_value(value: Any, accuracy: Accuracy, sign_of_zero: bool) -> dict[str, float]:
    """The limit of a plain float, which is a float64. Lists cannot hold floats that need a limit."""
    if isinstance(value, list):
        limits = [_limit_of_value(one, accuracy, sign_of_zero) for one in value]
        assert not any(limit.get("limit") for limit in limits), f"floats in a list: {value}"
    assert not isinstance(value, dict), f"a float that JSON lacks: {value}"
    if not isinstance(value, float):
        return {}
    assert value != 0 or not sign_of_zero, "the sign of a plain zero"
    number = TensorOutput("float64", np.array([value]), np.array([0.0]))
    return {"limit": float(tolerance.limits(number, accuracy)[0])}


def _compact(values: np.ndarray) -> np.ndarray:
    """One element if all are equal."""
    alike = np.unique(values)
    return values if alike.size > 1 else np.resize(alike, 1)
