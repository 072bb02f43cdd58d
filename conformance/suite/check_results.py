"""Checks results, histories and support matrices of kassay against their schemas: passes, failures, unsupported, all modes."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = f"exec:{sys.executable} {ROOT / 'conformance/examples/numpy_backend.py'}"
# One that is used, and one that has expired and so gets a note.
WAIVERS = """
waivers:
  - {cases: [softmax], outcomes: [timeout], reason: slow, link: "https://example.org"}
  - {cases: [sign], outcomes: [timeout], reason: slow, expires: 2020-01-01}
"""
RUNS = [
    ["--backend", "reference", "--tier", "smoke"],
    ["--backend", "reference", "--profile", "random"],
    ["--backend", EXAMPLE, "--profile", "minimal", "--jobs", "2"],
    # A time limit that no backend can meet: every result counts against it.
    ["--backend", "reference", "--timeout", "1e-6", "softmax"],
    [
        "--backend",
        "reference",
        "--timeout",
        "1e-6",
        "softmax",
        "sign",
        "--tier",
        "smoke",
        "--waivers",
        "waivers.yaml",
    ],
]


@cache
def validator_of(schema: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((ROOT / f"spec/schema/{schema}.json").read_text()))


def mistakes_in_matrix(kassay: str, vectors: str, out: Path) -> list[str]:
    """The mistakes in the support matrix of these results."""
    file = out.with_suffix(".matrix.json")
    command = [kassay, "report", str(out), "--vectors", vectors, "--matrix", str(file)]
    for options in ([], ["--check"]):
        done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return [f"{' '.join([*command, *options])}: {done.stderr}"]
    document = json.loads(file.read_text())
    return [
        f"{file}: {mistake.message}" for mistake in validator_of("support").iter_errors(document)
    ]


@cache
def mistakes_in_line(line: str, schema: str) -> list[str]:
    """The mistakes in a line, which several files may have."""
    return [mistake.message for mistake in validator_of(schema).iter_errors(json.loads(line))]


def mistakes_in(file: Path, schema: str) -> list[str]:
    """The mistakes in all lines of the file."""
    return [
        f"{file}: line {place}: {mistake}"
        for place, line in enumerate(file.read_text().splitlines(), 1)
        for mistake in mistakes_in_line(line, schema)
    ]


def main() -> int:
    kassay, vectors, folder = sys.argv[1:]
    mistakes = []
    (Path(folder) / "waivers.yaml").write_text(WAIVERS)
    history = Path(folder) / "history.jsonl"
    history.unlink(missing_ok=True)
    for number, options in enumerate(RUNS):
        out = Path(folder) / f"schema{number}.jsonl"
        command = [kassay, "run", "--vectors", vectors, "--out", str(out), "--overwrite", *options]
        command += ["--history", str(history)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
        if done.returncode > 1:
            print(f"error: kassay run {' '.join(options)}: {done.stderr}", file=sys.stderr)
            return 1
        mistakes += mistakes_in(out, "results")
        mistakes += mistakes_in_matrix(kassay, vectors, out)
        # The results with waivers, from `kassay waive`.
        waived = Path(folder) / f"waived{number}.jsonl"
        command = [kassay, "waive", str(out), "--vectors", vectors, "--waivers", "waivers.yaml"]
        command += ["--out", str(waived), "--overwrite"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
        if done.returncode > 1:
            print(f"error: kassay waive of {options}: {done.stderr}", file=sys.stderr)
            return 1
        mistakes += mistakes_in(waived, "results")
    mistakes += mistakes_in(history, "history")
    lines = len(history.read_text().splitlines())
    if lines != len(RUNS):
        mistakes.append(f"{history}: {lines} lines of {len(RUNS)} runs")
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
