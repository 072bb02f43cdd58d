"""The functions of the API as Keras calls them: with the settings of Keras, and the attributes that its layers look for."""

from __future__ import annotations

import builtins
import contextlib
import functools
import importlib
import inspect
import math
import operator
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

import numpy as np
from kassay.native import module as _native
from kassay.tensor import Tensor, as_updated, as_updated_by

_INTERPRETERS = ("optimized", "reference")


def _chosen_engine() -> ModuleType:
    """The module of the interpreter that KASSAY_ENGINE names, among words for the optimized one."""
    words = os.environ.get("KASSAY_ENGINE", "").split(",")
    chosen = [word for word in words if word in _INTERPRETERS] or ["optimized"]
    if len(chosen) > 1:
        raise ValueError(f"KASSAY_ENGINE names two interpreters: {' and '.join(chosen)}")
    return importlib.import_module(f"kassay.{chosen[0]}")


engine = _chosen_engine()


class _State(threading.local):
    """Of this thread: what its session was told last, and the names of the scopes that are open."""

    def __init__(self) -> None:
        self.settings: tuple[str, float, str] | None = None
        self.scopes: list[str] = []


_state = _State()


def _follow_settings() -> None:
    """Tell the session what Keras has set since."""
    common = sys.modules.get("keras.backend.common")
    if common is None:
        return
    settings = (common.floatx(), common.epsilon(), common.image_data_format())
    if settings == _state.settings:
        return
    for function, value in zip(
        (engine.set_floatx, engine.set_epsilon, engine.set_image_data_format), settings
    ):
        function(value)
    _state.settings = settings


# These take variables for what they are; to others they are what they hold.
_OF_VARIABLES = frozenset(
    """batch_get_value batch_set_value count_params dtype get_value int_shape is_keras_tensor is_placeholder is_sparse is_tensor
    moving_average_update ndim set_value update update_add update_sub""".split()
)


def _with_settings(name: str) -> Callable[..., Any]:
    function = getattr(engine, name)
    of_variables = name in _OF_VARIABLES

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        _follow_settings()
        if not of_variables:
            args, kwargs = as_updated(args), as_updated(kwargs)
        options = {name: _number(each) for name, each in kwargs.items()}
        return function(*args[:1], *map(_number, args[1:]), **options)

    return call


def _number(value: Any) -> Any:
    """Numbers of Keras's layers are arrays without dimensions, for `cast_to_floatx` makes them; the API has tensors first."""
    return value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value


# Every function of the API. Those that Keras calls otherwise are below, under the same names.
_api = {name: _with_settings(name) for name in engine.__all__}
globals().update(_api)


def _sizes(shape: Any) -> Any:
    """A shape as the API takes it: numbers, or a tensor. Keras also gives numbers among tensors, and one number for one dimension."""
    if isinstance(shape, (int, np.integer)):
        return [shape]
    if isinstance(shape, (tuple, list)) and builtins.any(
        isinstance(each, Tensor) for each in shape
    ):
        return _api["stack"]([_as_size(each) for each in shape])
    return shape


def _as_size(size: Any) -> Tensor:
    return size if isinstance(size, Tensor) else _api["constant"](size, "int32")


def _seed(seed: int | None) -> int:
    """Without one, NumPy draws it, as for the backends of Keras: who seeds NumPy has the same numbers in each run."""
    return np.random.randint(10**7) if seed is None else seed


def _random(name: str) -> Callable[..., Any]:
    """A function of a shape that draws numbers."""
    function = _api[name]
    parameters = inspect.signature(function)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        given = parameters.bind(*args, **kwargs).arguments
        given["shape"], given["seed"] = _sizes(given["shape"]), _seed(given.get("seed"))
        return function(**given)

    return call


_DRAWING = ("random_binomial", "random_normal", "random_uniform", "truncated_normal")
globals().update({name: _random(name) for name in _DRAWING})


