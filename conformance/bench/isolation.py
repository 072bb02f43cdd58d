"""What isolation costs: small cases a second, on one core, by how the backend is run.

Each row runs the same small cases (one call on a few elements, mode eager), once all of them and once a single one, so that the
start of the programs is not counted. The rate has everything in it that a case costs: the program is encoded, run, decoded, judged,
and its result written. The backends differ, but their share in cases as small as these is small too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "build/bin"
EXAMPLES = ROOT / "conformance/examples"
# Those that all backends here have.
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
    Way("reference, in a worker", "reference"),
    Way("native plug-in in C, in a worker", f"plugin:{PROGRAMS.parent}/lib/kassay_c_example.so"),
    Way("program in Python, by the protocol", f"exec:{sys.executable} {EXAMPLES}/numpy_backend.py"),
    Way("Python module", "python:numpy_module"),
]


def seconds(way: Way, cases: list[str], folder: str, jobs_core: set[int]) -> tuple[float, int]:
    """How long a run of these cases took, and how many were run; the best of three."""
    out = Path(folder) / "results.jsonl"
    command = [str(PROGRAMS / "kassay"), "run", "--backend", way.backend, *way.options]
    command += ["--mode", "eager", "--out", str(out), *cases]
    environment = {**os.environ, "KASSAY_PYTHON": sys.executable, "PYTHONPATH": str(EXAMPLES)}
    best = float("inf")
    for _ in range(3):
        done = subprocess.run(
            command,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: os.sched_setaffinity(0, jobs_core),
        )
        if done.returncode != 0:
            raise SystemExit(f"error: {' '.join(command)}\n{done.stderr}")
        lines = out.read_text().splitlines()
        best = min(best, json.loads(lines[-1])["seconds"])
    return best, len(lines) - 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.parse_args()
    core = {max(os.sched_getaffinity(0))}
    cases = [f"*/{function}/{dtype}/*" for function in FUNCTIONS for dtype in TYPES]
    print(f"{'way':42} {'cases':>6} {'cases/s':>8} {'us a case':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for way in WAYS:
            start, _ = seconds(way, ["activation/softmax/float32/value,x=3x7,axis=0"], folder, core)
            whole, count = seconds(way, cases, folder, core)
            each = (whole - start) / (count - 1)
            print(f"{way.title:42} {count:6} {1 / each:8.0f} {each * 1e6:10.0f}", flush=True)


if __name__ == "__main__":
    main()
