"""The workloads on JAX, compiled by jax.jit; a call waits for its result."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax, nn
from jax_networks import images
from jax_programs import ctc_costs, prediction, programs
from native import EXPRESSIONS, Function, Peer, Prepare
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
    RANDOM_SHAPE,
    SATURATION,
    SLICED,
    SMALLEST_NORM,
    TOP,
    TRUNCATED_SHAPE,
    Setting,
    Workload,
)

_LAYOUTS = {3: ("NWC", "WIO", "NWC"), 4: ("NHWC", "HWIO", "NHWC"), 5: ("NDHWC", "DHWIO", "NDHWC")}
_CHANNELS_FIRST = ("NCHW", "HWIO", "NCHW")
_SEED = 0
# Their results are of int64, which JAX supports only in 64-bit mode.
_WIDE_RESULTS = frozenset({"argmax", "argmax-first-axis", "greedy-decoding"})


def open_peer(_setting: Setting) -> Peer:
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_default_matmul_precision", "highest")
    return JaxPeer()


def waiting(compiled: Function) -> Function:
    return lambda *inputs: jax.block_until_ready(compiled(*inputs))


def relu_leaky(x: Array) -> Array:
    return jnp.minimum(nn.leaky_relu(x, LEAK), SATURATION)


def limited(shares: Array) -> Array:
    return jnp.clip(shares, FUZZ, 1 - FUZZ)


def categorical_crossentropy(x: Array, y: Array) -> Array:
    return -jnp.sum(y * jnp.log(limited(x / x.sum(-1, keepdims=True))), -1)


def named(x: Array, y: Array) -> Array:
    """The element of each row whose column y names."""
    return jnp.take_along_axis(x, y[:, None], 1)[:, 0]


def sparse_categorical_crossentropy(x: Array, y: Array) -> Array:
    return -jnp.log(limited(named(x, y) / x.sum(-1)))


def binary_crossentropy(x: Array, y: Array) -> Array:
    share = limited(x)
    return -(y * jnp.log(share) + (1 - y) * jnp.log1p(-share))


def in_top_k(x: Array, y: Array) -> Array:
    return jnp.sum(x > named(x, y)[:, None], -1, dtype=jnp.int32) < TOP


def convolution(**options: Any) -> Function:
    def convolve(x: Array, y: Array) -> Array:
        settings = {"window_strides": (1,) * (x.ndim - 2), "padding": "SAME"}
        settings["dimension_numbers"] = _LAYOUTS[x.ndim]
        return lax.conv_general_dilated(x, y, **{**settings, **options})

    return convolve


def depthwise_conv2d(x: Array, y: Array) -> Array:
    channels = x.shape[-1]
    return convolution(feature_group_count=channels)(x, y.reshape(3, 3, 1, channels))


def conv2d_transpose(x: Array, y: Array) -> Array:
    return lax.conv_transpose(
        x, y, (2, 2), "SAME", dimension_numbers=_LAYOUTS[4], transpose_kernel=True
    )


def local_conv1d(x: Array, y: Array) -> Array:
    windows = len(y)
    seen = jnp.concatenate([x[:, t : t + windows] for t in range(LOCAL_WINDOW)], -1)
    return jnp.einsum("nwf,wfo->nwo", seen, y)


def max_pool(*size: int) -> Function:
    return lambda x: lax.reduce_window(x, -jnp.inf, lax.max, size, size, "VALID")


def average_pool2d(x: Array) -> Array:
    window, strides = (1, 3, 3, 1), (1, 2, 2, 1)
    zero = jnp.zeros((), x.dtype)

    def total(of: Array) -> Array:
        return lax.reduce_window(of, zero, lax.add, window, strides, "SAME")

    return total(x) / total(jnp.ones((1, *x.shape[1:3], 1), x.dtype))


def resize_nearest(x: Array) -> Array:
    samples, rows, columns, channels = x.shape
    spread = jnp.broadcast_to(x[:, :, None, :, None], (samples, rows, 2, columns, 2, channels))
    return spread.reshape(samples, 2 * rows, 2 * columns, channels)


def doubled(x: Array, axis: int) -> Array:
    """Between neighbours their mean; behind the last, the last once more."""
    last = lax.slice_in_dim(x, x.shape[axis] - 1, None, axis=axis)
    following = jnp.concatenate([lax.slice_in_dim(x, 1, None, axis=axis), last], axis)
    pairs = jnp.stack([x, (x + following) / 2], axis + 1)
    return pairs.reshape(*x.shape[:axis], 2 * x.shape[axis], *x.shape[axis + 1 :])


def ctc_loss(labels: Array, scores: Array, frames: Array, lengths: Array) -> Array:
    return ctc_costs(jnp.log(scores + FUZZ), labels, frames, lengths).reshape(len(scores), 1)


def best_paths(scores: Array, frames: Array) -> tuple[Array, Array, Array]:
    """Sequences as wide as the frames, the length of the longest, and the scores."""
    samples, steps, classes = scores.shape
    best = lax.argmax(scores, 2, jnp.int64)
    counts = jnp.arange(steps) < frames[:, None]
    logarithms = jnp.log(scores.max(-1) + FUZZ)
    score = -jnp.sum(jnp.where(counts, logarithms, 0), 1, keepdims=True)
    previous = jnp.pad(best[:, :-1], ((0, 0), (1, 0)), constant_values=-1)
    kept = counts & (best != classes - 1) & (best != previous)
    places = jnp.cumsum(kept, 1)
    empty = jnp.full((samples, steps), -1, best.dtype)
    columns = jnp.where(kept, places - 1, steps)
    decoded = empty.at[jnp.arange(samples)[:, None], columns].set(best, mode="drop")
    return decoded, places[:, -1].max(), score


def greedy_decoding(scores: Array, frames: Array) -> Callable[[], tuple[Array, Array]]:
    """What is compiled has one shape; the width is cut outside."""
    compiled = jax.jit(best_paths)

    def decode() -> tuple[Array, Array]:
        decoded, longest, score = compiled(scores, frames)
        return jax.block_until_ready((decoded[:, : int(longest)], score))

    return decode


def batch_normalization(
    x: Array, mean_: Array, variance: Array, beta: Array, gamma: Array
) -> Array:
    return (x - mean_) * (lax.rsqrt(variance + NORMALIZATION_EPSILON) * gamma) + beta


def normalize_batch_in_training(x: Array, gamma: Array, beta: Array) -> Array:
    axes = (0, 1, 2)
    return batch_normalization(x, x.mean(axes), x.var(axes), beta, gamma)


def l2_normalize(x: Array) -> Array:
    norms = jnp.sqrt(jnp.sum(x * x, -1, keepdims=True))
    return x / jnp.maximum(norms, SMALLEST_NORM)


def drawing(draw: Function) -> Prepare:
    """Of a function of a key, which is split anew for each call, and of the inputs."""

    def prepare(**inputs: Array) -> Callable[[], Array]:
        @jax.jit
        def step(key: Array, **inputs: Array) -> tuple[Array, Array]:
            following, subkey = jax.random.split(key)
            return following, draw(subkey, **inputs)

        key = jax.random.key(_SEED)

        def call() -> Array:
            nonlocal key
            key, drawn = step(key, **inputs)
            return drawn.block_until_ready()

        return call

    return prepare


def binomial(key: Array) -> Array:
    return jax.random.bernoulli(key, jnp.float32(PROBABILITY), RANDOM_SHAPE).astype(jnp.float32)


def dropout(key: Array, x: Array) -> Array:
    kept = jax.random.bernoulli(key, jnp.float32(1 - DROPPED), x.shape)
    return jnp.where(kept, x / (1 - DROPPED), 0)


FUNCTIONS: dict[str, Function] = {
    **EXPRESSIONS,
    "relu": lambda x: nn.relu(x),
    "relu-leaky": relu_leaky,
    "elu": lambda x: nn.elu(x),
    "sigmoid": lambda x: nn.sigmoid(x),
    "tanh": lambda x: jnp.tanh(x),
    "softplus": lambda x: nn.softplus(x),
    "softsign": lambda x: nn.soft_sign(x),
    "hard-sigmoid": lambda x: jnp.clip(0.2 * x + 0.5, 0, 1),
    "softmax": lambda x: nn.softmax(x),
    "softmax-first-axis": lambda x: nn.softmax(x, 0),
    "softmax-middle-axis": lambda x: nn.softmax(x, 1),
    "conv2d": convolution(),
    "conv2d-channels-first": convolution(dimension_numbers=_CHANNELS_FIRST),
    "conv2d-deep": convolution(),
    "conv2d-first-layer": convolution(window_strides=(2, 2)),
    "conv2d-pointwise": convolution(),
    "conv2d-dilated": convolution(rhs_dilation=(2, 2)),
    "conv1d": convolution(),
    "conv3d": convolution(),
    "depthwise-conv2d": depthwise_conv2d,
    "conv2d-transpose": conv2d_transpose,
    "local-conv1d": local_conv1d,
    "max-pool2d": max_pool(1, 2, 2, 1),
    "average-pool2d": average_pool2d,
    "max-pool2d-channels-first": max_pool(1, 1, 2, 2),
    "max-pool3d": max_pool(1, 2, 2, 2, 1),
    "resize-nearest": resize_nearest,
    "resize-bilinear": lambda x: doubled(doubled(x, 1), 2),
    "loss": ctc_loss,
    "exp": lambda x: jnp.exp(x),
    "log": lambda x: jnp.log(x),
    "sqrt": lambda x: jnp.sqrt(x),
    "square": lambda x: jnp.square(x),
    "sin": lambda x: jnp.sin(x),
    "cos": lambda x: jnp.cos(x),
    "abs": lambda x: jnp.abs(x),
    "sign": lambda x: jnp.sign(x),
    "round": lambda x: jnp.round(x),
    "clip": lambda x: jnp.clip(x, -1.0, 1.0),
    "pow": lambda x: x**3,
    "cast-to-half": lambda x: x.astype(jnp.float16),
    "cast-to-integers": lambda x: x.astype(jnp.int32),
    "maximum": lambda x, y: jnp.maximum(x, y),
    "dot-sequence": lambda x, y: x @ y,
    "batch-dot": lambda x, y: x @ y,
    "batch-dot-rows": lambda x, y: jnp.sum(x * y, -1, keepdims=True),
    "categorical-crossentropy": categorical_crossentropy,
    "categorical-crossentropy-of-logits": lambda x, y: -jnp.sum(y * nn.log_softmax(x), -1),
    "sparse-categorical-crossentropy": sparse_categorical_crossentropy,
    "sparse-categorical-crossentropy-of-logits": (lambda x, y: nn.logsumexp(x, -1) - named(x, y)),
    "binary-crossentropy": binary_crossentropy,
    "binary-crossentropy-of-logits": (
        lambda x, y: jnp.maximum(x, 0) - x * y + jnp.log1p(jnp.exp(-jnp.abs(x)))
    ),
    "in-top-k": in_top_k,
    "transpose": lambda x: x.T,
    "channels-last-to-first": lambda x: x.transpose(0, 3, 1, 2),
    "heads-to-front": lambda x: x.transpose(0, 2, 1, 3),
    "reshape": lambda x: x.reshape(-1, 64),
    "flatten": lambda x: x.reshape(len(x), -1),
    "expand-dims": lambda x: x[:, None],
    "tile": lambda x: jnp.tile(x, (2, 2)),
    "repeat": lambda x: jnp.broadcast_to(x[:, None], (len(x), COPIES, x.shape[1])),
    "repeat-elements": lambda x: jnp.repeat(x, 2, axis=1),
    "reverse": lambda x: jnp.flip(x, 1),
    "slice": lambda x: x[:, SLICED],
    "one-hot": lambda x: nn.one_hot(x, CLASSES, dtype=jnp.float32),
    "gather": lambda x, y: x.at[y].get(mode="promise_in_bounds"),
    "concatenate": lambda x, y: jnp.concatenate((x, y), -1),
    "concatenate-first-axis": lambda x, y: jnp.concatenate((x, y)),
    "stack": lambda x, y: jnp.stack((x, y), 1),
    "pad-images": lambda x: jnp.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0))),
    "pad-images-channels-first": lambda x: jnp.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1))),
    "pad-sequences": lambda x: jnp.pad(x, ((0, 0), (2, 2), (0, 0))),
    "zeros-like": lambda x: jnp.zeros_like(x),
    "batch-normalization": batch_normalization,
    "normalize-batch-in-training": normalize_batch_in_training,
    "l2-normalize": l2_normalize,
    "max": lambda x: x.max(-1),
    "max-first-axis": lambda x: x.max(0),
    "variance": lambda x: x.var(-1),
    "standard-deviation": lambda x: x.std(0),
    "logsumexp": lambda x: nn.logsumexp(x, -1),
    "argmax": lambda x: lax.argmax(x, 1, jnp.int64),
    "argmax-first-axis": lambda x: lax.argmax(x, 0, jnp.int64),
    "any": lambda x: x.any(-1).astype(jnp.uint8),
    "all": lambda x: x.all().astype(jnp.uint8),
}

PREPARATIONS: dict[str, Prepare] = {
    "greedy-decoding": greedy_decoding,
    "uniform": drawing(lambda key: jax.random.uniform(key, RANDOM_SHAPE, jnp.float32)),
    "normal": drawing(lambda key: jax.random.normal(key, RANDOM_SHAPE, jnp.float32)),
    "truncated-normal": drawing(
        lambda key: jax.random.truncated_normal(key, -CUT, CUT, TRUNCATED_SHAPE, jnp.float32)
    ),
    "binomial": drawing(binomial),
    "dropout": drawing(dropout),
    "predict-images": prediction(images, nn.softmax),
    **programs(),
}


class JaxPeer(Peer):
    name = "jax"
    version = jax.__version__
    functions = FUNCTIONS
    preparations = PREPARATIONS

    def tensor(self, array: np.ndarray) -> Array:
        return jax.device_put(array)

    def array(self, tensor: Array) -> np.ndarray:
        return np.asarray(tensor)

    def mode(self, workload: Workload) -> AbstractContextManager[Any]:
        return jax.enable_x64(workload.dtype == "float64" or workload.name in _WIDE_RESULTS)

    def compiled(self, function: Function) -> Function:
        return waiting(jax.jit(function))
