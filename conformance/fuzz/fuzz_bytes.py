"""Runs the targets of libFuzzer for some seconds each and says what they found: ./run fuzz-bytes.

A target starts from its inputs in corpus/ and from those that reached new code in earlier runs, which stay in the build folder.
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
# An input may take so long, and a target so much memory.
LIMITS = ["-timeout=10", "-rss_limit_mb=2048"]
LAST_LINES = 40


@dataclass(frozen=True)
class Target:
    name: str
    build: Path

    @property
    def program(self) -> Path:
        return self.build / "bin" / (PREFIX + self.name)

    @property
    def findings(self) -> Path:
        return self.build / "findings" / self.name

    def run(self, seconds: int) -> str:
        """What it printed. Inputs at fault are in its folder of findings afterwards."""
        grown = self.build / "corpus" / self.name
        for folder in (grown, self.findings):
            folder.mkdir(parents=True, exist_ok=True)
        # What an earlier run found is tried before anything else.
        for finding in self.findings.iterdir():
            finding.rename(grown / finding.name)
        command = [
            self.program,
            f"-max_total_time={seconds}",
            *LIMITS,
            f"-artifact_prefix={self.findings}/",
            grown,
        ]
        seeds = HERE / "corpus" / self.name
        if seeds.is_dir():
            command.append(seeds)
        finished = subprocess.run(
            command, capture_output=True, text=True, errors="replace", check=False
        )
        if finished.returncode != 0 and not any(self.findings.iterdir()):
            raise SystemExit(
                f"error: {self.program} ended with {finished.returncode}:\n{finished.stderr}"
            )
        return finished.stderr


def report(target: Target, text: str) -> bool:
    """Prints what came of a target. Returns whether nothing was found."""
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
        print(f"  again: {shlex.join([str(target.program), str(finding)])}")
    return False


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="./run fuzz-bytes",
        description="Looks for bytes that a reader of kassay does not survive.",
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="default: all")
    parser.add_argument(
        "--seconds", type=int, default=60, help="for each target (default: %(default)s)"
    )
    parser.add_argument(
        "--build", type=Path, default=HERE.parents[1] / "build" / "fuzz", help=argparse.SUPPRESS
    )
    options = parser.parse_args()
    known = sorted(
        program.name.removeprefix(PREFIX) for program in (options.build / "bin").glob(PREFIX + "*")
    )
    for name in options.targets:
        if name not in known:
            parser.error(f'there is no target "{name}"; there are: {", ".join(known)}')
    targets = [Target(name, options.build) for name in options.targets or known]
    if not targets:
        parser.error(
            f"no targets in {options.build}: build them with `cmake --preset fuzz && cmake --build --preset fuzz`"
        )
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda target: (target, target.run(options.seconds)), targets)
        clean = [report(target, text) for target, text in results]
    return 0 if all(clean) else 1


if __name__ == "__main__":
    sys.exit(main())
