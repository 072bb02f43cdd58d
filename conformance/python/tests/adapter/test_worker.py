"""The worker as a process: its replies, its output and its exit status."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest

from kassay import protocol

WORKER = Path(__file__).parents[2] / "worker.py"
SECONDS = 20
MODULE = """
import os, sys, threading, time

def placeholder(): ...
def variable(): ...
def function(): ...
def same(x): return x
def show(): return sys.argv
def large(): import numpy; return numpy.broadcast_to(numpy.float64(0), (1 << 40,))
def leave(): sys.exit(0)
def leave_with_thread():
    threading.Thread(target=time.sleep, args=(600,)).start()
    sys.exit(0)
def sleep(): time.sleep(600)
def shout():
    print("shout")
    os.write(1, b"shout")
    print("shout", file=sys.__stdout__, flush=True)
    return sys.stdin.read()
_floatx = "unset"
def floatx(): return _floatx
def set_floatx(name):
    global _floatx
    _floatx = name
"""


class Worker:
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def ask(self, message: dict[str, Any], **tensors: np.ndarray) -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        protocol.send(self.process.stdin, protocol.encode(message, tensors))
        received = protocol.receive(self.process.stdout)
        assert received is not None, "the worker ended"
        return received[0]

    def start(self) -> dict[str, Any]:
        return self.ask({"type": "start", "protocol": 1, "edition": "ko"})

    def run(self, name: str, *args: Any, **tensors: np.ndarray) -> dict[str, Any]:
        call = {"let": ["y"], "call": name, "args": list(args)}
        message = {"type": "run", "id": 5, "deadline": 9.0}
        return self.ask({**message, "program": {"calls": [call], "return": ["y"]}}, **tensors)

    def words(self) -> str:
        """The standard error of the worker, which must have been asked to end."""
        _, words = self.process.communicate(timeout=SECONDS)
        return words.decode()


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Callable[..., Worker]]:
    (tmp_path / "mine.py").write_text(MODULE)
    processes = []

    def start(*options: str, **environment: str) -> Worker:
        command = [sys.executable, str(WORKER), *(options or ("mine",))]
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("KERAS", "PYTHON"))}
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env={**clean, "HOME": str(tmp_path), **environment},
        )
        processes.append(process)
        return Worker(process)

    yield start
    for process in processes:
        process.kill()
        process.wait(SECONDS)
        for stream in (process.stdin, process.stdout, process.stderr):
            assert stream
            stream.close()


def write_settings(folder: Path, text: str) -> None:
    (folder / ".keras").mkdir()
    (folder / ".keras" / "keras.json").write_text(text)


def test_answers_and_stops(worker: Callable[..., Worker]) -> None:
    mine = worker()
    assert mine.start()["name"] == "mine"
    assert mine.run("same", {"input": "x"}, x=np.ones(2))["outputs"] == [{"tensor": "t0"}]
    assert mine.process.stdin
    protocol.send(mine.process.stdin, protocol.encode({"type": "stop"}))
    assert mine.process.wait(SECONDS) == 0
    assert "Using mine backend." in mine.words()


def test_prints_go_to_standard_error_and_standard_input_is_empty(
    worker: Callable[..., Worker],
) -> None:
    mine = worker()
    mine.start()
    assert mine.run("shout")["outputs"] == [""]
    mine.process.kill()
    assert mine.words().count("shout") == 3


def test_backend_finds_no_options_of_the_worker(worker: Callable[..., Worker]) -> None:
    mine = worker()
    mine.start()
    assert mine.run("show")["outputs"] == [[str(WORKER)]]


def test_ends_if_the_runner_ends_in_the_middle_of_a_call(
    worker: Callable[..., Worker],
) -> None:
    mine = worker()
    mine.start()
    program = {"calls": [{"call": "sleep"}], "return": []}
    assert mine.process.stdin
    message = {"type": "run", "id": 1, "deadline": 9.0, "program": program}
    protocol.send(mine.process.stdin, protocol.encode(message))
    mine.process.stdin.close()
    assert mine.process.wait(SECONDS) != 0


@pytest.mark.parametrize("name", ["leave", "leave_with_thread"])
def test_backend_that_exits_ends_the_worker_at_once(
    worker: Callable[..., Worker], name: str
) -> None:
    mine = worker()
    mine.start()
    with pytest.raises(AssertionError, match="the worker ended"):
        mine.run(name)
    assert mine.process.wait(SECONDS) == 1
    assert "SystemExit" in mine.words()


def test_answer_above_the_limit_is_out_of_memory(worker: Callable[..., Worker]) -> None:
    mine = worker()
    mine.start()
    answer = mine.run("large")
    assert (answer["type"], answer["id"], answer["kind"]) == ("error", 5, "out-of-memory")
    assert mine.run("same", 3)["outputs"] == [3]


def test_other_version_of_the_protocol(worker: Callable[..., Worker]) -> None:
    answer = worker().ask({"type": "start", "protocol": 2, "edition": "ko"})
    assert answer["kind"] == "protocol" and "version 1" in answer["message"]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({"type": "run", "id": 1, "program": {}}, "before"),
        ({"type": "dance"}, "unknown type of message: 'dance'"),
    ],
)
def test_request_out_of_order(worker: Callable[..., Worker], message: Any, told: str) -> None:
    answer = worker().ask(message)
    assert answer["kind"] == "protocol" and told in answer["message"]


def test_module_that_is_not_a_backend(worker: Callable[..., Worker], tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def variable(): ...")
    answer = worker().start()
    assert answer["type"] == "error"
    assert "missing placeholder and function" in answer["message"]


def test_module_that_is_not_available_on_this_machine(
    worker: Callable[..., Worker], tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text("raise type('Unsupported', (Exception,), {})('no device')")
    assert worker().start() == {"type": "unsupported", "id": 0, "reason": "no device"}


@pytest.mark.parametrize(
    ("options", "floatx"), [((), "float32"), (("--settings", "file"), "float16")]
)
def test_settings(
    worker: Callable[..., Worker], tmp_path: Path, options: tuple[str, ...], floatx: str
) -> None:
    write_settings(tmp_path, '{"floatx": "float16", "epsilon": 0.001}')
    mine = worker(*options, "mine")
    mine.start()
    assert mine.run("floatx")["outputs"] == [floatx]
    mine.process.kill()
    words = mine.words()
    assert ("epsilon = 0.001, floatx = 'float16'; the cases presuppose" in words) == (
        floatx == "float32"
    )
    assert ("has no set_epsilon" in words) == (floatx == "float16")


def test_broken_file_that_is_not_needed_is_ignored(
    worker: Callable[..., Worker], tmp_path: Path
) -> None:
    write_settings(tmp_path, "{")
    mine = worker("mine")
    assert mine.start()["type"] == "started"
    mine.process.kill()
    assert "keras.json:1:2" in mine.words()


@pytest.mark.parametrize("options", [("",), ("--settings", "file", "mine")])
def test_broken_file_that_is_needed(
    worker: Callable[..., Worker], tmp_path: Path, options: tuple[str, ...]
) -> None:
    write_settings(tmp_path, "{")
    answer = worker(*options).start()
    assert answer["type"] == "error" and "keras.json:1:2" in answer["message"]


def test_backend_of_the_file(worker: Callable[..., Worker], tmp_path: Path) -> None:
    write_settings(tmp_path, '{"backend": "mine"}')
    assert worker("").start()["name"] == "mine"


def test_variable_overrides_the_file(worker: Callable[..., Worker], tmp_path: Path) -> None:
    write_settings(tmp_path, '{"backend": "theano"}')
    assert worker("", KERAS_BACKEND="mine").start()["name"] == "mine"


def test_python_without_numpy_is_reported(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('no NumPy here')")
    done = subprocess.run(
        [sys.executable, str(WORKER), "mine"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert done.returncode == 1
    assert f"{sys.executable} has no NumPy" in done.stderr and "KASSAY_PYTHON" in done.stderr
