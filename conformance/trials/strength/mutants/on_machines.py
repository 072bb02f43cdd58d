"""Tries mutants on the workers of a Dask scheduler. The programs built here and their inputs are sent to each worker once."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from results import Result
from subjects import ROOT
from try_mutants import Task, subjects_of, taken

sys.path.insert(0, str(ROOT / "conformance" / "python"))
from kassay_distributed.batch import Batch
from kassay_distributed.cluster import Cluster

# A batch first runs all cases without a mutant (8 s); each mutant then takes a tenth of a second or more.
TOGETHER = 250
# The files of this folder that a worker needs.
MODULES = ("try_mutants.py", "results.py", "mutant.py")

Make = Callable[[str, list[Task]], Batch]  # from a name and the batch's mutants


def by_cases_on(
    cluster: Cluster, program: Path, vectors: Path, tasks: list[Task], kept: Path
) -> Iterator[Result]:
    """Like `by_cases`. Uses the results in `kept` from an earlier try with the same program and vectors."""
    with tempfile.TemporaryDirectory() as folder:
        packed = Path(shutil.make_archive(f"{folder}/vectors", "zip", vectors))
        there = [sent(cluster, program), sent(cluster, packed)]

    def make(name: str, members: list[Task]) -> Batch:
        command, data = (f"{{uploads}}/{each}" for each in there)
        words = (command, "--vectors", data, "--mutants", "{folder}/mutants", "--jobs", "1")
        return Batch(name, words, printed=True, files={"mutants": subjects_of(members).encode()})

    return tried(cluster, make, tasks, kept / digest(*(each.encode() for each in there)))


def by_tests_on(
    cluster: Cluster, programs: list[Path], chosen: str, tasks: list[Task], kept: Path
) -> Iterator[Result]:
    """Like `by_tests`. Each batch first runs the programs without a mutant, so that a program that fails anyway judges nothing."""
    there = [sent(cluster, program) for program in programs]
    modules = {name: (Path(__file__).parent / name).read_bytes() for name in MODULES}

    def make(name: str, members: list[Task]) -> Batch:
        words = ("{python}", "{folder}/try_mutants.py", "{folder}/numbers", chosen)
        numbers = "".join(f"{task.number}\n" for task in members).encode()
        files = {**modules, "numbers": numbers}
        return Batch(
            name, (*words, *(f"{{uploads}}/{each}" for each in there)), printed=True, files=files
        )

    return tried(cluster, make, tasks, kept / digest(*(each.encode() for each in there)))


def tried(cluster: Cluster, make: Make, tasks: list[Task], kept: Path) -> Iterator[Result]:
    """Yields the result of each task as batches end. Results in the folder `kept` come first and are not tried again."""
    by_number = {task.number: task.result for task in tasks}
    for file in sorted(kept.glob("[0-9a-f]*")):
        yield from results_in(file.read_bytes(), by_number)
    left = [task for task in tasks if task.number in by_number]
    groups = [left[i : i + TOGETHER] for i in range(0, len(left), TOGETHER)]
    batches = (make(digest(subjects_of(group).encode()), group) for group in groups)
    for _, answer in cluster.answers(batches, kept):
        yield from results_in(answer, by_number)


def results_in(answer: bytes, by_number: dict[int, Result]) -> Iterator[Result]:
    """Takes the mutants of the answer from `by_number`."""
    for line in answer.splitlines():
        said = json.loads(line)
        result = by_number.pop(said.get("mutant"), None)
        if result is not None:
            yield taken(result, said)


def sent(cluster: Cluster, file: Path) -> str:
    """Its name among the uploads, where an archive is a folder."""
    content = file.read_bytes()
    name = f"{digest(content)}-{file.name}"
    cluster.upload(content, name)
    return name.removesuffix(".zip")


def digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]
