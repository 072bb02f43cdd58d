"""Functions of placeholders, gradients, control flow."""

import itertools

import keras
from keras import ops
from keras.src import backend as _backend
from keras.src.backend import is_keras_tensor

from kassay.keras3.differentiation import gradient_of_sum
from kassay.keras3.unsupported import Unsupported


def function(inputs, outputs, updates=None, **kwargs):
    if kwargs:
        raise ValueError(f"function has no argument {', '.join(kwargs)}")
    if updates:
        raise Unsupported(
            "Keras 3 assigns to a variable at once: keras.Function does not take updates"
        )
    if not inputs or not outputs or not all(is_keras_tensor(each) for each in outputs):
        raise Unsupported("keras.Function needs inputs, and outputs that depend on them")
    graph = keras.Function(inputs, outputs)

    def call(values):
        # As the Functional model does with its inputs (keras/src/models/functional.py).
        arguments = [
            ops.convert_to_tensor(value, dtype=symbol.dtype)
            for symbol, value in zip(inputs, values)
        ]
        return [ops.convert_to_numpy(each) for each in graph(arguments)]

    return call


class _Gradient(keras.Operation):
    """The gradient of a sum with respect to the first input of its graph, as a node of another graph."""

    def __init__(self, loss):
        super().__init__()
        self._loss = loss

    def compute_output_spec(self, variable, *sources):
        return keras.KerasTensor(variable.shape, dtype=variable.dtype)

    def call(self, variable, *sources):
        return gradient_of_sum(lambda value: self._loss([value, *sources]), variable)


def gradients(loss, variables):
    """Keras 3 leaves differentiation to its backends, which differentiate functions of values."""
    if not all(is_keras_tensor(each) for each in [loss, *variables]):
        raise Unsupported(
            "a tensor that does not depend on placeholders has been evaluated: it has no graph"
        )
    return [_gradient(loss, variable) for variable in variables]


def _gradient(loss, variable):
    sources = keras.utils.get_source_inputs(loss)
    inputs = [variable, *(each for each in sources if each is not variable)]
    graph = keras.Function(inputs, loss)
    nodes = itertools.chain.from_iterable(graph._nodes_by_depth.values())
    used = itertools.chain([loss], *(node.input_tensors for node in nodes))
    if not any(each is variable for each in used):
        return None
    return _Gradient(graph)(*inputs)


def stop_gradient(variables):
    if isinstance(variables, (list, tuple)):
        return [ops.stop_gradient(each) for each in variables]
    return ops.stop_gradient(variables)


def map_fn(fn, elems, name=None, dtype=None):
    return ops.map(fn, elems)


# Either the function, or, in Keras versions with a package for each backend, the module that contains it.
_rnn = getattr(_backend.rnn, "rnn", _backend.rnn)


class _Recurrence(keras.Operation):
    """`rnn` of the backend of Keras 3, as a node of the graph."""

    def __init__(self, step_function, **options):
        super().__init__()
        self._step_function = step_function
        self._options = options

    def call(self, inputs, initial_states, mask, constants):
        return _rnn(
            self._step_function,
            inputs,
            initial_states,
            mask=mask,
            constants=constants,
            **self._options,
        )


def rnn(
    step_function,
    inputs,
    initial_states,
    go_backwards=False,
    mask=None,
    constants=None,
    unroll=False,
    input_length=None,
):
    recurrence = _Recurrence(
        step_function, go_backwards=go_backwards, unroll=unroll, input_length=input_length
    )
    return recurrence(inputs, initial_states, mask, constants)


def switch(condition, then_expression, else_expression):
    condition = ops.cast(condition, "bool")
    rank = len(condition.shape)
    if rank == 0 and callable(then_expression) and callable(else_expression):
        return ops.cond(condition, then_expression, else_expression)
    then = then_expression() if callable(then_expression) else then_expression
    other = else_expression() if callable(else_expression) else else_expression
    if rank > len(then.shape):
        raise ValueError(
            f"condition has rank {rank}, more than the {len(then.shape)} of the expressions"
        )
    for _ in range(rank, len(then.shape)):
        condition = ops.expand_dims(condition, -1)
    return ops.where(condition, then, other)
