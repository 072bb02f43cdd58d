"""A pytest plug-in: makes Keras importable and gives each Keras test a new session, as Keras does for its own backends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import kassay.keras


@pytest.fixture(autouse=True)
def fresh_session() -> Iterator[None]:
    yield
    kassay.keras.clear_session()
