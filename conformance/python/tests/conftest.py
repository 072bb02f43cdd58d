"""Fixtures of the tests, which run with both interpreters."""

from __future__ import annotations

import importlib
from types import ModuleType

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture(params=["reference", "optimized"])
def K(request: pytest.FixtureRequest) -> ModuleType:
    module = importlib.import_module(f"kassay.{request.param}")
    module.kassay_reset()
    return module
