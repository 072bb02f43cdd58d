"""Inference by OpenVINO's plug-in for processors, which has the kernels of oneDNN and others.

The models are those of PyTorch, converted, or the graphs of openvino_graphs.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import openvino
import torch
import torch.nn.functional as F
import torch_peer
from native import Function, Peer, Prepare, in_order
from openvino import op
from openvino_graphs import GRAPHS, Graph
from torch import Tensor, nn
from torch_networks import channels_last
from torch_programs import is_training
from workload import Setting, Unsupported, Workload, outputs_of, parted

Arrays = dict[str, np.ndarray]
# A model, and its inputs in order.
Built = tuple[openvino.Model, list[np.ndarray]]

# OpenVINO pools images whose channels are first in memory: these get such images, and their results have the channels last.
POOLS: dict[str, Function] = {
    "max-pool2d": lambda images: F.max_pool2d(images, 2),
    "average-pool2d": torch_peer.average_pool2d,
    "max-pool3d": lambda images: F.max_pool3d(images, 2),
}

_RANDOM = "random"
_NOT_INFERENCE = "OpenVINO is here for inference, and neither trains nor draws"
# Workloads that OpenVINO would compute in float32; test_peers.py has the others in their own dtype.
_IN_FLOAT32 = {
    ("softmax", "float16"),
    ("transpose", "float16"),
    ("sum", "float16"),
    ("sum-last-axis", "int32"),
}
_WITHOUT_OPERATION = {"cumprod": "OpenVINO has no cumulative product"}


def open_peer(setting: Setting) -> Peer:
    torch.set_num_threads(1)  # it only converts
    return OpenVINOPeer(setting)


def why_not(workload: Workload) -> str | None:
    """Why OpenVINO does not run the workload."""
    if workload.category == _RANDOM or is_training(workload.name):
        return _NOT_INFERENCE
    if workload.dtype == "float64" or (workload.name, workload.dtype) in _IN_FLOAT32:
        return f"OpenVINO computes {workload.name} of {workload.dtype} in float32"
    return _WITHOUT_OPERATION.get(workload.name)


class Traced(nn.Module):
    """A function as a module, because torch.jit.trace needs one."""

    def __init__(self, function: Function) -> None:
        super().__init__()
        self.function = function

    def forward(self, *inputs: Tensor) -> Any:
        return self.function(*inputs)


def converted(function: Function, inputs: list[np.ndarray]) -> Built:
    shapes = [array.shape for array in inputs]
    with torch.inference_mode(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch.jit.trace is deprecated
        tensors = tuple(torch.from_numpy(array) for array in inputs)
        model = openvino.convert_model(Traced(function), example_input=tensors, input=shapes)
    return model, inputs


def of_function(function: Function, arrays: Arrays) -> Built:
    return converted(function, in_order(function, arrays))


def of_preparation(prepare: Prepare, arrays: Arrays) -> Built:
    """What PyTorch prepares of the weights becomes constants."""
    weights, inputs = weights_and_inputs(arrays)
    constants = {name: torch.from_numpy(array) for name, array in weights.items()}

    def predict(*tensors: Tensor) -> Any:
        return prepare(**constants, **dict(zip(inputs, tensors, strict=True)))()

    return converted(predict, list(inputs.values()))


def of_pool(pool: Function, arrays: Arrays) -> Built:
    images = np.ascontiguousarray(np.moveaxis(arrays["x"], -1, 1))
    return converted(lambda x: channels_last(pool(x)), [images])


def of_graph(graph: Graph, has_weights: bool, arrays: Arrays) -> Built:
    weights, inputs = weights_and_inputs(arrays) if has_weights else ({}, arrays)
    parameters = {
        name: op.Parameter(openvino.Type(array.dtype), openvino.Shape(array.shape))
        for name, array in inputs.items()
    }
    constants = {name: op.Constant(array) for name, array in weights.items()}
    result = graph(**parameters, **constants)
    model = openvino.Model([*outputs_of(result)], [*parameters.values()])
    return model, [*inputs.values()]


def weights_and_inputs(arrays: Arrays) -> tuple[Arrays, Arrays]:
    weights, _, _ = parted(arrays)
    return weights, {name: array for name, array in arrays.items() if name not in weights}


def builders() -> dict[str, Callable[[Arrays], Built]]:
    """How the model of each workload is built."""
    found: dict[str, Callable[[Arrays], Built]] = {}
    for name, function in torch_peer.FUNCTIONS.items():
        found[name] = partial(of_function, function)
    for name, prepare in torch_peer.PREPARATIONS.items():
        found[name] = partial(of_preparation, prepare)
    for name, pool in POOLS.items():
        found[name] = partial(of_pool, pool)
    for name, graph in GRAPHS.items():
        found[name] = partial(of_graph, graph, name in torch_peer.PREPARATIONS)
    return {
        name: build
        for name, build in found.items()
        if name not in (*_WITHOUT_OPERATION, "dropout") and not is_training(name)
    }


class OpenVINOPeer(Peer):
    name = "openvino"
    version = openvino.__version__
    functions = {}

    def __init__(self, setting: Setting) -> None:
        self.core = openvino.Core()
        self.options = {
            "PERFORMANCE_HINT": "LATENCY",
            "EXECUTION_MODE_HINT": "ACCURACY",
            "INFERENCE_PRECISION_HINT": "f32",
            "INFERENCE_NUM_THREADS": setting.threads,
            "NUM_STREAMS": 1,
            "ENABLE_CPU_PINNING": False,
        }
        self.preparations = {
            name: partial(self.request, build) for name, build in builders().items()
        }

    def tensor(self, array: np.ndarray) -> np.ndarray:
        return array

    def array(self, tensor: np.ndarray) -> np.ndarray:
        return tensor.copy()

    def arrays(self, result: Any) -> list[np.ndarray]:
        return super().arrays(result.to_tuple())

    def runs(self, workload: Workload) -> bool:
        return super().runs(workload) and why_not(workload) is None

    def prepared(self, workload: Workload, inputs: Mapping[str, np.ndarray]) -> Callable[[], Any]:
        reason = why_not(workload)
        if reason:
            raise Unsupported(reason)
        return super().prepared(workload, inputs)

    def request(self, build: Callable[[Arrays], Built], **arrays: np.ndarray) -> Callable[[], Any]:
        """A call reads the inputs and writes the outputs where the request has them: it copies neither."""
        model, inputs = build(arrays)
        request = self.core.compile_model(model, "CPU", self.options).create_infer_request()
        for place, array in enumerate(inputs):
            request.get_input_tensor(place).data[...] = array
        return partial(request.infer, share_outputs=True)
