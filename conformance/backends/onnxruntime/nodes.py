"""Tensors, and ONNX nodes that run immediately."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnxruntime
from onnx import AttributeProto, helper, numpy_helper
from onnxruntime.capi import onnxruntime_pybind11_state as errors

OPSET = 26  # the first opset with CumProd
IR_VERSION = 13
_OPTIONS = onnxruntime.SessionOptions()
_OPTIONS.intra_op_num_threads = 1
onnxruntime.set_default_logger_severity(4)  # errors are raised; they need not be printed, too


class Tensor:
    """A computed value. Only the value of a variable can change."""

    def __init__(self, value: np.ndarray) -> None:
        self.value = value
        self.shape = value.shape
        self.ndim = value.ndim
        self.dtype = value.dtype

    def __add__(self, other: Any) -> Tensor:
        return node("Add", self, other)

    def __radd__(self, other: Any) -> Tensor:
        return node("Add", other, self)

    def __sub__(self, other: Any) -> Tensor:
        return node("Sub", self, other)

    def __rsub__(self, other: Any) -> Tensor:
        return node("Sub", other, self)

    def __mul__(self, other: Any) -> Tensor:
        return node("Mul", self, other)

    def __rmul__(self, other: Any) -> Tensor:
        return node("Mul", other, self)

    def __truediv__(self, other: Any) -> Tensor:
        return node("Div", self, other)

    def __rtruediv__(self, other: Any) -> Tensor:
        return node("Div", other, self)

    def __neg__(self) -> Tensor:
        return node("Neg", self)


def node(op: str, *inputs: Any, opset: int = OPSET, **attributes: Any) -> Tensor:
    """The first output of one node. None is an absent input; a number gets the dtype of the last tensor.

    Tensors become inputs of the model; arrays and numbers become its initializers.
    """
    names = ["" if each is None else f"x{i}" for i, each in enumerate(inputs)]
    fed = {name: each.value for name, each in zip(names, inputs) if isinstance(each, Tensor)}
    dtype = next((value.dtype for value in reversed(fed.values())), None)
    initializers = [
        numpy_helper.from_array(
            each if isinstance(each, np.ndarray) else np.asarray(each, dtype), name
        )
        for name, each in zip(names, inputs)
        if name and name not in fed
    ]
    call = helper.make_node(op, names, ["y"])
    call.attribute.extend(
        helper.make_attribute(name, each, attr_type=AttributeProto.INTS if each == [] else None)
        for name, each in attributes.items()
    )
    graph = helper.make_graph(
        [call],
        op,
        [
            helper.make_tensor_value_info(name, onnx_dtype(value.dtype), value.shape)
            for name, value in fed.items()
        ],
        [helper.make_empty_tensor_value_info("y")],
        initializers,
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=IR_VERSION
    )
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), _OPTIONS)
    except errors.NotImplemented as error:  # no kernel for the dtype
        raise NotImplementedError(str(error)) from error
    except errors.InvalidGraph as error:
        if "Type Error: Type 'tensor(" in str(error):  # the operator is not defined for the dtype
            raise NotImplementedError(str(error)) from error
        raise
    return Tensor(session.run(None, fed)[0])


def onnx_dtype(dtype: Any) -> int:
    return helper.np_dtype_to_tensor_dtype(np.dtype(dtype))


def value_of(x: Any) -> Any:
    return x.value if isinstance(x, Tensor) else x


def ints(values: Any) -> np.ndarray:
    """One or several numbers as an ONNX input for axes, sizes and shapes."""
    return np.array(value_of(values), "int64").reshape(-1)
