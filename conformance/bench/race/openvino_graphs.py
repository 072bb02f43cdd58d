"""Graphs of OpenVINO's own operations, for functions of PyTorch that do not convert, or convert to a slower graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import openvino.opset15 as ops
from openvino import Node
from workload import FUZZ, NORMALIZATION_EPSILON, TOP, same_padding

# Takes the inputs by their names, and returns the result or a tuple of several.
Graph = Callable[..., Any]

_OF_IMAGES = (0, 1, 2)  # each axis but the channels
# Where OpenVINO's gates are in the API: forget, input, cell, output; update, reset, new.
_GATES_OF_LSTM = (1, 0, 2, 3)
_GATES_OF_GRU = (1, 0, 2)


def number(value: float) -> Node:
    """In an expression a number of Python would be of float64."""
    return ops.constant(value, np.float32)


def channels_first(x: Node) -> Node:
    """The plug-in merges it with a convolution, which has its channels last in memory."""
    return ops.transpose(x, (0, 3, 1, 2))


def channels_last(x: Node) -> Node:
    return ops.transpose(x, (0, 2, 3, 1))


def as_weights(kernel: Node) -> Node:
    return ops.transpose(kernel, (3, 2, 0, 1))


def conv2d_first_layer(x: Node, y: Node) -> Node:
    rows, columns = (same_padding(x.shape[i], y.shape[i - 1], 2) for i in (1, 2))
    before, after = zip(rows, columns, strict=True)
    convolved = ops.convolution(
        channels_first(x), as_weights(y), [2, 2], list(before), list(after), [1, 1]
    )
    return channels_last(convolved)


def conv2d_transpose(x: Node, y: Node) -> Node:
    """Padding "same" drops the last row and column."""
    convolved = ops.convolution_backprop_data(
        channels_first(x), as_weights(y), [2, 2], pads_begin=[0, 0], pads_end=[1, 1]
    )
    return channels_last(convolved)


def resize_bilinear(x: Node) -> Node:
    """Row i lies at i / 2."""
    doubled = ops.interpolate(
        channels_first(x),
        np.array([2, 2], np.float32),
        mode="linear_onnx",
        shape_calculation_mode="scales",
        coordinate_transformation_mode="asymmetric",
        axes=[2, 3],
    )
    return channels_last(doubled)


def batch_normalization(x: Node, mean_: Node, variance: Node, beta: Node, gamma: Node) -> Node:
    return (x - mean_) * scale(variance, gamma) + beta


def normalize_batch_in_training(x: Node, gamma: Node, beta: Node) -> Node:
    deviation = x - ops.reduce_mean(x, _OF_IMAGES, True)
    variance = ops.reduce_mean(deviation * deviation, _OF_IMAGES, True)
    return deviation * scale(variance, gamma) + beta


def scale(variance: Node, gamma: Node) -> Node:
    return gamma / ops.sqrt(variance + number(NORMALIZATION_EPSILON))


def batch_dot_rows(x: Node, y: Node) -> Node:
    return ops.reduce_sum(x * y, 1, True)


def in_top_k(x: Node, y: Node) -> Node:
    larger = ops.greater(x, ops.gather_elements(x, ops.unsqueeze(y, 1), 1))
    return ops.less(ops.reduce_sum(ops.convert(larger, "f32"), 1), number(TOP))


def categorical_crossentropy_of_logits(x: Node, y: Node) -> Node:
    return ops.negative(ops.reduce_sum(y * ops.log_softmax(x, 1), 1))


def sparse_categorical_crossentropy_of_logits(x: Node, y: Node) -> Node:
    named = ops.gather_elements(x, ops.unsqueeze(y, 1), 1)
    highest = ops.reduce_max(x, 1, True)
    total = ops.reduce_sum(ops.exp(x - highest), 1, True)
    return ops.squeeze(ops.log(total) + highest - named, 1)


def binary_crossentropy(x: Node, y: Node) -> Node:
    share = ops.clamp(x, FUZZ, 1 - FUZZ)
    other = ops.log(number(1) - share)
    return ops.negative(y * ops.log(share) + (number(1) - y) * other)


def binary_crossentropy_of_logits(x: Node, y: Node) -> Node:
    return ops.softplus(x) - x * y


def ctc_loss(labels: Node, scores: Node, frames: Node, lengths: Node) -> Node:
    steps, classes = scores.shape[1:]
    unused = [0, steps - labels.shape[1]]  # the operation wants as many labels as steps
    costs = ops.ctc_loss(
        ops.log(scores + number(FUZZ)),
        ops.squeeze(frames, 1),
        ops.pad(labels, [0, 0], unused, "constant"),
        ops.squeeze(lengths, 1),
        np.int32(classes - 1),
    )
    return ops.unsqueeze(costs, 1)


def greedy_decoding(scores: Node, frames: Node) -> tuple[Node, Node]:
    decoder = ops.ctc_greedy_decoder_seq_len(scores, frames, classes_index_type="i64")
    classes, lengths = decoder.outputs()
    longest = ops.reduce_max(lengths, 0, True)
    decoded = ops.slice(classes, [0], longest, [1], [1])
    counts = ops.less(np.arange(scores.shape[1], dtype=np.int32), ops.unsqueeze(frames, 1))
    logarithms = ops.log(ops.reduce_max(scores, 2) + number(FUZZ)) * ops.convert(counts, "f32")
    return decoded, ops.negative(ops.reduce_sum(logarithms, 1, True))


def predict_lstm(
    x: Node, h0: Node, c0: Node, kernel: Node, recurrent: Node, bias: Node, w: Node, b: Node
) -> Node:
    """As one operation; what becomes of nn.LSTM is a loop of steps."""
    weights = (joined(in_order(each, _GATES_OF_LSTM)) for each in (kernel, recurrent, bias))
    states = (ops.unsqueeze(each, 1) for each in (h0, c0))
    sequence = ops.lstm_sequence(x, *states, lengths(x), *weights, recurrent.shape[0], "forward")
    return shares(sequence, w, b)


def predict_gru(
    x: Node,
    h0: Node,
    kernel: Node,
    recurrent: Node,
    bias: Node,
    recurrent_bias: Node,
    w: Node,
    b: Node,
) -> Node:
    """As one operation; what becomes of nn.GRU is a loop of steps."""
    weights = (joined(in_order(each, _GATES_OF_GRU)) for each in (kernel, recurrent))
    *gates, new = in_order(bias, _GATES_OF_GRU)
    *recurrent_gates, recurrent_new = in_order(recurrent_bias, _GATES_OF_GRU)
    sums = [ops.add(one, other) for one, other in zip(gates, recurrent_gates, strict=True)]
    sequence = ops.gru_sequence(
        x,
        ops.unsqueeze(h0, 1),
        lengths(x),
        *weights,
        joined([*sums, new, recurrent_new]),
        recurrent.shape[0],
        "forward",
        linear_before_reset=True,
    )
    return shares(sequence, w, b)


def in_order(weights: Node, places: tuple[int, ...]) -> list[Any]:
    gates = ops.split(weights, -1, len(places)).outputs()
    return [gates[place] for place in places]


def joined(gates: list[Any]) -> Node:
    """Of one direction, and matrices with the gates first."""
    together = ops.concat(gates, -1)
    if len(together.shape) > 1:
        together = ops.transpose(together, (1, 0))
    return ops.unsqueeze(together, 0)


def lengths(x: Node) -> np.ndarray:
    samples, steps, _ = x.shape
    return np.full(samples, steps, np.int32)


def shares(sequence: Node, w: Node, b: Node) -> Node:
    last = ops.squeeze(sequence.output(1), 1)
    return ops.softmax(ops.matmul(last, w, False, False) + b, 1)


GRAPHS: dict[str, Graph] = {
    "conv2d-first-layer": conv2d_first_layer,
    "conv2d-transpose": conv2d_transpose,
    "resize-bilinear": resize_bilinear,
    "batch-normalization": batch_normalization,
    "normalize-batch-in-training": normalize_batch_in_training,
    "batch-dot-rows": batch_dot_rows,
    "in-top-k": in_top_k,
    "categorical-crossentropy-of-logits": categorical_crossentropy_of_logits,
    "sparse-categorical-crossentropy-of-logits": sparse_categorical_crossentropy_of_logits,
    "binary-crossentropy": binary_crossentropy,
    "binary-crossentropy-of-logits": binary_crossentropy_of_logits,
    "loss": ctc_loss,
    "greedy-decoding": greedy_decoding,
    "predict-lstm": predict_lstm,
    "predict-gru": predict_gru,
}
