"""Files as `kassay bench` would write them, and the pages that `kassay report` makes of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import made

OURS = "ours"
Median = float | tuple[str, str]  # seconds; or an outcome, and a message


def backend(label: str, **changes: Any) -> made.Line:
    about = {"argument": f"exec:./{label}", "name": label, "version": "1.0", "device": "cpu"}
    return {"label": label, **about, **changes}


def header(*others: str, **changes: Any) -> made.Line:
    return {
        "type": "bench",
        "format": 1,
        "kassay": "0.1.0",
        "started": "2026-01-31T12:00:00Z",
        "machine": {"cpu": "a processor", "cores": 2, "os": "an operating system"},
        "threads": 2,
        "seconds": 0.3,
        "rounds": 3,
        "workloads": "5" * 64,
        "backends": [backend(OURS), *map(backend, others)],
        **changes,
    }


def line(workload: str, label: str, median: Median, **changes: Any) -> made.Line:
    place = {"workload": workload, "backend": label}
    if isinstance(median, tuple):
        return {**place, "outcome": median[0], "message": median[1]}
    times = {"median": median, "minimum": median * 0.9, "quartiles": [median * 0.95, median * 1.2]}
    rounds = [median, median * 1.1]
    more = {"calls": 300, "rounds": rounds, "bytes": 4096}
    return {**place, "outcome": "measured", **times, **more, **changes}


def lines(workloads: dict[str, tuple[Median, ...]], *others: str) -> list[made.Line]:
    """The medians of each workload: of ours, and of the others."""
    return [
        line(workload, label, median)
        for workload, medians in workloads.items()
        for label, median in zip((OURS, *others), medians, strict=True)
    ]


def write(path: Path, head: made.Line, measured: list[made.Line]) -> Path:
    path.write_text("".join(json.dumps(each) + "\n" for each in (head, *measured)))
    return path


WORKLOADS: dict[str, tuple[Median, ...]] = {
    "elementwise/exp/float32/small": (2e-6, 4e-6, 8e-6),
    "elementwise/exp/float32/large": (9e-3, 3e-3, 8e-2),
    "elementwise/add/float32/small": (1e-6, 1e-6, 2e-6),
    "reduction/sum/float32/large": (1e-3, 4e-3, 2e-3),
    "reduction/max/float32/large": (1e-3, ("differs", "output 0: element [1] is 3, not 2"), 4e-3),
    "networks/mlp/float32/small": (("crash", "signal 11 (SIGSEGV)"), 1e-3, 2e-3),
    "networks/cnn/float32/small": (3e-4, ("unsupported", "no convolution"), ("unsupported", "")),
}


def race(folder: Path) -> Path:
    """The page of one file, with all that a line can say."""
    measured = lines(WORKLOADS, "swift", "steady")
    measured[0]["multiply_adds"] = 5000
    return page(folder, write(folder / "race.jsonl", header("swift", "steady"), measured))


def page(folder: Path, *files: Path) -> Path:
    made.kassay("report", *files, "--out", folder / "race.html")
    return folder / "race.html"


def at(day: int, medians: tuple[float, ...], **changes: Any) -> tuple[made.Line, list[made.Line]]:
    """A file of one workload, measured on a day of January."""
    head = header("swift", started=f"2026-01-{day:02}T12:00:00Z", **changes)
    return head, lines({"elementwise/exp/float32/small": medians}, "swift")


def races(folder: Path, *files: tuple[made.Line, list[made.Line]]) -> Path:
    written = [write(folder / f"{place}.jsonl", *file) for place, file in enumerate(files)]
    return page(folder, *written)
