"""The NumPy implementations printed in ko, executed unchanged: `kassay run --backend python:printed_backend`."""

from __future__ import annotations

from typing import Any

import numpy as np
from documents import NoDocuments, copies, printed_code
from surroundings import (  # noqa: F401  (the rest of the backend)
    GLOBALS,
    Unsupported,
    constant,
    floatx,
    function,
    get_value,
    kassay_reset,
    learning_phase,
    placeholder,
    set_floatx,
    set_learning_phase,
    variable,
)

kassay_name = "The NumPy implementations printed in ko"
__version__ = f"numpy {np.__version__}"

try:
    _CODE = printed_code(copies("ko")[0])
except NoDocuments as error:
    raise Unsupported(str(error)) from error


def _execute(name: str, code: str) -> Any:
    """The function that the code defines. Its globals contain only its own names, so it uses Python's `any`, `sum` and `slice`."""
    names = dict(GLOBALS)
    exec(compile(code, f"<{name}, as printed>", "exec"), names)
    return names[name]


globals().update({name: _execute(name, code) for name, code in _CODE.items()})
