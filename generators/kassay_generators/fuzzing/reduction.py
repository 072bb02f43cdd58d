"""Reduces a failing program to a small one that fails in the same way.

A round runs some programs that are one step smaller; the next round starts from the smallest that still fails in this way.
Every candidate is certified anew, so the reduced program is judged as strictly as the original.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from kassay_generators.fuzzing.program import Program
from kassay_generators.fuzzing.running import FAILURES, Result, Target, run_programs
from kassay_generators.fuzzing.smaller import size_of, smaller_programs

_ROUNDS = 100
# Programs in a round: more after each round without a failure, since each round costs a start of the backend.
_FIRST, _MOST = 8, 48
# After so many programs without a failure, the reduction ends.
_CANDIDATES = 120
_LINES = 2
# The beginning of a TensorFlow message that follows the places in the source.
_TRACEBACK = "in user code:"
_BRACKETS = re.compile(r"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}")
_ESCAPE = re.compile(r"(\x1b|\\u\{001B\})\[[0-9;]*m")  # in a terminal, and in messages

# A program, and a result against the backend.
Failure = tuple[Program, Result]


@dataclass(frozen=True)
class Kind:
    """What must stay the same: the outcome, what was checked, and for a refusal the backend's message."""

    outcome: str
    check: str
    words: str = ""


def kind_of(result: Result) -> Kind:
    check = result.get("failure", {}).get("check", "")
    return Kind(result["outcome"], check, _words(result) if result["outcome"] == "error" else "")


def _words(result: Result) -> str:
    """The first lines of a refusal, without numbers and brackets, which describe the arguments."""
    said = _ESCAPE.sub("", result.get("message", "").partition("It says: ")[2])
    told = [line for line in said.splitlines() if line.strip(" .")]
    if told and told[0].endswith(_TRACEBACK):
        told = told[-1:]
    lines = " ".join(told[:_LINES])
    while (shorter := _BRACKETS.sub("", lines)) != lines:
        lines = shorter
    return " ".join("".join(c for c in lines if not c.isdigit()).split())


def reduced(failures: Sequence[Failure], target: Target, *, normative: bool) -> list[Program]:
    """The smallest program that was found for each failure. All failures share the rounds, since backends may take seconds to
    start. Raises CannotRun."""
    reductions = [_reduction(place, *failure, normative) for place, failure in enumerate(failures)]
    found: list[Program] = [program for program, _ in failures]
    results: list[list[Result]] = [[] for _ in failures]
    going = dict.fromkeys(range(len(failures)))
    while going:
        asked: dict[str, int] = {}
        candidates: list[Program] = []
        for place in list(going):
            try:
                step = reductions[place].send(results[place] if results[place] else None)
            except StopIteration as end:
                found[place] = end.value
                del going[place]
                continue
            asked |= dict.fromkeys((c.id for c in step), place)
            candidates += step
        results = [[] for _ in failures]
        for result in run_programs(candidates, target) if candidates else ():
            results[asked[result["case"]]].append(result)
    return found


def _reduction(
    number: int, program: Program, result: Result, normative: bool
) -> Generator[list[Program], list[Result] | None, Program]:
    """Gives programs to run, gets their results, and returns the smallest one. `number` makes the ids of the programs unique."""
    kind = kind_of(result)
    is_gradient = result["mode"] == "gradient"
    if is_gradient:
        program = replace(program, modes=["eager"])
    else:
        program = replace(program, modes=[result["mode"]], gradient=None)
    smaller, count = _smaller(program, result, normative), _FIRST
    for _ in range(_ROUNDS):
        tried = [
            replace(p, id=f"{program.id}+{number}+{i}")
            for i, p in enumerate(islice(smaller, count))
        ]
        if not tried:
            break
        failing = {
            r["case"]: r
            for r in (yield tried) or ()
            if (r["mode"] == "gradient") == is_gradient
            and r["outcome"] in FAILURES
            and kind_of(r) == kind
        }
        chosen = min((p for p in tried if p.id in failing), key=size_of, default=None)
        if chosen is None:
            count = min(2 * count, _MOST)
            continue
        result = failing[chosen.id]
        program = replace(chosen, id=program.id)
        smaller, count = _smaller(program, result, normative), _FIRST
    return program


def _smaller(program: Program, result: Result, normative: bool) -> Iterator[Program]:
    output = result.get("failure", {}).get("output", 0)
    return islice(smaller_programs(program, output, normative=normative), _CANDIDATES)
