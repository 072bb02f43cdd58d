"""Runs batches on a worker. Dask sends this module by value, so it imports only the standard library.

A batch is a command of kassay. kassay itself controls the processes, their deadlines and their sandbox. Dask only sends the words of the
command and returns the bytes of a file.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# Becomes the command, which the kernel kills if the worker ends. 1 is PR_SET_PDEATHSIG, 9 SIGKILL.
_LAUNCH = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(1, 9)
if os.getppid() != int(sys.argv[1]):
    os._exit(1)
try:
    os.execvp(sys.argv[2], sys.argv[2:])
except OSError as error:
    print(f"{sys.argv[2]}: {error.strerror}", file=sys.stderr, flush=True)
    os._exit(127)
"""
NOT_FOUND = 127
_SAID = 4000  # the last characters of standard error that are kept


@dataclass(frozen=True)
class Batch:
    """`name`: the name of the file for the answer. `words`: a command; `{kassay}` and `{python}` become the programs of the worker's machine,
    `{folder}` a folder with `files`, and `{uploads}` the folder of uploaded files. The answer is the file `answer` in `{folder}`, or the standard
    output if `printed` is true. `answers_with`: the exit codes of a command with an answer; `empty_with`: of a command with an empty answer."""

    name: str
    words: tuple[str, ...]
    answers_with: tuple[int, ...] = (0,)
    empty_with: tuple[int, ...] = ()
    printed: bool = False
    files: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Computed:
    """The outcome of a batch: its answer, or the exit code and standard error of a command without an answer."""

    answer: bytes | None
    code: int
    said: str
    host: str
    seconds: float


def compute(batch: Batch) -> tuple[bytes | None, int, str, str, float]:
    """Runs the command of the batch on a worker. Returns the fields of Computed; the client makes the object."""
    from distributed import get_worker

    begin = time.monotonic()
    uploads = get_worker().local_directory
    folder = tempfile.mkdtemp(prefix="kassay-batch-")
    try:
        for name, content in batch.files.items():
            Path(folder, name).write_bytes(content)
        places = {
            "{kassay}": _program(),
            "{python}": sys.executable,
            "{folder}": folder,
            "{uploads}": uploads,
        }
        words = [_filled(word, places) for word in batch.words]
        launched = [sys.executable, "-S", "-c", _LAUNCH, str(os.getpid()), *words]
        done = subprocess.run(
            launched, capture_output=True, check=False, env={**os.environ, "NO_COLOR": "1"}
        )
        said = done.stderr.decode(errors="replace").strip()[-_SAID:]
        answer: bytes | None = None
        if done.returncode in batch.answers_with:
            file = Path(folder, "answer")
            answer = done.stdout if batch.printed else file.read_bytes() if file.exists() else None
        elif done.returncode in batch.empty_with:
            answer = b""
        return answer, done.returncode, said, socket.gethostname(), time.monotonic() - begin
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def upload(name: str, content: bytes) -> Any:
    """A plug-in of Dask that gives a file of this name to every worker, also to later ones. NAME.zip becomes the folder NAME, too."""
    from distributed import WorkerPlugin

    class Upload(WorkerPlugin):
        def setup(self, worker: Any) -> None:
            file = Path(worker.local_directory, name)
            file.write_bytes(content)
            file.chmod(0o755)
            if file.suffix == ".zip":
                shutil.unpack_archive(file, file.with_suffix(""))

    plugin = Upload()
    plugin.name = f"kassay-{name}"  # type: ignore[attr-defined]
    return plugin


def _filled(word: str, places: dict[str, str]) -> str:
    for place, value in places.items():
        word = word.replace(place, value)
    return word


def _program() -> str:
    """The program kassay of this machine: $KASSAY, or the one next to this Python (from a wheel), or the one on the path."""
    beside = Path(sys.executable).parent
    path = f"{beside}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return os.environ.get("KASSAY") or shutil.which("kassay", path=path) or "kassay"
