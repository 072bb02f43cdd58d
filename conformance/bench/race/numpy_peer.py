"""The workloads in NumPy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import numpy_networks as networks
import numpy_windows as windows
from native import EXPRESSIONS, Function, Peer, Prepare
from numpy import ndarray as Array
from numpy_networks import log_softmax, softmax
from workload import (
    CLASSES,
    COPIES,
    CUT,
    DROPPED,
    FUZZ,
    LEAK,
    LOCAL_WINDOW,
    NORMALIZATION_EPSILON,
    PROBABILITY,
    PROGRAMS,
    RANDOM_SHAPE,
    SATURATION,
    SLICED,
    SMALLEST_NORM,
    TOP,
    TRUNCATED_SHAPE,
    Setting,
    Workload,
)


def open_peer(_setting: Setting) -> Peer:
    np.seterr(all="ignore")
    return NumpyPeer()


def relu_leaky(x: Array) -> Array:
    result = np.maximum(x, LEAK * x)
    return np.minimum(result, SATURATION, out=result)


def elu(x: Array) -> Array:
    return np.where(x > 0, x, np.expm1(np.minimum(x, 0)))


def sigmoid(x: Array) -> Array:
    result = np.exp(-x)
    result += 1
    return np.reciprocal(result, out=result)


def softplus(x: Array) -> Array:
    result = np.log1p(np.exp(-np.abs(x)))
    result += np.maximum(x, 0)
    return result


def softsign(x: Array) -> Array:
    return x / (1 + np.abs(x))


def hard_sigmoid(x: Array) -> Array:
    result = 0.2 * x
    result += 0.5
    return np.clip(result, 0, 1, out=result)


def limited(shares: Array) -> Array:
    return np.clip(shares, FUZZ, 1 - FUZZ)


def categorical_crossentropy(x: Array, y: Array) -> Array:
    return -np.vecdot(y, np.log(limited(x / x.sum(-1, keepdims=True))))


def categorical_crossentropy_of_logits(x: Array, y: Array) -> Array:
    return -np.vecdot(y, log_softmax(x))


def named(x: Array, y: Array) -> Array:
    """The element of each row whose column y names."""
    return x[np.arange(len(x)), y]


def sparse_categorical_crossentropy(x: Array, y: Array) -> Array:
    return -np.log(limited(named(x, y) / x.sum(-1)))


def binary_crossentropy(x: Array, y: Array) -> Array:
    share = limited(x)
    return -(y * np.log(share) + (1 - y) * np.log1p(-share))


def binary_crossentropy_of_logits(x: Array, y: Array) -> Array:
    return softplus(x) - x * y


def in_top_k(x: Array, y: Array) -> Array:
    return np.count_nonzero(x > named(x, y)[:, None], axis=-1) < TOP


def logsumexp(x: Array) -> Array:
    largest = x.max(-1, keepdims=True)
    return np.log(np.exp(x - largest).sum(-1)) + largest[:, 0]


def cube(x: Array) -> Array:
    """Faster than np.power, which calls pow."""
    result = x * x
    result *= x
    return result


def one_hot(x: Array) -> Array:
    result = np.zeros((len(x), CLASSES), np.float32)
    result[np.arange(len(x)), x] = 1
    return result


def batch_normalization(
    x: Array, mean_: Array, variance: Array, beta: Array, gamma: Array
) -> Array:
    scale = gamma / np.sqrt(variance + NORMALIZATION_EPSILON)
    result = x * scale
    result += beta - mean_ * scale
    return result


def normalize_batch_in_training(x: Array, gamma: Array, beta: Array) -> Array:
    result = x - x.mean((0, 1, 2))
    variance = np.einsum("nhwc,nhwc->c", result, result) / (x.size // x.shape[-1])
    result *= gamma / np.sqrt(variance + NORMALIZATION_EPSILON)
    result += beta
    return result


def l2_normalize(x: Array) -> Array:
    norms = np.sqrt(np.vecdot(x, x))[:, None]
    return x / np.maximum(norms, SMALLEST_NORM)


def drawing(draw: Callable[..., Array]) -> Prepare:
    """Of a function of a generator and of the inputs."""
    return lambda **inputs: partial(draw, np.random.default_rng(), **inputs)


def uniform(generator: np.random.Generator) -> Array:
    return generator.random(RANDOM_SHAPE, np.float32)


def normal(generator: np.random.Generator) -> Array:
    return generator.standard_normal(RANDOM_SHAPE, np.float32)


def truncated_normal(generator: np.random.Generator) -> Array:
    """What lies beyond the cut is drawn again."""
    result = generator.standard_normal(TRUNCATED_SHAPE, np.float32)
    while (outside := np.flatnonzero(np.abs(result) > CUT)).size:
        result.flat[outside] = generator.standard_normal(outside.size, np.float32)
    return result


def binomial(generator: np.random.Generator) -> Array:
    return (uniform(generator) < PROBABILITY).astype(np.float32)


def dropout(generator: np.random.Generator, x: Array) -> Array:
    result = x * (generator.random(x.shape, np.float32) >= DROPPED)
    result /= 1 - DROPPED
    return result


FUNCTIONS: dict[str, Function] = {
    **EXPRESSIONS,
    "relu": lambda x: np.maximum(x, 0),
    "relu-leaky": relu_leaky,
    "elu": elu,
    "sigmoid": sigmoid,
    "tanh": lambda x: np.tanh(x),
    "softplus": softplus,
    "softsign": softsign,
    "hard-sigmoid": hard_sigmoid,
    "softmax": lambda x: softmax(x),
    "softmax-first-axis": lambda x: softmax(x, 0),
    "softmax-middle-axis": lambda x: softmax(x, 1),
    "conv2d": lambda x, y: windows.convolve(x, y),
    "conv2d-channels-first": lambda x, y: windows.convolve_channels_first(x, y),
    "conv2d-deep": lambda x, y: windows.convolve(x, y),
    "conv2d-first-layer": lambda x, y: windows.convolve(x, y, stride=2),
    "conv2d-pointwise": lambda x, y: windows.pointwise(x, y),
    "conv2d-dilated": lambda x, y: windows.convolve(x, y, rate=2),
    "conv1d": lambda x, y: windows.convolve(x, y),
    "conv3d": lambda x, y: windows.convolve(x, y),
    "depthwise-conv2d": lambda x, y: windows.depthwise(x, y),
    "conv2d-transpose": lambda x, y: windows.transposed(x, y),
    "local-conv1d": lambda x, y: windows.local_conv1d(x, y, LOCAL_WINDOW),
    "max-pool2d": lambda x: windows.max_pool(x, 1, 2),
    "average-pool2d": lambda x: windows.average_pool(x, 3),
    "max-pool2d-channels-first": lambda x: windows.max_pool(x, 2, 3),
    "max-pool3d": lambda x: windows.max_pool(x, 1, 2, 3),
    "resize-nearest": lambda x: windows.doubled_nearest(x),
    "resize-bilinear": lambda x: windows.doubled_linear(windows.doubled_linear(x, 1), 2),
    "loss": networks.ctc_loss,
    "greedy-decoding": networks.greedy_decoding,
    "exp": lambda x: np.exp(x),
    "log": lambda x: np.log(x),
    "sqrt": lambda x: np.sqrt(x),
    "square": lambda x: np.square(x),
    "sin": lambda x: np.sin(x),
    "cos": lambda x: np.cos(x),
    "abs": lambda x: np.abs(x),
    "sign": lambda x: np.sign(x),
    "round": lambda x: np.rint(x),
    "clip": lambda x: np.clip(x, -1.0, 1.0),
    "pow": cube,
    "cast-to-half": lambda x: x.astype(np.float16),
    "cast-to-integers": lambda x: x.astype(np.int32),
    "maximum": lambda x, y: np.maximum(x, y),
    "dot-sequence": lambda x, y: np.tensordot(x, y, 1),
    "batch-dot": lambda x, y: x @ y,
    "batch-dot-rows": lambda x, y: np.vecdot(x, y)[:, None],
    "categorical-crossentropy": categorical_crossentropy,
    "categorical-crossentropy-of-logits": categorical_crossentropy_of_logits,
    "sparse-categorical-crossentropy": sparse_categorical_crossentropy,
    "sparse-categorical-crossentropy-of-logits": lambda x, y: logsumexp(x) - named(x, y),
    "binary-crossentropy": binary_crossentropy,
    "binary-crossentropy-of-logits": binary_crossentropy_of_logits,
    "in-top-k": in_top_k,
    "transpose": lambda x: np.ascontiguousarray(x.T),
    "channels-last-to-first": lambda x: np.ascontiguousarray(x.transpose(0, 3, 1, 2)),
    "heads-to-front": lambda x: np.ascontiguousarray(x.transpose(0, 2, 1, 3)),
    "reshape": lambda x: np.ascontiguousarray(x.reshape(-1, 64)),
    "flatten": lambda x: np.ascontiguousarray(x.reshape(len(x), -1)),
    "expand-dims": lambda x: np.ascontiguousarray(x[:, None]),
    "tile": lambda x: np.tile(x, (2, 2)),
    "repeat": lambda x: np.repeat(x[:, None], COPIES, axis=1),
    "repeat-elements": lambda x: np.repeat(x, 2, axis=1),
    "reverse": lambda x: np.ascontiguousarray(x[:, ::-1]),
    "slice": lambda x: np.ascontiguousarray(x[:, SLICED]),
    "one-hot": one_hot,
    "gather": lambda x, y: x.take(y, axis=0),
    "concatenate": lambda x, y: np.concatenate((x, y), -1),
    "concatenate-first-axis": lambda x, y: np.concatenate((x, y)),
    "stack": lambda x, y: np.stack((x, y), 1),
    "pad-images": lambda x: np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0))),
    "pad-images-channels-first": lambda x: np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1))),
    "pad-sequences": lambda x: np.pad(x, ((0, 0), (2, 2), (0, 0))),
    "zeros-like": lambda x: np.zeros_like(x),
    "batch-normalization": batch_normalization,
    "normalize-batch-in-training": normalize_batch_in_training,
    "l2-normalize": l2_normalize,
    "max": lambda x: x.max(-1),
    "max-first-axis": lambda x: x.max(0),
    "variance": lambda x: x.var(-1),
    "standard-deviation": lambda x: x.std(0),
    "logsumexp": logsumexp,
    "argmax": lambda x: x.argmax(-1),
    "argmax-first-axis": lambda x: x.argmax(0),
    "any": lambda x: x.any(-1).view(np.uint8),
    "all": lambda x: np.uint8(x.all()),
    "predict-images": networks.predict_images,
}

PREPARATIONS: dict[str, Prepare] = {
    "predict-dense": networks.predict_dense,
    "train-dense": networks.train_dense,
    "uniform": drawing(uniform),
    "normal": drawing(normal),
    "truncated-normal": drawing(truncated_normal),
    "binomial": drawing(binomial),
    "dropout": drawing(dropout),
}


class NumpyPeer(Peer):
    name = "numpy"
    version = np.__version__
    functions = FUNCTIONS
    preparations = PREPARATIONS

    def runs(self, workload: Workload) -> bool:
        """Whole programs need gradients, which NumPy lacks."""
        return workload.category != PROGRAMS and super().runs(workload)

    def tensor(self, array: Array) -> Array:
        return array

    def array(self, tensor: Array) -> Array:
        return np.asarray(tensor)
