"""The backend that Keras 2.2.4 and 2.3.1 load: `KERAS_BACKEND=kassay.keras`.

These versions need names that Python and NumPy no longer have: `import kassay.keras` before `import keras` puts them back,
and selects this backend unless another one is selected. `python -m kassay.keras script.py` does both for a script.

KASSAY_ENGINE names the interpreter: `optimized` (the default) or `reference`.

Settings (floatx, epsilon, image_data_format) are those of Keras.
"""

from __future__ import annotations

import os

from kassay import native as native  # first: its error says what is missing
from kassay.keras import compatibility, hosting
from kassay.keras.backend import *  # noqa: F403
from kassay.keras.backend import __all__ as __all__
from kassay.keras.backend import engine as engine

compatibility.install()
hosting.install()
# Keras reads this on import. If Keras itself imports this module, it has already read it.
os.environ.setdefault("KERAS_BACKEND", "kassay.keras")
