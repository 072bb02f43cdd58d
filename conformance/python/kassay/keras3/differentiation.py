"""Differentiation: Keras 3 lacks a function for it, so each backend uses its own."""

import keras

from kassay.keras3.unsupported import Unsupported


def _jax(function, value):
    import jax

    return jax.grad(lambda x: function(x).sum())(value)


def _torch(function, value):
    import torch

    with torch.enable_grad():
        if not value.requires_grad:
            value = value.detach().requires_grad_()
        return torch.autograd.grad(function(value).sum(), value, create_graph=True)[0]


def _tensorflow(function, value):
    import tensorflow

    with tensorflow.GradientTape() as tape:
        tape.watch(value)
        total = tensorflow.reduce_sum(function(value))
    return tape.gradient(total, value, unconnected_gradients=tensorflow.UnconnectedGradients.ZERO)


def _mlx(function, value):
    import mlx.core

    return mlx.core.grad(lambda x: function(x).sum())(value)


_OF_BACKENDS = {"jax": _jax, "torch": _torch, "tensorflow": _tensorflow, "mlx": _mlx}


def gradient_of_sum(function, value):
    """The gradient of the sum of function(value) with respect to the value."""
    differentiate = _OF_BACKENDS.get(keras.config.backend())
    if differentiate is None:
        raise Unsupported(f"the backend {keras.config.backend()} lacks gradients")
    return differentiate(function, value)
