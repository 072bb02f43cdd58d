"""The archive: each limit says what the tolerance says, the data fit their schemas, and equal vectors give equal bytes.

The vectors are those of $KASSAY_VECTORS.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from kassay_generators.archive.document import archived
from kassay_generators.archive.folder import PACKAGE, version
from kassay_generators.archive.limits import judged
from kassay_generators.archive.pack import CannotPack, pack
from kassay_generators.numbers import dtypes
from kassay_generators.specification.error import ROOT
from kassay_generators.vectors.answer import Accuracy
from kassay_vectors import Archive, Judgement, Refusal, judge

EXAMPLES = json.loads((ROOT / "spec/tolerance_examples.json").read_text())
VECTORS = Path(os.environ.get("KASSAY_VECTORS", ROOT / "build/vectors"))
# With limits, with plain values, random, with sums of many terms.
FUNCTIONS = ["softsign", "epsilon", "random_binomial", "dot"]
EXACT = {"ulps": 0, "terms": 0, "atol": 0}


def _number(stated: float | str) -> float:
    if not isinstance(stated, str):
        return float(stated)
    return float.fromhex(stated) if "0x" in stated else float(stated)


def _judge(example: dict[str, Any], elements: list[dict[str, Any]]) -> Judgement | None:
    """None if the dtype lacks an answer, which a backend cannot give then."""
    expected, magnitude, actual = (
        np.repeat([_number(e[key]) for e in elements], [e.get("count", 1) for e in elements])
        for key in ("expected", "magnitude", "actual")
    )
    with np.errstate(over="ignore"):
        answer = actual.astype(example["dtype"])
    if not np.array_equal(answer.astype(np.float64), actual, equal_nan=True):
        return None
    output = {
        "kind": "tensor",
        "dtype": example["dtype"],
        "shape": list(expected.shape),
        "value": "e",
        "magnitude": "m",
    }
    accuracy = Accuracy(_number(example["ulps"]), example["terms"], _number(example["atol"]))
    tensors: dict[str, np.ndarray] = {}
    stated = judged(
        output,
        accuracy,
        example.get("sign_of_zero", False),
        {"e": expected, "m": magnitude},
        tensors,
    )
    return judge({"right": [{"outputs": [stated]}]}, [answer], tensors)


def test_an_element_is_right_where_the_tolerance_says_so() -> None:
    judgements = [
        (example["name"], answer, judgement)
        for example in EXAMPLES["elements"]
        for answer in example["answers"]
        if (judgement := _judge(example, [{**example, **answer}]))
    ]
    assert len(judgements) > 150
    differing = [j for j in judgements if (j[2].outcome == "right") != j[1]["passes"]]
    assert differing == []


@pytest.mark.parametrize("example", EXAMPLES["tensors"], ids=lambda example: example["name"])
def test_a_tensor_is_right_where_the_tolerance_says_so(example: dict[str, Any]) -> None:
    judgement = _judge(example, example["elements"])
    assert judgement is not None
    assert (judgement.outcome == "right") == example["passes"], judgement


def _case(**changes: Any) -> dict[str, Any]:
    output = {"kind": "tensor", "dtype": "float32", "shape": [2], "value": "aaaaaaaaaaaa"}
    return {
        "id": "a/f/float32/case",
        "tier": "core",
        "dtype": "float32",
        "editions": ["ko"],
        "clauses": ["f.value"],
        "modes": ["eager"],
        "inputs": {"x": "bbbbbbbbbbbb"},
        "program": {
            "calls": [{"let": ["y"], "call": "f", "args": [{"ref": "x"}]}],
            "return": ["y"],
        },
        "expect": {"outputs": [output], "accuracy": EXACT, "sign_of_zero": False},
        "readings": [],
        **changes,
    }


TENSORS = {"aaaaaaaaaaaa": np.array([1.0, 0.0]), "bbbbbbbbbbbb": np.ones(2, np.float32)}


def _run(**changes: Any) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    document, tensors = archived({"function": "f", "cases": [_case(**changes)]}, TENSORS)
    return document["cases"][0]["runs"][-1], tensors


def test_an_accepted_reading_is_kept_and_a_wrong_one_is_not() -> None:
    run, tensors = _run(
        readings=[
            {"id": "a", "verdict": "accepted", "error": ["value"]},
            {"id": "w", "verdict": "wrong", "error": ["any"]},
        ]
    )
    assert judge(run, Refusal("value"), tensors) == Judgement("accepted", "a")
    assert judge(run, Refusal("type"), tensors).outcome == "wrong"


def test_what_is_not_implemented_is_unsupported() -> None:
    run, tensors = _run(expect={"error": ["any"]})
    assert judge(run, Refusal("not-implemented"), tensors).outcome == "unsupported"


def test_a_call_that_should_be_refused_is_wrong_when_it_answers() -> None:
    run, tensors = _run(expect={"error": ["any"]})
    assert judge(run, [np.ones(2, np.float32)], tensors).outcome == "wrong"


def test_a_random_run_is_marked() -> None:
    sample = {
        "kind": "sample",
        "dtype": "float32",
        "shape": [2],
        "distribution": {"name": "normal", "mean": 0, "std": 1},
    }
    run, tensors = _run(expect={"outputs": [sample]})
    assert judge(run, [np.ones(2, np.float32)], tensors).outcome == "random"


def test_a_refusal_is_accepted_of_the_gradient_too() -> None:
    output = _case()["expect"]["outputs"][0]
    gradient = {
        "wrt": ["x"],
        "weights": ["aaaaaaaaaaaa"],
        "outputs": [output],
        "accuracy": EXACT,
    }
    run, tensors = _run(
        modes=["eager", "gradient"],
        gradient=gradient,
        readings=[{"id": "a", "verdict": "accepted", "error": ["any"]}],
    )
    assert run["modes"] == ["gradient"]
    assert judge(run, Refusal("type"), tensors) == Judgement("accepted", "a")


def test_the_sign_of_zero_counts_where_the_case_says_so() -> None:
    run, tensors = _run(expect={**_case()["expect"], "sign_of_zero": True})
    assert judge(run, [np.array([1, 0], np.float32)], tensors).outcome == "right"
    assert judge(run, [np.array([1, -0.0], np.float32)], tensors).outcome == "wrong"


@pytest.mark.parametrize(
    ("expected", "answer", "outcome"),
    [
        (2, 2, "right"),
        (2, np.int64(2), "right"),
        (2, 2.0, "wrong"),
        (True, 1, "wrong"),
        ([1, None], [1, None], "right"),
        ([1, None], [1], "wrong"),
        (0.1, 0.1 + 2.0**-56, "right"),
        (0.1, 0.1 + 2.0**-54, "wrong"),
    ],
)
def test_a_plain_value(expected: Any, answer: Any, outcome: str) -> None:
    accuracy = {"ulps": 1, "terms": 0, "atol": 0}
    value = {"outputs": [{"kind": "value", "value": expected}], "accuracy": accuracy}
    run, tensors = _run(expect=value)
    assert judge(run, [answer], tensors).outcome == outcome


def _without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda output: output.pop(key) and None


def _with(**members: Any) -> Callable[[dict[str, Any]], None]:
    return lambda output: output.update(members)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_without("limit"), id="a float without its limit"),
        pytest.param(_without("shape"), id="no shape"),
        pytest.param(_with(rms_limit=2.0), id="a limit of the rms without its unit"),
        pytest.param(_with(limit=0.5), id="a limit that is not the name of a tensor"),
        pytest.param(_with(sign_of_zero=False), id="a sign of zero that does not count"),
        pytest.param(_with(dtype="int32"), id="an integer with a limit"),
        pytest.param(_with(magnitude="aaaaaaaaaaaa"), id="a member of the vectors"),
    ],
)
def test_the_schema_refuses_a_wrong_output(change: Callable[[dict[str, Any]], None]) -> None:
    document, _ = archived({"function": "f", "cases": [_case()]}, TENSORS)
    validator = _validator("archive.json", ROOT / "spec" / "schema")
    assert validator.is_valid(document)
    change(document["cases"][0]["runs"][0]["right"][0]["outputs"][0])
    assert not validator.is_valid(document)


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return pack(VECTORS, tmp_path_factory.mktemp("packed"), FUNCTIONS)


@pytest.fixture(scope="module")
def archive(packed: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Archive:
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(packed[0]) as zipped:
        zipped.extractall(folder)
    return Archive(folder / f"kassay-vectors-{version(VECTORS)}")


def test_the_same_vectors_give_the_same_bytes(packed: list[Path], tmp_path: Path) -> None:
    again = pack(VECTORS, tmp_path, FUNCTIONS)
    assert [f.read_bytes() for f in packed] == [f.read_bytes() for f in again]


def test_the_pages_of_the_specification_are_inside(tmp_path: Path) -> None:
    program = tmp_path / "kassay"
    program.write_text(
        '#!/bin/sh\nshift 5\nmkdir "$1" && echo "# Clauses" > "$1/README.md"\nexit 1\n'
    )
    program.chmod(0o755)
    for file in pack(VECTORS, tmp_path, ["epsilon"], program):
        with zipfile.ZipFile(file) as zipped:
            [page] = [n for n in zipped.namelist() if n.endswith("/specification/README.md")]
            assert zipped.read(page) == b"# Clauses\n"


def test_pages_that_are_not_written_are_an_error(tmp_path: Path) -> None:
    program = tmp_path / "kassay"
    with pytest.raises(CannotPack, match="No such file.*Build it"):
        pack(VECTORS, tmp_path, ["epsilon"], program)
    program.write_text("#!/bin/sh\necho no vectors >&2\nexit 2\n")
    program.chmod(0o755)
    with pytest.raises(CannotPack, match="did not write the specification: no vectors"):
        pack(VECTORS, tmp_path, ["epsilon"], program)


def test_the_version_is_that_of_the_vectors(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"version": "1.2.3"}')
    assert version(tmp_path) == "1.2.3"


def test_the_manifest_has_the_hash_of_every_file(archive: Archive) -> None:
    files = {f.relative_to(archive.folder).as_posix(): f for f in archive.folder.rglob("*")}
    found = {
        name: hashlib.sha256(file.read_bytes()).hexdigest()
        for name, file in files.items()
        if file.is_file() and name != "manifest.json"
    }
    assert found == {name: entry["sha256"] for name, entry in archive.manifest["files"].items()}


def _validator(schema: str, folder: Path) -> Draft202012Validator:
    """The validator of a schema, which may refer to others in its folder."""
    schemas = {file.name: json.loads(file.read_text()) for file in folder.glob("*.json")}
    registry: Registry[Any] = Registry().with_resources(
        (name, Resource.from_contents(schemas[name])) for name in schemas
    )
    return Draft202012Validator(schemas[schema], registry=registry)


def test_the_files_fit_their_schemas(archive: Archive) -> None:
    _validator("archive_manifest.json", archive.folder / "schema").validate(archive.manifest)
    validator = _validator("archive.json", archive.folder / "schema")
    for function in archive.functions:
        validator.validate(json.loads((archive.folder / f"functions/{function}.json").read_text()))


def test_every_tensor_that_is_named_exists(archive: Archive) -> None:
    for function in archive.functions:
        text = (archive.folder / f"functions/{function}.json").read_text()
        tensors = archive.tensors(function)
        assert [name for name in tensors if name not in text] == []
        for case in archive.cases(function):
            named = [
                output[key]
                for run in case["runs"]
                for right in run["right"]
                for output in right.get("outputs", ())
                if output["kind"] in ("tensor", "array")
                for key in ("value", "limit", "zero_error", "infinity_error", "rms_unit")
                if key in output
            ]
            assert [n for n in [*named, *case["inputs"].values()] if n not in tensors] == []


def test_the_values_themselves_are_right(archive: Archive) -> None:
    """Rounded to the dtype, where no error is allowed for this."""
    tensors = archive.tensors("softsign")
    outcomes = {
        judge(
            run,
            [
                tensors[o["value"]].astype(o["dtype"] if o["dtype"] in dtypes.FORMATS else None)
                if "dtype" in o
                else o["value"]
                for o in run["right"][0]["outputs"]
            ],
            tensors,
        ).outcome
        for case in archive.cases("softsign")
        for run in case["runs"]
        if "outputs" in run["right"][0]
    }
    assert outcomes == {"right"}


def test_the_wheel_needs_no_numpy_to_list_cases(packed: list[Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(packed[1]) as wheel:
        wheel.extractall(tmp_path)
    program = "import kassay_vectors as v; a = v.Archive(); print(a.version, len(list(a.cases('epsilon'))))"
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.append({str(tmp_path)!r}); {program}",
        ],
        capture_output=True,
        text=True,
    )
    shown, count = done.stdout.split()
    assert shown == version(VECTORS) and int(count) > 0


def test_the_package_is_written_in_python_3_9() -> None:
    for file in PACKAGE.glob("*.py"):
        ast.parse(file.read_text(), feature_version=(3, 9))
