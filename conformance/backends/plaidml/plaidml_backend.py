"""The unmodified `plaidml.keras.backend` of PlaidML 0.7.0 with Keras 2.2.4, on the CPU through LLVM.

This module restores a name that Python has since moved. It does not change the backend.
"""

from __future__ import annotations

import collections
import collections.abc
import os

collections.Iterable = collections.abc.Iterable

os.environ["KERAS_BACKEND"] = "plaidml.keras.backend"
os.environ["KERAS_HOME"] = os.devnull  # so that keras.json is neither read nor written
# PlaidML counts the CPU among its experimental devices.
os.environ["PLAIDML_EXPERIMENTAL"] = "1"
os.environ["PLAIDML_DEVICE_IDS"] = "llvm_cpu.0"

import keras  # noqa: E402, F401: imported second, it would find an unfinished backend
from plaidml.exceptions import InvalidArgument  # noqa: E402
from plaidml.keras.backend import *  # noqa: E402, F403
from plaidml.keras.backend import PlaidMLKerasException  # noqa: E402

kassay_name = "PlaidML"
__version__ = "0.7.0"

kassay_error_kinds = {InvalidArgument: "value", PlaidMLKerasException: "value"}
