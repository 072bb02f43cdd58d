"""Whether the files that `kassay report` writes for others are valid in the schemas by which those read them.

Usage: check_formats.py KASSAY FOLDER. The results that are reported hold every outcome, and text that fights back.
"""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from jsonschema import Draft202012Validator

HERE = Path(__file__).resolve().parent
HOSTILE = "]]></x>\u202e\x00\x1b[31m \"'&|`<script>"
OUTCOMES = ["pass", "pass-accepted", "fail", "error", "crash", "timeout"]
OUTCOMES += ["out-of-memory", "unsupported", "waived", "unexpected-pass"]
FAILURE = {
    "check": "element",
    "output": 0,
    "index": [1, 2],
    "expected": 1.5,
    "actual": "nan",
    "error": "nan",
    "limit": 1e-6,
    "mismatched": 1,
    "elements": 6,
}


def results(name: str, *, whole: bool) -> str:
    """A results file of a run that ended, or of one that was killed."""
    lines: list[dict] = []
    for number, outcome in enumerate(OUTCOMES):
        line = {
            "case": f"toy/identity/float32/{number}{HOSTILE}",
            "function": "identity",
            "mode": "eager",
            "outcome": outcome,
            "margin": "inf" if number % 2 else 0.5,
            "seconds": "nan" if number % 3 else 12.34567,
            "reading": HOSTILE,
            "message": f"{HOSTILE}\nsecond line",
        }
        if outcome == "fail":
            line["failure"] = FAILURE
        if outcome == "waived":
            line["waived"] = {
                "outcome": "crash",
                "reason": HOSTILE,
                "link": HOSTILE,
                "waiver": "w.yaml:3",
            }
        lines.append(line)
    header = {
        "format": 1,
        "kassay": "0.1.0",
        "backend": {"argument": HOSTILE, "name": name, "version": HOSTILE, "device": HOSTILE},
        "machine": {"cpu": HOSTILE, "cores": 2, "os": HOSTILE},
        "specification": "5" * 64,
        "vectors": "7" * 64,
        "tier": "core",
        "edition": "ko",
        "filter": ["*"],
        "profiles": [],
        "shard": [1, 1],
        "selected": len(OUTCOMES),
        "started": "2026-01-31T12:00:00Z",
    }
    footer = {
        "counts": dict.fromkeys(OUTCOMES, 1),
        "profiles": {"minimal": "pass", "inference": "fail", "training": "incomplete"},
        "seconds": 1.25,
    }
    every = [{"header": header}, *lines, *([{"footer": footer}] if whole else [])]
    return "".join(json.dumps(line) + "\n" for line in every)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def report(kassay: str, inputs: list[Path], out: Path) -> list[str]:
    """Makes every format of these results, and returns what is wrong with them."""
    out.mkdir(parents=True, exist_ok=True)
    junit, ctrf = out / "junit.xml", out / "ctrf.json"
    made = run(
        kassay,
        "report",
        *map(str, inputs),
        f"--junit={junit}",
        f"--ctrf={ctrf}",
        f"--badges={out / 'badges'}",
        "--vectors=no-such-vectors",
    )
    if made.returncode != 0:
        return [f"kassay report: exit code {made.returncode}: {made.stderr}"]
    checked = run("xmllint", "--noout", "--nonet", "--schema", str(HERE / "junit.xsd"), str(junit))
    mistakes = [] if checked.returncode == 0 else [checked.stderr]
    schema = json.loads((HERE / "ctrf.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    document = json.loads(ctrf.read_text())
    for mistake in Draft202012Validator(schema).iter_errors(document):
        mistakes.append(f"{ctrf}: {mistake.json_path}: {mistake.message}")
    tests, summary = document["results"]["tests"], document["results"]["summary"]
    for status in ("passed", "failed", "skipped", "pending", "other"):
        found = sum(test["status"] == status for test in tests)
        if found != summary[status]:
            mistakes.append(f"{ctrf}: {found} tests {status}, but the summary says otherwise")
    if len(tests) != len(inputs) * (len(OUTCOMES) + 1) or summary["tests"] != len(tests):
        mistakes.append(f"{ctrf}: {len(tests)} tests")
    return mistakes + wrong_badges(out / "badges", len(inputs))


def wrong_badges(folder: Path, runs: int) -> list[str]:
    mistakes = []
    pictures = sorted(folder.rglob("*.svg"))
    if len(pictures) < runs:
        mistakes.append(f"{folder}: {len(pictures)} badges of {runs} runs")
    for picture in pictures:
        root = ElementTree.parse(picture).getroot()
        if root.get("role") != "img" or not root.findtext("{http://www.w3.org/2000/svg}title"):
            mistakes.append(f"{picture}: no name for those who do not see it")
        endpoint = json.loads(picture.with_suffix(".json").read_text())
        if set(endpoint) != {"schemaVersion", "label", "message", "color"}:
            mistakes.append(f"{picture.with_suffix('.json')}: {endpoint}")
    return mistakes


def main() -> int:
    kassay, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    whole, cut = folder / "whole.jsonl", folder / "cut.jsonl"
    whole.write_text(results(f"whole {HOSTILE}", whole=True))
    cut.write_text(results("cut", whole=False))
    mistakes = []
    for name, inputs in (("one", [whole]), ("cut", [cut]), ("both", [whole, cut])):
        mistakes += report(kassay, inputs, folder / name)
    for mistake in mistakes:
        print(f"error: {mistake}", file=sys.stderr)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
