"""Each loader accepts the answers of the reference, finds each planted fault, and agrees with the examples of the tolerance.

$KASSAY is the program and $KASSAY_VECTORS the folder of its vectors; PYTHONPATH contains the generators and the adapter.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from kassay_generators.archive.folder import write_folder
from kassay_vectors import Archive

LOADERS = Path(__file__).resolve().parents[1]
ROOT = LOADERS.parents[2]
KASSAY = os.environ.get("KASSAY", str(ROOT / "build" / "bin" / "kassay"))
VECTORS = Path(os.environ.get("KASSAY_VECTORS", ROOT / "build" / "vectors"))
# With limits, sums of many terms, integers, plain values, signs of zero, errors, accepted readings, random numbers.
FUNCTIONS = ["dot", "equal", "argmax", "int_shape", "transpose", "softsign", "random_binomial"]
EXAMPLES = json.loads((ROOT / "spec/tolerance_examples.json").read_text())

# The number of runs by outcome.
Counts = dict[str, int]
# Returns the exit code, the counts, and the lines about failures.
Load = Callable[[Path, Path], tuple[int, Counts, list[str]]]


def _run(*command: str | Path) -> None:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module", params=["rust", "javascript", "java"])
def load(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Load:
    """Runs the loader of a language."""
    program = {"rust": "rustc", "javascript": "node", "java": "javac"}[request.param]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    folder = tmp_path_factory.mktemp(request.param)
    command = ["node", str(LOADERS / "javascript/loader.mjs")]
    if request.param == "rust":
        _run(
            "rustc",
            "--edition",
            "2021",
            "-C",
            "opt-level=1",
            "-o",
            folder / "loader",
            LOADERS / "rust/loader.rs",
        )
        command = [str(folder / "loader")]
    if request.param == "java":
        _run("javac", "-Xlint:all", "-Werror", "-d", folder, LOADERS / "java/Loader.java")
        command = ["java", "-XX:TieredStopAtLevel=1", "-cp", str(folder), "Loader"]

    def run(archive: Path, answers: Path) -> tuple[int, Counts, list[str]]:
        done = subprocess.run(
            [*command, str(archive), str(answers)], capture_output=True, text=True
        )
        lines = done.stdout.splitlines()
        found = [re.fullmatch(r"([a-z]+) (\d+)", line) for line in lines]
        counts = {match[1]: int(match[2]) for match in found if match}
        assert len(counts) == 6, done.stdout + done.stderr
        return done.returncode, counts, lines[: -len(counts)]

    return run


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    folder = tmp_path_factory.mktemp("archive") / "archive"
    write_folder(VECTORS, folder, FUNCTIONS)
    return Archive(folder)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The answers of the reference."""
    folder = tmp_path_factory.mktemp("answers")
    vectors = ("--vectors", VECTORS, "--out", folder / "results.jsonl")
    _run(KASSAY, "run", *FUNCTIONS, "--backend", "reference", *vectors, "--keep-outputs", folder / "kept")  # fmt: skip
    _run(sys.executable, LOADERS / "answers.py", folder / "kept", folder / "answers")
    return folder / "answers"


def test_the_reference_is_right(load: Load, archive: Archive, answers: Path) -> None:
    code, counts, failures = load(archive.folder, answers)
    modes = [run["modes"] for case in archive.cases() for run in case["runs"] if "random" in run]
    assert (code, failures) == (0, [])
    assert counts["right"] > 1000
    assert counts["random"] == sum(map(len, modes)) > 0
    assert counts["wrong"] == counts["missing"] == counts["unsupported"] == 0


def test_without_answers_nothing_passes(load: Load, archive: Archive, tmp_path: Path) -> None:
    assert load(archive.folder, tmp_path)[0] == 1


