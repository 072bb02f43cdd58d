"""Runs the real `kassay run` on each behaviour: its own cases end as expected, and all others pass."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
PROGRAM = os.environ.get("KASSAY", str(HERE.parents[4] / "build" / "bin" / "kassay"))
FUNCTIONS = ("abs", "exp", "square")  # in the order of the run, by one worker
SECONDS = 4  # the deadline of a case
MEMORY = "400MB"  # little, so that it is soon full
OTHER_ERROR = ("error", "an error of kind other")
PASS = ("pass", "")
# The expected outcome of the cases of exp, and a part of the message.
EXPECTED = {
    "right": PASS,
    "raises_without_text": OTHER_ERROR,
    "raises_no_exception": ("crash", "_Panic"),
    "raises_a_novel": ("error", "an error of kind value"),
    "raises_interrupt": ("crash", "KeyboardInterrupt"),
    "recurses": OTHER_ERROR,
    "lacks_what_it_offers": ("unsupported", "not implemented"),
    "exits": ("crash", "SystemExit"),
    "exits_at_once": ("crash", "exited with status 0"),
    "aborts": ("crash", "SIGABRT"),
    "reads_nowhere": ("crash", "SIGSEGV"),
    "hangs": ("timeout", ""),
    "hangs_ignoring_signals": ("timeout", ""),
    "hangs_holding_the_interpreter": ("timeout", ""),
    "eats_memory": ("out-of-memory", ""),
    "floods_both_streams": PASS,
    "prints_around_the_streams": PASS,
    "writes_to_every_descriptor": ("crash", ""),
    "closes_every_descriptor": ("crash", ""),
    "closes_the_standard_streams": PASS,
    "replaces_the_standard_streams": PASS,
    "answers_an_object": ("fail", ""),
    "answers_nothing": ("fail", "None"),
    "answers_another_shape": ("fail", "another shape"),
    "answers_another_dtype": ("fail", "float64"),
    "answers_a_dtype_without_a_name": ("fail", ""),
    "answers_two": ("fail", ""),
    "answers_more_than_there_is": ("out-of-memory", "above the limit"),
    "remembers_until_it_is_reset": PASS,
    "changes_the_folder": PASS,
    "handles_signals": PASS,
    "replaces_functions_of_numpy": PASS,
    "starts_a_thread": PASS,
    "starts_a_thread_that_raises": PASS,
    "starts_a_child": PASS,
    "starts_a_child_that_leaves_the_group": PASS,
}


def results_of(
    behaviour: str, folder: Path, *options: str, functions: Sequence[str] = FUNCTIONS
) -> dict[str, list[dict[str, Any]]]:
    """The results of each function, in the order of the cases."""
    command = [PROGRAM, "run", "--backend", "python:misbehaving", "--mode", "eager", "--jobs", "1"]
    command += ["--timeout", str(SECONDS), "--memory", MEMORY, "--out", str(folder / "out.jsonl")]
    command += [*options, *(f"elementwise/{name}/float32/basic*" for name in functions)]
    environment = {
        **os.environ,
        "KASSAY_PYTHON": sys.executable,
        "PYTHONPATH": str(HERE),
        "KASSAY_MINIATURE": behaviour,
        "KASSAY_MINIATURE_FOLDER": str(folder),
    }
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode in (0, 1), done.stderr
    results: dict[str, list[dict[str, Any]]] = {name: [] for name in functions}
    for line in (folder / "out.jsonl").read_text().splitlines():
        result = json.loads(line)
        if "case" in result:
            results[result["function"]].append(result)
    return results


def outcomes(results: list[dict[str, Any]]) -> set[str]:
    return {result["outcome"] for result in results}


def started_in(folder: Path) -> list[int]:
    """The running processes that a run in this folder has started; it marks them with an environment variable."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            state = (process / "stat").read_text().rpartition(")")[2].split()[0]
            if f"KASSAY_MINIATURE_FOLDER={folder}\0" in (process / "environ").read_text():
                found += [] if state == "Z" else [int(process.name)]
        except (FileNotFoundError, ProcessLookupError, PermissionError, UnicodeDecodeError):
            continue  # it has ended, or belongs to another user
    return found


def left_in(folder: Path) -> list[int]:
    """The processes that outlive the run; a killed one may need a moment to end."""
    end = time.monotonic() + SECONDS
    while started_in(folder) and time.monotonic() < end:
        time.sleep(0.05)
    return started_in(folder)


@pytest.fixture(autouse=True)
def end_children(tmp_path: Path) -> Iterator[None]:
    """Kills every process that outlives its run."""
    yield
    for child in started_in(tmp_path):
        os.kill(child, signal.SIGKILL)


@pytest.mark.parametrize("behaviour", EXPECTED)
def test_its_cases_end_as_expected_and_all_others_pass(behaviour: str, tmp_path: Path) -> None:
    results = results_of(behaviour, tmp_path)
    outcome, told = EXPECTED[behaviour]
    assert len(results["exp"]) == 2
    assert outcomes(results["exp"]) == {outcome}, results["exp"]
    assert all(told in result.get("message", "") for result in results["exp"]), results["exp"]
    assert outcomes(results["abs"]) == outcomes(results["square"]) == {"pass"}


def test_state_between_programs_is_seen(tmp_path: Path) -> None:
    first, second = results_of("remembers", tmp_path)["exp"]
    assert (first["outcome"], second["outcome"]) == ("pass", "fail")
    assert "keeps something from one program to the next" in second["message"]


def test_no_function_is_wrong_because_constant_failed(tmp_path: Path) -> None:
    results = results_of("has_no_constants", tmp_path, functions=("exp", "square", "sqrt"))
    failed = {"call": 1, "function": "constant", "outcome": "error"}
    for result in (*results["exp"], *results["square"]):
        assert (result["outcome"], result["failed-call"]) == ("not-run", failed)
        assert "K.constant(" in result["message"] and "no constants here" in result["message"]
    assert outcomes(results["sqrt"]) == {"unsupported"}  # the backend does not have it


def test_the_message_says_how_to_permit_writing(tmp_path: Path) -> None:
    results = results_of("needs_a_cache", tmp_path)["exp"]
    if outcomes(results) == {"pass"}:
        pytest.skip("this machine does not permit the measure files of the sandbox")
    assert all("--writable DIR" in result["message"] for result in results)
    writable = ("--writable", str(tmp_path), "--overwrite")
    assert outcomes(results_of("needs_a_cache", tmp_path, *writable)["exp"]) == {"pass"}


@pytest.mark.parametrize("sandbox", ["default", "off"])
@pytest.mark.parametrize("behaviour", ["starts_a_child", "starts_a_child_that_leaves_the_group"])
def test_child_does_not_outlive_the_run(behaviour: str, sandbox: str, tmp_path: Path) -> None:
    results = results_of(behaviour, tmp_path, "--sandbox", sandbox)
    assert outcomes(results["exp"]) == {"pass"}  # it was started
    assert left_in(tmp_path) == []
