"""Reports the results of the cases of one function."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kassay.conformance_run import Request

_MOST_GROUPS = 5
_PASSED = ("pass", "pass-accepted")
_WAIVED = "waived"
_NEUTRAL = ("unsupported", _WAIVED)
_NOT_RUN = "not-run"


@dataclass(frozen=True)
class FunctionOutcome:
    passed: bool  # some case passed
    failed: bool  # some case failed
    waived: bool  # some case failed as expected
    left_out: bool  # some case was not run
    reason: str  # why a case was not run, else what was waived, else why no case passed


def outcome_of(cases: list[dict[str, Any]]) -> FunctionOutcome:
    outcomes = {case["outcome"] for case in cases}
    left_out = [case for case in cases if case["outcome"] == _NOT_RUN]
    waived = [case for case in cases if case["outcome"] == _WAIVED]
    reason = next(
        (case["message"] for case in left_out or waived or cases if case.get("message")),
        "no case was selected",
    )
    if left_out:
        reason = f"{len(left_out)} of {len(cases)} cases were not run; the first: {reason}"
    return FunctionOutcome(
        passed=bool(outcomes & set(_PASSED)),
        failed=bool(_failing(cases)),
        waived=bool(waived),
        left_out=bool(left_out),
        reason=reason,
    )


def failure_text(function: str, cases: list[dict[str, Any]], request: Request) -> str:
    """The number of failed cases; for the first case of each kind, what happened and how to repeat it."""
    failing = _failing(cases)
    lines = [f"{function}: {len(failing)} of {len(cases)} cases count against {request.module}"]
    groups = _groups(failing)
    for group in groups[:_MOST_GROUPS]:
        case = group[0]
        more = f", and {len(group) - 1} more of this kind" if len(group) > 1 else ""
        lines.append(f"  {case['outcome']}  {case['case']} [{case['mode']}]{more}")
        said = (case.get("message", ""), case.get("waiver-note", {}).get("text", ""))
        lines += [f"      {line}" for text in said for line in text.splitlines()]
        lines.append(f"      {_command(case, request)}")
    others = groups[_MOST_GROUPS:]
    if others:
        lines.append(f"  and {sum(map(len, others))} more of {len(others)} other kinds")
    return "\n".join(lines)


def _groups(failing: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Groups results by outcome, fault and dtype. The largest groups come first."""
    groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for case in failing:
        wrong = case.get("failure", {}).get("check") or case.get("message", "").partition("\n")[0]
        groups.setdefault((case["outcome"], wrong, _dtype_of(case["case"])), []).append(case)
    return sorted(groups.values(), key=len, reverse=True)


def _dtype_of(case: str) -> str:
    """An id is category/function/dtype/name."""
    return case.split("/")[2] if case.count("/") >= 3 else ""


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
