"""The factors of a call: each argument, and each tensor's rank, sizes and elements, in one of a few classes.

If no case combines two classes, a fault that needs both goes unnoticed; vectors/pairs.py draws cases for such pairs.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kassay_generators.cases.case import Case, TensorValue
from kassay_generators.numbers import dtypes
from kassay_generators.specification.function import Parameter

# The class of each factor by its name, such as "rank of x": "2".
Classes = dict[str, str]


def classes_of(case: Case) -> Classes:
    """The factors of a case with a single call."""
    found = {"dtype": case.dtype}
    for parameter in case.function.parameters:
        if case.editions[0] in parameter.editions:
            found |= _of_parameter(case, parameter)
    return found


def _of_parameter(case: Case, parameter: Parameter) -> Classes:
    name = parameter.name
    if name not in case.arguments:
        return {name: "omitted"}
    tensors = list(case.tensors(name).values())
    value = case.arguments[name]
    if not tensors:
        return {name: _plain(value)}
    found = {name: "given"} if parameter.defaults else {}
    if isinstance(value, list):
        found[f"number of {name}"] = "1" if len(tensors) == 1 else "more"
    return found | _of_tensor(tensors[0], name, case.dtype)


def _of_tensor(tensor: TensorValue, name: str, dtype: str) -> Classes:
    values = tensor.values
    found = classes_of_shape(values.shape, name)
    if tensor.dtype != dtype:
        found[f"dtype of {name}"] = tensor.dtype
    if values.size and values.dtype != bool:
        found[f"elements of {name}"] = _elements(values)
    return found


def classes_of_shape(shape: tuple[int, ...], name: str) -> Classes:
    """The factors of an argument's shape."""
    found = {f"rank of {name}": str(len(shape))}
    if shape:
        found[f"sizes of {name}"] = _sizes(shape)
        found[f"last size of {name}"] = "odd" if shape[-1] % 2 else "even"
    return found


def _sizes(shape: tuple[int, ...]) -> str:
    for size in (0, 1):
        if size in shape:
            return f"a size of {size}"
    return "equal" if len(set(shape)) < len(shape) else "different"


def _elements(values: np.ndarray) -> str:
    """The most unusual class among them."""
    floats = values.astype(np.float64)
    finite = np.abs(floats[np.isfinite(floats)])
    if np.isnan(floats).any():
        return "NaN"
    if np.isinf(floats).any():
        return "infinite"
    if dtypes.is_floating(values.dtype.name):
        form = dtypes.FORMATS[values.dtype.name]
        if (finite > form.max / 2**8).any():
            return "huge"
        if ((finite < form.min_normal * 2**6) & (finite != 0)).any():
            return "tiny"
    else:
        for bits in (53, 31, 24):
            if (finite >= 2**bits).any():
                return f"beyond 2^{bits}"
    if len(np.unique(values)) < values.size:
        return "equal ones"
    return "negative" if (floats < 0).any() else "positive"


def _plain(value: Any) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _sign(value)
    if isinstance(value, list):
        length = {0: "no elements", 1: "one element"}.get(len(value), "elements")
        negative = any(_sign(n) == "negative" for n in value if isinstance(n, int | float))
        return f"{length}, negative" if negative else length
    return str(value)


def _sign(number: float) -> str:
    if not math.isfinite(number):
        return str(number)
    return "negative" if number < 0 else str(number) if number in (0, 1) else "positive"
