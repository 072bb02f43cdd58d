"""TensorFlow's implementation of the Keras backend API, in graph mode, as a module for `kassay run`.

The functions are those of the package tf_keras, which keeps Keras 2 alive, each under the name of the
documents. What is wrong or missing there is left wrong or missing.
"""

from __future__ import annotations

import os

# Before TensorFlow is imported: no messages of information, and no GPU.
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import tensorflow as tf
from tf_keras.backend import *  # noqa: F403
from tf_keras.src.backend import (  # exported by Keras 2.2, and by tf_keras no longer
    conv3d_transpose,
    identity,
    is_placeholder,
    logsumexp,
    separable_conv1d,
)

__version__ = tf.__version__

# The API of the documents has placeholders, and gradients of whatever was computed before.
tf.compat.v1.disable_eager_execution()

# Keras 2.2 exported these two of TensorFlow itself under its own names.
is_tensor = tf.is_tensor


def slice(x, start, size):
    return tf.slice(x, start, size)
