"""An array that is not a copy, for several readings."""

from __future__ import annotations

import numpy as np

from kassay_generators.machine.lazy import Variable
from kassay_generators.machine.values import Array


class VariableView(Array):
    """Shows the current elements of a variable, not those at the time of the call."""

    def __init__(self, variable: Variable) -> None:
        object.__setattr__(self, "dtype", variable.dtype)
        object.__setattr__(self, "_variable", variable)

    @property
    def values(self) -> np.ndarray:  # type: ignore[override]
        variable: Variable = self._variable  # type: ignore[attr-defined]
        return variable.value.values
