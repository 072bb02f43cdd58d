"""The functions of the Keras backend API that have a counterpart in Keras 3, under their old names: `kassay run --backend keras3:NAME`.

This maps only names, orders and defaults of arguments. A function becomes several calls only if it does so in
keras/src/legacy/backend.py, where Keras 3 keeps the old functions, which run only on TensorFlow. Functions that
neither has are left out, so kassay reports them as unsupported.

It uses the public names of Keras. `rnn` of a backend, `batch_dot`, `is_keras_tensor`, `get_uid` and `reset_uids` are not public; they
come from keras.src.

Keras takes the backend from $KERAS_BACKEND when it is first imported. Raises ImportError if that backend is not installed.
"""

from kassay.keras3 import preparation as _preparation

_preparation.prepare()

import keras  # noqa: E402

from kassay.keras3.arithmetic import *  # noqa: E402,F403
from kassay.keras3.configuration import *  # noqa: E402,F403
from kassay.keras3.convolution import *  # noqa: E402,F403
from kassay.keras3.graph import *  # noqa: E402,F403
from kassay.keras3.neural_network import *  # noqa: E402,F403
from kassay.keras3.randomness import *  # noqa: E402,F403
from kassay.keras3.shapes import *  # noqa: E402,F403
from kassay.keras3.tensors import *  # noqa: E402,F403

kassay_name = f"{keras.config.backend()} (Keras 3)"
__version__ = _preparation.versions()
# It is unknown whether other backends allow several threads.
kassay_threads = keras.config.backend() in ("jax", "numpy", "torch")