class Faults:
    """Plants faults in answers, each in a different case."""

    def __init__(self, archive: Archive, answers: Path) -> None:
        self.archive, self.answers = archive, answers
        self.planted: dict[str, str] = {}  # the case and its mode, by name

    def plant(self, name: str, function: str, key: str, change: Callable[..., None]) -> None:
        """Changes the answer to the first unchanged case whose only output has the key."""
        file = self.answers / f"{function}.json"
        document = json.loads(file.read_text())
        given = load_file(file.with_suffix(".safetensors"))
        for case in self.archive.cases(function):
            run = case["runs"][0]
            place = f"{case['id']} {run['modes'][0]}"
            outputs = run["right"][0].get("outputs", [])
            only = outputs[0] if len(outputs) == len(run["right"]) == 1 else {}
            if only.get(key) and np.prod(only["shape"]) and place not in self.planted.values():
                answer = document["answers"][case["id"]][run["modes"][0]]
                change(answer, outputs[0], self.archive.tensors(function), given)
                file.write_text(json.dumps(document))
                save_file(given, file.with_suffix(".safetensors"))
                self.planted[name] = place
                return
        raise AssertionError(f"{function} has no case with {key}")


Tensors = dict[str, np.ndarray]


def _move_one_element(answer: Any, expected: Any, tensors: Tensors, given: Tensors) -> None:
    values = tensors[expected["value"]].copy()
    values.reshape(-1)[-1] += 3 * tensors[expected["limit"]].reshape(-1)[-1]
    given[answer["outputs"][0]["value"]] = values


def _move_all_a_little(answer: Any, expected: Any, tensors: Tensors, given: Tensors) -> None:
    values = tensors[expected["value"]] + 0.9 * tensors[expected["limit"]]
    given[answer["outputs"][0]["value"]] = values


def _flip(answer: Any, expected: Any, tensors: Tensors, given: Tensors) -> None:
    values = tensors[expected["value"]].copy()
    values.reshape(-1)[0] ^= True
    given[answer["outputs"][0]["value"]] = values


def _change_the_dtype(answer: Any, expected: Any, tensors: Tensors, given: Tensors) -> None:
    answer["outputs"][0]["dtype"] = {"float32": "float64"}.get(expected["dtype"], "float32")


def _change_the_shape(answer: Any, expected: Any, tensors: Tensors, given: Tensors) -> None:
    answer["outputs"][0]["shape"] = [1, *expected["shape"]]


def _change_a_sign_of_zero(answer: Any, expected: Any, tensors: Tensors, given: Tensors) -> None:
    values = tensors[expected["value"]]
    given[answer["outputs"][0]["value"]] = np.where(values == 0, -values, values)


def _add_an_element(answer: Any, expected: Any, tensors: Tensors, given: Tensors) -> None:
    values = tensors[expected["value"]]
    given[answer["outputs"][0]["value"]] = np.append(values.reshape(-1), values.dtype.type(0))


def _name_no_tensor(answer: Any, expected: Any, tensors: Tensors, given: Tensors) -> None:
    answer["outputs"][0]["value"] = "nowhere"


def _refuse(answer: Any, expected: Any, tensors: Tensors, given: Tensors) -> None:
    answer.clear()
    answer["error"] = "type"


def _repeat_the_output(answer: Any, expected: Any, tensors: Tensors, given: Tensors) -> None:
    answer["outputs"] *= 2


FAULTS = {
    "element": ("softsign", "limit", _move_one_element),
    "rms": ("dot", "rms_unit", _move_all_a_little),
    "bool": ("equal", "value", _flip),
    "dtype": ("softsign", "limit", _change_the_dtype),
    "shape": ("softsign", "limit", _change_the_shape),
    "sign-of-zero": ("transpose", "sign_of_zero", _change_a_sign_of_zero),
    "bytes": ("softsign", "limit", _add_an_element),
    "tensor": ("equal", "value", _name_no_tensor),
    "refusal": ("dot", "limit", _refuse),
    "outputs": ("dot", "limit", _repeat_the_output),
}


