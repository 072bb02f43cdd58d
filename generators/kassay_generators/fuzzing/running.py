"""Runs programs on a backend with `kassay run`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kassay_generators.fuzzing.batch import write_batch
from kassay_generators.fuzzing.program import Program

FAILURES = ("fail", "error", "crash", "timeout", "out-of-memory")
_RAN = (0, 1, 4)  # exit codes of a completed run
# A backend may take seconds to start, so the first failure of a function gets no separate worker.
TOGETHER = ("--fresh-workers", "never")


class CannotRun(Exception):
    """`kassay run` did not finish; the message is its output. `exit_code` is its exit code."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message, exit_code)  # both, so that it passes from one process to another
        self.exit_code = exit_code

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class Target:
    """A backend, the program `kassay`, and options for `kassay run`."""

    kassay: Path
    backend: str
    options: tuple[str, ...] = ()


Result = dict[str, Any]


def run_programs(
    programs: Sequence[Program], target: Target, options: Sequence[str] = TOGETHER
) -> list[Result]:
    """The results of each program in each mode, as in the results file (spec/results.md). `options`: further options of `kassay
    run`. Raises CannotRun."""
    folder = Path(tempfile.mkdtemp(prefix="kassay-fuzz-"))
    try:
        found: list[Result] = []
        for edition in sorted({p.edition for p in programs}):
            members = [p for p in programs if p.edition == edition]
            write_batch(members, folder / edition)
            found += run_folder(
                folder / edition, edition, target, folder / f"{edition}.jsonl", options
            )
        return found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_folder(
    vectors: Path, edition: str, target: Target, out: Path, options: Sequence[str] = ()
) -> list[Result]:
    command = [str(target.kassay), "run", "--backend", target.backend, "--edition", edition]
    command += ["--vectors", str(vectors), "--out", str(out), "--overwrite"]
    command += [*target.options, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=_environment())
    if done.returncode not in _RAN:
        raise CannotRun(done.stderr.strip(), done.returncode)
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    return [_judged(line) for line in lines if "case" in line]


def _judged(result: Result) -> Result:
    """A random program tests all its calls, not only its function: if an earlier call fails, its outcome is the program's."""
    failed = result.get("failed-call")
    return {**result, "outcome": failed["outcome"]} if failed else result


def _environment() -> dict[str, str]:
    """The environment of the caller of kassay, in which a backend finds its modules; here PYTHONPATH leads to the oracle."""
    found = {**os.environ, "NO_COLOR": "1"}
    callers = found.pop("KASSAY_CALLERS_PYTHONPATH", None)
    if callers is not None:
        found["PYTHONPATH"] = callers
    return found


def failures_in(results: Sequence[Result]) -> list[Result]:
    return [r for r in results if r["outcome"] in FAILURES]
