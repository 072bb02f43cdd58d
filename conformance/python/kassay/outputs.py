"""Turns what a program returns into the form of a reply: plain Python values and NumPy arrays."""

from __future__ import annotations

import math
import reprlib
from typing import Any

from numpy import asarray, generic, integer, ma, ndarray

from kassay.protocol import Tensors, has_dtype

_INT64_END = 1 << 63


def item(value: Any, tensors: Tensors) -> Any:
    """A returned value in the form of the reply; arrays go to `tensors`.

    Any other value becomes a text that describes it. An error would instead pass a case that expects one.
    """
    if isinstance(value, (ndarray, generic)):
        return _tensor(value, tensors)
    if isinstance(value, (list, tuple)):
        if _is_shape(value):
            return [size if size is None else int(size) for size in value]
        return [item(each, tensors) for each in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else {"float": str(float(value))}
    if value is None or isinstance(value, (bool, str)):
        return value
    if _is_integer(value):
        return int(value)
    return f"<{_described(value)}: neither a NumPy array nor a plain value of the protocol>"


def _is_integer(value: Any) -> bool:
    return isinstance(value, (int, integer)) and -_INT64_END <= int(value) < _INT64_END


def _is_shape(values: Any) -> bool:
    """Sizes may be NumPy integers, such as a product of sizes: they count, index and compare like any others."""
    return all(v is None or (_is_integer(v) and not isinstance(v, bool)) for v in values)


def _tensor(value: Any, tensors: Tensors) -> Any:
    if isinstance(value, ma.MaskedArray) and ma.is_masked(value):
        return f"<{_described(value)}: masked elements have no value>"
    array = asarray(value)
    if not has_dtype(array):
        return f"<an array of dtype {array.dtype} and shape {array.shape}, which the protocol does not have>"
    byte = array.view("uint8").max(initial=0) if array.dtype == bool else 0
    if byte > 1:
        return f"<an array of dtype bool and shape {array.shape} with the byte {byte}, neither false (0) nor true (1)>"
    name = f"t{len(tensors)}"
    tensors[name] = array
    return {"tensor": name}


def _described(value: Any) -> str:
    cls = type(value)
    return f"{cls.__module__}.{cls.__qualname__} {reprlib.repr(value)}"
