"""The Keras backend API on ONNX Runtime. Each function is one ONNX node or a few, which run as soon as it is called.

`_FUNCTIONS`, at the end, maps functions to nodes. An operator or dtype that ONNX or ONNX Runtime does not support
raises NotImplementedError.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import images
import numpy as np
import onnxruntime
from nodes import Tensor, errors, ints, node, onnx_dtype, value_of
from onnx import numpy_helper
from settings import (  # noqa: F401  (part of the backend)
    epsilon,
    floatx,
    get_uid,
    image_data_format,
    reset_uids,
    set_epsilon,
    set_floatx,
    set_image_data_format,
)

kassay_name = "ONNX Runtime"
kassay_error_kinds = {
    errors.InvalidArgument: "value",
    errors.InvalidGraph: "value",
    errors.Fail: "value",
}
__version__ = onnxruntime.__version__

_END = np.iinfo("int64").max
# The last opset with kernels for the random operators.
_RANDOM_OPSET = 21


def placeholder(*args: Any, **kwargs: Any) -> Tensor:
    raise NotImplementedError("calls run immediately, so placeholders are not supported")


def function(*args: Any, **kwargs: Any) -> Any:
    raise NotImplementedError(
        "calls run immediately, so functions of placeholders are not supported"
    )


def variable(value: Any, dtype: Any = None, name: Any = None, constraint: Any = None) -> Tensor:
    return Tensor(np.array(value_of(value), dtype or floatx()))


def constant(value: Any, dtype: Any = None, shape: Any = None, name: Any = None) -> Tensor:
    array = np.array(value_of(value), dtype or floatx())
    if shape is not None:
        array = np.full(shape, array) if array.size == 1 else array.reshape(shape)
    return Tensor(array)


def eval(x: Tensor) -> np.ndarray:
    return x.value.copy()


def set_value(x: Tensor, value: Any) -> None:
    array = np.array(value, x.dtype)
    if array.shape != x.shape:
        raise ValueError(f"a variable of shape {x.shape} was given {array.shape}")
    x.value = array


def batch_set_value(tuples: Sequence[tuple[Tensor, Any]]) -> None:
    for x, value in tuples:
        set_value(x, value)


# ---- Functions with more than one node, or with arguments that ONNX writes differently


def _filled(value: int, shape: Any, dtype: Any) -> Tensor:
    one = numpy_helper.from_array(np.array([value], dtype or floatx()))
    return node("ConstantOfShape", ints(shape), value=one)


def _filled_like(value: int) -> Callable[..., Tensor]:
    return lambda x, dtype=None, name=None: _filled(value, x.shape, dtype or x.dtype)


def _cast(x: Tensor, dtype: Any) -> Tensor:
    return node("Cast", x, to=onnx_dtype(dtype))


def _reduce(op: str, prepare: Callable[[Tensor], Tensor] = lambda x: x) -> Callable[..., Tensor]:
    def reduce(x: Tensor, axis: Any = None, keepdims: bool = False) -> Tensor:
        axes = None if axis is None else ints(axis)
        given = int(axis is not None)  # an empty list of axes reduces nothing; None reduces all
        return node(op, prepare(x), axes, keepdims=int(keepdims), noop_with_empty_axes=given)

    return reduce


def _floating(x: Tensor) -> Tensor:
    return x if x.dtype.kind == "f" else _cast(x, floatx())


def _of_truth(op: str) -> Callable[..., Tensor]:
    reduce = _reduce(op, lambda x: _cast(x, "bool"))
    return lambda x, axis=None, keepdims=False: _cast(reduce(x, axis, keepdims), "uint8")


_mean = _reduce("ReduceMean", _floating)


def _var(x: Tensor, axis: Any = None, keepdims: bool = False) -> Tensor:
    away = _floating(x) - _mean(x, axis, True)
    return _mean(away * away, axis, keepdims)


def _relu(x: Tensor, alpha: Any = 0.0, max_value: Any = None, threshold: Any = 0.0) -> Tensor:
    if threshold:
        below = (x - threshold) * alpha if alpha else 0
        y = node("Where", node("Less", x, threshold), below, x)
    else:
        y = node("LeakyRelu", x, alpha=float(alpha)) if alpha else node("Relu", x)
    return y if max_value is None else node("Min", y, max_value)


def _clip(x: Tensor, min_value: Any = None, max_value: Any = None) -> Tensor:
    if not isinstance(min_value, Tensor) and not isinstance(max_value, Tensor):
        return node("Clip", x, min_value, max_value)
    above = x if min_value is None else node("Max", x, min_value)  # Clip's bounds must be scalars
    return above if max_value is None else node("Min", above, max_value)


def _switch(condition: Tensor, then_expression: Any, else_expression: Any) -> Tensor:
    chosen, other = (
        each() if callable(each) else each for each in (then_expression, else_expression)
    )
    rank = condition.ndim
    if rank > chosen.ndim:
        raise ValueError(f"a condition of rank {rank}, expressions of rank {chosen.ndim}")
    truth = _cast(condition, "bool")
    if rank:  # its dimensions are the leading ones
        truth = node("Unsqueeze", truth, ints(range(rank, chosen.ndim)))
    return node("Where", truth, chosen, other)


def _dot(x: Tensor, y: Tensor) -> Tensor:
    if y.ndim <= 2:
        return node("MatMul", x, y)
    order = [y.ndim - 2, *range(y.ndim - 2), y.ndim - 1]
    columns = [y.shape[i] for i in order[1:]]
    matrix = _reshape(node("Transpose", y, perm=order), (y.shape[-2], math.prod(columns)))
    return _reshape(node("MatMul", x, matrix), (*x.shape[:-1], *columns))


def _batch_dot(x: Tensor, y: Tensor, axes: Any = None) -> Tensor:
    ranks = x.ndim, y.ndim
    if axes is None:
        axes = ranks[0] - 1, builtins.max(1, ranks[1] - 2)
    axes = [axes] * 2 if isinstance(axes, int) else list(axes)
    if not builtins.all(isinstance(axis, int) and axis % rank for axis, rank in zip(axes, ranks)):
        raise ValueError(f"axes {axes} are not one dimension of each tensor after the first")
    axes = [axis % rank for axis, rank in zip(axes, ranks)]
    left, right = (
        "".join("s" if i == 0 else "z" if i == axis else letters[i] for i in range(rank))
        for letters, axis, rank in zip(("abcdefgh", "ijklmnop"), axes, ranks)
    )
    rest = (left + right[1:]).replace("z", "")
    product = node("Einsum", x, y, equation=f"{left},{right}->{rest}")
    return node("Unsqueeze", product, ints(1)) if product.ndim == 1 else product


def _reshape(x: Tensor, shape: Any) -> Tensor:
    return node("Reshape", x, ints(shape), allowzero=int(0 in value_of(shape)))


def _stack(x: Sequence[Tensor], axis: int = 0) -> Tensor:
    return node("Concat", *(node("Unsqueeze", each, ints(axis)) for each in x), axis=axis)


def _reverse(x: Tensor, axes: Any) -> Tensor:
    back = np.full_like(ints(axes), -1)
    return node("Slice", x, back, back * _END, ints(axes), back)


def _slice(x: Tensor, start: Any, size: Any) -> Tensor:
    starts, sizes = ints(start), ints(size)
    if len(starts) != len(sizes):
        raise ValueError(f"{len(starts)} starts and {len(sizes)} sizes")
    starts = np.where(starts < 0, starts + x.shape[: len(starts)], starts)
    ends = np.where(sizes == -1, _END, starts + np.minimum(sizes, _END - starts))
    return node("Slice", x, starts, ends)


def _arange(start: Any, stop: Any = None, step: Any = 1, dtype: str = "int32") -> Tensor:
    ends = (0, start) if stop is None else (start, stop)
    return node("Range", *(np.array(value_of(each), dtype) for each in (*ends, step)))


def _batch_normalization(
    x: Tensor,
    mean: Tensor,
    var: Tensor,
    beta: Any = None,
    gamma: Any = None,
    axis: int = -1,
    epsilon: float = 1e-3,  # noqa: F811
) -> Tensor:
    rank, size = x.ndim, x.shape[axis]
    others = [i for i in range(rank) if i != axis % rank]
    order = [others[0], axis % rank, *others[1:]] if others else []
    given = [gamma, beta, mean, var]
    if rank < 2 or builtins.any(each is not None and each.value.size != size for each in given):
        raise NotImplementedError("BatchNormalization takes only one mean for each channel")
    neutral = [np.ones(size, x.dtype), np.zeros(size, x.dtype)]
    vectors = [
        neutral[i] if each is None else _reshape(each, (-1,)) for i, each in enumerate(given)
    ]
    y = node(
        "BatchNormalization", node("Transpose", x, perm=order), *vectors, epsilon=float(epsilon)
    )
    return node("Transpose", y, perm=np.argsort(order).tolist())


def _l2_normalize(x: Tensor, axis: Any = None) -> Tensor:
    if axis is None:
        return _reshape(_l2_normalize(_reshape(x, (-1,)), 0), x.shape)
    if not isinstance(axis, int):
        raise NotImplementedError("LpNormalization takes only one axis")
    return node("LpNormalization", x, axis=axis, p=2)


def _random(op: str, shape: Any, dtype: Any, seed: Any, **numbers: float) -> Tensor:
    seeded = {} if seed is None else {"seed": float(seed)}
    kind = onnx_dtype(dtype or floatx())
    sizes = ints(shape).tolist()
    return node(op, opset=_RANDOM_OPSET, shape=sizes, dtype=kind, **numbers, **seeded)


def _dropout(x: Tensor, level: Any, noise_shape: Any = None, seed: Any = None) -> Tensor:
    if noise_shape is not None:
        raise NotImplementedError("Dropout decides separately for each element")
    seeded = {} if seed is None else {"seed": int(seed)}
    return node("Dropout", x, np.array(level), np.array(True), **seeded)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    # Inspection
    "backend": lambda: "onnxruntime",
    "clear_session": reset_uids,
    "get_value": eval,
    "batch_get_value": lambda ops: [each.value.copy() for each in ops],
    "int_shape": lambda x: x.shape,
    "get_variable_shape": lambda x: x.shape,
    "ndim": lambda x: x.ndim,
    "dtype": lambda x: x.dtype.name,
    "count_params": lambda x: x.value.size,
    "is_tensor": lambda x: isinstance(x, Tensor),
    "is_sparse": lambda tensor: False,
    "cast_to_floatx": lambda x: np.asarray(value_of(x), floatx()),
    # Creation
    "zeros": lambda shape, dtype=None, name=None: _filled(0, shape, dtype),
    "ones": lambda shape, dtype=None, name=None: _filled(1, shape, dtype),
    "zeros_like": _filled_like(0),
    "ones_like": _filled_like(1),
    "eye": lambda size, dtype=None, name=None: node("EyeLike", _filled(0, (size, size), dtype)),
    "arange": _arange,
    "cast": _cast,
    "identity": lambda x, name=None: node("Identity", x),
    "shape": lambda x: _cast(node("Shape", x), "int32"),
    "random_normal": lambda shape, mean=0.0, stddev=1.0, dtype=None, seed=None: _random(
        "RandomNormal", shape, dtype, seed, mean=float(mean), scale=float(stddev)
    ),
    "random_uniform": lambda shape, minval=0.0, maxval=1.0, dtype=None, seed=None: _random(
        "RandomUniform", shape, dtype, seed, low=float(minval), high=float(maxval)
    ),
    # Element by element
    **{
        name: lambda x, op=op: node(op, x)
        for name, op in {
            "abs": "Abs",
            "cos": "Cos",
            "exp": "Exp",
            "log": "Log",
            "round": "Round",
            "sigmoid": "Sigmoid",
            "sign": "Sign",
            "sin": "Sin",
            "softplus": "Softplus",
            "softsign": "Softsign",
            "tanh": "Tanh",
        }.items()
    },
    **{
        name: lambda x, y, op=op: node(op, x, y)
        for name, op in {
            "equal": "Equal",
            "greater": "Greater",
            "greater_equal": "GreaterOrEqual",
            "less": "Less",
            "less_equal": "LessOrEqual",
            "maximum": "Max",
            "minimum": "Min",
        }.items()
    },
    "not_equal": lambda x, y: node("Not", node("Equal", x, y)),
    "pow": lambda x, a: node("Pow", x, a),
    "square": lambda x: node("Mul", x, x),
    "sqrt": lambda x: node("Sqrt", node("Max", x, 0)),
    "clip": _clip,
    "switch": _switch,
    "elu": lambda x, alpha=1.0: node("Elu", x, alpha=float(alpha)),
    "hard_sigmoid": lambda x: node("HardSigmoid", x, alpha=0.2, beta=0.5),
    "relu": _relu,
    "softmax": lambda x, axis=-1: node("Softmax", x, axis=axis),
    "dropout": _dropout,
    # Reductions
    "all": _of_truth("ReduceMin"),
    "any": _of_truth("ReduceMax"),
    "max": _reduce("ReduceMax"),
    "min": _reduce("ReduceMin"),
    "sum": _reduce("ReduceSum"),
    "prod": _reduce("ReduceProd"),
    "mean": _mean,
    "var": _var,
    "std": lambda x, axis=None, keepdims=False: node("Sqrt", _var(x, axis, keepdims)),
    "logsumexp": _reduce("ReduceLogSumExp"),
    "argmax": lambda x, axis=-1: node("ArgMax", x, axis=axis, keepdims=0),
    "argmin": lambda x, axis=-1: node("ArgMin", x, axis=axis, keepdims=0),
    "cumprod": lambda x, axis=0: node("CumProd", x, np.array(axis)),
    "cumsum": lambda x, axis=0: node("CumSum", x, np.array(axis)),
    # Products
    "dot": _dot,
    "batch_dot": _batch_dot,
    "l2_normalize": _l2_normalize,
    "batch_normalization": _batch_normalization,
    # Shapes
    "reshape": _reshape,
    "flatten": lambda x: node("Reshape", x, ints(-1)),
    "batch_flatten": lambda x: node("Flatten", x, axis=1),
    "transpose": lambda x: node("Transpose", x),
    "permute_dimensions": lambda x, pattern: node("Transpose", x, perm=list(pattern)),
    "expand_dims": lambda x, axis=-1: node("Unsqueeze", x, ints(axis)),
    "squeeze": lambda x, axis: node("Squeeze", x, ints(axis)),
    "concatenate": lambda tensors, axis=-1: node("Concat", *tensors, axis=axis),
    "stack": _stack,
    "tile": lambda x, n: node("Tile", x, ints(n)),
    "repeat": lambda x, n: node("Tile", node("Unsqueeze", x, ints(1)), ints([1, n, 1])),
    "repeat_elements": lambda x, rep, axis: node(
        "Gather", x, np.repeat(np.arange(x.shape[axis]), rep), axis=axis
    ),
    "reverse": _reverse,
    "slice": _slice,
    "gather": lambda reference, indices: node("Gather", reference, indices),
    "one_hot": lambda indices, num_classes: node(
        "OneHot", indices, ints(num_classes), np.array([0, 1], "float32")
    ),
    "temporal_padding": lambda x, padding=(1, 1): images.pad(1, x, padding, "channels_last"),
    "spatial_2d_padding": lambda x, padding=((1, 1),) * 2, data_format=None: images.pad(
        2, x, padding, data_format
    ),
    "spatial_3d_padding": lambda x, padding=((1, 1),) * 3, data_format=None: images.pad(
        3, x, padding, data_format
    ),
    # Images
    "bias_add": images.bias_add,
    "conv1d": partial(images.conv, 1),
    "conv2d": partial(images.conv, 2),
    "conv3d": partial(images.conv, 3),
    "conv2d_transpose": partial(images.conv_transpose, 2),
    "conv3d_transpose": partial(images.conv_transpose, 3),
    "depthwise_conv2d": partial(images.depthwise_conv, 2),
    "separable_conv1d": partial(images.separable_conv, 1),
    "separable_conv2d": partial(images.separable_conv, 2),
    "pool2d": partial(images.pool, 2),
    "pool3d": partial(images.pool, 3),
    "resize_images": lambda x, height_factor, width_factor, data_format, interpolation="nearest": (
        images.resize(x, (height_factor, width_factor), data_format, interpolation)
    ),
    "resize_volumes": lambda x,
    depth_factor,
    height_factor,
    width_factor,
    data_format: images.resize(x, (depth_factor, height_factor, width_factor), data_format),
}
globals().update(_FUNCTIONS)
