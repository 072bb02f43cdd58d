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
    floats = values.astype(np.float64).ravel().tolist()
    magnitudes = [abs(x) for x in floats if math.isfinite(x)]
    if any(map(math.isnan, floats)):
        return "NaN"
    if len(magnitudes) < len(floats):
        return "infinite"
    form = dtypes.FORMATS.get(values.dtype.name)
    if form is not None:
        if max(magnitudes) > form.max / 2**8:
            return "huge"
        if any(0 < x < form.min_normal * 2**6 for x in magnitudes):
            return "tiny"
    else:
        for bits in (53, 31, 24):
            if max(magnitudes) >= 2**bits:
                return f"beyond 2^{bits}"
    if len(set(values.ravel().tolist())) < values.size:
        return "equal ones"
    return "negative" if min(floats) < 0 else "positive"


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
