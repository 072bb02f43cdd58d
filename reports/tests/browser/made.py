"""Results files as a run would write them, and the reports that `kassay report` makes of them."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ.get("KASSAY", ROOT / "build/bin/kassay"))
VECTORS = Path(os.environ.get("KASSAY_VECTORS", ROOT / "build/vectors"))

Line = dict[str, Any]


@cache
def vectors_of(function: str) -> list[Line]:
    """The cases of a function of the default edition, as its vectors have them."""
    cases = json.loads((VECTORS / f"{function}.json").read_text())["cases"]
    return [case for case in cases if "ko" in case["editions"] and case["tier"] != "full"]


@cache
def functions() -> list[str]:
    return sorted(json.loads((VECTORS / "manifest.json").read_text())["functions"])


def result(case: str, mode: str = "eager", outcome: str = "pass", **more: Any) -> Line:
    """A line of a results file. The function is the second part of the case id."""
    line = {"case": case, "function": case.split("/")[1], "mode": mode, "outcome": outcome}
    return {**line, "margin": 0.25, "seconds": 0.0005, **more}


def passes(function: str) -> list[Line]:
    """All of a function passes, with margins of every size."""
    lines = []
    for number, case in enumerate(vectors_of(function)):
        for mode in case["modes"]:
            margin = (0.0, 1e-7, 3e-3, 0.4)[number % 4]
            lines.append(result(case["id"], mode, margin=margin, seconds=1e-5 * (number % 90 + 1)))
    return lines


def header(**changes: Any) -> Line:
    manifest = json.loads((VECTORS / "manifest.json").read_text())
    specification = json.loads((VECTORS / "specification.json").read_text())
    return {
        "format": 1,
        "kassay": "0.1.0",
        "backend": {"argument": "exec:./mine", "name": "mine", "version": "1.0", "device": "cpu"},
        "machine": {"cpu": "a processor", "cores": 2, "os": "an operating system"},
        "specification": specification.get("hash", ""),
        "vectors": manifest.get("hash", ""),
        "tier": "core",
        "edition": "ko",
        "filter": ["*"],
        "profiles": [],
        "shard": [1, 1],
        "started": "2026-01-31T12:00:00Z",
        **changes,
    }


@dataclass
class Run:
    """One results file."""

    lines: list[Line]
    header: Line = field(default_factory=header)
    complete: bool = True

    def write(self, path: Path) -> Path:
        counts = Counter(line["outcome"] for line in self.lines)
        footer = {"footer": {"counts": counts, "profiles": {"minimal": "fail"}, "seconds": 12.5}}
        lines = [{"header": {"selected": len(self.lines), **self.header}}, *self.lines]
        lines += [footer] if self.complete else []
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path


def report(folder: Path, *runs: Run) -> Path:
    """The page of these runs."""
    files = [run.write(folder / f"run{place}.jsonl") for place, run in enumerate(runs)]
    return report_of(folder / "report.html", *files)


def report_of(page: Path, *files: Path) -> Path:
    command = [str(PROGRAM), "report", *map(str, files), "--vectors", str(VECTORS)]
    done = subprocess.run([*command, "--out", str(page)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return page
