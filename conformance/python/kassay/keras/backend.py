"""The functions of the API as Keras calls them: with the settings of Keras and the attributes that its layers expect."""

from __future__ import annotations

import builtins
import contextlib
import functools
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from kassay.keras import computed, sizes
from kassay.keras.api import api, engine, state
from kassay.keras.arguments import known_array
from kassay.keras.computed import seed_of
from kassay.keras.sizes import as_tensor, known_sizes, of_sizes, with_sizes
from kassay.native import module as _native
from kassay.tensor import Tensor, as_updated, as_updated_by

# Every function of the API. Functions that Keras calls in a different way are redefined below.
globals().update(api)
for module in (computed, sizes):
    globals().update({name: getattr(module, name) for name in module.__all__})


def reshape(x: Any, shape: Any) -> Tensor:
    """Sizes may be tensors. If they follow from the other sizes, the shape of the result is known."""
    x = as_tensor(x)
    sizes = known_sizes(shape)
    if sizes is None:
        return api["reshape"](x, shape)
    inner = (x.shape or (None,))[1:]
    if sizes[:1] == [None] and -1 in sizes and None not in [*inner, *sizes[1:]]:
        rest = math.prod(size for size in sizes[1:] if size != -1)
        sizes[sizes.index(-1)] = math.prod(inner) // builtins.max(rest, 1)
    if sizes.count(None) + sizes.count(-1) > 1:
        return with_sizes(
            api["reshape"](x, shape), [None if size == -1 else size for size in sizes]
        )
    return api["reshape"](x, [-1 if size is None else size for size in sizes])


def dropout(x: Tensor, level: float, noise_shape: Any = None, seed: int | None = None) -> Tensor:
    """A size of None in `noise_shape` means the size of `x` in that dimension."""
    if isinstance(noise_shape, (tuple, list)):
        noise_shape = [
            sizes.shape(x)[d] if size is None else size for d, size in enumerate(noise_shape)
        ]
    return api["dropout"](x, level, noise_shape, seed_of(seed))


def ctc_batch_cost(y_true: Any, y_pred: Any, input_length: Any, label_length: Any) -> Tensor:
    """Blanks after the last label do not count as labels, even within `label_length`."""
    labels, lengths = (api["cast"](each, "int32") for each in (y_true, label_length))
    is_label = api["cast"](api["not_equal"](labels, api["shape"](y_pred)[2] - 1), "int32")
    is_used = api["cast"](computed.arange(api["shape"](labels)[1]) < lengths, "int32")
    before_blank = api["sum"](api["cumprod"](is_label * is_used, 1), 1, keepdims=True)
    ends = api["equal"](before_blank, api["sum"](is_label * is_used, 1, keepdims=True))
    lengths = api["switch"](ends, before_blank, lengths)
    return api["ctc_batch_cost"](y_true, y_pred, input_length, lengths)


def sparse_categorical_crossentropy(
    target: Any, output: Any, from_logits: bool = False, axis: int = -1
) -> Tensor:
    """Keras feeds labels as floats; their fractions are cut off."""
    labels = api["cast"](target, "int64")
    return api["sparse_categorical_crossentropy"](labels, output, from_logits, axis)


def _transposed(name: str) -> Callable[..., Any]:
    """A transposed convolution. Keras passes the batch size as a tensor."""

    @functools.wraps(api[name])
    def call(x: Tensor, kernel: Tensor, output_shape: Any, *args: Any, **kwargs: Any) -> Tensor:
        known = known_sizes(output_shape)
        shape = output_shape if known is None or None in known[1:] else known
        return api[name](x, kernel, shape, *args, **kwargs)

    return call


conv2d_transpose = _transposed("conv2d_transpose")
conv3d_transpose = _transposed("conv3d_transpose")


def is_variable(x: Any) -> bool:
    return isinstance(x, Tensor) and "variable" in x.describe().partition(" of ")[0].split()


def _made(tensor: Tensor, name: str | None = None, constraint: Any = None) -> Tensor:
    """A variable or a placeholder, with the attributes that Keras expects."""
    tensor._keras_shape = engine.int_shape(tensor)
    tensor._uses_learning_phase = False
    if isinstance(name, str):
        tensor.name = "/".join([*state.scopes, name])
    if is_variable(tensor):
        tensor.constraint = constraint
        tensor.trainable = True
    return tensor


