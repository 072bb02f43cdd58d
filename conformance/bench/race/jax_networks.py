"""Networks on JAX, as functions of their weights and inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import jax.numpy as jnp
from jax import Array, lax, nn
from workload import HEADS, NORMALIZATION_EPSILON

Weights = dict[str, Array]
States = tuple[Array, ...]

_LAYOUT = ("NHWC", "HWIO", "NHWC")


def convolve(x: Array, kernel: Array, padding: str, groups: int = 1) -> Array:
    return lax.conv_general_dilated(
        x, kernel, (1, 1), padding, dimension_numbers=_LAYOUT, feature_group_count=groups
    )


def pooled(x: Array, kernel: Array, bias: Array, padding: str) -> Array:
    """The largest of each window of 2 by 2 pixels of a layer."""
    size = (1, 2, 2, 1)
    layer = nn.relu(convolve(x, kernel, padding) + bias)
    return lax.reduce_window(layer, -jnp.inf, lax.max, size, size, "VALID")


def dense(weights: Weights, x: Array) -> Array:
    hidden = nn.relu(x @ weights["w1"] + weights["b1"])
    deeper = nn.relu(hidden @ weights["w2"] + weights["b2"])
    return deeper @ weights["w3"] + weights["b3"]


def images(weights: Weights, x: Array) -> Array:
    first = pooled(x, weights["k1"], weights["b1"], "SAME")
    second = pooled(first, weights["k2"], weights["b2"], "SAME")
    return second.reshape(len(x), -1) @ weights["w"] + weights["b"]


def digits(weights: Weights, x: Array) -> Array:
    first = pooled(x, weights["k1"], weights["b1"], "VALID")
    second = pooled(first, weights["k2"], weights["b2"], "VALID")
    third = nn.relu(second.reshape(len(x), -1) @ weights["w3"] + weights["b3"])
    return third @ weights["w4"] + weights["b4"]


def residual(weights: Weights, x: Array) -> Array:
    hidden = nn.relu(_normalized_convolution(weights, x, "1"))
    return nn.relu(_normalized_convolution(weights, hidden, "2") + x)


def _normalized_convolution(weights: Weights, x: Array, place: str) -> Array:
    """By the mean and the variance among the weights, or else by those of the batch."""
    convolved = convolve(x, weights[f"k{place}"], "SAME")
    if f"mean{place}" in weights:
        mean, variance = weights[f"mean{place}"], weights[f"variance{place}"]
    else:
        mean, variance = convolved.mean((0, 1, 2)), convolved.var((0, 1, 2))
    scale = lax.rsqrt(variance + NORMALIZATION_EPSILON) * weights[f"gamma{place}"]
    return (convolved - mean) * scale + weights[f"beta{place}"]


def separable(weights: Weights, x: Array) -> Array:
    rows, columns, channels, _ = weights["depthwise"].shape
    kernel = weights["depthwise"].reshape(rows, columns, 1, channels)
    alone = convolve(x, kernel, "SAME", groups=channels)
    return nn.relu(convolve(alone, weights["pointwise"], "SAME") + weights["b"])


def attention(weights: Weights, x: Array) -> Array:
    samples, steps, _ = x.shape
    queries, keys, values = (
        (x @ weights[name]).reshape(samples, steps, HEADS, -1) for name in ("wq", "wk", "wv")
    )
    attended = nn.dot_product_attention(queries, keys, values)
    return attended.reshape(samples, steps, -1) @ weights["wo"]


def lstm(weights: Weights, x: Array, h0: Array, c0: Array, present: Array | None = None) -> Array:
    def step(now: Array, before: Array, carry: Array) -> States:
        gates = now + before @ weights["recurrent"]
        entering, kept, new, shown = jnp.split(gates, 4, -1)
        cell = nn.sigmoid(kept) * carry + nn.sigmoid(entering) * jnp.tanh(new)
        return nn.sigmoid(shown) * jnp.tanh(cell), cell

    return _class_of_last(weights, step, x, (h0, c0), present)


def gru(weights: Weights, x: Array, h0: Array, present: Array | None = None) -> Array:
    def step(now: Array, before: Array) -> States:
        inner = jnp.split(before @ weights["recurrent"] + weights["recurrent_bias"], 3, -1)
        outer = jnp.split(now, 3, -1)
        reset, old = (nn.sigmoid(outer[i] + inner[i]) for i in (0, 1))
        new = jnp.tanh(outer[2] + reset * inner[2])
        return ((1 - old) * new + old * before,)

    return _class_of_last(weights, step, x, (h0,), present)


def _class_of_last(
    weights: Weights,
    step: Callable[..., States],
    x: Array,
    initial: States,
    present: Array | None,
) -> Array:
    """The logits of the last output, which is the first state. The states of a sample stay where it is masked."""

    def carry(states: States, at: Sequence[Array]) -> tuple[States, None]:
        now, *here = at
        following = step(now, *states)
        if here:
            following = tuple(map(jnp.where, here * len(states), following, states))
        return following, None

    entering = x @ weights["kernel"] + weights["bias"]
    sequences = [entering] if present is None else [entering, present[:, :, None]]
    last, _ = lax.scan(carry, initial, [each.swapaxes(0, 1) for each in sequences])
    return last[0] @ weights["w"] + weights["b"]


def acoustic(weights: Weights, x: Array) -> Array:
    return nn.relu(x @ weights["w1"] + weights["b1"]) @ weights["w2"] + weights["b2"]


def embedding(weights: Weights, x: Array) -> Array:
    words = weights["table"].at[x].get(mode="promise_in_bounds")
    return words.mean(1) @ weights["w"] + weights["b"]


def eight(weights: Weights, x: Array) -> Array:
    w, b = weights["w"], weights["b"]
    first = jnp.tanh(x * w + b)
    second = nn.sigmoid(first * w - b)
    return nn.relu(second * first + x) * x
