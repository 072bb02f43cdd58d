"""The findings of a campaign as results and as a page, for each edition."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from kassay_generators.fuzzing.running import CannotRun, Target, run_folder


def write_pages(out: Path, targets: Sequence[Target]) -> list[Path]:
    """Runs the reduced programs in vectors/ on each backend: results/EDITION-NUMBER.jsonl, and EDITION.html of all. Returns the
    pages. Raises CannotRun."""
    pages = []
    for vectors in sorted((out / "vectors").glob("*")):
        edition = vectors.name
        (out / "results").mkdir(exist_ok=True)
        files = []
        for number, target in enumerate(targets, 1):
            files.append(out / "results" / f"{edition}-{number}.jsonl")
            run_folder(vectors, edition, target, files[-1])
        pages.append(out / f"{edition}.html")
        command = [str(targets[0].kassay), "report", *map(str, files)]
        command += ["--vectors", str(vectors), "--out", str(pages[-1])]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise CannotRun(done.stderr.strip(), done.returncode)
    return pages
