"""Failures, each reduced, and grouped with its duplicates."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kassay_generators.fuzzing.at_fault import filed, functions_at_fault
from kassay_generators.fuzzing.batch import write_batch
from kassay_generators.fuzzing.circumstances import rules_of
from kassay_generators.fuzzing.grouping import key_of
from kassay_generators.fuzzing.known import Cause, cause_of
from kassay_generators.fuzzing.program import Program
from kassay_generators.fuzzing.reduction import Failure, kind_of, reduced
from kassay_generators.fuzzing.running import Result, Target, failures_in, run_programs
from kassay_generators.specification.function import EDITIONS
from kassay_generators.vectors.record import plain_json

# Failures beyond these counts are not reduced: failures of one kind in one function's results, and refusals with the same message.
_OF_A_FUNCTION, _OF_THE_WORDS = 2, 3
_EXPLAINED = 8  # functions of a backend in an edition for which rules are learned


@dataclass
class Group:
    """The smallest reduced program of a group, the original failures, and how many there are."""

    program: Program
    result: Result
    backend: str
    originals: list[str]
    count: int


class Findings:
    def __init__(self, out: Path, *, normative: bool, known: Sequence[Cause] = ()) -> None:
        self.out, self.normative, self.known = out, normative, known
        self.groups: dict[str, Group] = {}
        self._met: dict[str, list[str]] = {}
        self.where: dict[tuple[str, str, str], list[str]] = {}  # by backend, edition, function
        self.earlier: dict[str, Any] = self._read()

    def add(
        self, program_of: Callable[[str], Program], failures: Sequence[Result], target: Target
    ) -> None:
        """The findings on a backend. `program_of` gives the program of a case."""
        found = [(program_of(result["case"]), result) for result in failures]
        functions = functions_at_fault(found, target, normative=self.normative)
        chosen: list[tuple[Failure, str]] = []
        queued: Counter[str] = Counter()
        rest: list[str] = []  # kinds of the failures that are only counted
        for failure, function in zip(found, functions, strict=True):
            kinds = _kinds(function, failure[1], target)
            known = [
                k for k, most in kinds.items() if len(self._met.get(k, ())) + queued[k] >= most
            ]
            if known:
                rest.append(known[0])
                continue
            queued.update(kinds.keys())
            chosen.append((failure, function))
        smallest = reduced([f for f, _ in chosen], target, normative=self.normative)
        small = [filed(p, function) for p, (_, function) in zip(smallest, chosen, strict=True)]
        again = self._again(small, target)
        for place, (failure, function) in enumerate(chosen):
            shown = (small[place], again[place]) if place in again else _once(failure, function)
            key = self._group(*shown, failure[0].id, target)
            for kind in _kinds(function, failure[1], target):
                self._met.setdefault(kind, []).append(key)
        for kind in rest:
            self.groups[self._met[kind][-1]].count += 1

    @staticmethod
    def _again(programs: Sequence[Program], target: Target) -> dict[int, Result]:
        """The failures of the programs in another run, by place."""
        numbered = [replace(p, id=f"{p.id}+{place}") for place, p in enumerate(programs)]
        results = failures_in(run_programs(numbered, target, ())) if numbered else ()
        found: dict[int, Result] = {}
        for result in results:
            case, _, place = result["case"].rpartition("+")
            found.setdefault(int(place), {**result, "case": case})
        return found

    def _group(self, program: Program, result: Result, original: str, target: Target) -> str:
        """The key of the group that now has the failure."""
        key = f"{target.backend}: {key_of(program, result)}"
        group = self.groups.get(key)
        if group is None:
            named = replace(program, id=self._free_id(program.id))
            self.groups[key] = Group(named, result, target.backend, [original], 1)
        else:
            group.count += 1
            group.originals.append(original)
        return key

    def _free_id(self, case: str) -> str:
        """The id of the case, with a number appended if another finding has it: one program may fail in several ways."""
        taken = {g.program.id for g in self.groups.values()}
        taken |= {finding["case"] for finding in self.earlier.values()}
        ids = itertools.chain([case], (f"{case}-{number}" for number in itertools.count(2)))
        return next(i for i in ids if i not in taken)

    def __len__(self) -> int:
        """The number of failures, including those of earlier runs of the campaign."""
        return len(self.groups.keys() | self.earlier.keys())

    def explain(self, targets: Sequence[Target], jobs: int) -> None:
        """Finds where the functions with the most unexplained failures are wrong. Raises CannotRun."""
        failing: dict[tuple[str, str], Counter[str]] = {}
        for key, group in self.groups.items():
            if not self.is_known(key) and not group.program.is_relation:
                found = failing.setdefault((group.backend, group.program.edition), Counter())
                found[group.program.function] += group.count
        for target in targets:
            for edition in EDITIONS:
                counts = failing.get((target.backend, edition), Counter())
                functions = [name for name, _ in counts.most_common(_EXPLAINED)]
                if not functions:
                    continue
                rules = rules_of(functions, target, edition, normative=self.normative, jobs=jobs)
                for function, sentences in rules.items():
                    self.where[target.backend, edition, function] = sentences

    def where_of(self, group: Group) -> list[str]:
        """Where the function of a group is wrong; empty if no rule is reliable, or if none was searched for."""
        program = group.program
        return self.where.get((group.backend, program.edition, program.function), [])

    def causes(self) -> Counter[Cause | None]:
        """How many results each cause explains, including those of earlier runs of the campaign; None: results without a
        cause."""
        counts: Counter[Cause | None] = Counter()
        for key, finding in self._summary().items():
            counts[self._cause(key, finding["backend"])] += finding["count"]
        return counts

    def _cause(self, key: str, backend: str) -> Cause | None:
        return cause_of(key.removeprefix(f"{backend}: "), self.known)

    def is_known(self, key: str) -> bool:
        return self._cause(key, self.groups[key].backend) is not None

    def _summary(self) -> dict[str, Any]:
        """`findings.json`."""
        summary = dict(self.earlier)
        for key, group in self.groups.items():
            name = group.program.id.rsplit("/", 1)[-1]
            summary[key] = {
                "program": f"findings/{name}.json",
                "case": group.program.id,
                "function": group.program.function,
                "backend": group.backend,
                "edition": group.program.edition,
                "mode": group.result["mode"],
                "where": self.where_of(group),
                "message": group.result.get("message", ""),
                "count": group.count + self.earlier.get(key, {}).get("count", 0),
                "originals": self.earlier.get(key, {}).get("originals", []) + group.originals,
                "calls": len(group.program.json["calls"]),
                "largest": max((v.size for v in group.program.inputs.values()), default=0),
            }
        for key, finding in summary.items():
            cause = self._cause(key, finding["backend"])
            finding["known"] = cause.reason if cause else ""
        return summary

    def save(self) -> None:
        """Writes `findings.json`, a JSON file of each group for `kassay exec`, and the vectors of all for `kassay explain`, by
        edition."""
        folder = self.out / "findings"
        if not self.groups:
            return
        folder.mkdir(parents=True, exist_ok=True)
        for group in self.groups.values():
            name = group.program.id.rsplit("/", 1)[-1]
            (folder / f"{name}.json").write_text(json.dumps(exec_json(group.program), indent=1))
        for edition in {g.program.edition for g in self.groups.values()}:
            members = [g.program for g in self.groups.values() if g.program.edition == edition]
            write_batch(members, self.out / "vectors" / edition)
        (self.out / "findings.json").write_text(json.dumps(self._summary(), indent=1))

    def _read(self) -> dict[str, Any]:
        file = self.out / "findings.json"
        return json.loads(file.read_text()) if file.exists() else {}


def _once(failure: Failure, function: str) -> Failure:
    program, result = failure
    said = f"Right in another run: the backend keeps state of earlier programs, or its answers are random. {result.get('message', '')}"
    return filed(program, function), {**result, "message": said}


def _kinds(function: str, result: Result, target: Target) -> dict[str, int]:
    """The kinds of a function's failure, and how many failures of each kind are reduced."""
    kind = kind_of(result)
    kinds = {f"{target.backend} {function} {kind}": _OF_A_FUNCTION}
    return kinds | ({f"{target.backend} {kind}": _OF_THE_WORDS} if kind.words else {})


