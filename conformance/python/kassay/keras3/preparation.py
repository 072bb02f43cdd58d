"""Prepares a library before Keras imports it, and finds the versions."""

import importlib
import os
import sys
from importlib import metadata

# The distributions of a library, if they are not named like the backend. A backend outside of Keras has its own package, keras-NAME.
_DISTRIBUTIONS = {"tensorflow": ("tensorflow", "tensorflow-cpu")}


def prepare() -> None:
    """Call this before the first import of Keras."""
    name = os.environ.get("KERAS_BACKEND", "")
    # A package that adds its backend to Keras itself, such as keras-tinygrad, does so when it is imported.
    if sys.version_info >= (3, 10):
        for entry in metadata.entry_points(group="keras.backends", name=name):
            importlib.import_module(entry.value.split(".")[0])
    if name != "jax":
        return
    if sys.prefix != sys.base_prefix:
        # Compiling takes nearly all the time, so a virtual environment keeps the compiled code.
        os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", os.path.join(sys.prefix, "compiled"))
        os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0")
    import jax

    # Without this, JAX turns all 64-bit types into 32-bit ones.
    jax.config.update("jax_enable_x64", True)


def versions() -> str:
    """The versions of the library and of Keras: "jax 0.10.2, keras 3.15.1"."""
    import keras

    name = keras.config.backend()
    found = []
    for distribution in (
        *_DISTRIBUTIONS.get(name, (name,)),
        f"keras-{name}",
        "keras",
        "keras-nightly",
    ):
        try:
            found.append(f"{distribution} {metadata.version(distribution)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join(found)
