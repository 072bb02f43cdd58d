"""kassay syncs a file before it renames it, and the folder afterwards: replayed from a record of its writes, syncs and renames.

If the machine fails, a file whose contents were not synced may be empty, and a new name may be gone if its folder was not synced.
$KASSAY is the program, $KASSAY_VECTORS the folder of its vectors, and $KASSAY_RECORDER the library that makes the record.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

KASSAY = os.environ["KASSAY"]
VECTORS = os.environ["KASSAY_VECTORS"]
RECORDER = os.environ["KASSAY_RECORDER"]


class Disk:
    """What a failure of the machine would lose now, and what it could have lost earlier."""

    def __init__(self, there: set[str]) -> None:
        self._names = there  # the names that are already on the disk
        self.contents: set[str] = set()
        self.unnamed: set[str] = set()
        self.renamed_too_early: list[str] = []

    def write(self, file: str) -> None:
        self.contents.add(file)
        if file not in self._names:
            self.unnamed.add(file)

    def sync(self, file: str) -> None:
        self.contents.discard(file)
        self.unnamed = {name for name in self.unnamed if str(Path(name).parent) != file}

    def rename(self, file: str, to: str) -> None:
        if file in self.contents:
            self.renamed_too_early.append(to)
        self.contents.discard(file)
        self.unnamed.discard(file)
        self.unnamed.add(to)


def replay(record: str, there: set[str]) -> Disk:
    disk = Disk(there)
    for line in record.splitlines():
        what, *files = line.split(" ")
        getattr(disk, what)(*files)
    return disk


def run(folder: Path, *arguments: str) -> Disk:
    """The disk after a command of kassay that writes into the folder."""
    record = folder.with_suffix(".record")
    record.unlink(missing_ok=True)
    there = {str(file) for file in folder.rglob("*")}
    environment = {
        "LD_PRELOAD": RECORDER,
        "KASSAY_RECORD": str(record),
        "KASSAY_RECORDED_FOLDER": str(folder),
    }
    finished = subprocess.run(
        [KASSAY, *arguments], env={**os.environ, **environment}, capture_output=True, check=False
    )
    assert finished.returncode in (0, 1), finished.stderr.decode()
    return replay(record.read_text(), there)


def expect_nothing_lost(disk: Disk) -> None:
    assert disk.renamed_too_early == []
    assert disk.contents == set()
    assert disk.unnamed == set()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "folder"
    made.mkdir()
    return made


@pytest.fixture
def results(folder: Path) -> Path:
    file = folder / "results.jsonl"
    command = [KASSAY, "run", "abs", "--backend", "reference", "--vectors", VECTORS]
    subprocess.run([*command, "--out", str(file)], check=True, capture_output=True)
    return file


def run_into(folder: Path, *options: str) -> Disk:
    places = ["--out", str(folder / "results.jsonl"), "--history", str(folder / "history.jsonl")]
    command = ["run", "abs", "sign", "--backend", "reference", "--vectors", VECTORS]
    return run(folder, *command, *places, "--keep-outputs", str(folder / "outputs"), *options)


def test_run_with_history_and_outputs(folder: Path) -> None:
    expect_nothing_lost(run_into(folder))


def test_run_that_is_continued(folder: Path) -> None:
    run_into(folder)
    file = folder / "results.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[: len(lines) // 2]))
    expect_nothing_lost(run_into(folder, "--resume"))


def test_report(folder: Path, results: Path) -> None:
    places = ["--out", str(folder / "page.html"), "--junit", str(folder / "junit.xml")]
    expect_nothing_lost(run(folder, "report", str(results), "--vectors", VECTORS, *places))


def test_waivers_applied_in_place(folder: Path, results: Path) -> None:
    expect_nothing_lost(run(folder, "waive", str(results), "--vectors", VECTORS))


# Records of wrong programs: each fault must be found.


def test_record_of_a_file_renamed_before_it_is_synced() -> None:
    disk = replay("write /d/new\nrename /d/new /d/file\nsync /d/file\nsync /d\n", set())
    assert disk.renamed_too_early == ["/d/file"]


def test_record_of_a_name_without_a_synced_folder() -> None:
    disk = replay("write /d/new\nsync /d/new\nrename /d/new /d/file\n", set())
    assert disk.unnamed == {"/d/file"}


def test_record_of_a_file_that_is_written_after_it_is_synced() -> None:
    disk = replay("write /d/file\nsync /d/file\nwrite /d/file\nsync /d\n", {"/d/file"})
    assert disk.contents == {"/d/file"}
