"""Makes Keras 2.3.1 importable: on kassay.keras if KERAS_LIBRARY is `keras`, on TensorFlow 2.15 if it is `tensorflow`."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

LIBRARY = os.environ.get("KERAS_LIBRARY", "keras")
_COMPATIBILITY = Path(__file__).parents[2] / "kassay" / "keras" / "compatibility.py"
_VERSION = "1.15.0"  # a version of TensorFlow that Keras 2.3.1 supports


def _put_back_names() -> None:
    """Restores the names that kassay.keras restores; it is not installed in the Python with TensorFlow."""
    spec = importlib.util.spec_from_file_location("compatibility", _COMPATIBILITY)
    assert spec is not None and spec.loader is not None
    compatibility = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(compatibility)
    compatibility.install()


def _with_tensorflow() -> None:
    """Makes TensorFlow 2.15 work like TensorFlow 1, which Keras 2.3.1 and its packages were written for."""
    _put_back_names()
    os.environ["TF_USE_LEGACY_KERAS"] = "1"  # otherwise it imports this Keras as its own
    tensorflow: Any = importlib.import_module("tensorflow")
    ops: Any = importlib.import_module("tensorflow.python.framework.ops")
    first = tensorflow.compat.v1
    first.disable_v2_behavior()
    first.enable_resource_variables()  # other variables can be read while they are written
    dense = (first.Tensor, first.Variable)
    ops._TensorLike = (*dense, first.SparseTensor)
    ops.is_dense_tensor_like = lambda x: isinstance(x, dense)
    del first.Tensor.__len__  # with it, packages mistake a tensor for a list
    first.__version__ = _VERSION
    sys.modules["tensorflow"] = first
    os.environ["KERAS_BACKEND"] = "tensorflow"


def _count_last(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, but an optimizer's count of steps is updated last: its other updates read the count, and TensorFlow does not specify
    whether they read it before its update."""

    @functools.wraps(function)
    def call(inputs: Any, outputs: Any, updates: Any = None, **options: Any) -> Any:
        made = [update.op for update in updates or () if not isinstance(update, tuple)]
        for each in made:
            if each.type == "AssignAddVariableOp" and each.inputs[1].dtype == "int64":
                each._add_control_inputs([other for other in made if other is not each])
        return function(inputs, outputs, updates, **options)

    return call


def _with_kassay() -> None:
    importlib.import_module("kassay.keras")
    # Some packages import TensorFlow only to read checkpoints.
    sys.modules["tensorflow"] = ModuleType("tensorflow")


(_with_tensorflow if LIBRARY == "tensorflow" else _with_kassay)()
keras: Any = importlib.import_module("keras")
if LIBRARY == "tensorflow":
    keras.backend.function = _count_last(keras.backend.function)
L = keras.layers
Model, Sequential = keras.models.Model, keras.models.Sequential
clear_session: Any = importlib.import_module(
    "keras.backend.tensorflow_backend" if LIBRARY == "tensorflow" else "kassay.keras"
).clear_session
