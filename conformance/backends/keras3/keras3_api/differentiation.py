"""Differentiation: Keras 3 has no function for it, so each backend uses its own."""

import keras

if keras.config.backend() == "jax":
    import jax

    def gradient_of_sum(function, value):
        return jax.grad(lambda x: function(x).sum())(value)

elif keras.config.backend() == "torch":
    import torch

    def gradient_of_sum(function, value):
        with torch.enable_grad():
            if not value.requires_grad:
                value = value.detach().requires_grad_()
            return torch.autograd.grad(function(value).sum(), value, create_graph=True)[0]
