"""Whole programs on JAX: predictions and steps of training."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import jax_networks as networks
import optax
from jax import Array, nn
from jax_networks import Weights
from native import Function, Prepare
from workload import FEW, LEARNING_RATE, parted

# Whose results are logits.
CLASSIFIERS: dict[str, Function] = {
    "dense": networks.dense,
    "digits": networks.digits,
    "lstm": networks.lstm,
    "lstm-masked": networks.lstm,
    "gru": networks.gru,
    "gru-masked": networks.gru,
    "embedding": networks.embedding,
}
# Which are trained to make small numbers.
BLOCKS: dict[str, Function] = {
    "residual": networks.residual,
    "separable": networks.separable,
    "attention": networks.attention,
    "eight": networks.eight,
}


def cross_entropy(logits: Array, labels: Array) -> Array:
    return -jnp.mean(jnp.sum(labels * nn.log_softmax(logits), -1))


def mean_square(result: Array) -> Array:
    return jnp.mean(jnp.square(result))


def ctc_costs(logits: Array, labels: Array, frames: Array, lengths: Array) -> Array:
    _, steps, classes = logits.shape
    unused_frames = jnp.arange(steps) >= frames
    unused_labels = jnp.arange(labels.shape[1]) >= lengths
    return optax.ctc_loss(
        logits,
        unused_frames.astype(logits.dtype),
        labels,
        unused_labels.astype(logits.dtype),
        blank_id=classes - 1,
    )


def prediction(network: Function, ending: Function) -> Prepare:
    def prepare(**tensors: Array) -> Callable[[], Array]:
        weights, inputs, _ = parted(tensors)
        compiled = jax.jit(lambda weights, inputs: ending(network(weights, *inputs)))
        return lambda: compiled(weights, inputs).block_until_ready()

    return prepare


def training(network: Function, loss: Function) -> Prepare:
    def loss_of(weights: Weights, inputs: list[Array], targets: list[Array]) -> Array:
        return loss(network(weights, *inputs), *targets)

    def prepare(**tensors: Array) -> Callable[[], Array]:
        weights, inputs, targets = parted(tensors)

        def step(
            weights: Weights, inputs: list[Array], targets: list[Array]
        ) -> tuple[Weights, Array]:
            loss, gradients = jax.value_and_grad(loss_of)(weights, inputs, targets)
            return jax.tree.map(lambda w, g: w - LEARNING_RATE * g, weights, gradients), loss

        return going_on(step, weights, inputs, targets)

    return prepare


def adam(w: Array, gradient: Array) -> Callable[[], Array]:
    optimizer = optax.adam(LEARNING_RATE)

    def step(state: tuple[Array, Any], gradient: Array) -> tuple[tuple[Array, Any], Array]:
        weights, moments = state
        change, moments = optimizer.update(gradient, moments)
        weights = optax.apply_updates(weights, change)
        return (weights, moments), weights[:FEW]

    return going_on(step, (w, optimizer.init(w)), gradient)


def going_on(step: Function, state: Any, *inputs: Any) -> Callable[[], Array]:
    """Calls of a function that takes the state and inputs, and returns the state that follows and a result."""
    compiled = jax.jit(step, donate_argnums=0)

    def call() -> Array:
        nonlocal state
        state, result = jax.block_until_ready(compiled(state, *inputs))
        return result

    return call


def programs() -> dict[str, Prepare]:
    def ctc(*inputs: Array) -> Array:
        return ctc_costs(*inputs).mean()

    found = {
        "train-ctc": training(networks.acoustic, ctc),
        "adam": adam,
    }
    for name, network in CLASSIFIERS.items():
        found[f"predict-{name}"] = prediction(network, nn.softmax)
        found[f"train-{name}"] = training(network, cross_entropy)
    for name, network in BLOCKS.items():
        found[f"predict-{name}"] = prediction(network, lambda result: result)
        found[f"train-{name}"] = training(network, mean_square)
    return found
