"""The schema of protocol messages accepts those of conformance/PROTOCOL.md and refuses each single fault."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[3]
SCHEMA = json.loads((ROOT / "spec/schema/protocol.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)


def documented_messages() -> dict[str, dict[str, Any]]:
    """The examples of the page, by type: the page and the schema must agree."""
    page = (ROOT / "conformance/PROTOCOL.md").read_text()
    messages = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]
    return {message["type"]: message for message in messages if "type" in message}


MESSAGES = documented_messages()
FAULTS = [
    ("start", "edition", "en"),
    ("start", "protocol", "1"),
    ("run", "id", "17"),
    ("run", "deadline", -1),
    ("run", "program", {"calls": []}),
    ("run", "program", {"calls": [{"call": "f", "args": [{"reference": "x"}]}], "return": []}),
    ("stop", "type", "end"),
    ("started", "functions", "dot"),
    ("started", "dtypes", ["float"]),
    ("outputs", "outputs", {"tensor": "x"}),
    ("outputs", "outputs", [{"tensor": 3}]),
    ("outputs", "outputs", [{"float": "infinity"}]),
    ("unsupported", "reason", None),
    ("error", "kind", "ValueError"),
    ("error", "message", None),
    ("error", "call", 0),
]


def test_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_page_shows_every_message() -> None:
    assert set(MESSAGES) == {option["$ref"].rsplit("/", 1)[1] for option in SCHEMA["oneOf"]}


@pytest.mark.parametrize("name", MESSAGES)
def test_accepts_what_the_page_shows(name: str) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(MESSAGES[name])] == []


@pytest.mark.parametrize(("name", "key", "wrong"), FAULTS)
def test_refuses_one_fault(name: str, key: str, wrong: Any) -> None:
    assert not VALIDATOR.is_valid(MESSAGES[name] | {key: wrong})


@pytest.mark.parametrize(
    ("name", "key"),
    [
        (name, key)
        for name, message in MESSAGES.items()
        for key in message
        if (name, key)
        not in {
            ("started", "native"),
            ("started", "dtypes"),
            ("unsupported", "id"),
            ("error", "id"),
            ("error", "call"),
        }
    ],
)
def test_refuses_a_missing_key(name: str, key: str) -> None:
    message = {other: value for other, value in MESSAGES[name].items() if other != key}
    assert not VALIDATOR.is_valid(message)


def test_programs_are_the_same_as_elsewhere() -> None:
    """Each schema is complete in itself, so shared definitions must be the same."""
    program = json.loads((ROOT / "spec/schema/program.json").read_text())["$defs"]
    protocol = SCHEMA["$defs"]
    shared = program.keys() & protocol.keys()
    assert {"argument", "call", "calls", "returned", "dtype"} <= shared
    assert {name: program[name] for name in shared} == {name: protocol[name] for name in shared}
