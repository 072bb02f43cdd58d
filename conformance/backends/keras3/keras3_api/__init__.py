"""The functions of the Keras backend API that have a counterpart in Keras 3, under their old names.

This maps only names, orders and defaults of arguments. A function becomes several calls only if it does so in
keras/src/legacy/backend.py, where Keras 3 keeps the old functions, which run only on TensorFlow. Functions that
neither has are left out, so kassay reports them as unsupported.
"""

import keras  # noqa: F401

from keras3_api.arithmetic import *  # noqa: F403
from keras3_api.configuration import *  # noqa: F403
from keras3_api.convolution import *  # noqa: F403
from keras3_api.graph import *  # noqa: F403
from keras3_api.neural_network import *  # noqa: F403
from keras3_api.randomness import *  # noqa: F403
from keras3_api.shapes import *  # noqa: F403
from keras3_api.tensors import *  # noqa: F403
