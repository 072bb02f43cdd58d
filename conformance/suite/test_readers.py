"""If a schema of spec/schema refuses a file, the programs that read the file refuse it, too: they name it, and exit with 2.

The tests change right documents in one place at a time: a member is removed, added or replaced by a value of another kind.
They skip changes that the schema allows. $KASSAY is the program and $KASSAY_VECTORS the folder of its vectors.
"""

from __future__ import annotations

import copy
import json
import os
import subprocess
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
KASSAY = os.environ.get("KASSAY", str(ROOT / "build" / "bin" / "kassay"))
VECTORS = Path(os.environ.get("KASSAY_VECTORS", ROOT / "build" / "vectors"))
REPLACEMENTS: list[Any] = [None, -1, 1.5, "", "other", []]

WAIVERS = {
    "waivers": [
        {
            "cases": ["sign"],
            "except": ["sign/*/2"],
            "modes": ["eager", "gradient"],
            "editions": ["ko"],
            "outcomes": ["timeout"],
            "reason": "slow",
            "link": "https://example.org",
        },
        {"cases": ["abs"], "outcomes": ["crash"], "reason": "old", "expires": "2020-01-01"},
    ]
}
WRONG = {"index": [0], "expected": 1, "actual": "nan", "error": "inf", "limit": 0.5}
FAILED = {
    "case": "elementwise/abs/float32/values",
    "function": "abs",
    "mode": "eager",
    "outcome": "fail",
    "margin": "inf",
    "seconds": 0.5,
    "message": "wrong",
    "failure": {
        **WRONG,
        "check": "element",
        "output": 0,
        "mismatched": 1,
        "elements": 2,
        "shape": [2],
        "worst": [WRONG],
        "map": "06",
    },
    "waiver-note": {"outcome": "fail", "text": "expired"},
    "answer": [{"dtype": "float32", "shape": [2], "elements": [1, "nan"]}, "None"],
}
IDENTITY = {"argument": "reference", "name": "kassay", "version": "1", "device": "cpu"}
BENCH = [
    {
        "type": "bench",
        "format": 1,
        "kassay": "1",
        "started": "2027-11-30T12:00:00Z",
        "machine": {"cpu": "one", "os": "one", "cores": 2},
        "threads": 2,
        "seconds": 0.5,
        "rounds": 3,
        "workloads": "0",
        "backends": [{"label": "reference", **IDENTITY}],
    },
    {
        "workload": "activation/relu/float32/small",
        "backend": "reference",
        "outcome": "measured",
        "calls": 10,
        "median": 0.5,
        "minimum": 0.25,
        "quartiles": [0.25, 0.75],
        "rounds": [0.5],
        "bytes": 8,
        "multiply_adds": 3,
    },
    {
        "workload": "activation/relu/float32/large",
        "backend": "reference",
        "outcome": "error",
        "message": "wrong",
    },
]
PROGRAM = {
    "inputs": {"x": {"dtype": "float32", "shape": [2], "data": [1, {"float": "nan"}]}},
    "functions": {
        "twice": {
            "parameters": ["one"],
            "calls": [{"let": ["two"], "call": "operator.add", "args": [{"ref": "one"}, 1]}],
            "return": [{"ref": "two"}],
        }
    },
    "calls": [
        {"let": ["c"], "call": "constant", "args": [{"input": "x"}], "kwargs": {"name": "c"}},
        {"let": ["y"], "call": "map_fn", "args": [{"function": "twice"}, {"ref": "c"}]},
        {
            "let": ["z"],
            "call": "eval",
            "args": [{"ref": "y"}],
            "measure": {"warm_up": 0, "seconds": 0, "least": 1, "workload": "w"},
        },
    ],
    "return": ["z"],
}

Places = tuple[str | int, ...]


def places(document: Any, at: Places = ()) -> Iterator[Places]:
    yield at
    items: Any = ()
    if isinstance(document, dict):
        items = document.items()
    elif isinstance(document, list):
        items = enumerate(document)
    for key, value in items:
        yield from places(value, (*at, key))


def value_at(document: Any, place: Places) -> Any:
    for key in place:
        document = document[key]
    return document


