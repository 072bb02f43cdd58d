"""The schemas of vectors, programs, results, history and waivers: each accepts right documents and refuses each single fault."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

SCHEMAS = Path(__file__).resolve().parent.parent
TENSOR = {
    "kind": "tensor",
    "dtype": "float32",
    "shape": [2],
    "value": "91c3e0d2a4b5",
    "magnitude": "0123456789ab",
}
SAMPLE = {
    "kind": "sample",
    "dtype": "float32",
    "shape": [2, 3],
    "distribution": {"name": "bernoulli", "p": 0.3, "value": "91c3e0d2a4b5"},
    "constant_axes": [1],
    "same_draw_as": 0,
    "independent_of": [1],
}
DISTRIBUTIONS = [
    {"name": "uniform", "low": -1, "high": 2.5},
    {"name": "normal", "mean": -1, "std": 0.5},
    {"name": "truncated-normal", "mean": 0, "std": 1, "bound": 2},
    {"name": "clipped-normal", "mean": 0, "std": 1, "bound": 2},
    {"name": "bernoulli", "p": 0.5},
]
CALL = {
    "let": ["y"],
    "call": "f",
    "args": [{"ref": "x"}, [{"input": "x"}, [1, None]], 0.5],
    "kwargs": {"a": {"float": "nan"}, "b": "text"},
}
CASE = {
    "id": "activation/softmax/float32/value,x=2",
    "tier": "core",
    "dtype": "float32",
    "editions": ["ko"],
    "clauses": ["softmax.value"],
    "modes": ["eager", "gradient"],
    "inputs": {"x": "91c3e0d2a4b5"},
    "program": {"calls": [CALL], "return": ["y"]},
    "expect": {
        "outputs": [TENSOR, {"kind": "value", "value": [1, None]}, SAMPLE],
        "accuracy": {"ulps": 4, "terms": 7, "atol": 0},
        "sign_of_zero": False,
    },
    "gradient": {
        "wrt": ["x"],
        "weights": ["0123456789ab"],
        "outputs": [TENSOR],
        "accuracy": {"ulps": 4, "terms": 7, "atol": 0},
    },
    "readings": [
        {"id": "a", "verdict": "wrong", "outputs": [TENSOR]},
        {"id": "b", "verdict": "accepted", "error": ["value"]},
        {
            "id": "c",
            "verdict": "wrong",
            "outputs": [{**SAMPLE, "distribution": law} for law in DISTRIBUTIONS],
        },
    ],
}
VALID: dict[str, Any] = {
    "vectors": {"format": 1, "function": "softmax", "cases": [CASE]},
    "program": {
        "inputs": {"x": {"dtype": "float32", "shape": [2, 1], "data": [[1], [{"float": "inf"}]]}},
        "functions": {
            "step": {
                "parameters": ["x", ["h"]],
                "calls": [CALL],
                "return": [{"ref": "y"}, [{"ref": "h"}]],
            }
        },
        "calls": [
            CALL,
            {"let": ["z", ["a"]], "call": {"ref": "y"}, "args": [{"sparse": "x"}], "times": 3},
            {"call": "f", "args": [{"function": "step"}]},
        ],
        "return": ["y"],
    },
    "header": {
        "header": {
            "format": 1,
            "kassay": "0.1.0",
            "backend": {"argument": "reference", "name": "n", "version": "v", "device": "cpu"},
            "machine": {"cpu": "c", "cores": 2, "os": "o"},
            "specification": "s",
            "vectors": "v",
            "tier": "core",
            "edition": "ko",
            "filter": ["*"],
            "profiles": ["inference"],
            "waivers": [{"file": "known.yaml", "sha256": 64 * "a"}],
            "shard": [1, 1],
            "selected": 6000,
            "started": "2026-01-31T12:00:00Z",
        }
    },
    "case": {
        "case": "a/b",
        "function": "b",
        "mode": "eager",
        "outcome": "fail",
        "margin": "inf",
        "seconds": 0.1,
        "failure": {
            "check": "element",
            "output": 0,
            "index": [0, 2],
            "expected": 0.25,
            "actual": "nan",
            "error": "nan",
            "limit": 1e-7,
            "mismatched": 3,
            "elements": 21,
            "shape": [1, 3],
            "worst": [
                {"index": [0, 2], "expected": 0.25, "actual": "nan", "error": "nan", "limit": 1e-7}
            ],
            "map": "006",
        },
        "answer": [{"dtype": "float32", "shape": [1, 3], "elements": [0.5, 1, "nan"]}, "None"],
    },
    "waived": {
        "case": "a/b",
        "function": "b",
        "mode": "eager",
        "outcome": "waived",
        "margin": 0,
        "seconds": 0.1,
        "waived": {"outcome": "crash", "reason": "r", "link": "https://a", "waiver": "w.yaml:2"},
    },
    "noted": {
        "case": "a/b",
        "function": "b",
        "mode": "eager",
        "outcome": "unexpected-pass",
        "margin": 0,
        "seconds": 0.1,
        "waiver-note": {"outcome": "pass", "text": "pass, but w.yaml:2 expects crash"},
    },
    "not-run": {
        "case": "a/b",
        "function": "b",
        "mode": "eager",
        "outcome": "not-run",
        "margin": 0,
        "seconds": 0.1,
        "failed-call": {"call": 1, "function": "constant", "outcome": "error"},
    },
    "footer": {
        "footer": {
            "counts": {"pass": 1},
            "profiles": {
                "minimal": "pass",
                "ctc": "incomplete",
                "random": "fail",
                "sparse": "lacking",
                "legacy": "waived",
            },
            "waivers": [
                {
                    "waiver": "w:2",
                    "status": "used",
                    "waived": 1,
                    "unexpected-passes": 0,
                    "note": "n",
                }
            ],
            "seconds": 2.5,
        }
    },
    "waivers": {
        "waivers": [
            {
                "cases": ["creation/cast/*,dtype=float16", "softmax"],
                "except": ["*eager*"],
                "modes": ["function", "dynamic"],
                "editions": ["ko"],
                "outcomes": ["fail", "error", "crash", "timeout", "out-of-memory"],
                "reason": "r",
                "link": "https://example.org/1",
                "expires": "2027-11-30",
            },
            {"cases": ["softmax"], "outcomes": ["fail"], "reason": "r"},
        ]
    },
    "history": {
        "format": 1,
        "started": "2026-11-30T12:00:00Z",
        "backend": {"argument": "reference", "name": "", "version": "", "device": "cpu"},
        "tier": "core",
        "edition": "ko",
        "asked": ["inference"],
        "complete": True,
        "verdict": "supported-functions-conform",
        "counts": {"pass": 12, "out-of-memory": 1},
        "profiles": {"minimal": "incomplete"},
        "functions": 3,
        "supported": 2,
        "seconds": 1.5,
        "specification": "5",
        "vectors": "7",
        "kassay": "0.1.0",
    },
}
# The document, the dotted path to a changed part (the last key may be new), and its wrong value.
FAULTS = [
    ("vectors", "format", 2),
    ("vectors", "function", "../softmax"),
    ("vectors", "case", []),
    ("vectors", "cases.0.tier", "quick"),
    ("vectors", "cases.0.editions", []),
    ("vectors", "cases.0.editions", ["en"]),
    ("vectors", "cases.0.inputs.x", "../91c3e0d2a4b5"),
    ("vectors", "cases.0.program.calls.0.arguments", []),
    ("vectors", "cases.0.program.calls.0.args.0", {"reference": "x"}),
    ("vectors", "cases.0.program.calls.0.kwargs.a", {"float": "infinity"}),
    ("vectors", "cases.0.expect.error", ["value"]),
    ("vectors", "cases.0.expect.sign-of-zero", True),
    ("vectors", "cases.0.expect.outputs.0.dtype", "float"),
    ("vectors", "cases.0.expect.outputs.0.shape", [-1]),
    ("vectors", "cases.0.expect.outputs.1.kind", "scalar"),
    ("vectors", "cases.0.expect.accuracy.atol", -1),
    ("vectors", "cases.0.expect.outputs.2.same_draw_as", -1),
    ("vectors", "cases.0.expect.outputs.2.constant_axes", []),
    ("vectors", "cases.0.expect.outputs.2.value", "91c3e0d2a4b5"),
    ("vectors", "cases.0.expect.outputs.2.distribution.p", 1),
    ("vectors", "cases.0.expect.outputs.2.distribution.name", "binomial"),
    ("vectors", "cases.0.readings.2.outputs.1.distribution.std", 0),
    ("vectors", "cases.0.readings.2.outputs.0.distribution.mean", 0),
    ("vectors", "cases.0.readings.0.verdict", "maybe"),
    ("vectors", "cases.0.readings.1.error", []),
    ("vectors", "cases.0.readings.1.error", ["ValueError"]),
    ("program", "return", "y"),
    ("program", "calls.0.let", ["y", "y"]),
    ("program", "calls.0.let", [{"ref": "y"}]),
    ("program", "calls.0.call", {"function": "f"}),
    ("program", "calls.0.times", 0),
    ("program", "functions.step.parameters", "x"),
    ("program", "functions.step.return", []),
    ("vectors", "cases.0.modes", ["lazy"]),
    ("vectors", "cases.0.gradient.wrt", []),
    ("program", "inputs.x.data", "1, 2"),
    ("program", "inputs.x.type", "float32"),
    ("header", "header.format", 2),
    ("header", "header.shard", [0, 1]),
    ("header", "header.profiles", ["Inference"]),
    ("header", "header.started", "yesterday"),
    ("case", "outcome", "skip"),
    ("case", "margin", "infinite"),
    ("case", "mode", "lazy"),
    ("case", "footer", {}),
    ("case", "failure.index", [-1]),
    ("case", "failure.check", "looks"),
    ("case", "failure.map", "0x6"),
    ("case", "failure.worst", []),
    ("case", "failure.worst.0.index", [-1]),
    ("case", "answer", []),
    ("case", "answer.0.dtype", ""),
    ("case", "answer.0.elements", [None]),
    ("header", "header.waivers.0.sha256", "abc"),
    ("case", "outcome", "waived"),
    ("waived", "outcome", "fail"),
    ("waived", "waived.outcome", "pass"),
    ("waived", "waived.waiver", "w.yaml"),
    ("waived", "waiver-note", {"outcome": "fail", "text": "w.yaml:2 excuses crash, not fail"}),
    ("noted", "waiver-note.outcome", "unexpected-pass"),
    ("not-run", "outcome", "error"),
    ("not-run", "failed-call.call", 0),
    ("not-run", "failed-call.function", ""),
    ("not-run", "failed-call.outcome", "pass"),
    ("noted", "waiver-note.text", ""),
    ("footer", "footer.waivers.0.status", "old"),
    ("footer", "footer.waivers.0.waived", -1),
    ("waivers", "waivers.0.cases", []),
    ("waivers", "waivers.0.modes", ["lazy"]),
    ("waivers", "waivers.0.editions", ["en"]),
    ("waivers", "waivers.0.outcomes", ["unsupported"]),
    ("waivers", "waivers.0.outcome", "fail"),
    ("waivers", "waivers.0.reason", ""),
    ("waivers", "waivers.0.link", "javascript:alert(1)"),
    ("waivers", "waivers.0.expires", "30.11.2027"),
    ("footer", "footer.counts.passed", 1),
    ("footer", "footer.profiles.minimal", "passed"),
    ("history", "format", 2),
    ("history", "started", "2026-11-30"),
    ("history", "verdict", "passing"),
    ("history", "counts.passed", 1),
    ("history", "counts.pass", -1),
    ("history", "profiles.minimal", "no-claim"),
    ("history", "backend.url", "https://example.org"),
    ("history", "notes", ""),
]


def validator(name: str) -> Draft202012Validator:
    file = "results" if name in {"header", "case", "waived", "noted", "not-run", "footer"} else name
    schema = json.loads((SCHEMAS / f"{file}.json").read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("name", VALID)
def test_accepts_what_is_right(name: str) -> None:
    assert [error.message for error in validator(name).iter_errors(VALID[name])] == []


@pytest.mark.parametrize("mode", ["eager", "function", "dynamic", "gradient", "program"])
def test_accepts_every_mode(mode: str) -> None:
    assert validator("case").is_valid({**VALID["case"], "mode": mode})


def test_accepts_the_results_that_the_page_shows() -> None:
    """spec/results.md and the schema must agree."""
    page = (SCHEMAS.parent / "results.md").read_text()
    block = re.findall(r"^```json\n(.*?)^```", page, re.DOTALL | re.MULTILINE)[0]
    lines = [json.loads(line) for line in re.sub(r"\n ", " ", block).splitlines()]
    assert [next(iter(line)) for line in lines] == ["header", "case", "case", "footer"]
    for line in lines:
        assert [error.message for error in validator("case").iter_errors(line)] == []


@pytest.mark.parametrize(("name", "path", "wrong"), FAULTS)
def test_refuses_one_fault(name: str, path: str, wrong: Any) -> None:
    document = copy.deepcopy(VALID[name])
    *parents, last = (int(part) if part.isdigit() else part for part in path.split("."))
    place = document
    for part in parents:
        place = place[part]
    place[last] = wrong
    assert not validator(name).is_valid(document)


def required_keys() -> list[tuple[str, str]]:
    places = [("vectors", "cases.0"), ("vectors", "cases.0.expect.outputs.0"), ("program", "")]
    places += [("vectors", "cases.0.readings.2.outputs.2.distribution")]
    places += [("header", "header"), ("case", ""), ("case", "failure"), ("footer", "footer")]
    places += [
        ("waived", "waived"),
        ("noted", "waiver-note"),
        ("header", "header.waivers.0"),
        ("waivers", "waivers.1"),
    ]
    places += [("case", "failure.worst.0"), ("case", "answer.0")]
    places += [("history", ""), ("history", "backend")]
    optional = {"readings", "magnitude", "inputs", "failure", "gradient", "functions"}
    optional |= {"waivers", "link", "worst", "map", "answer"}
    found = []
    for name, path in places:
        place = VALID[name]
        for part in filter(None, path.split(".")):
            place = place[int(part) if part.isdigit() else part]
        found += [(name, f"{path}.{key}".lstrip(".")) for key in place if key not in optional]
    return [*found, ("vectors", "cases.0.inputs")]


@pytest.mark.parametrize(("name", "path"), required_keys())
def test_refuses_a_missing_key(name: str, path: str) -> None:
    document = copy.deepcopy(VALID[name])
    *parents, last = path.split(".")
    place = document
    for part in parents:
        place = place[int(part) if part.isdigit() else part]
    del place[last]
    assert not validator(name).is_valid(document)


def test_programs_are_the_same_in_both_schemas() -> None:
    """Each schema is complete in itself, so that any tool can use it; shared definitions must be the same."""
    program, vectors = (
        json.loads((SCHEMAS / f"{name}.json").read_text())["$defs"]
        for name in ("program", "vectors")
    )
    shared = program.keys() & vectors.keys()
    assert {"argument", "call", "calls", "returned", "value", "dtype", "shape"} <= shared
    assert {name: program[name] for name in shared} == {name: vectors[name] for name in shared}
