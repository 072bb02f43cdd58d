"""Networks and connectionist temporal classification in NumPy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy import ndarray as Array
from numpy_windows import convolve, max_pool
from workload import FUZZ, LEARNING_RATE

Layers = dict[str, Array]


def softmax(x: Array, axis: int = -1) -> Array:
    powers = x - x.max(axis, keepdims=True)
    np.exp(powers, out=powers)
    powers /= powers.sum(axis, keepdims=True)
    return powers


def relu_dense(x: Array, weights: Array, bias: Array) -> Array:
    result = x @ weights
    result += bias
    return np.maximum(result, 0, out=result)


def predict_dense(x: Array, **layers: Array) -> Callable[[], Array]:
    return lambda: softmax(_activations(x, layers)[-1])


def _activations(x: Array, layers: Layers) -> tuple[Array, Array, Array]:
    """The activations of the two hidden layers, and the logits."""
    hidden = relu_dense(x, layers["w1"], layers["b1"])
    deeper = relu_dense(hidden, layers["w2"], layers["b2"])
    return hidden, deeper, deeper @ layers["w3"] + layers["b3"]


def train_dense(x: Array, labels: Array, **layers: Array) -> Callable[[], Array]:
    layers = {name: array.copy() for name, array in layers.items()}

    def step() -> Array:
        hidden, deeper, logits = _activations(x, layers)
        shares = softmax(logits)
        by_logits = (shares * labels.sum(-1, keepdims=True) - labels) / len(x)
        by_deeper = (by_logits @ layers["w3"].T) * (deeper > 0)
        by_hidden = (by_deeper @ layers["w2"].T) * (hidden > 0)
        inputs = (x, hidden, deeper)
        for place, by_output in enumerate((by_hidden, by_deeper, by_logits), 1):
            layers[f"w{place}"] -= LEARNING_RATE * (inputs[place - 1].T @ by_output)
            layers[f"b{place}"] -= LEARNING_RATE * by_output.sum(0)
        return -np.sum(labels * log_softmax(logits)) / len(x)

    return step


def log_softmax(x: Array) -> Array:
    shifted = x - x.max(-1, keepdims=True)
    shifted -= np.log(np.exp(shifted).sum(-1, keepdims=True))
    return shifted


def predict_images(
    x: Array, k1: Array, b1: Array, k2: Array, b2: Array, w: Array, b: Array
) -> Array:
    first = max_pool(_relu_convolved(x, k1, b1), 1, 2)
    second = max_pool(_relu_convolved(first, k2, b2), 1, 2)
    return softmax(second.reshape(len(x), -1) @ w + b)


def _relu_convolved(x: Array, kernel: Array, bias: Array) -> Array:
    result = convolve(x, kernel)
    result += bias
    return np.maximum(result, 0, out=result)


def ctc_loss(labels: Array, scores: Array, frames: Array, lengths: Array) -> Array:
    """The forward algorithm in logarithms, on all samples at once."""
    shares = scores + np.float32(FUZZ)
    shares /= shares.sum(-1, keepdims=True)
    samples, steps, classes = scores.shape
    blank = classes - 1
    states = np.full((samples, 2 * labels.shape[1] + 1), blank)
    states[:, 1::2] = labels
    logarithms = np.log(np.take_along_axis(shares, states[:, None], 2))
    skips = (states[:, 2:] != blank) & (states[:, 2:] != states[:, :-2])
    penalty = np.where(skips, np.float32(0), np.float32(-np.inf))
    alpha = np.full(states.shape, -np.inf, scores.dtype)
    alpha[:, :2] = logarithms[:, 0, :2]
    for step in range(1, steps):
        following = _forward(alpha, penalty) + logarithms[:, step]
        np.copyto(alpha, following, where=step < frames)
    end = 2 * lengths
    last, before = (np.take_along_axis(alpha, at, 1) for at in (end, end - 1))
    return -np.logaddexp(last, before)


def _forward(alpha: Array, penalty: Array) -> Array:
    """What reaches each state from itself, from the one before, and over a blank between different labels."""
    result = alpha.copy()
    np.logaddexp(result[:, 1:], alpha[:, :-1], out=result[:, 1:])
    np.logaddexp(result[:, 2:], alpha[:, :-2] + penalty, out=result[:, 2:])
    return result


def greedy_decoding(scores: Array, frames: Array) -> tuple[Array, Array]:
    samples, steps, classes = scores.shape
    best = scores.argmax(-1)
    counts = np.arange(steps) < frames[:, None]
    logarithms = np.log(scores.max(-1) + np.float32(FUZZ))
    score = -logarithms.sum(1, keepdims=True, where=counts)
    kept = counts & (best != classes - 1)
    kept[:, 1:] &= best[:, 1:] != best[:, :-1]
    places = kept.cumsum(1)
    decoded = np.full((samples, places[:, -1].max()), -1)
    rows, columns = kept.nonzero()
    decoded[rows, places[rows, columns] - 1] = best[rows, columns]
    return decoded, score
