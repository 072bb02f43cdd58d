"""The unmodified `keras.backend` of Keras 2.3.1 on Theano 1.0.5, on a Python newer than both.

This module restores names that Python and SciPy have since moved. It does not change the backend.
"""

from __future__ import annotations

import collections
import collections.abc
import os
import sys

from scipy.signal import _signaltools, _sigtools

collections.Iterable = collections.abc.Iterable
sys.modules["scipy.signal.signaltools"] = _signaltools
sys.modules["scipy.signal.sigtools"] = _sigtools

os.environ["KERAS_BACKEND"] = "theano"
os.environ["KERAS_HOME"] = os.devnull  # so that keras.json is neither read nor written
# Theano's NumPy kernels (no C++ compiler), because compiling C for each graph would take hours. They include
# the convolutions, which Theano refuses without a compiler unless this check is skipped.
os.environ.setdefault("THEANO_FLAGS", "cxx=,blas.ldflags=,optimizer_excluding=AbstractConvCheck")

from keras.backend import *  # noqa: E402, F403
from keras.backend import theano_backend  # noqa: E402
from theano import tensor  # noqa: E402

kassay_name = "Theano (Keras 2.3.1)"
__version__ = "1.0.5"


def kassay_reset() -> None:
    """Resets the learning phase. Keras does not have this function for Theano."""
    theano_backend._LEARNING_PHASE = tensor.scalar(dtype="uint8", name="keras_learning_phase")
