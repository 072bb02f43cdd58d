"""Tensors of the interpreters: operators, subscripts, attributes."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn, Union

from kassay.native import module as _native  # first: its error says what is missing

# isort: split
import numpy as np

from kassay import arithmetic
from kassay.subscript import subscript

# Higher than that of NumPy's arrays: their operators would otherwise iterate over the tensor.
_PRIORITY = 1000
_DLPACK_CPU = 1


class _Updated(threading.local):
    """The values that updates give to variables in this thread."""

    values: Mapping[Any, Any] = {}


_updated = _Updated()


@contextlib.contextmanager
def as_updated_by(values: Mapping[Any, Any]) -> Iterator[None]:
    """Inside, the variables are replaced by `values`."""
    outside = _updated.values
    _updated.values = {**outside, **values}
    try:
        yield
    finally:
        _updated.values = outside


def as_updated(given: Any) -> Any:
    """The arguments, with the variables among them replaced."""
    if not _updated.values:
        return given
    if isinstance(given, Tensor):
        return _updated.values.get(given, given)
    if isinstance(given, dict):
        return {name: as_updated(each) for name, each in given.items()}
    if type(given) in (tuple, list):
        return type(given)(map(as_updated, given))
    return given


class Shape(tuple["int | None", ...]):
    """A tuple of sizes, None for each unknown one, with the method that TensorFlow users expect."""

    def as_list(self) -> list[int | None]:
        return list(self)


class Tensor(_native.Symbol):
    """A tensor of an interpreter: a placeholder, a variable, a constant, or what a function of the API returned.

    One tensor is one Python object: compare tensors with `is` or `==`, and keep them in sets. Any attribute may be set.
    Python cannot read the elements. `eval` returns them as a NumPy array; `function` compiles a computation for many calls.
    """

    __array_priority__ = _PRIORITY
    # Otherwise Python would use subscripts for `x in tensor` and `for x in tensor`, and never stop.
    __iter__ = None
    __contains__ = None
    __hash__ = _native.Symbol.__hash__

    @property
    def shape(self) -> Shape | None:
        """None if the rank is unknown."""
        sizes = _native.Symbol.shape.fget(self)
        return None if sizes is None else Shape(sizes)

    def get_shape(self) -> Shape | None:
        """The shape, under the name that it had in TensorFlow 1."""
        return self.shape

    @property
    def ndim(self) -> int | None:
        """The number of dimensions; None if it is unknown."""
        return None if self.shape is None else len(self.shape)

    @property
    def name(self) -> str:
        """The given name, or else a name that is unique in this process."""
        given: str | None = self.__dict__.get("name")
        return f"tensor_{self.number}" if given is None else given

    @name.setter
    def name(self, name: str) -> None:
        self.__dict__["name"] = name

    def __repr__(self) -> str:
        given = self.__dict__.get("name")
        return f"<{'' if given is None else given + ': '}{self.describe()}>"

    def __bool__(self) -> bool:
        raise TypeError(
            "a tensor is neither true nor false: its elements may be unknown; use switch or eval"
        )

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a tensor is not an array: eval(x) returns its elements")

    def __dlpack__(self, **options: Any) -> Any:
        """The elements, as `eval` gives them, for another library: `torch.from_dlpack(x)`."""
        return self.interpreter.call("eval", self).__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        """The memory of the processor."""
        return _DLPACK_CPU, 0

    def _call(self, function: str, *arguments: Any) -> Tensor:
        result: Tensor = self.interpreter.call(function, *as_updated(arguments))
        return result

    def __add__(self, other: TensorLike) -> Tensor:
        return self._call("operator.add", self, _operand(other, self))

    def __radd__(self, other: TensorLike) -> Tensor:
        return self._call("operator.add", _operand(other, self), self)

    def __sub__(self, other: TensorLike) -> Tensor:
        return self._call("operator.sub", self, _operand(other, self))

    def __rsub__(self, other: TensorLike) -> Tensor:
        return self._call("operator.sub", _operand(other, self), self)

    def __mul__(self, other: TensorLike) -> Tensor:
        return self._call("operator.mul", self, _operand(other, self))

    def __rmul__(self, other: TensorLike) -> Tensor:
        return self._call("operator.mul", _operand(other, self), self)

    def __truediv__(self, other: TensorLike) -> Tensor:
        if _is_integer(self):
            return arithmetic.quotient(self, self._beside(other))
        return self._call("operator.truediv", self, _operand(other, self))

    def __rtruediv__(self, other: TensorLike) -> Tensor:
        if _is_integer(self):
            return arithmetic.quotient(self._beside(other), self)
        return self._call("operator.truediv", _operand(other, self), self)

    def __pow__(self, other: TensorLike) -> Tensor:
        return self._call("pow", self, _operand(other, self))

    def __rpow__(self, other: TensorLike) -> Tensor:
        return self._call("pow", self._beside(other), self)

    def _beside(self, other: TensorLike) -> Tensor:
        """The other operand as a tensor."""
        if isinstance(other, Tensor):
            return other
        return self._call("zeros_like", self) + _operand(other, self)

    def __floordiv__(self, other: TensorLike) -> Tensor:
        return arithmetic.floor_divided(self, self._beside(other))

    def __rfloordiv__(self, other: TensorLike) -> Tensor:
        return arithmetic.floor_divided(self._beside(other), self)

    def __mod__(self, other: TensorLike) -> Tensor:
        return arithmetic.remainder(self, self._beside(other))

    def __rmod__(self, other: TensorLike) -> Tensor:
        return arithmetic.remainder(self._beside(other), self)

    def _truth(self, other: TensorLike) -> Tensor:
        """The other operand of a logical operator as a tensor."""
        return other if isinstance(other, Tensor) else self._call("constant", other, "bool")

    def __and__(self, other: TensorLike) -> Tensor:
        return arithmetic.both(self, self._truth(other))

    def __or__(self, other: TensorLike) -> Tensor:
        return arithmetic.either(self, self._truth(other))

    def __xor__(self, other: TensorLike) -> Tensor:
        return arithmetic.one_of_them(self, self._truth(other))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Tensor:
        return arithmetic.negated(self)

    def __matmul__(self, other: TensorLike) -> Tensor:
        return arithmetic.matrix_product(self, self._array(other))

    def __rmatmul__(self, other: TensorLike) -> Tensor:
        return arithmetic.matrix_product(self._array(other), self)

    def _array(self, other: TensorLike) -> Tensor:
        return other if isinstance(other, Tensor) else self._call("constant", _operand(other, self))

    def __neg__(self) -> Tensor:
        return self._call("operator.neg", self)

    def __abs__(self) -> Tensor:
        return self._call("abs", self)

    def __lt__(self, other: TensorLike) -> Tensor:
        return self._call("less", self, _operand(other, self))

    def __le__(self, other: TensorLike) -> Tensor:
        return self._call("less_equal", self, _operand(other, self))

    def __gt__(self, other: TensorLike) -> Tensor:
        return self._call("greater", self, _operand(other, self))

    def __ge__(self, other: TensorLike) -> Tensor:
        return self._call("greater_equal", self, _operand(other, self))

    def __getitem__(self, key: Any) -> Tensor:
        """Integers, slices, `...`, `None`; or integers as a tensor, an array or a list, which select along the first axis."""
        return subscript(as_updated(self), as_updated(key))


TensorLike = Union[Tensor, "np.ndarray[Any, Any]", float, Sequence[Any]]
_native.set_tensor_class(Tensor)


def interpreter(name: str, edition: str) -> _native.Interpreter:
    """The interpreter of a module. Imported from here, so that its tensors are of the class Tensor."""
    return _native.interpreter(name, edition)


def attached(tensor: Tensor, **attributes: Any) -> Tensor:
    """The tensor, with the attributes that are not None."""
    for name, value in attributes.items():
        if value is not None:
            setattr(tensor, name, value)
    return tensor


def shape_of(sizes: Sequence[int | None] | None) -> tuple[int | None, ...] | None:
    """A shape is a tuple, also that of a scalar; None if the rank is unknown."""
    return None if sizes is None else tuple(sizes)


def _is_integer(tensor: Tensor) -> bool:
    return "int" in tensor.dtype


def _operand(value: TensorLike, tensor: Tensor) -> Any:
    """Arrays and lists take the dtype of the tensor, if that loses only precision. Other operands stay as they are; the interpreter
    reports what is wrong with them."""
    if isinstance(value, (np.ndarray, list, tuple)):
        with contextlib.suppress(TypeError, ValueError):
            return np.asarray(value).astype(tensor.dtype, casting="same_kind", copy=False)
    return value
