"""Whether what `kassay run` writes is valid in spec/schema/results.json: passes, failures, unsupported and all modes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = f"exec:{sys.executable} {ROOT / 'conformance/examples/numpy_backend.py'}"
# One that is used, one that has expired and so says something.
WAIVERS = """
waivers:
  - {cases: [softmax], outcomes: [timeout], reason: slow, link: "https://example.org"}
  - {cases: [sign], outcomes: [timeout], reason: slow, expires: 2020-01-01}
"""
RUNS = [
    ["--backend", "reference", "--tier", "smoke"],
    ["--backend", "reference", "--profile", "random"],
    ["--backend", EXAMPLE, "--profile", "minimal", "--jobs", "2"],
    # A limit that no backend keeps: every result counts against it.
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


def main() -> int:
    kassay, vectors, folder = sys.argv[1:]
    schema = json.loads((ROOT / "spec/schema/results.json").read_text())
    validator = Draft202012Validator(schema)
    mistakes = 0
    (Path(folder) / "waivers.yaml").write_text(WAIVERS)
    for number, options in enumerate(RUNS):
        out = Path(folder) / f"schema{number}.jsonl"
        command = [kassay, "run", "--vectors", vectors, "--out", str(out), *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
        if done.returncode > 1:
            print(f"error: kassay run {' '.join(options)}: {done.stderr}", file=sys.stderr)
            return 1
        for place, line in enumerate(out.read_text().splitlines(), 1):
            for mistake in validator.iter_errors(json.loads(line)):
                mistakes += 1
                print(f"{out}: line {place}: {mistake.message}", file=sys.stderr)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