def mutants(document: Any) -> Iterator[tuple[str, Any]]:
    """Each change in words, and the changed document."""
    for place in places(document):
        name = "/".join(map(str, place)) or "the document"
        value = value_at(document, place)
        if isinstance(value, dict):
            mutant = copy.deepcopy(document)
            value_at(mutant, place)["unknown"] = 1
            yield f"{name} has an unknown member", mutant
        if isinstance(value, list) and value:
            mutant = copy.deepcopy(document)
            value_at(mutant, place).append(value[0])
            yield f"{name} has its first element twice", mutant
        if not place:
            continue
        *parent, last = place
        for replacement in REPLACEMENTS:
            mutant = copy.deepcopy(document)
            value_at(mutant, tuple(parent))[last] = replacement
            yield f"{name} is {json.dumps(replacement)}", mutant
        mutant = copy.deepcopy(document)
        del value_at(mutant, tuple(parent))[last]
        yield f"{name} is missing", mutant


def kassay(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [KASSAY, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=60
    )


def check_refused(
    schema: str,
    document: Any,
    file: Path,
    text: Callable[[Any], str],
    *reader: str | Path,
    as_read: Callable[[Any], Any] = lambda mutant: mutant,
    applies: Callable[[str], bool] = lambda change: True,
) -> None:
    """The reader accepts the document, and refuses every change that the schema refuses."""
    validator = Draft202012Validator(json.loads((ROOT / f"spec/schema/{schema}.json").read_text()))
    assert validator.is_valid(document)
    file.write_text(text(document))
    done = kassay(*reader)
    assert done.returncode in (0, 1), done.stderr
    taken, count = [], 0
    for change, mutant in mutants(document):
        if not applies(change) or validator.is_valid(as_read(mutant)):
            continue
        count += 1
        file.write_text(text(mutant))
        done = kassay(*reader)
        if done.returncode != 2 or file.name not in done.stderr:
            taken.append(f"{change}: exit code {done.returncode}: {done.stderr.strip()}")
    assert count > 10
    assert not taken, "\n".join(taken)


def of_lines(lines: list[Any], number: int) -> Callable[[Any], str]:
    """The file with one of its lines replaced."""
    return lambda mutant: "".join(
        json.dumps(line) + "\n" for line in [*lines[:number], mutant, *lines[number + 1 :]]
    )


def lines_of(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run with waivers: waivers.yaml, results.jsonl and history.jsonl."""
    folder = tmp_path_factory.mktemp("run")
    (folder / "waivers.yaml").write_text(yaml.safe_dump(WAIVERS))
    arguments = ["--backend", "reference", "--tier", "smoke", "sign", "abs", "--timeout", "1e-6"]
    arguments += ["--vectors", VECTORS, "--waivers", folder / "waivers.yaml"]
    done = kassay(
        *("run", *arguments),
        *("--out", folder / "results.jsonl", "--history", folder / "history.jsonl"),
    )
    assert done.returncode == 1, done.stderr
    return folder


@pytest.mark.parametrize("line", ["header", "waived", "failed", "footer"])
def test_results(run: Path, tmp_path: Path, line: str) -> None:
    lines = lines_of(run / "results.jsonl")
    if line == "failed":
        lines[1] = FAILED
    number = {"header": 0, "footer": len(lines) - 1}.get(line, 1)
    file = tmp_path / "results.jsonl"
    reader = ("report", file, "--vectors", VECTORS)
    check_refused("results", lines[number], file, of_lines(lines, number), *reader)


def test_history(run: Path, tmp_path: Path) -> None:
    lines = lines_of(run / "history.jsonl")
    file = tmp_path / "history.jsonl"
    reader = ("report", run / "results.jsonl", "--history", file, "--out", tmp_path / "page.html")
    check_refused("history", lines[0], file, of_lines(lines, 0), *reader)


def test_waivers(run: Path, tmp_path: Path) -> None:
    file = tmp_path / "waivers.yaml"
    arguments = ["--waivers", file, "--out", tmp_path / "waived.jsonl", "--overwrite"]
    reader = ("waive", run / "results.jsonl", "--vectors", VECTORS, *arguments)
    # The reader takes all scalars of waivers as strings.
    check_refused(
        *("waivers", WAIVERS, file, yaml.safe_dump, *reader),
        as_read=lambda mutant: yaml.load(yaml.safe_dump(mutant), yaml.BaseLoader),
    )


@pytest.mark.parametrize("number", range(len(BENCH)))
def test_bench(tmp_path: Path, number: int) -> None:
    file, other = tmp_path / "bench.jsonl", tmp_path / "other.jsonl"
    other.write_text(of_lines(BENCH, 0)(BENCH[0]))
    reader = ("bench", "--compare", file, other)
    check_refused("bench", BENCH[number], file, of_lines(BENCH, number), *reader)


def test_program(tmp_path: Path) -> None:
    file = tmp_path / "program.json"
    reader = ("exec", file, "--backend", "reference")
    check_refused("program", PROGRAM, file, json.dumps, *reader)


# A case with gradients; the expectation of a case that draws random numbers; the expectation of a case that is refused.
@pytest.mark.parametrize(
    ("function", "place"),
    [("abs", ""), ("random_normal", "cases/0/expect"), ("softmax", "cases/0/expect")],
)
def test_vectors(tmp_path: Path, function: str, place: str) -> None:
    vectors = json.loads((VECTORS / f"{function}.json").read_text())
    wanted = {
        "abs": lambda case: "second-gradient" in case,
        "random_normal": lambda case: "sample" in json.dumps(case["expect"]),
        "softmax": lambda case: "error" in case["expect"],
    }[function]
    vectors["cases"] = [min(filter(wanted, vectors["cases"]), key=lambda c: len(json.dumps(c)))]
    manifest = json.loads((VECTORS / "manifest.json").read_text())
    listed = manifest["functions"][function]
    manifest["functions"] = {function: listed}
    tiers = ("smoke", "core", "full")
    first = tiers.index(vectors["cases"][0]["tier"])
    listed["cases"] = {tier: int(place >= first) for place, tier in enumerate(tiers)}
    (tmp_path / f"{function}.safetensors").symlink_to(VECTORS / f"{function}.safetensors")
    # The whole specification would take most of the time of each run.
    specification = json.loads((VECTORS / "specification.json").read_text())
    specification["functions"] = [
        f for f in specification["functions"] if f["function"] == function
    ]
    specification["profiles"] = []
    (tmp_path / "specification.json").write_text(json.dumps(specification))
    manifest["specification"] = sha256((tmp_path / "specification.json").read_bytes()).hexdigest()
    file = tmp_path / f"{function}.json"
    listed["files"] = {
        name: sha for name, sha in listed["files"].items() if name == f"{function}.safetensors"
    }

    def text(mutant: Any) -> str:
        """Also writes the checksum into the manifest."""
        listed["files"][file.name] = sha256(json.dumps(mutant).encode()).hexdigest()
        (tmp_path / "manifest.json").write_text(json.dumps(manifest))
        return json.dumps(mutant)

    reader = ("run", "--backend", "reference", "--in-process", "--vectors", tmp_path)
    # Programs are read as by `kassay exec`, which test_program covers.
    check_refused(
        *("vectors", vectors, file, text, *reader, "--tier", "full"),
        applies=lambda change: change.startswith(place) and "/program/" not in change,
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"---\nwaivers: []\n---\nwaivers: []\n", "line 3"),
        (b"waivers: []\n...\nmore: 1\n", "line 3"),
        (b"waivers: []\n\0waivers: 1\n", "line 2"),
        (b"waivers: [] # \xff\n", "line 1"),
        (b"waivers:\n- cases: [!!binary YWJz]\n  outcomes: [fail]\n  reason: x\n", "line 2"),
    ],
)
def test_yaml_with_more_than_a_document(
    run: Path, tmp_path: Path, text: bytes, problem: str
) -> None:
    file = tmp_path / "waivers.yaml"
    file.write_bytes(text)
    done = kassay(
        *("waive", run / "results.jsonl", "--vectors", VECTORS, "--waivers", file),
        *("--out", tmp_path / "waived.jsonl"),
    )
    assert done.returncode == 2
    assert f"{file}: {problem}" in done.stderr
