"""A Keras backend in NumPy with some fifty functions, as a first attempt might look.

    KASSAY_PYTHON=build/venv/bin/python build/bin/kassay run --backend python:conformance.examples.numpy_module

runs it from the root of the repository. The functions have the names of the Keras backend API; missing functions are
unsupported. kassay requires nothing else. Only the exception Unsupported is made for kassay, which finds it by its name.
"""

# ruff: noqa: F401  (what is imported here is the backend)

from .configuration import (
    clear_session,
    epsilon,
    floatx,
    get_uid,
    image_data_format,
    reset_uids,
    set_epsilon,
    set_floatx,
    set_image_data_format,
)
from .graph import (
    batch_get_value,
    batch_set_value,
    constant,
    count_params,
    dtype,
    eval,
    function,
    get_value,
    int_shape,
    is_keras_tensor,
    is_placeholder,
    is_tensor,
    ndim,
    ones,
    placeholder,
    set_value,
    shape,
    update,
    update_add,
    update_sub,
    variable,
    zeros,
)
from .operations import (
    abs,
    cast,
    cast_to_floatx,
    concatenate,
    dot,
    exp,
    expand_dims,
    flatten,
    identity,
    max,
    maximum,
    mean,
    min,
    minimum,
    ones_like,
    relu,
    sigmoid,
    sign,
    softmax,
    sqrt,
    square,
    squeeze,
    stack,
    sum,
    tanh,
    transpose,
    zeros_like,
)

__version__ = "1.0"
