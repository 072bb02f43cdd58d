"""Killing the runner leaves nothing of the backend, and a resumed run gives the same results as an undisturbed one.

Needs the environment variables KASSAY (the program) and KASSAY_VECTORS (the vectors).
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

KASSAY = os.environ["KASSAY"]
EXAMPLE = Path(__file__).parents[3] / "examples/numpy_backend.py"
FUNCTIONS = ["softmax", "relu", "exp", "sum"]
PATIENCE_SECONDS = 20.0

# A worker that starts a daemon in its first case. Both hang and ignore every signal that can be ignored.
HANGING = """
import os, signal, sys, time
sys.path.insert(0, sys.argv[1])
import numpy_backend as example
def hang():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    open(sys.argv[2] + "/hanging-" + str(os.getpid()), "w").close()
    while True:
        time.sleep(1)
def run(message, inputs):
    if os.fork() == 0:
        os.setsid()
        hang()
    hang()
example.run = run
example.main()
"""


class Remains:
    """The processes and files that remain of a test; the processes have its folder in their environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def processes(self) -> list[int]:
        wanted = f"TMPDIR={self.folder}".encode()
        found = []
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                running = entry.joinpath("stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
                if running and wanted in entry.joinpath("environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:  # it has ended
                pass
        return found

    def shared_memory(self) -> list[str]:
        """The shared memory that these processes map and that would outlive them: POSIX (/dev/shm) or System V."""
        lines = []
        for pid in self.processes():
            lines += Path(f"/proc/{pid}/maps").read_text().splitlines()
        return [line for line in lines if "/dev/shm/" in line or "/SYSV" in line]

    def wait_for_none(self) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self.processes() and time.monotonic() < deadline:
            time.sleep(0.02)
        assert self.processes() == []
        assert list(self.folder.iterdir()) == []


@pytest.fixture
def remains(tmp_path: Path) -> Iterator[Remains]:
    folder = tmp_path / "temporary"
    folder.mkdir()
    found = Remains(folder)
    yield found
    for pid in found.processes():
        os.kill(pid, signal.SIGKILL)


def start(remains: Remains, *options: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [KASSAY, "run", *options],
        env={**os.environ, "TMPDIR": str(remains.folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def results(file: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """The result of each case, without its time."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert "footer" in lines[-1]
    cases = {(line["case"], line["mode"]): line for line in lines[1:-1]}
    assert len(cases) == len(lines) - 2
    for case in cases.values():
        del case["seconds"]
    return cases


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_resumed_run_gives_what_an_undisturbed_one_gives(
    remains: Remains, tmp_path: Path, jobs: str
) -> None:
    backend = ["--backend", f"exec:{sys.executable} {EXAMPLE}", "--jobs", jobs, *FUNCTIONS]
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    kept = {file: file.with_suffix(".outputs") for file in (whole, parts)}

    def start_into(file: Path, *options: str) -> subprocess.Popen[bytes]:
        places = ["--out", str(file), "--keep-outputs", str(kept[file])]
        return start(remains, *backend, *places, *options)

    begin = time.monotonic()
    assert start_into(whole).wait() in (0, 1)
    seconds = time.monotonic() - begin

    delays = random.Random(jobs)
    killed = 0
    while True:
        resume = ["--resume"] if parts.exists() else []
        run = start_into(parts, *resume)
        try:
            code = run.wait(seconds * delays.uniform(0.05, 0.4) if killed < 8 else None)
        except subprocess.TimeoutExpired:
            run.kill()
            run.wait()
            killed += 1
            remains.wait_for_none()
            continue
        assert code in (0, 1)
        break
    assert killed > 0
    assert results(parts) == results(whole)
    command = [KASSAY, "diff", "--json", "--outputs", str(kept[whole]), str(kept[parts])]
    outputs = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    assert outputs["uncompared"] == []
    assert outputs["compared"] == sum(
        case["outcome"] not in ("unsupported", "not-run", "crash", "timeout", "out-of-memory")
        for case in results(whole).values()
    )


@pytest.mark.parametrize("sandbox", ["default", "off"])
def test_hanging_backend_and_its_daemon_end_with_the_runner(
    remains: Remains, tmp_path: Path, sandbox: str
) -> None:
    script = tmp_path / "hanging.py"
    script.write_text(HANGING)
    signs = tmp_path / "signs"
    signs.mkdir()
    backend = f"exec:{sys.executable} {script} {EXAMPLE.parent} {signs}"
    options = ["--sandbox", sandbox, "--writable", str(signs), "--out", str(tmp_path / "out.jsonl")]
    run = start(remains, "--backend", backend, *options, "exp")
    deadline = time.monotonic() + PATIENCE_SECONDS
    while len(list(signs.iterdir())) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    # kassay, the two of the guard, the backend and its daemon
    assert len(remains.processes()) == 5
    assert remains.shared_memory() == []
    run.kill()
    run.wait()
    remains.wait_for_none()
