"""Makes backends for tests: modules with a few functions."""

from __future__ import annotations

from types import ModuleType
from typing import Any


def backend_module(**functions: Any) -> ModuleType:
    """A module with the three required entries and these functions."""
    module = ModuleType("toy")
    required = {name: lambda *args: None for name in ("placeholder", "variable", "function")}
    module.__dict__.update({**required, **functions})
    return module
