"""How strong is the suite? Makes mutants of the project's C++ and tries each on the golden vectors (or unit tests) that reach it.

    ./run mutants                                   make the mutants of the reference, build them, try all, print the score
    ./run mutants --only activation/softmax         only files whose path contains this glob
    ./run mutants --resume                          try only those that no earlier run killed
    ./run mutants --subject comparison              mutants of the comparison, tried on its unit tests
    ./run mutants --subject passes                  mutants of the engine's passes, tried on their unit tests
    ./run mutants --show --only conv                print the table and the survivors of earlier runs; try nothing

Exit codes: 0 all were tried; 1 an entry of equivalent/ is wrong, or the score is below --at-least; 2 wrong usage, an unusable file or a
failed build.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from equivalent import Entry, apply_entries, excused, read_entries
from find import mutants_of
from on_machines import by_cases_on, by_tests_on
from overlay import Overlay
from results import Result, read_results, results_of, write_results
from score import is_left_open, percent, scores, survivors, table
from subjects import ROOT, SUBJECTS, Subject, files_of
from try_mutants import Task, by_cases, by_tests

from kassay_distributed.cluster import CannotCompute, Cluster

BUILD = ROOT / "build" / "mutants"
HERE = Path(__file__).resolve().parent
SAVED_EVERY = 30  # seconds


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./run mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--subject", default="reference", choices=[s.name for s in SUBJECTS])
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="GLOB",
        help="only files whose path contains it",
    )
    parser.add_argument(
        "--operator",
        action="append",
        default=[],
        metavar="NAME",
        help="only mutants of this operator",
    )
    parser.add_argument(
        "--jobs", type=int, default=2, metavar="N", help="how many to try at a time (2)"
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="build here, try the mutants on the workers of this Dask scheduler (docs/many_machines.md)",
    )
    parser.add_argument(
        "--limit", type=int, metavar="N", help="try at most this many, spread over the files"
    )
    parser.add_argument(
        "--resume", action="store_true", help="do not try again what earlier runs killed"
    )
    parser.add_argument(
        "--show", action="store_true", help="try nothing; print the results of earlier runs"
    )
    parser.add_argument(
        "--by",
        default="file",
        choices=["file", "folder", "operator", "function"],
        help="the rows of the table (file)",
    )
    parser.add_argument(
        "--at-least", type=float, default=0, metavar="PERCENT", help="fail below this score"
    )
    parser.add_argument(
        "--vectors",
        type=Path,
        default=ROOT / "build" / "vectors",
        help="the folder with the vectors",
    )
    parser.add_argument("--out", type=Path, help="the results file (build/mutants/SUBJECT.jsonl)")
    parser.add_argument("--json", action="store_true", help="print scores and survivors as JSON")
    return parser.parse_args()


class Progress:
    """Prints now and then how many mutants were tried and killed, and the time left."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.killed = total, 0, 0
        self.begin = self.said = time.monotonic()

    def add(self, result: Result) -> bool:
        """Whether it is time to save."""
        self.done += 1
        self.killed += result.outcome == "killed"
        now = time.monotonic()
        if self.done == 1:  # until now, the cases ran without a mutant
            self.begin = self.said = now
        if now - self.said < SAVED_EVERY and self.done < self.total:
            return False
        self.said = now
        left = (now - self.begin) / self.done * (self.total - self.done)
        say(
            f"{self.done} of {self.total} tried, {self.killed} killed, about {left / 60:.0f} min left"
        )
        return True


