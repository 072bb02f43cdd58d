"""A campaign: processes draw batches of programs, which run as they arrive; failures are reduced and grouped.

Its folder holds `campaign.json`, from which --resume continues, `findings.json`, and `findings/`, the reduced programs for
`kassay exec` and `kassay explain`. A batch is a range of program numbers of a seed, so it need not be stored.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kassay_generators.fuzzing.coverage import Coverage, possible_pairs
from kassay_generators.fuzzing.drawing import NoProgram, draw_program
from kassay_generators.fuzzing.findings import Findings
from kassay_generators.fuzzing.known import Cause
from kassay_generators.fuzzing.program import Program
from kassay_generators.fuzzing.running import Result, Target, failures_in, run_programs
from kassay_generators.fuzzing.templates import templates
from kassay_generators.fuzzing.time_limit import LONGEST_PROGRAM, TooLong, at_most

BATCH = 250


@dataclass(frozen=True)
class Settings:
    seed: int
    programs: int | None
    seconds: float | None
    functions: Sequence[str]
    normative: bool
    editions: Sequence[str]
    jobs: int
    out: Path
    known: Sequence[Cause] = ()


@dataclass
class State:
    """What --resume needs. `done`: how many programs of each batch, by its number, were drawn and run. `waiting`: failures that
    are not reduced yet, each with the place of its backend."""

    seed: int
    functions: list[str]
    normative: bool
    editions: list[str]
    backends: list[str]
    source: str = ""  # another version of the oracle draws other programs
    done: dict[str, int] = field(default_factory=dict)
    programs: int = 0
    results: int = 0
    failures: int = 0
    waiting: list[tuple[int, Result]] = field(default_factory=list)
    skipped: list[int] = field(default_factory=list)
    coverage: dict[str, Any] = field(default_factory=dict)

    def what(self) -> tuple[Any, ...]:
        """The programs that it runs, and the backends."""
        return self.seed, self.functions, self.normative, self.editions, self.backends, self.source


@dataclass
class Batch:
    number: int
    size: int
    programs: list[Program]
    drawn: int  # how many programs
    coverage: Coverage
    skipped: list[int]


@dataclass
class Counts:
    """The outcome of a batch on a backend."""

    results: int
    failures: list[Result]


def draw_batch(
    seed: int,
    number: int,
    size: int,
    globs: Sequence[str],
    normative: bool,
    editions: Sequence[str],
    drawn: int = 0,
) -> Batch:
    """The first `size` programs of a batch, except the first `drawn`. Runs in a separate process. The numbers of programs that
    could not be drawn in time go into `skipped`."""
    templates()  # load them now: this takes longer than a program
    programs, skipped = [], []
    for place in range(number * BATCH + drawn, number * BATCH + size):
        try:
            with at_most(LONGEST_PROGRAM):
                program = draw_program(seed, place, globs, normative=normative, editions=editions)
            programs.append(program)
        except (TooLong, NoProgram):
            skipped.append(place)
    coverage = Coverage()
    coverage.add(programs)
    return Batch(number, size, programs, len(programs), coverage, skipped)


def counted(programs: Sequence[Program], target: Target) -> Counts:
    """Runs the programs. Raises CannotRun."""
    results = run_programs(programs, target)
    return Counts(len(results), failures_in(results))


class Campaign:
    def __init__(
        self,
        settings: Settings,
        targets: Sequence[Target],
        state: State,
        say: Callable[[str], None],
    ) -> None:
        self.settings, self.targets, self.state, self.say = settings, targets, state, say
        self.coverage = Coverage.of(state.coverage)
        self.findings = Findings(settings.out, normative=settings.normative, known=settings.known)
        self.began = time.monotonic()
        self.here = 0  # programs of this run of the campaign
        self.reduced_until, self.reducing = self.began, 0.0

    def run(self) -> None:
        """Runs until the programs, or the seconds, are used up. Raises CannotRun."""
        self._run_batches()
        self.reduce()

    def _run_batches(self) -> None:
        templates()  # once, before processes are forked
        self.began = time.monotonic()
        with ProcessPoolExecutor(self.settings.jobs) as pool:
            batches = self.batches()
            pending: set[Future[Batch]] = set()
            try:
                while True:
                    while len(pending) < self.settings.jobs + 1:
                        following = next(batches, None)
                        if following is None:
                            break
                        pending.add(pool.submit(draw_batch, *following))
                    if not pending:
                        break
                    ready, pending = wait(pending, return_when=FIRST_COMPLETED)
                    for future in ready:
                        self._take(future.result())
            finally:
                for future in pending:
                    future.cancel()

    def batches(self) -> Iterator[tuple[Any, ...]]:
        """The arguments of `draw_batch` for each, until the programs, or the seconds, are used up."""
        s = self.settings
        number, left = 0, s.programs
        while left is None or left > 0:
            size = BATCH if left is None else min(BATCH, left)
            if left is not None:
                left -= size
            if s.seconds is not None and time.monotonic() - self.began >= s.seconds:
                return
            drawn = self.state.done.get(str(number), 0)
            if drawn < size:
                yield s.seed, number, size, s.functions, s.normative, s.editions, drawn
            number += 1

    def _take(self, batch: Batch) -> None:
        self.record(batch, [counted(batch.programs, target) for target in self.targets])
        self.save()
        self.reduce_when_due()

    def record(self, batch: Batch, counts: Sequence[Counts]) -> None:
        """Adds the outcome of a batch on each target."""
        state = self.state
        for place, of_target in enumerate(counts):
            state.waiting += [(place, failure) for failure in of_target.failures]
            state.results += of_target.results
            state.failures += len(of_target.failures)
        self.coverage.merge(batch.coverage)
        state.done[str(batch.number)] = batch.size
        state.programs += batch.drawn
        state.skipped += batch.skipped
        self.here += batch.drawn

    def reduce_when_due(self) -> None:
        """Reduces only if as much time has passed as the last reduction took: if a backend starts slowly, each reduction takes
        long, but hardly longer for many failures. Raises CannotRun."""
        if time.monotonic() - self.reduced_until >= self.reducing:
            self.reduce()

    def reduce(self) -> None:
        """Reduces and groups the waiting failures. Raises CannotRun."""
        if not self.state.waiting:
            return
        begin = time.monotonic()
        for place, target in enumerate(self.targets):
            failures = [failure for of, failure in self.state.waiting if of == place]
            self.findings.add(self._program, failures, target)
        self.state.waiting = []
        self.reduced_until = time.monotonic()
        self.reducing = self.reduced_until - begin
        self.save()

    def _program(self, case: str) -> Program:
        s = self.settings
        number = int(case.rpartition("-")[2])
        return draw_program(s.seed, number, s.functions, normative=s.normative, editions=s.editions)

    def save(self) -> None:
        self.findings.save()
        self.state.coverage = self.coverage.json()
        save_state(self.settings.out, self.state)
        self.say(self.progress())

    def progress(self) -> str:
        rate = self.here / max(time.monotonic() - self.began, 1e-9)
        coverage = self.coverage
        share = coverage.undecided / max(coverage.outputs, 1)
        return (
            f"{self.state.programs} programs, {rate:.0f} a second, {len(self.findings)} distinct failures, "
            f"{len(coverage.functions)} functions, {len(coverage.pairs)} of {possible_pairs()} pairs of producer and consumer, "
            f"{share:.1%} of outputs undecided"
        )


def save_state(out: Path, state: State) -> None:
    temporary = out / ".campaign.json"
    temporary.write_text(json.dumps(state.__dict__))
    temporary.replace(out / "campaign.json")


def read_state(out: Path) -> State | None:
    """None if there is no campaign. Raises ValueError if its file is damaged."""
    file = out / "campaign.json"
    if not file.exists():
        return None
    try:
        return State(**json.loads(file.read_text()))
    except (ValueError, TypeError) as error:
        raise ValueError(
            f"{file} is not the state of a campaign ({error}); remove the folder, or name another with --out"
        ) from None
