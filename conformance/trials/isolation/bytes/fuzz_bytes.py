"""Runs each libFuzzer target for some seconds and reports the findings: ./run fuzz-bytes.

A target is a compiled program, or, for the files that Python reads, a script here (run by Atheris, which contains libFuzzer). It starts
from its inputs in corpus/ and from the inputs that reached new code in earlier runs, which stay in the build folder.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
PREFIX = "fuzz-"
# The time limit of an input and the memory limit of a target.
LIMITS = ["-timeout=10", "-rss_limit_mb=2048"]
# Inputs are small, so the address sanitizer must cost little per input. It still detects uses of stack memory after return (in 64 KiB
# for each size of frame, which it searches at every throw) and of freed memory (the last 16 MB).
SANITIZER = "max_uar_stack_size_log=16:quarantine_size_mb=16:malloc_context_size=8"
SLOW = ("slow-unit-", "timeout-")  # how the file names of slow inputs begin
LAST_LINES = 40


@dataclass(frozen=True)
class Target:
    name: str
    program: tuple[str, ...]
    build: Path

    @property
    def findings(self) -> Path:
        return self.build / "findings" / self.name

    def run(self, end: str) -> str:
        """Returns its output. The option `end` says when to stop. Failing inputs are in `findings` afterwards."""
        grown = self.build / "corpus" / self.name
        for folder in (grown, self.findings):
            folder.mkdir(parents=True, exist_ok=True)
        # The findings of earlier runs are tried first.
        for finding in self.findings.iterdir():
            finding.rename(grown / finding.name)
        command: list[str | Path] = [
            *self.program,
            end,
            *LIMITS,
            f"-artifact_prefix={self.findings}/",
            grown,
        ]
        seeds = HERE / "corpus" / self.name
        if seeds.is_dir():
            command.append(seeds)
        finished = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            env={**os.environ, "ASAN_OPTIONS": SANITIZER},
        )
        if finished.returncode != 0 and not any(self.findings.iterdir()):
            raise SystemExit(
                f"error: {shlex.join(self.program)} ended with {finished.returncode}:\n{finished.stderr}"
            )
        for finding in self.findings.iterdir():
            if finding.name.startswith(SLOW) and self.survives(finding):
                finding.rename(grown / finding.name)
        return finished.stderr

    def survives(self, finding: Path) -> bool:
        """Whether the input passes on its own: then it was slow only because the machine was busy."""
        command = [*self.program, *LIMITS, "-artifact_prefix=/dev/null", str(finding)]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def targets_in(build: Path) -> dict[str, Target]:
    """The targets by name."""
    programs: dict[str, tuple[str, ...]] = {
        source.stem: (str(build / "bin" / (PREFIX + source.stem)),) for source in HERE.glob("*.cpp")
    }
    for script in HERE.glob("*.py"):
        if script != Path(__file__).resolve():
            programs[script.stem] = (sys.executable, str(script))
    return {name: Target(name, program, build) for name, program in sorted(programs.items())}


def report(target: Target, text: str) -> bool:
    """Prints the outcome of a target. Returns whether it found nothing."""
    done = re.findall(r"^#(\d+)\s+\w+\s+cov: (\d+) .*?exec/s: (\d+)", text, re.MULTILINE)
    runs, covered, speed = done[-1] if done else ("0", "0", "0")
    findings = sorted(target.findings.iterdir())
    print(
        f"{target.name:15}{int(runs):>12,} inputs{int(speed):>9,} a second{int(covered):>8,} branches  "
        f"{f'{len(findings)} FOUND' if findings else 'nothing found'}",
        flush=True,
    )
    if not findings:
        return True
    print("\n".join(text.splitlines()[-LAST_LINES:]))
    for finding in findings:
        print(f"  again: {shlex.join([*target.program, str(finding)])}")
    return False


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="./run fuzz-bytes",
        description="Looks for inputs that crash a reader of kassay.",
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="default: all")
    length = parser.add_mutually_exclusive_group()
    length.add_argument(
        "--seconds", type=int, default=60, help="for each target (default: %(default)s)"
    )
    length.add_argument("--inputs", type=int, help="for each target, instead of a time")
    parser.add_argument(
        "--build", type=Path, default=HERE.parents[3] / "build" / "fuzz", help=argparse.SUPPRESS
    )
    options = parser.parse_args()
    known = targets_in(options.build)
    for name in options.targets:
        if name not in known:
            parser.error(f'unknown target "{name}"; the targets are: {", ".join(known)}')
    targets = [known[name] for name in options.targets or known]
    for target in targets:
        if not Path(target.program[0]).exists():
            parser.error(
                f"{target.program[0]} is missing: build it with `cmake --preset fuzz && cmake --build --preset fuzz`"
            )
    end = f"-runs={options.inputs}" if options.inputs else f"-max_total_time={options.seconds}"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda target: (target, target.run(end)), targets)
        clean = [report(target, text) for target, text in results]
    return 0 if all(clean) else 1


if __name__ == "__main__":
    sys.exit(main())