def _with_one_unknown(shape: Any, unknown: int | None) -> Any:
    """A shape with `unknown` in place of a tensor that depends on a placeholder: the size of the batch, which the others tell."""
    if isinstance(shape, Tensor):
        return shape
    return [_size(size, unknown) if isinstance(size, Tensor) else size for size in shape]


def _size(size: Tensor, unknown: int | None) -> int | None:
    try:
        return int(_api["eval"](size))
    except ValueError:
        return unknown


def shape(x: Tensor) -> Tensor:
    """Its elements are constants where they are known."""
    sizes = _api["shape"](x)
    sizes.known_elements = x.shape
    return sizes


def reshape(x: Any, shape: Any) -> Tensor:
    """Sizes may be tensors. Where the rest tells them, the result has a known shape."""
    if isinstance(shape, Tensor):
        return _api["reshape"](x, shape)
    sizes = list(_with_one_unknown(shape, None))
    inner = (x.shape or (None,))[1:]
    if sizes[:1] == [None] and -1 in sizes and None not in [*inner, *sizes[1:]]:
        rest = math.prod(size for size in sizes[1:] if size != -1)
        sizes[sizes.index(-1)] = math.prod(inner) // builtins.max(rest, 1)
    if sizes.count(None) + sizes.count(-1) > 1:
        return _api["reshape"](x, _sizes(shape))
    return _api["reshape"](x, [-1 if size is None else size for size in sizes])


