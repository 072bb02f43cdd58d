"""How well the optimized interpreter uses this machine, measured in one run.

Prints a table of the large workloads of `kassay bench`: the median time in milliseconds, the bytes of inputs and outputs per second and
the multiply-adds per second, and their shares of the machine's ceilings, which ceilings.cpp measures. A multiply-add is two operations.
A share of bytes above 1 means that the workload stays in the caches.

With --results and --ceilings it measures nothing: it prints the table for the first backend in the results of `kassay bench --out`, with
ceilings printed by cuda_ceilings; convolutions are then compared with the ceiling of a convolution.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LARGE = "*/large"
CONVOLUTION = "convolution"  # a category

# A line of `kassay bench`: the results of one workload.
Entry = dict[str, Any]


def ceilings(binaries: Path) -> Entry:
    run = subprocess.run([str(binaries / "ceilings")], capture_output=True, text=True, check=True)
    found: Entry = json.loads(run.stdout)
    return found


def measured_workloads(results: Path) -> list[Entry]:
    """The lines of `kassay bench` for the measured workloads of its first backend."""
    header, *lines = (json.loads(line) for line in results.read_text().splitlines())
    first = header["backends"][0]["label"]
    return [line for line in lines if line["backend"] == first and line["outcome"] == "measured"]


def workloads(binaries: Path, only: list[str]) -> list[Entry]:
    """The lines of `kassay bench` for the measured workloads."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "bench.jsonl"
        command = [str(binaries / "kassay"), "bench", "--backend", "optimized", "--out", str(out)]
        for pattern in only:
            command += ["--only", pattern]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return measured_workloads(out)


def most_products(workload: str, most: Entry) -> float | None:
    """The most multiply-adds per second that the machine can do in such a workload; None if unknown."""
    category, _, dtype, _ = workload.split("/")
    if category == CONVOLUTION and CONVOLUTION in most:
        return most[CONVOLUTION].get(dtype) or None
    return most.get(dtype) or None


def rate_texts(entry: Entry, most: Entry) -> list[str]:
    """GB/s and TFLOP/s of a workload, each with its share of the ceiling."""
    bytes_per_second = entry["bytes"] / entry["median"]
    texts = [f"{bytes_per_second / 1e9:.1f}", f"{bytes_per_second / most['copied']:.2f}"]
    if "multiply_adds" not in entry:
        return [*texts, "-", "-"]
    products = entry["multiply_adds"] / entry["median"]
    limit = most_products(entry["workload"], most)
    return [*texts, f"{2 * products / 1e12:.3f}", f"{products / limit:.2f}" if limit else "-"]


def print_workloads(entries: list[Entry], most: Entry) -> None:
    if "device" in most:
        print(most["device"])
    print(f"copied: {most['copied'] / 1e9:.1f} GB/s")
    for what, rates in (("products", most), ("convolutions", most.get(CONVOLUTION, {}))):
        for dtype in ("float16", "float32", "float64"):
            if rates.get(dtype):
                print(f"{what} in {dtype}: {2 * rates[dtype] / 1e12:.3f} TFLOP/s")
    head = ("GB/s", "of copying", "TFLOP/s", "of products")
    print(f"{'workload':<58}{'ms':>9}{''.join(f'{name:>13}' for name in head)}")
    for entry in entries:
        rates = "".join(f"{text:>13}" for text in rate_texts(entry, most))
        print(f"{entry['workload']:<58}{1000 * entry['median']:>9.3f}{rates}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=Path, default=ROOT / "build" / "bin")
    parser.add_argument("--only", action="append", help=f"as for `kassay bench` (default: {LARGE})")
    parser.add_argument("--results", type=Path, help="the file written by `kassay bench --out`")
    parser.add_argument("--ceilings", type=Path, help="the output of cuda_ceilings")
    options = parser.parse_args()
    if (options.results is None) != (options.ceilings is None):
        parser.error("--results and --ceilings need each other")
    if options.results:
        entries = measured_workloads(options.results)
        print_workloads(entries, json.loads(options.ceilings.read_text()))
        return 0
    for name in ("kassay", "ceilings"):
        if not (options.binaries / name).exists():
            print(f"error: {options.binaries / name} is missing: run ./run bench", file=sys.stderr)
            return 3
    entries = workloads(options.binaries, options.only or [LARGE])
    print_workloads(entries, ceilings(options.binaries))
    return 0


if __name__ == "__main__":
    sys.exit(main())
