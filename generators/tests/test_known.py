"""Known failures of a backend: what excuses a finding, and files that are wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kassay_generators.fuzzing.findings import Findings
from kassay_generators.fuzzing.known import Cause, cause_of, read_causes
from kassay_generators.fuzzing.program import Bounded, Program
from kassay_generators.fuzzing.running import Target
from kassay_generators.specification.error import SpecificationError

_CAUSE = Cause(("round, fail, *",), "It rounds halves up.", "theirs")


def test_a_cause_explains_what_its_globs_match() -> None:
    assert cause_of("round, fail, element, floating", [_CAUSE]) is _CAUSE
    assert cause_of("round+sum, fail, element, floating", [_CAUSE]) is None


@pytest.fixture(autouse=True)
def _nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failures are as small as they come."""
    monkeypatch.setattr(
        "kassay_generators.fuzzing.findings.reduced",
        lambda failures, *_, **__: [p for p, _ in failures],
    )
    monkeypatch.setattr("kassay_generators.fuzzing.at_fault.run_programs", lambda *_: [])
    monkeypatch.setattr(Findings, "_again", staticmethod(lambda *_: {}))


def test_failures_are_counted_by_cause(tmp_path: Path) -> None:
    findings = Findings(tmp_path, normative=True, known=[_CAUSE])
    failures = [_failure("round"), _failure("sign")]
    programs = {result["case"]: program for program, result in failures}
    target = Target(Path("kassay"), "exec: mine")
    findings.add(programs.__getitem__, [r for _, r in failures], target)
    assert findings.causes() == {_CAUSE: 1, None: 1}
    findings.save()
    again = Findings(tmp_path, normative=True, known=[_CAUSE])
    assert again.causes() == {_CAUSE: 1, None: 1}


def test_failures_of_one_case_have_files_of_their_own(tmp_path: Path) -> None:
    findings = Findings(tmp_path, normative=True)
    program, failed = _failure("round")
    refused = {"case": program.id, "mode": "function", "outcome": "error", "message": "no"}
    findings.add(lambda _: program, [failed, refused], Target(Path("kassay"), "exec: mine"))
    findings.save()
    assert sorted(f.name for f in (tmp_path / "findings").iterdir()) == [
        "fuzz-1-1-2.json",
        "fuzz-1-1.json",
    ]
    assert {f["case"] for f in findings._summary().values()} == {program.id, f"{program.id}-2"}


def _failure(function: str) -> tuple[Program, dict[str, object]]:
    x = np.array([0.5], np.float32)
    call = {"let": ["y"], "call": function, "args": [{"ref": "x"}], "kwargs": {}}
    program = Program(
        id=f"elementwise/{function}/float32/fuzz-1-1",
        function=function,
        category="elementwise",
        dtype="float32",
        edition="ko",
        json={"calls": [call], "return": ["y"]},
        inputs={"x": x},
        outputs=[Bounded("float32", x, x)],
        modes=["eager"],
        functions=[function],
    )
    return program, {
        "case": program.id,
        "mode": "eager",
        "outcome": "fail",
        "failure": {"check": "element"},
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("known: [", "not YAML"),
        ("known: [{failures: [], reason: r, verdict: theirs}]", "line 1"),
        ("known: [{failures: [a], reason: r, verdict: ours}]", "theirs"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "known.yaml"
    file.write_text(text)
    with pytest.raises(SpecificationError, match=message) as error:
        read_causes([file])
    assert str(file) in str(error.value)