def _of_numbers(name: str) -> Callable[..., Any]:
    """A function of tensors, to which Keras also gives numbers first: they become a constant, like a tensor beside it."""

    @functools.wraps(_api[name])
    def call(x: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(x, (int, float, list)):
            beside = [each for each in args if isinstance(each, Tensor)]
            x = _api["constant"](x, beside[0].dtype if beside else None)
        return _api[name](x, *args, **kwargs)

    return call


_OF_NUMBERS = """abs cast cos equal exp greater greater_equal less less_equal log maximum minimum not_equal ones_like pow round sign sin
sqrt square zeros_like"""
globals().update({name: _of_numbers(name) for name in _OF_NUMBERS.split()})


def separable_conv1d(
    x: Tensor,
    depthwise_kernel: Tensor,
    pointwise_kernel: Tensor,
    strides: Any = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Any = 1,
) -> Tensor:
    """Keras gives lists of one number."""
    strides, dilation_rate = (
        each[0] if isinstance(each, (tuple, list)) else each for each in (strides, dilation_rate)
    )
    return _api["separable_conv1d"](
        x, depthwise_kernel, pointwise_kernel, strides, padding, data_format, dilation_rate
    )


def dropout(x: Tensor, level: float, noise_shape: Any = None, seed: int | None = None) -> Tensor:
    return _api["dropout"](x, level, _sizes(noise_shape), _seed(seed))


def _transposed(name: str) -> Callable[..., Any]:
    """A transposed convolution, to which Keras gives the size of the batch as a tensor."""

    @functools.wraps(_api[name])
    def call(x: Tensor, kernel: Tensor, output_shape: Any, *args: Any, **kwargs: Any) -> Tensor:
        return _api[name](x, kernel, _with_one_unknown(output_shape, None), *args, **kwargs)

    return call


conv2d_transpose = _transposed("conv2d_transpose")
conv3d_transpose = _transposed("conv3d_transpose")


def is_variable(x: Any) -> bool:
    return isinstance(x, Tensor) and "variable" in x.describe().partition(" of ")[0].split()


def _made(tensor: Tensor, name: str | None = None, constraint: Any = None) -> Tensor:
    """A variable or a placeholder, with what Keras looks for."""
    tensor._keras_shape = engine.int_shape(tensor)
    tensor._uses_learning_phase = False
    if name is not None:
        tensor.name = "/".join([*_state.scopes, name])
    if is_variable(tensor):
        tensor.constraint = constraint
        tensor.trainable = True
    return tensor


def variable(
    value: Any, dtype: str | None = None, name: str | None = None, constraint: Any = None
) -> Tensor:
    if isinstance(value, Tensor):
        value = _api["eval"](value)
    return _made(_api["variable"](value, dtype), name, constraint)


def zeros(shape: Any, dtype: str | None = None, name: str | None = None) -> Tensor:
    return _made(_api["zeros"](_sizes(shape), dtype), name)


def ones(shape: Any, dtype: str | None = None, name: str | None = None) -> Tensor:
    return _made(_api["ones"](_sizes(shape), dtype), name)


def eye(size: int | tuple[int, int], dtype: str | None = None, name: str | None = None) -> Tensor:
    """Keras 2.3.1 also gives the numbers of rows and columns."""
    if isinstance(size, (tuple, list)):
        return variable(np.eye(*size), dtype, name)
    return _made(_api["eye"](size, dtype), name)


def random_uniform_variable(
    shape: Sequence[int],
    low: float,
    high: float,
    dtype: str | None = None,
    name: str | None = None,
    seed: int | None = None,
) -> Tensor:
    return _made(_api["random_uniform_variable"](shape, low, high, dtype, None, _seed(seed)), name)


def random_normal_variable(
    shape: Sequence[int],
    mean: float,
    scale: float,
    dtype: str | None = None,
    name: str | None = None,
    seed: int | None = None,
) -> Tensor:
    return _made(_api["random_normal_variable"](shape, mean, scale, dtype, None, _seed(seed)), name)


def placeholder(
    shape: Sequence[int | None] | None = None,
    ndim: int | None = None,
    dtype: str | None = None,
    sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    return _made(_api["placeholder"](shape, ndim, dtype, sparse), name)


def int_shape(x: Any) -> tuple[int | None, ...] | None:
    """That which Keras has given the tensor, if it has: it may know more."""
    given = getattr(x, "_keras_shape", None)
    return _api["int_shape"](x) if given is None else given


def is_tensor(x: Any) -> bool:
    return isinstance(x, Tensor)


def is_keras_tensor(x: Any) -> bool:
    """Whether a layer of Keras made it. Raises ValueError for what is no tensor."""
    if not isinstance(x, Tensor):
        raise ValueError(f"{type(x).__name__} is no symbolic tensor")
    return hasattr(x, "_keras_history")


def stack(x: Sequence[Any], axis: int = 0) -> Tensor:
    """Keras puts sizes among tensors."""
    return _api["stack"]([_as_size(each) if isinstance(each, int) else each for each in x], axis)


def prod(x: Any, axis: Any = None, keepdims: bool = False) -> Tensor:
    """Keras multiplies lists of sizes too."""
    return _api["prod"](stack(x) if isinstance(x, (list, tuple)) else x, axis, keepdims)


def _mask(name: str) -> Callable[..., Any]:
    """Keras joins what this gives with masks, which are bools."""

    @functools.wraps(_api[name])
    def call(*args: Any, **kwargs: Any) -> Tensor:
        return _api["cast"](_api[name](*args, **kwargs), "bool")

    return call


any = _mask("any")
all = _mask("all")


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: str | None = None) -> Tensor:
    """Of floats it is made of floats, unless `dtype` says otherwise."""
    floats = builtins.any(isinstance(each, float) for each in (start, stop, step))
    return _api["arange"](start, stop, step, dtype or (_api["floatx"]() if floats else "int32"))


def size(x: Tensor, name: str | None = None) -> Tensor:
    """The number of elements."""
    return _api["prod"](_api["shape"](x))


def gradients(loss: Any, variables: Any) -> list[Any]:
    """A list of losses counts as their sum, and one tensor as a list of one."""
    if isinstance(loss, (tuple, list)):
        loss = functools.reduce(operator.add, map(_api["sum"], loss))
    return _api["gradients"](loss, _listed(variables))


def _listed(given: Any) -> list[Any]:
    return [given] if isinstance(given, Tensor) else list(given)


class Function:
    """What `function` returns. Results without dimensions are numbers of NumPy."""

    def __init__(self, compiled: Callable[[Any], list[Any]], one_input: bool, one_output: bool):
        self._compiled, self._one_input, self._one_output = compiled, one_input, one_output

    def __call__(self, inputs: Any) -> Any:
        """`inputs`: an array for each tensor; of one tensor, the array itself is enough."""
        alone = self._one_input and not isinstance(inputs, (tuple, list))
        results = self._compiled([inputs] if alone else inputs)
        arrays = [result[()] if isinstance(result, np.ndarray) else result for result in results]
        return arrays[0] if self._one_output else arrays


def function(
    inputs: Tensor | Sequence[Tensor],
    outputs: Any,
    updates: Any = None,
    name: str | None = None,
    **options: Any,
) -> Function:
    """One tensor instead of a list is fed with one array, and computed as one array. The name, which Keras gives, has no use here."""
    inputs = _listed(inputs)
    compiled = _api["function"](inputs, _listed(outputs), updates, **options)
    return Function(compiled, len(inputs) == 1, isinstance(outputs, Tensor))


def in_train_phase(x: Any, alt: Any, training: Any = None) -> Any:
    result = _api["in_train_phase"](x, alt, training)
    if (
        training is None
        and isinstance(result, Tensor)
        and isinstance(engine.learning_phase(), Tensor)
    ):
        result._uses_learning_phase = True
    return result


def in_test_phase(x: Any, alt: Any, training: Any = None) -> Any:
    return in_train_phase(alt, x, training)


def rnn(
    step_function: Callable[..., Any],
    inputs: Tensor,
    initial_states: Sequence[Tensor],
    go_backwards: bool = False,
    mask: Tensor | None = None,
    constants: Sequence[Any] | None = None,
    unroll: bool = False,
    input_length: int | None = None,
) -> tuple[Tensor, Tensor, list[Tensor]]:
    # Cells make the masks of their dropout in the first step and keep them: of tensors that all steps may read.
    first, _ = step_function(inputs[:, 0], [*initial_states, *(constants or [])])
    last, outputs, states = _api["rnn"](
        step_function,
        inputs,
        list(initial_states),
        go_backwards,
        mask,
        constants,
        unroll,
        input_length,
    )
    phase = getattr(first, "_uses_learning_phase", False)
    last._uses_learning_phase = outputs._uses_learning_phase = phase
    return last, outputs, states


def clear_session() -> None:
    _api["clear_session"]()
    _state.settings = None


@contextlib.contextmanager
def name_scope(name: str) -> Iterator[None]:
    """Variables that are named within have this name before theirs."""
    _state.scopes.append(name)
    try:
        yield
    finally:
        _state.scopes.pop()


def _updating(name: str, step: Callable[..., Any]) -> Callable[..., Any]:
    """An update that begins with the variable as it is, or as another update leaves it."""

    @functools.wraps(_api[name])
    def call(x: Tensor, *args: Any, **kwargs: Any) -> Any:
        held = as_updated(x)
        if held is x:
            return _api[name](x, *args, **kwargs)
        return _api["update"](x, step(held, *args, **kwargs))

    return call


update_add = _updating("update_add", lambda x, increment: x + increment)
update_sub = _updating("update_sub", lambda x, decrement: x - decrement)
moving_average_update = _updating(
    "moving_average_update", lambda x, value, momentum: x * momentum + value * (1 - momentum)
)


@contextlib.contextmanager
def control_dependencies(control_inputs: Any) -> Iterator[None]:
    """What is made within finds variables as the updates among `control_inputs` leave them: metrics of Keras 2.3.1 return so what they
    are after the batch."""
    given = control_inputs if isinstance(control_inputs, (tuple, list)) else [control_inputs]
    updates = {each.variable: each.value for each in given if isinstance(each, _native.Update)}
    with as_updated_by(updates):
        yield


__all__ = sorted({*_api, "control_dependencies", "is_variable", "name_scope", "size"} - {"backend"})
