"""The backend that Keras 2.2.4 and 2.3.1 load: `KERAS_BACKEND=kassay.keras`.

These versions need names that Python and NumPy no longer have: `import kassay.keras` before `import keras` puts them back,
and chooses this backend where no other one is chosen. `python -m kassay.keras script.py` does both for a script.

KASSAY_ENGINE names the interpreter: `optimized`, which is the default, or `reference`.

Settings (floatx, epsilon, image_data_format) are those of Keras.
"""

from __future__ import annotations

import os

from kassay import native as native  # first: it says what is missing
from kassay.keras import compatibility, hosting
from kassay.keras.backend import *  # noqa: F403
from kassay.keras.backend import __all__ as __all__
from kassay.keras.backend import engine as engine

compatibility.install()
hosting.install()
# Keras reads this when it is imported; when Keras imports this module, it has read it.
os.environ.setdefault("KERAS_BACKEND", "kassay.keras")
