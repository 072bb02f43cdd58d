"""What an oracle module needs, and how it is found.

A module `generators/ops/<category>/<function>.py` has

* `oracle(**arguments)`: the mathematical definition, on NumPy arrays of `Number` (dtype object), every argument given under its
  name. It returns an array for each value that the function returns (a tuple where there are several), or a plain Python value.
  The dtype is what `returns` of the specification says, unless the answer is a `Typed`. An error is `raise ApiError(kind)`.
  Its gradient comes from running it on numbers that remember where they came from: see derivative.py and README.md.
* `confirmation(**arguments)`: the same on ordinary NumPy arrays in float64 (int64, bool), written independently with NumPy's own
  functions.
* `READINGS`: by id of a reading, a function like `oracle` that answers as that reading would.

`oracle`, `confirmation` and readings may take `context: Context` too, and `machine: Machine`: then the arguments are the values of
machine_values.py, lazy ones too, and so is the answer. `RANDOM = True` says that every evaluation gives another result, `MAKES_VARIABLE = True` that the
result is a variable of its own where no argument is a tensor. `check_static(**arguments, machine)` raises the errors that a
lazy argument has before it has elements. `ONLY_WITH` lists, by id of a reading, the functions of which a program must call
one for that reading to differ. `BY_EDITION = True` says that the answer depends on it.
"""

from __future__ import annotations

import functools
import importlib.util
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from kassay_generators.number import Number
from kassay_generators.specification import ROOT, Function, SpecificationError, own

if TYPE_CHECKING:
    from kassay_generators.machine import Machine


class ApiError(Exception):
    """The call is invalid: the kind is one of spec/README.md (value, type, index, ...)."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(frozen=True)
class Typed:
    """An array with a dtype of its own."""

    values: Any
    dtype: str


@dataclass(frozen=True)
class Context:
    """What a call depends on beside its arguments. `dtypes` holds the dtype of every tensor argument by name, `sparse` the
    names of those that are sparse, in whole or in part."""

    edition: str
    dtype: str
    dtypes: dict[str, str] = field(default_factory=dict)
    floatx: str = "float32"
    epsilon: float = 1e-7
    image_data_format: str = "channels_last"
    sparse: tuple[str, ...] = ()


def as_array(value: Any) -> np.ndarray:
    """An object array of Numbers, of rank 0 for a single one."""
    array = np.asarray(value, dtype=object)
    return (
        np.frompyfunc(Number.of, 1, 1)(array)
        if array.ndim
        else np.array(Number.of(array.item()), dtype=object)
    )


def elementwise(function: Callable[..., Any], *arrays: Any) -> np.ndarray:
    """The function on every element, with NumPy's broadcasting; the result is an array for rank 0 too."""
    broadcast = np.broadcast_arrays(*[np.asarray(a, dtype=object) for a in arrays])
    result = np.empty(broadcast[0].shape, dtype=object)
    for index in np.ndindex(result.shape):
        result[index] = function(*(array[index] for array in broadcast))
    return result


def total(
    x: np.ndarray, axis: int | tuple[int, ...] | None = None, keepdims: bool = False
) -> np.ndarray:
    """The sum along axes; 0 where there is nothing to add."""
    return fold(lambda a, b: a + b, x, axis, keepdims, empty=0)


def fold(
    combine: Callable[[Any, Any], Any],
    x: np.ndarray,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    empty: Any = None,
) -> np.ndarray:
    """Combines the elements along axes (None: all), first to last. `empty` is the result of no elements."""
    rank = x.ndim
    axes = (
        tuple(range(rank))
        if axis is None
        else tuple(a % rank for a in np.atleast_1d(np.asarray(axis, dtype=int)))
    )
    kept = [d for d in range(rank) if d not in axes]
    moved = np.transpose(x, [*kept, *sorted(axes)])
    outer = tuple(x.shape[d] for d in kept)
    result = np.empty(outer, dtype=object)
    for index in np.ndindex(outer):
        elements = moved[index].ravel() if axes else np.array([moved[index]], dtype=object)
        if len(elements) == 0:
            if empty is None:
                raise ApiError("any")
            result[index] = Number.of(empty)
            continue
        value = elements[0]
        for element in elements[1:]:
            value = combine(value, element)
        result[index] = value
    return (
        result.reshape([1 if d in axes else x.shape[d] for d in range(rank)])
        if keepdims
        else result
    )