@pytest.fixture(scope="module")
def faulty(
    load: Load, archive: Archive, answers: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[int, Counts, dict[str, str]]:
    """The exit code, the counts, and the line about each fault."""
    copy = tmp_path_factory.mktemp("faulty") / "answers"
    shutil.copytree(answers, copy)
    faults = Faults(archive, copy)
    for name, (function, key, change) in FAULTS.items():
        faults.plant(name, function, key, change)
    code, counts, failures = load(archive.folder, copy)
    lines = {
        name: next((line for line in failures if line.startswith(f"{place}: ")), "")
        for name, place in faults.planted.items()
    }
    return code, counts, lines


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(faulty: tuple[int, Counts, dict[str, str]], fault: str) -> None:
    code, counts, lines = faulty
    assert code == 1
    assert counts["wrong"] == len(FAULTS)
    assert lines[fault]


def test_the_failure_says_which_element(faulty: tuple[int, Counts, dict[str, str]]) -> None:
    assert re.search(r"element \d+ is .*expected: .*limit", faulty[2]["element"])


def test_the_failure_says_that_all_errors_together_are_large(
    faulty: tuple[int, Counts, dict[str, str]],
) -> None:
    assert "the rms of the errors is" in faulty[2]["rms"]


def _number(stated: float | str) -> float:
    if not isinstance(stated, str):
        return float(stated)
    return float.fromhex(stated) if "0x" in stated else float(stated)


def _write_examples(vectors: Path, answers: Path, passing: bool) -> int:
    """Writes a case for each example of the tolerance that passes, or for each that fails; returns the number of cases."""
    tensors, given = Tensors(), Tensors()
    cases, found = [], {}
    tested = [
        (e, [{**e, **answer, "count": 1}], answer["passes"])
        for e in EXAMPLES["elements"]
        for answer in e["answers"]
    ]
    tested += [(e, e["elements"], e["passes"]) for e in EXAMPLES["tensors"]]
    for number, (example, elements, passes) in enumerate(tested):
        if passes != passing:
            continue
        expected, magnitude, actual = (
            np.repeat([_number(e[key]) for e in elements], [e["count"] for e in elements])
            for key in ("expected", "magnitude", "actual")
        )
        name = f"{number:016x}"
        tensors |= {name: expected, f"f{name[1:]}": magnitude}
        given[name] = actual
        told = {"kind": "tensor", "dtype": example["dtype"], "shape": list(expected.shape)}
        output = {**told, "value": name, "magnitude": f"f{name[1:]}"}
        accuracy = {key: _number(example[key]) for key in ("ulps", "terms", "atol")}
        sign = example.get("sign_of_zero", False)
        cases.append(
            {
                "id": name,
                "tier": "core",
                "dtype": example["dtype"],
                "editions": ["ko"],
                "clauses": [],
                "modes": ["eager"],
                "inputs": {},
                "program": {"calls": [], "return": ["y"]},
                "expect": {"outputs": [output], "accuracy": accuracy, "sign_of_zero": sign},
                "readings": [],
            }
        )
        found[name] = {"eager": {"outputs": [{**told, "value": name}]}}
    vectors.mkdir()
    answers.mkdir()
    functions = {"examples": {"category": "tolerance"}}
    manifest = {"version": "1.0.0", "specification": "0" * 64, "functions": functions}
    (vectors / "manifest.json").write_text(json.dumps(manifest))
    (vectors / "specification.json").write_text("{}")
    (vectors / "examples.json").write_text(json.dumps({"function": "examples", "cases": cases}))
    save_file(tensors, vectors / "examples.safetensors")
    (answers / "examples.json").write_text(json.dumps({"answers": found}))
    save_file(given, answers / "examples.safetensors")
    return len(cases)


@pytest.mark.parametrize("passing", [True, False], ids=["right", "wrong"])
def test_the_examples_of_the_tolerance(load: Load, tmp_path: Path, passing: bool) -> None:
    count = _write_examples(tmp_path / "vectors", tmp_path / "answers", passing)
    write_folder(tmp_path / "vectors", tmp_path / "archive")
    code, counts, _ = load(tmp_path / "archive", tmp_path / "answers")
    assert count > 80
    assert counts["right" if passing else "wrong"] == count
    assert code == (0 if passing else 1)
