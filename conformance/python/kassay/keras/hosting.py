"""Amends Keras 2 on import: it does for this backend what it does only for backends that it knows by name."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

from kassay.keras import backend

# `import keras` loads this module last among those that this file needs.
_MODULE = "keras.layers.core"


class _Finder(MetaPathFinder):
    """Finds one module as Python does, and amends Keras after the module has run."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != _MODULE:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def run_and_amend(module: ModuleType) -> None:
                run(module)
                _amend(module)

            spec.loader.exec_module = run_and_amend  # type: ignore[method-assign]
        return spec


def install() -> None:
    sys.meta_path.insert(0, _Finder())


def _amend(core: ModuleType) -> None:
    keras = sys.modules["keras.backend"]
    if keras.backend() != "kassay.keras":
        return
    # Keras 2.3.1 exports only the functions that all its own backends have.
    for name in backend.__all__:
        if not hasattr(keras, name):
            setattr(keras, name, getattr(backend, name))
    given = core.Lambda.compute_output_shape

    def compute_output_shape(layer: Any, input_shape: Any) -> Any:
        """The shape that was given to the layer, or else the shape of what its function returns."""
        return (
            given(layer, input_shape) if layer._output_shape else _output_shape(layer, input_shape)
        )

    core.Lambda.compute_output_shape = compute_output_shape


def _output_shape(layer: Any, input_shape: Any) -> Any:
    dtypes = getattr(layer, "_input_dtypes", None)  # 2.2.4 does not record them
    if isinstance(input_shape, list):
        dtypes = dtypes or [None] * len(input_shape)
        inputs: Any = [
            backend.placeholder(shape, dtype=dtype) for shape, dtype in zip(input_shape, dtypes)
        ]
    else:
        inputs = backend.placeholder(input_shape, dtype=dtypes)
    made = layer.call(inputs)
    return list(map(backend.int_shape, made)) if isinstance(made, list) else backend.int_shape(made)
