"""TensorFlow's implementation of the Keras backend API, in graph mode, as a module for `kassay run`.

The functions come from the package tf_keras, which continues Keras 2, under the names of the documents.
This module does not repair anything that is wrong or missing there.
"""

from __future__ import annotations

import os

# Must precede the import of TensorFlow: no info messages and no GPU.
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import tensorflow as tf
from tf_keras.backend import *  # noqa: F403
from tf_keras.src.backend import (  # noqa: F401: Keras 2.2 exported these, tf_keras no longer does
    conv3d_transpose,
    identity,
    is_placeholder,
    logsumexp,
    separable_conv1d,
)

kassay_name = "TensorFlow (tf_keras)"
__version__ = tf.__version__

kassay_error_kinds = {
    tf.errors.InvalidArgumentError: "value",
    tf.errors.ResourceExhaustedError: "out-of-memory",
    tf.errors.UnimplementedError: "not-implemented",
}

# The API of the documents has placeholders, and gradients of tensors computed earlier.
tf.compat.v1.disable_eager_execution()

# Unordered operations run in the same order each time, so that a run can be repeated.
tf.config.threading.set_inter_op_parallelism_threads(1)
tf.config.threading.set_intra_op_parallelism_threads(1)

# Keras 2.2 exported these two from TensorFlow; the arguments of slice had other names.
is_tensor = tf.is_tensor


def slice(x: tf.Tensor, start: list[int], size: list[int]) -> tf.Tensor:
    return tf.slice(x, start, size)
