"""The Keras backend API on PyTorch, through Keras 3: `kassay run --backend python:torch_backend`."""

import os

os.environ["KERAS_BACKEND"] = "torch"  # which Keras reads when it is first imported

import torch
from keras3_api import *  # noqa: F403

kassay_name = "PyTorch (Keras 3)"
__version__ = f"torch {torch.__version__}, keras {keras.__version__}"  # noqa: F405
