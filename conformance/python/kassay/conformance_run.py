"""One run of the kassay program; several processes share its results."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from kassay.command import backend_argument, environment_of, find_program

# Exit codes of the program.
_JUDGED = (0, 1)  # conformant or not
_NOT_AVAILABLE = 77  # the machine lacks what the whole backend needs


class DidNotRun(Exception):
    """The program gave no results. The message says why."""


class SaidBefore(DidNotRun):
    """The same, but another test has already failed because of it."""


class NotAvailable(DidNotRun):
    """The backend cannot run on this machine. This is not a failure."""


@dataclass(frozen=True)
class Request:
    """What to run."""

    module: str
    edition: str
    tier: str
    profile: str | None
    out: Path
    jobs: int
    options: tuple[str, ...] = ()  # further options of `kassay run`


class ConformanceRun:
    """Runs the program when any process first needs results, and reads them."""

    def __init__(self, request: Request, folder: Path) -> None:
        self.request = request
        self.folder = folder
        self._cases: dict[str, list[dict[str, Any]]] | None = None

    def functions(self) -> list[str]:
        """The functions that have cases in the edition, the tier and the profile."""
        edition = ("--edition", self.request.edition)
        names = {
            entry["name"]
            for entry in self._listed("functions", *edition)
            if self.request.edition in entry["editions"] and entry["cases"][self.request.tier]
        }
        if self.request.profile is None:
            return sorted(names)
        profiles = {entry["id"]: entry for entry in self._listed("profiles", *edition)}
        if self.request.profile not in profiles:
            known = ", ".join(sorted(profiles))
            raise DidNotRun(f"there is no profile {self.request.profile}; the profiles are {known}")
        profile = profiles[self.request.profile]
        of_clauses = {clause.partition(".")[0] for clause in profile["clauses"]}
        return sorted(names & {*profile["functions"], *of_clauses})

    def cases_of(self, function: str, selected: list[str]) -> list[dict[str, Any]]:
        """The results of a selected function. Without results, raises DidNotRun for the first function, SaidBefore for all others."""
        if self._cases is None:
            self._run_once(selected)
            status, words = self._end()
            if status == _NOT_AVAILABLE:
                raise NotAvailable(words.strip())
            if status not in _JUDGED:
                self._say_once(function, words.strip())
            self._cases = _read_cases(self.request.out)
        return self._cases.get(function, [])

    def _say_once(self, function: str, words: str) -> NoReturn:
        """Reports a fault as one failure, also across processes: only the first function fails."""
        said = self.folder / "said"
        try:
            with said.open("x") as file:
                file.write(function)
        except FileExistsError:
            first = said.read_text() or "another function"
            if first != function:
                raise SaidBefore(f"not judged: see the failure of {first}") from None
        raise DidNotRun(words)

    def last_words(self) -> str:
        """The first and the last paragraph that the program printed: the backend and the verdict. The tests report
        the failures in between. Empty if the program has not run.
        """
        if not self._end_file.exists():
            return ""
        paragraphs = self._end()[1].strip().split("\n\n")
        return "\n".join([paragraphs[0], *paragraphs[1:][-1:]])

    @property
    def _end_file(self) -> Path:
        return self.folder / "end.json"

    def _end(self) -> tuple[int, str]:
        end = json.loads(self._end_file.read_text())
        return end["status"], end["words"]

    def _run_once(self, selected: list[str]) -> None:
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # until the file is closed
            if self._end_file.exists():
                return
            # If all functions are selected, name none: only then does the program judge the tier or profile as a whole.
            chosen = [] if set(selected) == set(self.functions()) else selected
            done = self._program("run", *self._options(), *chosen)
            end = {"status": done.returncode, "words": done.stderr}
            self._end_file.write_text(json.dumps(end))

    def _options(self) -> list[str]:
        request = self.request
        options = ["--backend", backend_argument(request.module), "--edition", request.edition]
        options += ["--tier", request.tier, "--jobs", str(request.jobs), "--out", str(request.out)]
        options += ["--overwrite", *request.options]
        return options + (["--profile", request.profile] if request.profile else [])

    def _listed(self, what: str, *options: str) -> Any:
        done = self._program("list", what, "--json", *options)
        if done.returncode != 0:
            raise DidNotRun(done.stderr.strip())
        return json.loads(done.stdout)

    def _program(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [find_program(os.environ), *words]
        environment = environment_of(os.environ)
        return subprocess.run(command, env=environment, capture_output=True, text=True)


def _read_cases(file: Path) -> dict[str, list[dict[str, Any]]]:
    cases = defaultdict(list)
    with file.open() as lines:
        for line in lines:
            result = json.loads(line)
            if "case" in result:
                cases[result["function"]].append(result)
    return cases
