"""The history of backends: a chart for each backend of the report, and a table of the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import made
from browser import Page
from test_accessibility import Look, in_each_look, violations

HOSTILE = "<img src=x onerror=alert(1)>\u202e"


def entry(day: int, passed: int, failed: int, **changes: Any) -> made.Line:
    return {
        "format": 1,
        "started": f"2026-01-{day:02}T12:00:00Z",
        "backend": {"argument": "exec:./mine", "name": "mine", "version": f"1.{day}", "device": ""},
        "tier": "core",
        "edition": "ko",
        "asked": [],
        "complete": True,
        "verdict": "not-conformant" if failed else "conformant",
        "counts": {"pass": passed, "fail": failed},
        "profiles": {},
        "functions": 149,
        "supported": 140,
        "seconds": 60.0,
        "specification": "5" * 64,
        "vectors": "7" * 64,
        "kassay": "0.1.0",
        **changes,
    }


def of(name: str, day: int, **changes: Any) -> made.Line:
    backend = {"argument": "", "name": name, "version": "", "device": ""}
    return entry(day, 9, 1, backend=backend, **changes)


def report(folder: Path, *entries: made.Line) -> Path:
    history = folder / "history.jsonl"
    history.write_text("".join(json.dumps(line) + "\n" for line in entries))
    run = made.Run(made.passes("softmax")).write(folder / "run.jsonl")
    page = folder / "report.html"
    made.kassay("report", run, "--vectors", made.VECTORS, "--out", page, "--history", history)
    return page


def test_no_history_no_section(page: Page, trial: Path) -> None:
    page.open(trial)
    assert page.all(".trends") == []


def test_each_run_is_a_step(page: Page, tmp_path: Path) -> None:
    days = [entry(1, 80, 20), entry(2, 10, 0, complete=False), entry(3, 90, 10), entry(4, 100, 0)]
    page.open(report(tmp_path, *reversed(days)))
    assert len(page.all(".trend .whole")) == 3
    assert len(page.all(".trend .part")) == 1
    points = page.run("return document.querySelector('.trend .shares').getAttribute('points')")
    heights = [float(point.split(",")[1]) for point in points.split(" ")]
    assert len(heights) == 3  # the part of the suite is no part of the line
    assert heights == sorted(heights, reverse=True)  # the share grows; y grows downwards
    label = page.run("return document.querySelector('.trend').getAttribute('aria-label')")
    assert (
        "4 runs from 2026-01-01 to 2026-01-04; the last: 100 % of what is supported passed" in label
    )
    assert "140 of 149 functions supported, 0 failures" in label


def test_what_is_lacking_lowers_no_share(page: Page, tmp_path: Path) -> None:
    few = {"supported": 15, "right": 15, "wrong": 0, "of-edition": 149}
    part = entry(1, 0, 0, counts={"pass": 40, "unsupported": 960}, **few)
    page.open(report(tmp_path, part))
    label = page.run("return document.querySelector('.trend').getAttribute('aria-label')")
    assert "100 % of what is supported passed, 15 of 149 functions supported, 0 failures" in label
    page.run(
        "for (const folded of document.querySelectorAll('.trends details')) folded.open = true"
    )
    assert page.texts(".trends tbody td")[2:8] == ["40", "100 %", "0", "15", "0", "15 of 149"]


def test_table_says_the_same_newest_first(page: Page, tmp_path: Path) -> None:
    page.open(report(tmp_path, entry(1, 9999, 1), entry(2, 2, 1), of("mine", 3, edition="ja")))
    page.run("for (const folded of document.querySelectorAll('details')) folded.open = true")
    rows = page.texts(".trends tbody tr")
    assert len(rows) == 3  # of two charts: editions are not compared
    assert rows[0].split()[:2] == ["2026-01-02", "12:00:00"]
    assert "66.66 %" in rows[0]
    assert "99.99 %" in rows[1]


def test_other_vectors_are_marked(page: Page, tmp_path: Path) -> None:
    page.open(report(tmp_path, entry(1, 9, 1), entry(2, 9, 1), entry(3, 9, 1, vectors="8" * 64)))
    assert len(page.all(".trend .changed")) == 1


def test_backends_that_the_report_lacks_are_named(page: Page, tmp_path: Path) -> None:
    page.open(report(tmp_path, entry(1, 9, 1), of("other", 1), of("third", 1)))
    assert len(page.all(".trend")) == 1
    assert "not in this report: other, third." in page.text(".trends")


def test_long_history_shows_the_last_runs(page: Page, tmp_path: Path) -> None:
    runs = [entry(1 + day % 28, 9, 1) for day in range(100)]
    page.open(report(tmp_path, *runs))
    assert len(page.all(".trend circle")) == 60
    assert "the last 60 of 100 runs" in page.text(".trends figcaption")


def test_hostile_backend_stays_text(page: Page, tmp_path: Path) -> None:
    page.open(report(tmp_path, of(HOSTILE, 1), of("mine", 2, kassay=HOSTILE, vectors=HOSTILE)))
    assert "<img src=x onerror=alert(1)>\\u{202E}" in page.text(".trends")
    assert page.all(".trends img") == []


@in_each_look
def test_no_violation_of_accessibility(page: Page, tmp_path: Path, look: Look) -> None:
    runs = [entry(1, 80, 20), entry(2, 10, 0, complete=False), entry(3, 90, 10), of("other", 1)]
    look.open(page, report(tmp_path, *runs))
    assert violations(page, look) == []
