"""Settings and counters of names."""

import keras
from keras.config import (  # noqa: F401
    backend,
    epsilon,
    image_data_format,
    set_image_data_format,
)
from keras.src.utils.naming import get_uid, reset_uids  # noqa: F401


def set_epsilon(e):
    keras.config.set_epsilon(e)


def floatx():
    return keras.config.floatx()


def set_floatx(floatx):
    keras.config.set_floatx(floatx)


def clear_session():
    # Without garbage collection, which the API does not require: it would take longer than most cases.
    keras.utils.clear_session(free_memory=False)