def variable(
    value: Any, dtype: str | None = None, name: str | None = None, constraint: Any = None
) -> Tensor:
    if isinstance(value, Tensor):
        value = api["eval"](value)
    return _made(api["variable"](value, dtype), name, constraint)


def zeros(shape: Any, dtype: str | None = None, name: str | None = None) -> Tensor:
    return _made(of_sizes("zeros", shape, dtype), name)


def ones(shape: Any, dtype: str | None = None, name: str | None = None) -> Tensor:
    return _made(of_sizes("ones", shape, dtype), name)


def eye(size: int | tuple[int, int], dtype: str | None = None, name: str | None = None) -> Tensor:
    """Keras 2.3.1 may pass the numbers of rows and columns."""
    if isinstance(size, (tuple, list)):
        return variable(np.eye(*size), dtype, name)
    return _made(api["eye"](size, dtype), name)


def random_uniform_variable(
    shape: Sequence[int],
    low: float,
    high: float,
    dtype: str | None = None,
    name: str | None = None,
    seed: int | None = None,
) -> Tensor:
    return _made(api["random_uniform_variable"](shape, low, high, dtype, None, seed_of(seed)), name)


def random_normal_variable(
    shape: Sequence[int],
    mean: float,
    scale: float,
    dtype: str | None = None,
    name: str | None = None,
    seed: int | None = None,
) -> Tensor:
    return _made(
        api["random_normal_variable"](shape, mean, scale, dtype, None, seed_of(seed)), name
    )


