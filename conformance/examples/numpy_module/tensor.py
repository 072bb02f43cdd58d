"""Tensors that are computed on demand: a graph of functions of arrays."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

Array = np.ndarray


class Unsupported(Exception):
    """A feature that this backend lacks. kassay finds the exception by its name."""


class Tensor:
    """A function of arrays and its arguments. Some arguments are tensors."""

    def __init__(self, compute: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        self.compute = compute
        self.args = args
        self.kwargs = kwargs

    def __add__(self, other: Any) -> Tensor:
        return Tensor(_of_one_dtype(operator.add), self, other)

    def __radd__(self, other: Any) -> Tensor:
        return Tensor(_of_one_dtype(operator.add), other, self)

    def __sub__(self, other: Any) -> Tensor:
        return Tensor(_of_one_dtype(operator.sub), self, other)

    def __rsub__(self, other: Any) -> Tensor:
        return Tensor(_of_one_dtype(operator.sub), other, self)

    def __mul__(self, other: Any) -> Tensor:
        return Tensor(_of_one_dtype(operator.mul), self, other)

    def __rmul__(self, other: Any) -> Tensor:
        return Tensor(_of_one_dtype(operator.mul), other, self)

    def __truediv__(self, other: Any) -> Tensor:
        return Tensor(_of_one_dtype(operator.truediv), self, other)

    def __rtruediv__(self, other: Any) -> Tensor:
        return Tensor(_of_one_dtype(operator.truediv), other, self)

    def __neg__(self) -> Tensor:
        return Tensor(operator.neg, self)


def _of_one_dtype(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Gives a number the dtype of the array operand. Before NumPy 2, a float turns an array without dimensions into float64."""

    def of(x: Any, y: Any) -> Any:
        array = x if isinstance(x, Array) else y
        like = (
            each if isinstance(each, Array) else np.asarray(each, array.dtype) for each in (x, y)
        )
        return compute(*like)

    return of


class Constant(Tensor):
    def __init__(self, array: Array) -> None:
        super().__init__(lambda: array)


class Variable(Tensor):
    def __init__(self, array: Array) -> None:
        super().__init__(lambda: self.array)
        self.array = array


class Placeholder(Tensor):
    def __init__(self, shape: tuple[int | None, ...], dtype: str) -> None:
        super().__init__(self._refuse)
        self.shape = shape
        self.dtype = dtype

    def _refuse(self) -> Array:
        raise ValueError(f"a placeholder of shape {self.shape} did not get a value")


class Evaluation:
    """Computes tensors, each once, from the given values of the placeholders.

    With `unknown`, placeholders without a value count as ones, and an unknown dimension has that size: this
    shows the shape and the dtype of a result.
    """

    def __init__(self, fed: Mapping[Tensor, Array], unknown: int | None = None) -> None:
        self._known: dict[Tensor, Array] = dict(fed)
        self._unknown = unknown

    def value(self, x: Tensor) -> Array:
        if x not in self._known:
            self._known[x] = self._compute(x)
        return self._known[x]

    def _compute(self, x: Tensor) -> Array:
        if isinstance(x, Placeholder) and self._unknown is not None:
            sizes = [self._unknown if size is None else size for size in x.shape]
            return np.ones(sizes, x.dtype)
        args = [self._argument(each) for each in x.args]
        kwargs = {name: self._argument(each) for name, each in x.kwargs.items()}
        return np.asarray(x.compute(*args, **kwargs))

    def _argument(self, argument: Any) -> Any:
        if isinstance(argument, Tensor):
            return self.value(argument)
        if isinstance(argument, (list, tuple)):
            return type(argument)(self._argument(each) for each in argument)
        return argument


def operation(compute: Callable[..., Any]) -> Callable[..., Tensor]:
    """Turns a function of arrays into a function of tensors."""

    @functools.wraps(compute)
    def build(*args: Any, **kwargs: Any) -> Tensor:
        return Tensor(compute, *args, **kwargs)

    return build
