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


@dataclass(frozen=True)
class FunctionOutcome:
    passed: bool  # some case passed
    failed: bool  # some case failed
    reason: str  # why no case passed


def outcome_of(cases: list[dict[str, Any]]) -> FunctionOutcome:
    outcomes = {case["outcome"] for case in cases}
    reason = next(
        (case["message"] for case in cases if case.get("message")), "no case was selected"
    )
    return FunctionOutcome(bool(outcomes & set(_PASSED)), bool(_failing(cases)), reason)


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
    return [case for case in cases if case["outcome"] not in (*_PASSED, *_NEUTRAL)]


def _command(case: dict[str, Any], request: Request) -> str:
    words = [sys.executable, "-m", "kassay", "explain", "--backend", request.module]
    words += ["--edition", request.edition, "--mode", case["mode"], case["case"]]
    return " ".join(shlex.quote(word) for word in words)
