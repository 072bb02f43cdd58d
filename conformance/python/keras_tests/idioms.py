"""Expressions that users of Keras 2 write in Lambda layers, losses and layers. As a program: prints as JSON, by name, whether the library
agrees with NumPy ("ok"), or the difference, or the exception.

KERAS_LIBRARY is `keras` for Keras on kassay.keras, `kassay` for kassay.keras without Keras, or `tf_keras` for TensorFlow's Keras.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from idiom_tables.all import IDIOMS
from idiom_tables.idiom import PLACEHOLDERS, VARIABLES, Drawn, Idiom, listed

# For float32, after a few operations in another order.
NEAR = {"rtol": 1e-5, "atol": 1e-6}


def backend(library: str) -> Any:
    if library == "tf_keras":
        return _of_tensorflow()
    on_kassay = importlib.import_module("kassay.keras")
    if library == "kassay":
        return on_kassay
    K = importlib.import_module(library).backend
    K.clear_session = on_kassay.clear_session  # Keras 2.3.1 has it for TensorFlow only
    return K


def _of_tensorflow() -> Any:
    """TensorFlow's Keras with graphs, and with functions that Keras 2.3.1 also had for TensorFlow."""
    tf: Any = importlib.import_module("tensorflow")
    tf.get_logger().setLevel("ERROR")
    tf.compat.v1.disable_v2_behavior()
    K = importlib.import_module("tf_keras").backend
    K.slice, K.identity, K.logsumexp, K.size = tf.slice, tf.identity, tf.reduce_logsumexp, tf.size
    K.control_dependencies = tf.control_dependencies
    return K


def tensors(K: Any, idiom: Idiom, way: str) -> list[Any]:
    if way == VARIABLES:
        return [K.variable(array, dtype=array.dtype.name) for array in idiom.inputs]
    made = []
    for array in idiom.inputs:
        known = array.shape[1:] if way == PLACEHOLDERS else [None] * (array.ndim - 1)
        shape = (None, *known) if array.ndim else ()
        made.append(K.placeholder(shape, dtype=array.dtype.name))
    return made


def computed(K: Any, inputs: list[Any], arrays: Sequence[np.ndarray], results: list[Any]) -> Any:
    """The elements of the results of an idiom; arrays stay as they are."""
    where = [i for i, each in enumerate(results) if not isinstance(each, (np.ndarray, np.generic))]
    wanted = [results[i] for i in where]
    if arrays:
        values = K.function(inputs, wanted)(list(arrays)) if wanted else []
    else:
        values = [K.eval(each) for each in wanted]
    for i, value in zip(where, values):
        results[i] = value
    return results


def difference(found: Any, expected: Any, dtype: str) -> str | None:
    if getattr(found, "dtype", None) != dtype:
        return f"has dtype {getattr(found, 'dtype', type(found).__name__)}, not {dtype}"
    if found.shape != np.shape(expected) and not isinstance(expected, Drawn):
        return f"has shape {found.shape}, not {np.shape(expected)}"
    if isinstance(expected, Drawn):
        return _difference_of_drawn(found, expected)
    if not np.allclose(found, expected, equal_nan=True, **NEAR):
        return f"is {np.asarray(found).tolist()}, not {np.asarray(expected).tolist()}"
    return None


def _difference_of_drawn(found: Any, expected: Drawn) -> str | None:
    if found.shape != expected.shape:
        return f"has shape {found.shape}, not {expected.shape}"
    if found.min() < expected.low or found.max() > expected.high:
        return f"is from {found.min()} to {found.max()}, not {expected.low} to {expected.high}"
    return "has equal numbers" if np.ptp(found) == 0 else None


def difference_of_shapes(static: Any, found: Any, required: Any) -> str | None:
    """`static`: the shape that is known before the computation. `required`: the sizes that must be known."""
    if required is not None and not _fits(required, static):
        return f"has the static shape {static}, not {required}"
    shape = np.shape(found)
    if static is not None and not _fits(static, shape):
        return f"has the static shape {static}, but {shape}"
    return None


def _fits(known: Any, shape: Any) -> bool:
    """Whether a shape has all the known sizes."""
    return (
        shape is not None
        and len(known) == len(shape)
        and all(size in (None, other) for size, other in zip(known, shape))
    )


def outcome(K: Any, idiom: Idiom, way: str) -> str:
    K.clear_session()
    expected = idiom.expected()
    inputs = tensors(K, idiom, way)
    results = listed(idiom.keras(K, *inputs))
    shapes = [_static(K, each) for each in results]
    found = computed(K, inputs, () if way == VARIABLES else idiom.inputs, results)
    if len(found) != len(expected):
        return f"{len(found)} results, not {len(expected)}"
    required = idiom.static if way == PLACEHOLDERS else None
    for i, (one, other) in enumerate(zip(found, expected)):
        differs = difference(one, other, idiom.dtypes(len(expected))[i])
        differs = differs or difference_of_shapes(shapes[i], one, required)
        if differs:
            return f"result {i} {differs}"
    return "ok"


def _static(K: Any, result: Any) -> Any:
    return result.shape if isinstance(result, (np.ndarray, np.generic)) else K.int_shape(result)


def name_of(idiom: Idiom, way: str) -> str:
    return f"{idiom.name}, {way}" if idiom.inputs else idiom.name


def ways(idiom: Idiom) -> tuple[str, ...]:
    return idiom.ways if idiom.inputs else (VARIABLES,)


def marked(idiom: Idiom, found: str) -> str:
    """The outcome with tf_keras, which does not support some idioms, as these note."""
    if not idiom.not_in_tf_keras:
        return found
    return idiom.not_in_tf_keras if found != "ok" else "ok, though marked as not in tf_keras"


def main() -> None:
    library = os.environ.get("KERAS_LIBRARY", "keras")
    K = backend(library)
    outcomes = {}
    for idiom in IDIOMS:
        for way in ways(idiom):
            try:
                found = outcome(K, idiom, way)
            except Exception as error:  # an exception of the library is an outcome
                found = f"{type(error).__name__}: {error}"
            name = name_of(idiom, way)
            outcomes[name] = marked(idiom, found) if library == "tf_keras" else found
    json.dump(outcomes, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
