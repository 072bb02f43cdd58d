"""Reports the results of the cases of one function."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kassay.conformance_run import Request

_FIRST_FAILURES = 3
_PASSED = ("pass", "pass-accepted")
_NEUTRAL = ("unsupported", "waived")
_NOT_RUN = "not-run"


@dataclass(frozen=True)
class FunctionOutcome:
    passed: bool  # some case passed
    failed: bool  # some case failed
    left_out: bool  # some case was not run
    reason: str  # why no case passed, or why one was not run


def outcome_of(cases: list[dict[str, Any]]) -> FunctionOutcome:
    outcomes = {case["outcome"] for case in cases}
    left_out = [case for case in cases if case["outcome"] == _NOT_RUN]
    reason = next(
        (case["message"] for case in left_out or cases if case.get("message")),
        "no case was selected",
    )
    if left_out:
        reason = f"{len(left_out)} of {len(cases)} cases were not run; the first: {reason}"
    return FunctionOutcome(
        bool(outcomes & set(_PASSED)), bool(_failing(cases)), bool(left_out), reason
    )


def failure_text(function: str, cases: list[dict[str, Any]], request: Request) -> str:
    """How many cases failed, and for the first ones, what happened and how to repeat it."""
    failing = _failing(cases)
    lines = [f"{function}: {len(failing)} of {len(cases)} cases count against {request.module}"]
    for case in failing[:_FIRST_FAILURES]:
        lines.append(f"  {case['outcome']}  {case['case']} [{case['mode']}]")
        lines += [f"      {line}" for line in case.get("message", "").splitlines()]
        lines.append(f"      {_command(case, request)}")
    if len(failing) > _FIRST_FAILURES:
        lines.append(f"  and {len(failing) - _FIRST_FAILURES} more")
    return "\n".join(lines)


def _failing(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [case for case in cases if case["outcome"] not in (*_PASSED, *_NEUTRAL, _NOT_RUN)]


def _command(case: dict[str, Any], request: Request) -> str:
    words = [sys.executable, "-m", "kassay", "explain", case["case"]]
    if case["mode"] != "eager":
        words += ["--mode", case["mode"]]
    words += ["--backend", request.module]
    if request.edition != "ko":
        words += ["--edition", request.edition]
    return " ".join(shlex.quote(word) for word in words)
