"""Mutants judged by unit tests: only programs that reach a mutant try it; a failure, a crash or an endless loop kills it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from results import Result
from try_mutants import Task, by_tests

# Reaches mutants 1 to 4; 1 survives.
PROGRAM = """#!/bin/sh
[ -z "$KASSAY_MUTANTS_REACHED" ] || printf '1\\n2\\n3\\n4\\n' >"$KASSAY_MUTANTS_REACHED"
case "$KASSAY_MUTANT" in
  2) exit 1 ;;
  3) kill -SEGV $$ ;;
  4) while :; do :; done ;;
esac
"""


def tried(program: Path, number: int) -> Result:
    result = Result("a.cpp", "f", "constant", 1, "return 1;", "return 0;", 1)
    (answer,) = by_tests([program], "*", [Task(number, result)], 1, lambda text: None)
    return answer


@pytest.fixture()
def program(tmp_path: Path) -> Path:
    path = tmp_path / "unit_tests"
    path.write_text(PROGRAM)
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("number", "outcome", "how", "reached"),
    [
        (1, "survived", "", 1),
        (2, "killed", "fail", 1),
        (3, "killed", "crash (signal 11)", 1),
        (4, "killed", "timeout", 1),
        (5, "survived", "", 0),
    ],
)
def test_a_mutant_is_judged(
    program: Path, number: int, outcome: str, how: str, reached: int
) -> None:
    result = tried(program, number)
    assert (result.outcome, result.how, result.reached) == (outcome, how, reached)


def test_tests_that_fail_without_a_mutant_are_refused(program: Path) -> None:
    program.write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(SystemExit, match="fails without a mutant"):
        tried(program, 1)
