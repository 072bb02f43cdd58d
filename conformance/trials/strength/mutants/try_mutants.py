"""Tries mutants with the program `kassay-mutants` or with programs of unit tests."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from results import Result

MEMORY = 4 << 30  # bytes that a test program may map
PATIENCE = (
    10  # a test program may take this many times as long as without a mutant, and a second more
)


class Reach(NamedTuple):
    program: Path
    mutants: set[int]  # that it evaluates
    seconds: float  # processor time without a mutant


@dataclass(frozen=True)
class Task:
    number: int  # the mutant's number in the schemata
    result: Result


def by_cases(program: Path, vectors: Path, tasks: list[Task], jobs: int, say) -> Iterator[Result]:
    """Runs each mutant on the cases that reach it and yields the results. Raises SystemExit if the program fails."""
    by_number = {task.number: task.result for task in tasks}
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as subjects:
        subjects.write(subjects_of(tasks))
        subjects.flush()
        options = ["--vectors", vectors, "--mutants", subjects.name, "--jobs", str(jobs)]
        command = [str(argument) for argument in (program, *options)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            for line in running.stdout:
                said = json.loads(line)
                if "results" in said:
                    say(
                        f"{said['results']} results of cases take {said['seconds']:.0f} s without a mutant"
                    )
                    continue
                yield taken(by_number[said["mutant"]], said)
        if running.returncode != 0:
            raise SystemExit(f"error: {program.name} ended with {running.returncode}")


def subjects_of(tasks: list[Task]) -> str:
    """The file that `kassay-mutants --mutants` reads."""
    return "".join(f"{t.number} {Path(t.result.file).stem}\n" for t in tasks)


def taken(result: Result, said: dict) -> Result:
    """Fills in the result from the program's output for its mutant."""
    result.outcome = "killed" if said["killed"] else "survived"
    result.reached, result.seconds = said["reached"], round(said["seconds"], 3)
    result.by, result.accepted = said.get("case", ""), said.get("accepted", "")
    result.mode, result.edition = said.get("mode", ""), said.get("edition", "")
    result.tier, result.how = said.get("tier", ""), said.get("how", "")
    return result


def reach_of(programs: list[Path], chosen: str, say) -> list[Reach]:
    """Runs the test programs without a mutant and returns what they reach. Raises SystemExit if one fails."""
    found = []
    for program in programs:
        with tempfile.NamedTemporaryFile() as file:
            before = os.times()
            finished = run(program, chosen, {"KASSAY_MUTANTS_REACHED": file.name}, 600)
            after = os.times()
            seconds = after.children_user - before.children_user
            if finished != "":
                raise SystemExit(f"error: {program.name} fails without a mutant ({finished})")
            mutants = {int(n) for n in Path(file.name).read_text().split()}
        found.append(Reach(program, mutants, seconds))
        say(f"{program.name} takes {seconds:.1f} s and reaches {len(mutants)} mutants")
    return found


def by_tests(
    programs: list[Path], chosen: str, tasks: list[Task], jobs: int, say
) -> Iterator[Result]:
    """Runs each mutant on the test programs that reach it, until one of them fails. `chosen`: a GoogleTest filter."""
    reach = reach_of(programs, chosen, say)
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(
            lambda task: taken(task.result, judged(task.number, chosen, reach)), tasks
        )


def judged(number: int, chosen: str, reach: list[Reach]) -> dict:
    """The outcome of a mutant, in the format of `kassay-mutants`."""
    said = {"mutant": number, "killed": False, "reached": 0, "seconds": 0}
    for program, mutants, seconds in reach:
        if number not in mutants:
            continue
        said["reached"] += 1
        how = run(program, chosen, {"KASSAY_MUTANT": str(number)}, 1 + PATIENCE * seconds)
        if how:
            return {**said, "killed": True, "case": program.name, "how": how}
    return said


def run(program: Path, chosen: str, environment: dict[str, str], seconds: float) -> str:
    """Says how the program failed; empty if it did not. `seconds`: the limit of processor time."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    try:
        finished = subprocess.run(
            [program, "--gtest_brief=1", "--gtest_fail_fast", f"--gtest_filter={chosen}"],
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=60 + 10 * seconds,
            preexec_fn=limited,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "timeout"
    if finished.returncode < 0:
        return (
            "timeout"
            if finished.returncode in (-24, -9)
            else f"crash (signal {-finished.returncode})"
        )
    return "" if finished.returncode == 0 else "fail"


def main(words: list[str]) -> int:
    """A batch on another machine: NUMBERS FILTER PROGRAM...; prints the outcome of each mutant."""
    numbers, chosen, *programs = words
    reach = reach_of([Path(program) for program in programs], chosen, lambda text: None)
    for number in Path(numbers).read_text().split():
        print(json.dumps(judged(int(number), chosen, reach)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
