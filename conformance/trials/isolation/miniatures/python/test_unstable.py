"""Repeats the cases of a backend with each fault of unstable_faults.py: the results report `exp`, and no other function."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
PROGRAM = os.environ.get("KASSAY", str(HERE.parents[4] / "build" / "bin" / "kassay"))
FUNCTIONS = ("exp", "square")
RUNS = 10  # some 80 calls of exp
KIB = 1024

CHANGING = {
    "alternates": "fail",
    "wrong_once_in_seven": "fail",
    "nan_once_in_five": "fail",
    "wrong_from_call_3": "fail",
    "wrong_from_call_50": "fail",
    "raises_from_call_40": "error",
    "aborts_at_call_60": "crash",
    "another_dtype_from_call_45": "fail",
    "another_shape_from_call_45": "fail",
    "wrong_after_square": "fail",
    "keeps_the_dtype_of_square": "fail",
    "adds_to_a_buffer": "fail",
    "wrong_from_reset_100": "fail",
}
OTHER_BITS = ("alternates_in_the_last_bit", "other_bits_from_call_50", "rounds_at_random")
LEAKS = {
    "leaks_1_kib": KIB,
    "leaks_16_kib": 16 * KIB,
    "leaks_2_kib_every_other_call": KIB,
    "leaks_a_page_of_a_mapping": 4 * KIB,
    "leaks_1_kib_outside_python": KIB,
}
NO_FAULTS = (
    "right",
    "leaves_cycles",
    "leaves_cycles_to_the_worker",
    "keeps_until_the_next_program",
    "fills_a_bounded_cache",
    "nans_of_other_payloads",
    "grows_with_each_program",
)


RACES = {
    "in_a_buffer_of_the_module": "fail",
    "in_the_buffer_of_its_dtype": "fail",
    "finds_its_argument_in_a_global": "fail",
    "raises_where_it_is_called_twice": "error",
    "aborts_where_it_is_called_twice": "crash",
}


class Run:
    def __init__(
        self, results: Path, backend: str, *words: str, fault: str = "", again: str = "--repeat"
    ) -> None:
        environment = {
            **os.environ,
            "KASSAY_MINIATURE": fault,
            "KASSAY_PYTHON": sys.executable,
            "PYTHONPATH": str(HERE),
        }
        command = [PROGRAM, "run", "--backend", backend, "--tier", "smoke", "--out", str(results)]
        self.said = subprocess.run(
            [*command, again, str(RUNS), "--jobs", "1", *words],
            env=environment,
            capture_output=True,
            text=True,
        ).stderr
        header, *lines = (json.loads(line) for line in results.read_text().splitlines())
        assert header["header"][again.lstrip("-")] == RUNS
        self.cases: list[dict[str, Any]] = [line for line in lines if "case" in line]
        assert "footer" in lines[-1], self.said

    def found(self, what: str) -> list[dict[str, Any]]:
        found = [case for case in self.cases if what in case.get("repetition", {})]
        assert {case["function"] for case in found} <= {"exp"}
        return found

    def against(self) -> set[str]:
        return {case["outcome"] for case in self.cases} - {"pass", "pass-accepted", "unsupported"}


def repeat(folder: Path, fault: str) -> Run:
    return Run(folder / "results.jsonl", "python:unstable", *FUNCTIONS, fault=fault)


@pytest.mark.parametrize("fault", CHANGING)
def test_an_answer_that_changes_counts_against_the_backend(tmp_path: Path, fault: str) -> None:
    run = repeat(tmp_path, fault)
    changing = run.found("wrong")
    assert CHANGING[fault] in {case["outcome"] for case in changing}, run.said
    for case in changing:
        assert "in one worker: " in case["message"]
    assert "exp is right in some runs and wrong in others" in run.said


@pytest.mark.parametrize("fault", OTHER_BITS)
def test_other_bits_are_reported_and_do_not_count(tmp_path: Path, fault: str) -> None:
    run = repeat(tmp_path, fault)
    other = run.found("other-bits")
    assert other and all(0 < case["repetition"]["ulps"] <= 1 for case in other)
    assert not run.found("wrong") and not run.against()
    assert "exp is right, with other bits in up to " in run.said


@pytest.mark.parametrize("fault", LEAKS)
def test_a_leak_is_reported_with_its_size(tmp_path: Path, fault: str) -> None:
    run = repeat(tmp_path, fault)
    assert [case["repetition"]["leak"] for case in run.found("leak")] == [
        pytest.approx(LEAKS[fault], rel=0.3)
    ], run.said
    assert not run.found("other-bits") and not run.against()
    assert "exp leaks memory: about " in run.said


@pytest.mark.parametrize("backend", NO_FAULTS)
def test_a_right_backend_is_not_reported(tmp_path: Path, backend: str) -> None:
    run = repeat(tmp_path, backend)
    assert not [case for case in run.cases if "repetition" in case], run.said
    assert f"the same outcome and bits in {RUNS} runs" in run.said


def threads(folder: Path, fault: str) -> Run:
    return Run(
        folder / "results.jsonl", "python:unstable", *FUNCTIONS, fault=fault, again="--threads"
    )


@pytest.mark.parametrize("fault", RACES)
def test_a_race_counts_against_the_backend(tmp_path: Path, fault: str) -> None:
    run = threads(tmp_path, fault)
    assert RACES[fault] in {case["outcome"] for case in run.found("wrong-in-threads")}, run.said
    assert "exp is right in one thread, and wrong in several at once" in run.said


def test_other_bits_in_threads_are_reported_and_do_not_count(tmp_path: Path) -> None:
    run = threads(tmp_path, "rounds_otherwise_beside_others")
    other = run.found("other-bits-in-threads")
    assert other and all(0 < case["repetition"]["ulps"] <= 1 for case in other), run.said
    assert not run.against()


@pytest.mark.parametrize("backend", ("right", "holds_a_lock", "has_a_buffer_in_each_thread"))
def test_a_thread_safe_backend_is_not_reported(tmp_path: Path, backend: str) -> None:
    run = threads(tmp_path, backend)
    assert not [case for case in run.cases if "repetition" in case], run.said
    assert f"No function had another outcome or other bits in {RUNS} threads" in run.said


@pytest.mark.parametrize("again", ["--repeat", "--threads"])
@pytest.mark.parametrize("interpreter", ["reference", "optimized"])
def test_the_interpreters_are_not_reported(tmp_path: Path, interpreter: str, again: str) -> None:
    functions = (*FUNCTIONS, "sum", "dot", "softmax", "variable", "random_normal", "function")
    run = Run(tmp_path / "results.jsonl", interpreter, *functions, again=again)
    assert not [case for case in run.cases if "repetition" in case], run.said
    assert not run.against()
