"""Keras 2.3.1 on Theano 1.0.5: `keras.backend` itself, on a Python that is newer than both.

This restores names that Python and SciPy have since moved, and changes nothing in the backend.
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
os.environ["KERAS_HOME"] = os.devnull  # keras.json is neither read nor written
# Theano's kernels in NumPy (no C++ compiler): compiling C for each graph would take hours. They include
# the convolutions, which Theano refuses without a compiler unless the check is left out.
os.environ.setdefault("THEANO_FLAGS", "cxx=,blas.ldflags=,optimizer_excluding=AbstractConvCheck")

from keras.backend import *  # noqa: E402, F403
from keras.backend import theano_backend  # noqa: E402
from theano import tensor  # noqa: E402

kassay_name = "Theano (Keras 2.3.1)"
__version__ = "1.0.5"


def kassay_reset() -> None:
    """Resets the learning phase; on Theano, Keras has no function for this."""
    theano_backend._LEARNING_PHASE = tensor.scalar(dtype="uint8", name="keras_learning_phase")
