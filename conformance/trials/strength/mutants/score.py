"""Scores, tables and lists of results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from results import Result


@dataclass
class Score:
    mutants: int = 0  # that compile
    equivalent: int = 0
    left_open: int = 0  # survive with an allowed answer (equivalent/, or an accepted reading)
    killed: int = 0
    smoke: int = 0  # killed by a case of tier smoke
    unreached: int = 0  # survive because nothing evaluates them

    def add(self, result: Result, is_equivalent: bool) -> None:
        self.mutants += 1
        self.equivalent += is_equivalent
        is_open = is_left_open(result) and not is_equivalent
        self.left_open += is_open
        self.killed += result.outcome == "killed"
        self.smoke += result.outcome == "killed" and result.tier == "smoke"
        self.unreached += (
            result.outcome == "survived"
            and result.reached == 0
            and not is_equivalent
            and not is_open
        )

    def share(self, killed: int) -> float:
        """The share of `killed` among the mutants that are neither equivalent nor unspecified."""
        tested = self.mutants - self.equivalent - self.left_open
        return killed / tested if tested else 1.0

    def row(self, title: str) -> str:
        survived = self.mutants - self.equivalent - self.left_open - self.killed
        return (
            f"| {title} | {self.mutants} | {self.equivalent} | {self.left_open} | {self.killed} | {survived} | {self.unreached} "
            f"| {percent(self.share(self.killed))} | {percent(self.share(self.smoke))} |"
        )


HEAD = "| {} | mutants | equivalent | unspecified | killed | survive | of them unreached | score | of tier smoke |\n|---|---|---|---|---|---|---|---|---|"


def is_left_open(result: Result) -> bool:
    return result.outcome == "survived" and result.accepted != ""


def percent(share: float) -> str:
    # Rounded down: never shows a score that was not reached.
    return f"{int(share * 1000) / 10:.1f} %"


def scores(
    results: list[Result], excused: set[tuple], by: Callable[[Result], str]
) -> dict[str, Score]:
    """The scores of the tried mutants, by `by` and in total."""
    found: dict[str, Score] = defaultdict(Score)
    for result in results:
        if result.outcome in ("killed", "survived"):
            for title in (by(result), "all"):
                found[title].add(result, result.key in excused)
    return {**{k: v for k, v in sorted(found.items()) if k != "all"}, "all": found["all"]}


def table(title: str, found: dict[str, Score]) -> str:
    return "\n".join([HEAD.format(title), *(score.row(name) for name, score in found.items())])


def survivors(results: list[Result], excused: set[tuple]) -> str:
    """Lists each survivor with its position, its change, and how many results reached it."""
    lines = []
    for result in results:
        if result.outcome == "survived" and result.key not in excused and not is_left_open(result):
            lines.append(
                f"{result.file}:{result.line}: {result.function}, {result.operator}, reached by {result.reached}"
            )
            lines += [f"- {result.original}", f"+ {result.changed}"]
    return "\n".join(lines)
