"""The functions of the Keras backend API that Keras 3 has a counterpart of, under their old names.

Only names, orders and defaults of arguments are mapped. What is composed of several calls is so in
keras/src/legacy/backend.py too, where Keras 3 keeps the old functions, written on TensorFlow alone;
what neither has is left out, so that it is told as unsupported.
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
