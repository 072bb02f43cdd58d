"""Converts arguments as Keras users write them into those that the API takes.

Keras users rely on TensorFlow's leniency: numbers, lists and arrays for tensors, tensors among sizes, NumPy arrays for axes, classes for dtypes.
The conversion depends on the kind and the dtypes of the parameter, which come from the specification (`kassay_parameters`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from kassay.subscript import known_value
from kassay.tensor import Tensor

# NumPy dtypes that tensors lack. Each is cast to one that holds its values, as far as possible.
_CAST = {
    "uint16": "int32",
    "uint32": "int64",
    "uint64": "int64",
    np.dtype("longdouble").name: "float64",
}
# Kinds of dtypes: numbers of one kind may become numbers of a later kind.
_NUMBERS = "buif"
# Parameters that take a number instead of a list of one number.
_LISTS_OF_ANY_LENGTH = ("shape", "n")
_PLAIN = (bool, int, float)


def known_array(value: Any) -> Any:
    """Casts an array to a dtype that tensors have; returns everything else unchanged."""
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype.name in _CAST:
        return value.astype(_CAST[value.dtype.name])
    return value


class Conversion:
    """Converts the arguments of one function of an interpreter's module."""

    def __init__(self, engine: ModuleType, name: str) -> None:
        self._engine = engine
        self._parameters: Mapping[str, tuple[str, str]] = engine.kassay_parameters[name]
        self._signature = inspect.signature(getattr(engine, name))

    def bound(self, args: Iterable[Any], kwargs: Mapping[str, Any]) -> inspect.BoundArguments:
        """The converted arguments by name. Raises some exception if they cannot be bound or converted."""
        bound = self._signature.bind(*args, **kwargs)
        given = bound.arguments
        # Numbers take the dtype of a tensor among the arguments.
        beside = _dtype_of(
            value for name, value in given.items() if not _integral(self._parameters[name][1])
        )
        for name, value in given.items():
            given[name] = self._converted(name, value, beside)
        return bound

    def _converted(self, name: str, value: Any, beside: str | None) -> Any:
        kind, dtypes = self._parameters[name]
        if value is None or isinstance(value, Tensor):
            return value
        if kind in ("tensor", "tensor-or-function"):
            return self._tensor(value, dtypes, beside)
        if kind == "number-or-tensor":
            number = _item(value)
            return number if isinstance(number, _PLAIN) else self._tensor(value, dtypes, beside)
        if kind in ("tensors", "tensor-or-tensors"):
            listed = isinstance(value, (tuple, list, np.ndarray))
            return [self._tensor(each, dtypes, beside) for each in value] if listed else value
        if kind == "ints":
            return self._ints(value, name in _LISTS_OF_ANY_LENGTH)
        if kind in ("axes", "int", "float", "bool"):
            return _plain(value, kind)
        if kind == "array":
            return known_array(value)
        return _dtype_name(value) if kind == "dtype" else value

    def _tensor(self, value: Any, dtypes: str, beside: str | None) -> Any:
        """Converts a number, an array or a list of these, which may contain tensors, to a tensor."""
        if isinstance(value, (tuple, list)) and _dtype_of(value) is not None:
            inner = _dtype_of(value)
            return self._engine.stack([self._tensor(each, dtypes, inner) for each in value])
        if not isinstance(value, (*_PLAIN, np.generic, np.ndarray, list, tuple)):
            return value
        try:
            array = known_array(np.asarray(value))
        except ValueError:  # a ragged list
            return value
        if array.dtype.kind not in _NUMBERS:
            return value
        dtype = None if _integral(dtypes) else beside
        if dtype is None or not _becomes(array.dtype, dtype):
            own = isinstance(value, (np.ndarray, np.generic))
            dtype = array.dtype.name if own else self._usual(array, dtypes)
        return self._engine.constant(array, dtype)

    def _usual(self, array: np.ndarray[Any, Any], dtypes: str) -> str:
        """The dtype of a tensor made from Python numbers."""
        if array.dtype.kind == "b":
            return "bool"
        if array.dtype.kind == "f" or dtypes == "floating" or array.size == 0:
            return str(self._engine.floatx())
        return "int32" if np.abs(array).max() < 2**31 else "int64"

    def _ints(self, value: Any, of_any_length: bool) -> Any:
        """A list of numbers; a tensor if the list contains tensors."""
        value = _item(value)
        if of_any_length and isinstance(value, int):
            return [value]
        if isinstance(value, (tuple, list)) and _dtype_of(value) is not None:
            sizes = [known_value(each) for each in value]
            if _dtype_of(sizes) is None:
                return sizes
            return self._engine.stack([self._size(each) for each in sizes])
        return value

    def _size(self, size: Any) -> Any:
        if isinstance(size, Tensor):
            return size if size.dtype == "int32" else self._engine.cast(size, "int32")
        return self._engine.constant(_item(size), "int32")


def _dtype_of(values: Iterable[Any]) -> str | None:
    """The dtype of the first tensor among the values, also in nested lists."""
    for value in values:
        if isinstance(value, Tensor):
            return value.dtype
        if isinstance(value, (tuple, list)) and (dtype := _dtype_of(value)) is not None:
            return dtype
    return None


def _integral(dtypes: str) -> bool:
    return dtypes.startswith("int")


def _becomes(given: np.dtype[Any], dtype: str) -> bool:
    return _NUMBERS.index(given.kind) <= _NUMBERS.index(np.dtype(dtype).kind) or (
        given.kind == "i" and dtype == "uint8"
    )


def _item(value: Any) -> Any:
    """NumPy's numbers and arrays as Python's numbers and lists."""
    return value.tolist() if isinstance(value, (np.generic, np.ndarray)) else value


def _plain(value: Any, kind: str) -> Any:
    value = _item(value)
    # One-dimensional layers pass their strides as a list.
    one = kind == "int" and isinstance(value, (tuple, list)) and len(value) == 1
    return value[0] if one else value


def _dtype_name(dtype: Any) -> Any:
    if dtype is float:
        return "float32"
    return np.dtype(dtype).name if isinstance(dtype, (type, np.dtype)) else dtype


def lenient(engine: ModuleType, name: str) -> Callable[..., Any]:
    """The function of the interpreter's module, for arguments as Keras users write them."""
    function, conversion = getattr(engine, name), Conversion(engine, name)

    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            bound = conversion.bound(args, kwargs)
        except Exception:  # the function reports what is wrong
            return function(*args, **kwargs)
        return function(*bound.args, **bound.kwargs)

    return call
