"""The functions of the API, with the settings of Keras and with the arguments that Keras users write."""

from __future__ import annotations

import functools
import importlib
import os
import sys
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

from kassay.keras.arguments import lenient
from kassay.tensor import as_updated

_INTERPRETERS = ("optimized", "reference")


def _chosen_engine() -> ModuleType:
    """The module of the interpreter that KASSAY_ENGINE names. Its other words are for the optimized interpreter."""
    words = os.environ.get("KASSAY_ENGINE", "").split(",")
    chosen = [word for word in words if word in _INTERPRETERS] or ["optimized"]
    if len(chosen) > 1:
        raise ValueError(f"KASSAY_ENGINE names two interpreters: {' and '.join(chosen)}")
    return importlib.import_module(f"kassay.{chosen[0]}")


engine = _chosen_engine()


class State(threading.local):
    """The state of this thread: the last settings of its session, and the names of the open scopes."""

    def __init__(self) -> None:
        self.settings: tuple[str, float, str] | None = None
        self.scopes: list[str] = []


state = State()


def _follow_settings() -> None:
    """Passes changed settings of Keras to the session."""
    common = sys.modules.get("keras.backend.common")
    if common is None:
        return
    settings = (common.floatx(), common.epsilon(), common.image_data_format())
    if settings == state.settings:
        return
    for function, value in zip(
        (engine.set_floatx, engine.set_epsilon, engine.set_image_data_format), settings
    ):
        function(value)
    state.settings = settings


# These functions take the variables themselves. All others take the values that updates give them.
_OF_VARIABLES = frozenset(
    """batch_get_value batch_set_value count_params dtype get_value int_shape is_keras_tensor is_placeholder is_sparse is_tensor
    moving_average_update ndim set_value update update_add update_sub""".split()
)


def _with_settings(name: str) -> Callable[..., Any]:
    function = lenient(engine, name)
    of_variables = name in _OF_VARIABLES

    @functools.wraps(getattr(engine, name))
    def call(*args: Any, **kwargs: Any) -> Any:
        _follow_settings()
        if not of_variables:
            args, kwargs = as_updated(args), as_updated(kwargs)
        return function(*args, **kwargs)

    return call


api = {name: _with_settings(name) for name in engine.__all__}
