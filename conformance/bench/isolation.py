"""What isolation costs: small cases a second, on one core, by how the backend is run.

Each row runs the same small cases (one call on a few elements, mode eager). A case is timed by the runner from the program to the
answer: it is encoded, sent, run, sent back and decoded. Reading the vectors, judging and writing results are the same in all rows, and
not counted. The backends differ, but in cases as small as these that matters little.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "build/bin"
EXAMPLES = ROOT / "conformance/examples"
# Supported by every backend here.
FUNCTIONS = ["softmax", "relu", "square", "exp", "tanh", "sum", "max", "transpose"]
TYPES = ["float32", "float64"]


@dataclass(frozen=True)
class Way:
    """A way to run a backend."""

    title: str
    backend: str
    options: tuple[str, ...] = ()


WAYS = [
    Way("reference, in the process of the runner", "reference", ("--in-process",)),
    Way("reference, in a worker without the sandbox", "reference", ("--sandbox", "off")),
    Way("reference, in a worker", "reference"),
    Way(
        "native plug-in in C, in a worker",
        f"plugin:{PROGRAMS.parent}/conformance/examples/c/kassay_c_example.so",
    ),
    Way("program in Python, by the protocol", f"exec:{sys.executable} {EXAMPLES}/numpy_backend.py"),
    Way("Python module", "python:numpy_module"),
]


def seconds(way: Way, cases: list[str], folder: str, core: set[int]) -> list[float]:
    """What each case took; of three runs the fastest."""
    out = Path(folder) / "results.jsonl"
    command = [str(PROGRAMS / "kassay"), "run", "--backend", way.backend, *way.options]
    command += ["--mode", "eager", "--out", str(out), "--overwrite", *cases]
    environment = {**os.environ, "KASSAY_PYTHON": sys.executable, "PYTHONPATH": str(EXAMPLES)}
    runs = []
    for _ in range(3):
        done = subprocess.run(
            command,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: os.sched_setaffinity(0, core),
        )
        if done.returncode != 0:
            raise SystemExit(f"error: {' '.join(command)}\n{done.stderr}")
        runs.append([json.loads(line)["seconds"] for line in out.read_text().splitlines()[1:-1]])
    return min(runs, key=sum)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.parse_args()
    core = {max(os.sched_getaffinity(0))}
    cases = [f"*/{function}/{dtype}/*" for function in FUNCTIONS for dtype in TYPES]
    print(f"{'way':42} {'cases':>6} {'cases/s':>8} {'us a case':>10} {'median':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for way in WAYS:
            times = seconds(way, cases, folder, core)
            each = statistics.mean(times) * 1e6
            middle = statistics.median(times) * 1e6
            print(f"{way.title:42} {len(times):6} {1e6 / each:8.0f} {each:10.0f} {middle:7.0f}")


if __name__ == "__main__":
    main()
