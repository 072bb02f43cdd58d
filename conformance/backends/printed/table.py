"""Makes the table in README.md from the results of a run: the outcomes of each function, and the decisions that explain them.

    python table.py RESULTS VECTORS [--check | --write]

Without an option it prints the table. --check compares it with README.md; --write updates README.md. Exit codes: 0 success; 1 README.md is
out of date; 77 the documents, and so the results, are missing.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from documents import NoDocuments, copies

README = Path(__file__).with_name("README.md")
# The generated part of README.md: only the table with this first row.
_HEADINGS = (
    "function",
    "edition",
    "results",
    "passes",
    "by an accepted reading",
    "failures",
    "decisions",
)
_TABLE = re.compile(rf"^\| {re.escape(' | '.join(_HEADINGS))} \|\n(?:\|.*\n)*", re.MULTILINE)
_ABSENT = 77

Result = dict[str, Any]
# The decision that accepts a reading, by function and reading.
Readings = dict[str, dict[str, str]]


def accepted_readings(specification: dict[str, Any]) -> Readings:
    """The accepted readings of `specification.json`."""
    found: Readings = {}
    for function in specification["functions"]:
        decisions = {clause["id"]: clause.get("decision", "") for clause in function["clauses"]}
        found[function["function"]] = {
            reading["id"]: decisions[reading["clause"]]
            for reading in function["readings"]
            if reading["verdict"] == "accepted"
        }
    return found


def decisions_of(result: Result, readings: Readings) -> set[str]:
    """The decisions that the result's waiver names, or that accept its reading."""
    if "waived" in result:
        return set(re.findall(r"D-\d+", result["waived"]["reason"]))
    names = result["reading"].split("+") if result["outcome"] == "pass-accepted" else []
    of = (
        (name.rpartition("/")[0] or result["function"], name.rpartition("/")[2]) for name in names
    )
    return {readings[function][reading] for function, reading in of}


def table(results: Iterable[Result], readings: Readings, edition: str) -> str:
    """A line for each function, and one for the total."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    decisions: dict[str, set[str]] = defaultdict(set)
    for result in results:
        if result["outcome"] == "unsupported":
            continue
        function = result["function"]
        counts[function][result["outcome"]] += 1
        decisions[function] |= decisions_of(result, readings)
    rows = [
        (
            f"`{name}`",
            edition,
            *_numbers(counts[name]),
            ", ".join(sorted(decisions[name], key=_number)),
        )
        for name in sorted(counts)
    ]
    all_of_them = sum(counts.values(), Counter())
    rows.append(("all", edition, *_numbers(all_of_them), ""))
    lines = [_HEADINGS, ("---",) * len(_HEADINGS), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _numbers(outcomes: Counter[str]) -> list[str]:
    accepted = outcomes["pass-accepted"]
    passes = outcomes["pass"] + accepted
    total = sum(outcomes.values())
    return [f"{number:,}" for number in (total, passes, accepted, total - passes)]


def _number(decision: str) -> int:
    return int(decision.removeprefix("D-"))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", type=Path, help="of the run")
    parser.add_argument("vectors", type=Path, help="the folder with specification.json")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="compare the table with README.md")
    what.add_argument("--write", action="store_true", help="write the table to README.md")
    arguments = parser.parse_args()
    try:
        copies("ko")
    except NoDocuments as error:
        print(error, file=sys.stderr)
        return _ABSENT
    header, *results, _ = map(json.loads, arguments.results.read_text().splitlines())
    specification = json.loads((arguments.vectors / "specification.json").read_text())
    made = table(results, accepted_readings(specification), header["header"]["edition"])
    if not (arguments.check or arguments.write):
        print(made, end="")
        return 0
    text = README.read_text()
    renewed = _TABLE.sub(lambda _: made, text)
    if arguments.write:
        README.write_text(renewed)
    elif renewed != text:
        print(
            f"{README} is out of date; update it with\n  {' '.join(sys.argv[:3])} --write",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
