"""The Keras backend API on JAX, through Keras 3: `kassay run --backend python:jax_backend`."""

import os
import sys

os.environ["KERAS_BACKEND"] = "jax"  # which Keras reads when it is first imported
if sys.prefix != sys.base_prefix:
    # Compiling takes nearly all the time, so the virtual environment keeps the compiled code.
    os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", os.path.join(sys.prefix, "compiled"))
    os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0")

import jax

# Without it JAX turns all 64-bit types into 32-bit ones.
jax.config.update("jax_enable_x64", True)

from keras3_api import *  # noqa: E402,F403

kassay_name = "JAX (Keras 3)"
__version__ = f"jax {jax.__version__}, keras {keras.__version__}"  # noqa: F405
