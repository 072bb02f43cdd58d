"""How the campaign reads the results that `kassay run` writes for a random program."""

from __future__ import annotations

import json
from pathlib import Path

from kassay_generators.fuzzing.running import Target, run_folder

LINES = [
    {"header": {}},
    {"case": "a", "mode": "eager", "outcome": "pass"},
    {
        "case": "b",
        "mode": "eager",
        "outcome": "not-run",
        "failed-call": {"call": 1, "function": "square", "outcome": "error"},
    },
    {"case": "c", "mode": "eager", "outcome": "not-run"},
    {"footer": {}},
]


def test_a_call_before_the_function_of_a_program_is_on_trial_too(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    text = "\n".join(map(json.dumps, LINES))
    program = tmp_path / "kassay"
    program.write_text(f"#!/bin/sh\ncat > '{out}' <<'END'\n{text}\nEND\n")
    program.chmod(0o755)
    results = run_folder(tmp_path, "ko", Target(program, "mine"), out)
    assert [result["outcome"] for result in results] == ["pass", "error", "not-run"]
