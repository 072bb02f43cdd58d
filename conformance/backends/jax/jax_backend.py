"""The Keras backend API on JAX, as Keras 3 has it: `kassay run --backend python:jax_backend`."""

import os

os.environ["KERAS_BACKEND"] = "jax"  # which Keras reads when it is first imported

import jax

# Without it JAX makes 32-bit types of all 64-bit ones.
jax.config.update("jax_enable_x64", True)

from keras3_api import *  # noqa: E402,F403

kassay_name = "JAX (Keras 3)"
__version__ = f"jax {jax.__version__}, keras {keras.__version__}"  # noqa: F405
