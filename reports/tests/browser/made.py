"""Results files as a run would write them, and the reports that `kassay report` makes of them."""

from __future__ import annotations

import hashlib
import json
import math
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


def vectors_file(name: str) -> bytes:
    try:
        return (VECTORS / name).read_bytes()
    except FileNotFoundError as error:
        raise RuntimeError(
            f"no vectors in {VECTORS}: generate them with `./run vectors`"
        ) from error


@cache
def vectors_of(function: str) -> list[Line]:
    """The cases of a function of the default edition that were not drawn, and the first of each kind that were: a light page."""
    cases = json.loads(vectors_file(f"{function}.json"))["cases"]
    ours = [case for case in cases if "ko" in case["editions"] and case["tier"] != "full"]
    kinds = Counter[str]()
    kept = []
    for case in ours:
        kind = case["id"].split("/")[3].partition(",")[0]
        kinds[kind] += kind in ("pairs", "composed")
        if kinds[kind] <= 3:
            kept.append(case)
    return kept


@cache
def functions() -> list[str]:
    return sorted(json.loads(vectors_file("manifest.json"))["functions"])


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
    manifest = vectors_file("manifest.json")
    return {
        "format": 1,
        "kassay": "0.1.0",
        "backend": {
            "argument": "exec:./mine",
            "name": "mine",
            "version": "1.0",
            "device": "cpu",
            "environment": {"PYTHONPATH": "my folder"},
        },
        "machine": {"cpu": "a processor", "cores": 2, "os": "an operating system"},
        "specification": json.loads(manifest)["specification"],
        "vectors": hashlib.sha256(manifest).hexdigest(),
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
        verdict = "pass" if set(counts) <= {"pass"} else "fail"
        profiles = {"minimal": verdict, "random": "incomplete"}
        footer = {"footer": {"counts": counts, "profiles": profiles, "seconds": 12.5}}
        lines = [{"header": {"selected": len(self.lines), **self.header}}, *self.lines]
        lines += [footer] if self.complete else []
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path


def report(folder: Path, *runs: Run) -> Path:
    """The page of these runs."""
    files = [run.write(folder / f"run{place}.jsonl") for place, run in enumerate(runs)]
    return report_of(folder / "report.html", *files)


def report_of(page: Path, *files: Path, options: tuple[str | Path, ...] = ()) -> Path:
    kassay("report", *files, "--vectors", VECTORS, *options, "--out", page)
    return page


def kassay(*arguments: str | Path, codes: tuple[int, ...] = (0,)) -> None:
    """Runs a command that must end with one of these exit codes."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    assert done.returncode in codes, done.stderr


def changes(page: Path, old: Run, new: Run) -> Path:
    """The page of what changed from one run to the other."""
    files = [run.write(page.with_suffix(f".{name}")) for name, run in (("old", old), ("new", new))]
    kassay("diff", *files, "--html", page, codes=(0, 1))
    return page


def preview(case: Line, output: int = 0, text: str = "0.5") -> Line:
    """An answer in the shape that the case wants."""
    tensor = case["expect"]["outputs"][output]
    size = math.prod(tensor["shape"])
    return {
        "dtype": tensor["dtype"],
        "shape": tensor["shape"],
        "elements": [text] * min(size, 64),
    }


def index_of(place: int, shape: list[int]) -> list[int]:
    index: list[int] = []
    for length in reversed(shape):
        index.insert(0, place % length)
        place //= length
    return index


def has_map(case: Line) -> bool:
    """Is its first output a tensor of a size that a map of errors is kept of?"""
    outputs = case["expect"].get("outputs", [])
    if not outputs or outputs[0].get("kind") != "tensor":
        return False
    return 0 < math.prod(outputs[0]["shape"]) <= 4096


def wrong(case: Line, wrong_places: dict[int, int], reading: str = "") -> Line:
    """A failure whose answer is wrong at these places, each with the level of its error in the map."""
    answer = preview(case)
    shape = answer["shape"]
    size = math.prod(shape)
    levels = [wrong_places.get(place, place % 3) for place in range(size)]
    elements = [
        {
            "index": index_of(place, shape),
            "expected": 0.25,
            "actual": "nan" if level == 6 else 0.5,
            "error": "nan" if level == 6 else 0.25,
            "limit": 1e-7,
        }
        for place, level in sorted(wrong_places.items(), key=lambda entry: -entry[1])
    ]
    failure = {
        "check": "element",
        "output": 0,
        **elements[0],
        "mismatched": len(elements),
        "elements": size,
        "shape": shape,
        "worst": elements[:8],
        "map": "".join(map(str, levels)),
    }
    more = {"reading": reading} if reading else {}
    return result(
        case["id"],
        outcome="fail",
        margin=2.5e6,
        message=f"output 0 is wrong at {len(elements)} of {size} elements",
        failure=failure,
        answer=[answer],
        **more,
    )


def case_with(function: str, **wanted: Any) -> Line:
    """The first case of a function whose first output has this rank and dtype."""
    for case in vectors_of(function):
        outputs = case["expect"].get("outputs", [])
        if not outputs or outputs[0].get("kind") != "tensor":
            continue
        if all(outputs[0].get(name) == value for name, value in wanted.items() if name != "rank"):
            shape = outputs[0]["shape"]
            if len(shape) == wanted.get("rank", len(shape)) and 0 not in shape:
                return case
    raise AssertionError(f"no case of {function} with {wanted}")


WAIVER = {
    "outcome": "error",
    "reason": "comes with the spring release",
    "link": "https://example.org/issues/7",
    "waiver": "waivers.yaml:3",
}


@cache
def troubled() -> list[Line]:
    """Every outcome, each in a function of its own; the rest passes."""
    softmax = case_with("softmax", dtype="float32", rank=2)
    conv2d = case_with("conv2d", dtype="float32", rank=4)
    cumsum = case_with("cumsum", dtype="float32", rank=1)
    ends = [
        wrong(softmax, {0: 3, 1: 4, 2: 5, 4: 6}, reading="axis-ignored"),
        wrong(conv2d, {0: 5, 3: 4}, reading="kernel-turned"),
        wrong(cumsum, {1: 5}),
    ]
    for function, outcome, more in (
        ("abs", "crash", {"message": "signal 11 (SIGSEGV)"}),
        ("exp", "timeout", {"message": "no answer within 30 s"}),
        ("log", "out-of-memory", {"message": "more than 400 MB"}),
        ("sign", "error", {"message": "an error of kind other: not today"}),
        ("sqrt", "unsupported", {"message": "not implemented"}),
        ("square", "waived", {"waived": WAIVER}),
        ("tanh", "not-run", {"message": "not run: call 1 of the program, constant, failed"}),
        ("sigmoid", "unexpected-pass", {"message": "waivers.yaml:9 expects a failure"}),
        ("round", "pass-accepted", {"reading": "half-away-from-zero"}),
    ):
        ends.append(result(vectors_of(function)[0]["id"], outcome=outcome, **more))
    special = {(line["case"], line["mode"]): line for line in ends}
    lines = []
    for function in sorted({line["function"] for line in ends}):
        for line in passes(function):
            lines.append(special.get((line["case"], line["mode"]), line))
    return lines


def trial_runs() -> tuple[Run, Run]:
    """One without a fault, one with every outcome there is."""
    lines = troubled()
    right = [
        line
        for function in sorted({line["function"] for line in lines})
        for line in passes(function)
    ]
    name = {"argument": "reference", "name": "right", "version": "2.0", "device": "cpu"}
    waivers = [{"file": "waivers.yaml", "sha256": "0" * 64}]
    return Run(right, header(backend=name)), Run(lines, header(waivers=waivers))


def trial(folder: Path) -> Path:
    """Both runs side by side."""
    return report(folder, *trial_runs())


def site(folder: Path) -> Path:
    """The site of both runs."""
    files = [run.write(folder / f"run{place}.jsonl") for place, run in enumerate(trial_runs())]
    kassay("report", *files, "--vectors", VECTORS, "--site", folder / "site")
    return folder / "site"


@cache
def many(count: int) -> list[Line]:
    """As many results, of all functions: most pass, each twentieth fails."""
    lines: list[Line] = []
    for function in functions():
        lines += passes(function)
    for round_number in range(1, 1 + count // len(lines)):  # another name makes another case
        lines += [{**line, "case": f"{line['case']},{round_number}"} for line in lines[:count]]
    lines = lines[:count]
    cases = {case["id"]: case for function in functions() for case in vectors_of(function)}
    for line in lines[::20]:
        case = cases.get(line["case"])
        failed = (
            wrong(case, {0: 5}) if case and has_map(case) else {"outcome": "fail", "margin": 3.5}
        )
        line.update({**failed, "mode": line["mode"]})
    return lines
