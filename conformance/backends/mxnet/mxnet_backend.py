"""The unmodified `mxnet_backend` of keras-mxnet 2.2.4 with MXNet 1.9.1, on the CPU.

This module restores names that Python and NumPy have since removed. It does not change the backend.
"""

from __future__ import annotations

import collections
import collections.abc
import os

import numpy as np

collections.Iterable = collections.abc.Iterable
for _name, _type in {"bool": bool, "int": int, "float": float, "object": object}.items():
    np.__dict__.setdefault(_name, _type)

os.environ["KERAS_BACKEND"] = "mxnet"
os.environ["KERAS_HOME"] = os.devnull  # so that keras.json is neither read nor written

from keras.backend.mxnet_backend import *  # noqa: E402, F403

kassay_name = "MXNet"
__version__ = "1.9.1, keras-mxnet 2.2.4"
# The backend refuses bool and int16 ("Unsupported dtype").
kassay_dtypes = ["uint8", "int8", "int32", "int64", "float16", "float32", "float64"]
