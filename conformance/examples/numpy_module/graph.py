"""Creates tensors, inspects them and evaluates them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .configuration import floatx
from .tensor import (
    Array,
    Constant,
    Evaluation,
    Placeholder,
    Tensor,
    Unsupported,
    Variable,
    operation,
)

Update = tuple[Variable, Any]


def placeholder(
    shape: tuple[int | None, ...] | None = None,
    ndim: int | None = None,
    dtype: str | None = None,
    sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    if sparse:
        raise Unsupported("sparse tensors are not supported")
    if shape is None:
        if ndim is None:
            raise ValueError("a placeholder needs a shape or a number of dimensions")
        shape = (None,) * ndim
    return Placeholder(tuple(shape), dtype or floatx())


def variable(
    value: Any, dtype: str | None = None, name: str | None = None, constraint: Any = None
) -> Tensor:
    return Variable(np.array(value, dtype or floatx()))


def constant(
    value: Any, dtype: str | None = None, shape: Any = None, name: str | None = None
) -> Tensor:
    array = np.array(value, dtype or floatx())
    if shape is not None:
        array = np.full(shape, array) if array.ndim == 0 else array.reshape(shape)
    return Constant(array)


def zeros(shape: Any, dtype: str | None = None, name: str | None = None) -> Tensor:
    return _filled(np.zeros, shape, dtype)


def ones(shape: Any, dtype: str | None = None, name: str | None = None) -> Tensor:
    return _filled(np.ones, shape, dtype)


def _filled(make: Callable[..., Array], shape: Any, dtype: str | None) -> Tensor:
    dtype = dtype or floatx()
    return Tensor(make, shape, dtype) if is_tensor(shape) else Variable(make(shape, dtype))


def function(
    inputs: list[Placeholder],
    outputs: list[Tensor],
    updates: list[Update] | None = None,
    **kwargs: Any,
) -> Callable[[list[Any]], list[Array]]:
    if kwargs:
        raise ValueError(f"function does not take {', '.join(kwargs)}")

    def run(values: list[Any]) -> list[Array]:
        fed: dict[Tensor, Array] = {
            each: np.asarray(value, each.dtype) for each, value in zip(inputs, values)
        }
        evaluation = Evaluation(fed)
        results = [np.array(evaluation.value(each)) for each in outputs]
        changes = [(each, evaluation.value(new)) for each, new in updates or []]
        for each, new in changes:
            set_value(each, new)
        return results

    return run


def update(x: Variable, new_x: Tensor) -> Update:
    """Takes effect only in a function."""
    return x, new_x


def update_add(x: Variable, increment: Tensor) -> Update:
    return x, x + increment


def update_sub(x: Variable, decrement: Tensor) -> Update:
    return x, x - decrement


def eval(x: Tensor) -> Array:
    return np.array(Evaluation({}).value(x))


get_value = eval


def batch_get_value(ops: list[Tensor]) -> list[Array]:
    return [get_value(each) for each in ops]


def set_value(x: Variable, value: Any) -> None:
    array = np.array(value, x.array.dtype)
    if array.shape != x.array.shape:
        raise ValueError(
            f"a variable of shape {x.array.shape} cannot have a value of shape {array.shape}"
        )
    x.array = array


def batch_set_value(tuples: list[tuple[Variable, Any]]) -> None:
    for x, value in tuples:
        set_value(x, value)


def int_shape(x: Tensor) -> tuple[int | None, ...]:
    """A size that changes with the unknown dimensions, here 1 and 2, is itself unknown."""
    if isinstance(x, Placeholder):
        return x.shape
    one, two = (Evaluation({}, unknown).value(x).shape for unknown in (1, 2))
    return tuple(size if size == other else None for size, other in zip(one, two))


def ndim(x: Tensor) -> int:
    return len(int_shape(x))


def dtype(x: Tensor) -> str:
    return Evaluation({}, unknown=2).value(x).dtype.name


def count_params(x: Tensor) -> int:
    count = 1
    for size in int_shape(x):
        if size is None:
            raise ValueError(f"the number of elements of shape {int_shape(x)} is unknown")
        count *= size
    return count


@operation
def shape(x: Array) -> Array:
    return np.array(x.shape, "int32")


def is_tensor(x: Any) -> bool:
    return isinstance(x, Tensor)


def is_placeholder(x: Any) -> bool:
    return isinstance(x, Placeholder)


def is_keras_tensor(x: Any) -> bool:
    """This backend has no layers, so no layer made the tensor."""
    if not is_tensor(x):
        raise ValueError(f"{type(x).__name__} is not a symbolic tensor")
    return False