def try_all(subject: Subject, arguments: argparse.Namespace, out: Path) -> list[Result]:
    names = files_of(subject, [])
    overlay = Overlay(BUILD / subject.name, arguments.jobs, say)
    sites = overlay.find(names, subject.not_run)
    overlay.number(sites)
    not_compiling = overlay.make(sites)
    mutants = [m for name in names for m in mutants_of(sites[name])]
    results = results_of(mutants, {n: (ROOT / n).read_bytes() for n in names})
    say(f"{len(mutants)} mutants in {len(names)} files, {len(not_compiling)} do not compile")
    overlay.compile([subject.target, *subject.tests], ROOT / "build" / "venv" / "bin" / "python")
    earlier = {r.key: r for r in read_results(out)} if out.is_file() else {}
    tasks = []
    for i, (mutant, result) in enumerate(zip(mutants, results, strict=True)):
        if mutant in not_compiling:
            result.outcome = "not-compiling"
            continue
        if (before := earlier.get(result.key)) is not None:
            before.line = result.line
            results[i] = result = before
        if chosen(result, arguments) and not (arguments.resume and result.outcome == "killed"):
            tasks.append(Task(overlay.numbers[mutant], result))
    if arguments.limit and arguments.limit < len(tasks):
        step = len(tasks) / arguments.limit
        tasks = [tasks[int(i * step)] for i in range(arguments.limit)]
    say(f"trying {len(tasks)}")
    programs = overlay.build / "bin"
    progress = Progress(len(tasks))
    for result in trials(subject, programs, tasks, arguments) if tasks else ():
        if progress.add(result):
            write_results(out, subject.name, results)
    write_results(out, subject.name, results)
    if arguments.scheduler:
        shutil.rmtree(BUILD / subject.name / "batches", ignore_errors=True)
    return results


def trials(
    subject: Subject, programs: Path, tasks: list[Task], arguments: argparse.Namespace
) -> Iterator[Result]:
    """Yields the results, from this machine or from the workers of a scheduler."""
    target, tests = programs / subject.target, [programs / t for t in subject.tests]
    if not arguments.scheduler:
        if tests:
            yield from by_tests(tests, subject.tests_filter, tasks, arguments.jobs, say)
        else:
            yield from by_cases(target, arguments.vectors, tasks, arguments.jobs, say)
        return
    kept = BUILD / subject.name / "batches"
    if not arguments.resume:
        shutil.rmtree(kept, ignore_errors=True)
    with Cluster(arguments.scheduler) as cluster:
        if tests:
            yield from by_tests_on(cluster, tests, subject.tests_filter, tasks, kept)
        else:
            yield from by_cases_on(cluster, target, arguments.vectors, tasks, kept)


def chosen(result: Result, arguments: argparse.Namespace) -> bool:
    in_files = not arguments.only or any(
        fnmatch(result.file, f"*{glob}*") for glob in arguments.only
    )
    return in_files and (not arguments.operator or result.operator in arguments.operator)


def title_of(result: Result, by: str) -> str:
    if by == "folder":
        return Path(result.file).parent.as_posix()
    if by == "function":
        return f"{result.file} {result.function}"
    return result.operator if by == "operator" else result.file


def print_findings(
    results: list[Result], entries: list[Entry], arguments: argparse.Namespace
) -> float:
    shown = [r for r in results if chosen(r, arguments)]
    equivalent = excused(entries)
    found = scores(shown, equivalent, lambda r: title_of(r, arguments.by))
    if arguments.json:
        alive = [
            r
            for r in shown
            if r.outcome == "survived" and r.key not in equivalent and not is_left_open(r)
        ]
        print(
            json.dumps(
                {
                    "scores": {k: vars(v) for k, v in found.items()},
                    "survivors": [vars(r) for r in alive],
                },
                indent=1,
            )
        )
    else:
        print(survivors(shown, equivalent))
        print(table(arguments.by, found))
    return 100 * found["all"].share(found["all"].killed)


def main() -> int:
    arguments = parse_arguments()
    subject = next(s for s in SUBJECTS if s.name == arguments.subject)
    if arguments.only and not files_of(subject, arguments.only):
        say(f"error: no file of {subject.name} matches {', '.join(arguments.only)}")
        return 2
    out = arguments.out or BUILD / f"{subject.name}.jsonl"
    if arguments.show and not out.is_file():
        say(f"error: {out} does not exist: run without --show first")
        return 2
    results = read_results(out) if arguments.show else try_all(subject, arguments, out)
    file = HERE / "equivalent" / f"{subject.name}.yaml"
    entries = read_entries(file)
    problems = apply_entries(entries, results)
    score = print_findings(results, entries, arguments)
    for problem in problems:
        say(f"error: {file}: {problem}")
    if score < arguments.at_least:
        say(
            f"error: the score is {percent(score / 100)}, but must be at least {arguments.at_least} %"
        )
        return 1
    return 1 if problems else 0


try:
    sys.exit(main())
except CannotCompute as error:
    say(f"error: {error}")
    sys.exit(error.exit_code)
except SystemExit as end:
    if isinstance(end.code, str):
        say(end.code)
        sys.exit(2)
    raise