def with_arguments(
    oracle: Callable[..., Any], **changes: Callable[[dict[str, Any]], Any]
) -> Callable[..., Any]:
    """A reading that gives the oracle other arguments: each change is a function of those that were given."""

    @functools.wraps(oracle)  # so that it takes what the oracle takes, a context for example
    def reading(**arguments: Any) -> Any:
        return oracle(**{**arguments, **{name: of(arguments) for name, of in changes.items()}})

    return reading


def load_module(function: Function) -> ModuleType:
    """Throws SpecificationError where the module is missing or lacks something."""
    file = module_file(function)
    if not file.exists():
        raise SpecificationError(
            file, "file", "there is no oracle for this function", "Write it; see oracle.py."
        )
    spec = importlib.util.spec_from_file_location(
        f"kassay_ops.{function.category}.{function.name}", file
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("oracle", "confirmation", "READINGS"):
        if not hasattr(module, name):
            raise SpecificationError(
                file, name, "it is missing", "See oracle.py for what a module has."
            )
    expected = {r["id"] for r in function.raw["readings"]}
    if set(module.READINGS) != expected:
        difference = ", ".join(sorted(set(module.READINGS) ^ expected))
        raise SpecificationError(
            file, "READINGS", f"not those of the specification: {difference}", "Make them agree."
        )
    return module


class Library:
    """The functions of the API with their oracle modules, each loaded when it is first needed."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self.functions = functions
        self._modules: dict[str, ModuleType] = {}
        self._base: Library | None = None

    def module(self, name: str) -> ModuleType:
        if self._base is not None and self.functions[name] is self._base.functions.get(name):
            if name not in self._modules:
                return self._base.module(name)
        elif name not in self._modules:
            self._modules[name] = load_module(self.functions[name])
        return self._modules[name]

    def with_function(self, function: Function, module: ModuleType | None = None) -> Library:
        """The same with one function, or its module, added or replaced."""
        library = Library({**self.functions, function.name: function})
        library._base = self
        if module is not None:
            library._modules[function.name] = module
        return library


@functools.cache
def library() -> Library:
    """Of the specification in this repository."""
    return Library(own().functions)


def module_file(function: Function) -> Path:
    return ROOT / "generators" / "ops" / function.category / f"{function.name}.py"


def call(
    function: Callable[..., Any],
    arguments: dict[str, Any],
    context: Context,
    machine: Machine | None = None,
) -> Any:
    """Calls an oracle, a confirmation or a reading with what it asks for beside the arguments."""
    asked = _parameters(function)
    extra: dict[str, Any] = {"context": context} if "context" in asked else {}
    if "machine" in asked:
        extra["machine"] = machine
    return function(**arguments, **extra)


def takes_machine(module: ModuleType) -> bool:
    """Whether a function sees the machine, and lazy values among its arguments, rather than arrays of elements."""
    return asks_for_machine(module.oracle)


def asks_for_machine(function: Callable[..., Any]) -> bool:
    """The same of one oracle or reading."""
    return "machine" in _parameters(function)


@functools.lru_cache(maxsize=4096)
def _parameters(function: Callable[..., Any]) -> frozenset[str]:
    return frozenset(inspect.signature(function).parameters)


def declared_dtype(
    function: Function, entry: dict[str, Any], arguments: Mapping[str, Any], context: Context
) -> str:
    """The dtype of a result after `returns`: `x` (of that tensor), `dtype` (an argument that names one; null is floatx),
    `floatx`, or a dtype."""
    name = entry["dtype"]
    if name in context.dtypes:
        return context.dtypes[name]
    if name == "floatx":
        return context.floatx
    if function.parameter(name) is not None:
        return arguments[name] or context.floatx
    return str(name)