def exec_json(program: Program) -> dict[str, Any]:
    """The program as a file for `kassay exec`: a chain is wrapped as in mode eager."""
    json_ = program.json
    if program.modes != ["program"]:
        json_ = _eager(program).json
    return {"inputs": {n: _input(v) for n, v in program.inputs.items()}, **json_}


def _eager(program: Program) -> Program:
    calls: list[dict[str, Any]] = []
    raw = _raw(program.json)
    for name, values in program.inputs.items():
        if name not in raw:
            calls.append(
                {
                    "let": [f"{name}_tensor"],
                    "call": "constant",
                    "args": [{"input": name}],
                    "kwargs": {"dtype": values.dtype.name},
                }
            )
    renamed = {n: {"ref": f"{n}_tensor"} for n in program.inputs if n not in raw}
    calls += [_with(call, renamed) for call in program.json["calls"]]
    returned = []
    for name in program.json["return"]:
        calls.append({"let": [f"{name}_value"], "call": "eval", "args": [{"ref": name}]})
        returned.append(f"{name}_value")
    return replace(program, json={**program.json, "calls": calls, "return": returned})


def _with(json_: Any, renamed: dict[str, Any]) -> Any:
    if isinstance(json_, dict):
        if json_.get("ref") in renamed and isinstance(json_.get("ref"), str):
            return renamed[json_["ref"]]
        return {k: _with(v, renamed) for k, v in json_.items()}
    return [_with(v, renamed) for v in json_] if isinstance(json_, list) else json_


def _raw(json_: Any) -> set[str]:
    if isinstance(json_, dict):
        own = {json_[k] for k in ("input", "sparse") if isinstance(json_.get(k), str)}
        return own.union(*(_raw(v) for v in json_.values()))
    return set().union(*map(_raw, json_)) if isinstance(json_, list) else set()


def _input(values: np.ndarray) -> dict[str, Any]:
    return {
        "dtype": values.dtype.name,
        "shape": list(values.shape),
        "data": plain_json(values.tolist()),
    }
