"""What the optimized interpreter makes of this machine, measured in one run.

Prints two tables. The first is about the large workloads of `kassay bench`: the median time in milliseconds, and the shares of what
the machine can do at most, which ceilings.cpp measures: of the bytes copied in a second, and of the multiply-adds. A share of bytes
above 1 means that the workload stays in the caches. The second is about calls of a compiled function on small inputs: the time in
microseconds, and that of the reference.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MIN_SECONDS = 0.2
LARGE = "*/large"

# What Google Benchmark says of one benchmark, or `kassay bench` of one workload.
Entry = dict[str, Any]


def ceilings(binaries: Path) -> dict[str, float]:
    run = subprocess.run([str(binaries / "ceilings")], capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(run.stdout)
    return found


def workloads(binaries: Path, only: list[str]) -> list[Entry]:
    """The lines of `kassay bench` for what was measured."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "bench.jsonl"
        command = [str(binaries / "kassay"), "bench", "--backend", "optimized", "--out", str(out)]
        for pattern in only:
            command += ["--only", pattern]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        lines = [json.loads(line) for line in out.read_text().splitlines()]
    return [line for line in lines if line.get("outcome") == "measured"]


def shares(entry: Entry, most: dict[str, float]) -> tuple[float, float | None]:
    """Of the bytes and of the multiply-adds that the machine does in the time of a workload."""
    seconds = entry["median"]
    dtype = entry["workload"].split("/")[2]
    products = entry.get("multiply_adds")
    of_products = products / seconds / most[dtype] if products and dtype in most else None
    return entry["bytes"] / seconds / most["copied"], of_products


def print_workloads(entries: list[Entry], most: dict[str, float]) -> None:
    print(
        f"copied: {most['copied'] / 1e9:.1f} GB/s, multiply-adds: {most['float32'] / 1e9:.0f}e9/s in float32, "
        f"{most['float64'] / 1e9:.0f}e9/s in float64"
    )
    print(f"{'workload':<58}{'ms':>9}{'of copying':>12}{'of products':>13}")
    for entry in entries:
        of_bytes, of_products = shares(entry, most)
        beside = "-" if of_products is None else f"{of_products:.2f}"
        print(f"{entry['workload']:<58}{1000 * entry['median']:>9.3f}{of_bytes:>12.2f}{beside:>13}")


def measured(binary: Path) -> dict[str, Entry]:
    """What Google Benchmark says of `interpreter/what/size`, by that name."""
    command = [
        str(binary),
        f"--benchmark_min_time={MIN_SECONDS}",
        "--benchmark_format=json",
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return {
        without_suffixes(entry["name"]): entry for entry in json.loads(run.stdout)["benchmarks"]
    }


def without_suffixes(name: str) -> str:
    """The name that a benchmark was registered by: Google Benchmark appends how it was run."""
    return re.sub(r"(/iterations:\d+)?(/real_time)?$", "", name)


def pairs(entries: dict[str, Entry]) -> Iterator[tuple[str, Entry, Entry | None]]:
    """What was measured, for optimized and, where it was, for the reference."""
    for name, optimized in entries.items():
        interpreter, _, key = name.partition("/")
        if interpreter == "optimized":
            yield key, optimized, entries.get(f"reference/{key}")


def ratio(optimized: Entry, other: Entry | None) -> str:
    return "-" if other is None else f"{other['real_time'] / optimized['real_time']:.1f}"


def print_graphs(entries: dict[str, Entry]) -> None:
    print(f"{'graph':<34}{'optimized us':>14}{'reference us':>14}{'x':>6}")
    for key, mine, reference in pairs(entries):
        beside = "-" if reference is None else f"{reference['real_time']:.1f}"
        print(f"{key:<34}{mine['real_time']:>14.1f}{beside:>14}{ratio(mine, reference):>6}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=Path, default=ROOT / "build" / "bin")
    parser.add_argument("--only", action="append", help=f"as for `kassay bench` (default: {LARGE})")
    options = parser.parse_args()
    for name in ("kassay", "ceilings", "function_bench"):
        if not (options.binaries / name).exists():
            print(f"error: {options.binaries / name} is missing: run ./run bench", file=sys.stderr)
            return 3
    entries = workloads(options.binaries, options.only or [LARGE])
    print_workloads(entries, ceilings(options.binaries))
    if not options.only:
        print()
        print_graphs(measured(options.binaries / "function_bench"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
