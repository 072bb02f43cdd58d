"""Each implementation uses only Python's names and its own, not those of other implementations."""

from __future__ import annotations

import pytest
from documents import NoDocuments, copies


@pytest.fixture(autouse=True)
def _only_with_documents() -> None:
    try:
        copies("ko")
    except NoDocuments as error:
        pytest.skip(str(error))


def test_implementations_do_not_see_each_other() -> None:
    import printed_backend

    assert "max" not in printed_backend.softmax.__globals__
    assert printed_backend.softmax.__globals__["__builtins__"]["max"] is max


def test_code_of_a_function_names_its_entry() -> None:
    import printed_backend

    assert printed_backend.softmax.__code__.co_filename == "<softmax, as printed>"