def placeholder(
    shape: Sequence[int | None] | None = None,
    ndim: int | None = None,
    dtype: str | None = None,
    sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    return _made(api["placeholder"](shape, ndim, dtype, sparse), name)


def int_shape(x: Any) -> tuple[int | None, ...] | None:
    """The shape that Keras has set, or the one that `with_sizes` has noted: both may have more sizes than the interpreter knows."""
    given = getattr(x, "_keras_shape", getattr(x, "known_shape", None))
    return api["int_shape"](x) if given is None else given


def is_tensor(x: Any) -> bool:
    return isinstance(x, Tensor)


def is_keras_tensor(x: Any) -> bool:
    """Whether a layer of Keras made the tensor. Raises ValueError if `x` is not a tensor."""
    if not isinstance(x, Tensor):
        raise ValueError(f"{type(x).__name__} is not a symbolic tensor")
    return hasattr(x, "_keras_history")


def _mask(name: str) -> Callable[..., Any]:
    """A bool result, because Keras combines it with masks, which are bools."""

    @functools.wraps(api[name])
    def call(*args: Any, **kwargs: Any) -> Tensor:
        return api["cast"](api[name](*args, **kwargs), "bool")

    return call


any = _mask("any")
all = _mask("all")


def size(x: Tensor, name: str | None = None) -> Tensor:
    """The number of elements."""
    return api["prod"](api["shape"](x))


def gradients(loss: Any, variables: Any) -> list[Any]:
    """A list of losses counts as their sum. `variables` may be one tensor."""
    if isinstance(loss, (tuple, list)) and loss:
        loss = functools.reduce(operator.add, map(api["sum"], loss))
    return api["gradients"](loss, _listed(variables))


def _listed(given: Any) -> list[Any]:
    return [given] if isinstance(given, Tensor) else list(given)


class Function:
    """The result of `function`. It returns NumPy numbers for results without dimensions."""

    def __init__(self, compiled: Callable[[Any], list[Any]], one_input: bool, one_output: bool):
        self._compiled, self._one_input, self._one_output = compiled, one_input, one_output

    def __call__(self, inputs: Any) -> Any:
        """`inputs`: a list with an array for each tensor. For one tensor, the array itself is enough."""
        alone = self._one_input and not isinstance(inputs, (tuple, list))
        results = self._compiled(list(map(known_array, [inputs] if alone else inputs)))
        arrays = [result[()] if isinstance(result, np.ndarray) else result for result in results]
        return arrays[0] if self._one_output else arrays


def _one_each(updates: Any) -> Any:
    """Combines the updates of each variable into one. Updates that start from the value of the variable follow each other. An update that is
    listed twice counts once: Keras lists updates twice if models are nested."""
    values: dict[Tensor, Any] = {}
    different = {id(each): each for each in updates or ()}.values()
    for update in different:
        is_pair = isinstance(update, (tuple, list))
        variable, value = update if is_pair else (update.variable, update.value)
        step = getattr(update, "step", None)
        follows = step is not None and variable in values
        values[variable] = step(values[variable]) if follows else value
    return list(values.items())


def function(
    inputs: Tensor | Sequence[Tensor],
    outputs: Any,
    updates: Any = None,
    name: str | None = None,
    **options: Any,
) -> Function:
    """`inputs` and `outputs` may be one tensor; then the function takes or returns one array. `name`, which Keras passes, is ignored."""
    inputs = _listed(inputs)
    with contextlib.suppress(Exception):  # otherwise `function` reports what is wrong
        updates = _one_each(updates)
    compiled = api["function"](inputs, _listed(outputs), updates, **options)
    return Function(compiled, len(inputs) == 1, isinstance(outputs, Tensor))


def _phased(name: str) -> Callable[..., Any]:
    @functools.wraps(api[name])
    def call(x: Any, alt: Any, training: Any = None) -> Any:
        result = api[name](x, alt, training)
        depends = training is None and isinstance(engine.learning_phase(), Tensor)
        if depends and isinstance(result, Tensor):
            result._uses_learning_phase = True
        return result

    return call


in_train_phase = _phased("in_train_phase")
in_test_phase = _phased("in_test_phase")


def _depends_on_phase(tensor: Any) -> bool:
    phase = engine.learning_phase()
    return isinstance(phase, Tensor) and isinstance(tensor, Tensor) and tensor.depends_on(phase)


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
    first = None
    if builtins.all(isinstance(each, Tensor) for each in (inputs, *initial_states)):
        # Cells make their dropout masks in the first step and keep them. This call makes the masks from tensors that all steps can use.
        first, _ = step_function(inputs[:, 0], [*initial_states, *(constants or [])])
    last, outputs, states = api["rnn"](
        step_function,
        inputs,
        list(initial_states),
        go_backwards,
        mask,
        constants,
        unroll,
        input_length,
    )
    last._uses_learning_phase = outputs._uses_learning_phase = _depends_on_phase(first)
    return last, outputs, states


def clear_session() -> None:
    api["clear_session"]()
    state.settings = None


@contextlib.contextmanager
def name_scope(name: str) -> Iterator[None]:
    """Puts this name before the names of variables that are made inside."""
    state.scopes.append(name)
    try:
        yield
    finally:
        state.scopes.pop()


def _updating(name: str, step: Callable[..., Any]) -> Callable[..., Any]:
    """An update that starts from the value of the variable, or from the value that another update gives it."""

    @functools.wraps(api[name])
    def call(x: Tensor, *args: Any, **kwargs: Any) -> Any:
        held = as_updated(x)
        made = (
            api[name](x, *args, **kwargs)
            if held is x
            else api["update"](x, step(held, *args, **kwargs))
        )
        made.step = lambda before: step(before, *args, **kwargs)
        return made

    return call


update_add = _updating("update_add", lambda x, increment: x + increment)
update_sub = _updating("update_sub", lambda x, decrement: x - decrement)
moving_average_update = _updating(
    "moving_average_update", lambda x, value, momentum: x * momentum + value * (1 - momentum)
)


@contextlib.contextmanager
def control_dependencies(control_inputs: Any) -> Iterator[None]:
    """Tensors made inside see variables as the updates among `control_inputs` leave them. Metrics of Keras 2.3.1 use this to return their
    value after the batch."""
    given = control_inputs if isinstance(control_inputs, (tuple, list)) else [control_inputs]
    updates = {each.variable: each.value for each in given if isinstance(each, _native.Update)}
    with as_updated_by(updates):
        yield


def _explained(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with better messages: if it raises an error of another function, the API function of its name is called to report what
    is wrong with the arguments."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            if not str(error).startswith(f"in {name}: "):
                api[name](*args, **kwargs)
            raise

    return call


def _calls_functions(name: str) -> bool:
    kinds = engine.kassay_parameters[name].values()
    return builtins.any("function" in kind for kind, _ in kinds)


for name in api:
    if globals()[name] is not api[name] and not _calls_functions(name):
        globals()[name] = _explained(name, globals()[name])

__all__ = sorted({*api, "control_dependencies", "is_variable", "name_scope", "size"} - {"backend"})
