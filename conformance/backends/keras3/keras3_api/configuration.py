"""Settings and counters of names."""

import keras
from keras.config import (  # noqa: F401
    backend,
    epsilon,
    floatx,
    image_data_format,
    set_epsilon,
    set_floatx,
    set_image_data_format,
)
from keras.src.utils.naming import get_uid, reset_uids  # noqa: F401


def clear_session():
    # The collection of garbage, which is no part of the API, would take longer than most cases.
    keras.utils.clear_session(free_memory=False)
