"""How much faster the optimized interpreter is than the reference and than NumPy, measured in one run.

Prints two tables. The first is about calls on large inputs: the time of optimized in milliseconds, and the times of the reference
and of NumPy divided by it. The second is about calls of a compiled function on small inputs: the time of optimized in microseconds,
the share of it spent outside kernels, and the same of the reference.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
ELEMENTS = 1_000_000
COLUMNS = 1000
MIN_SECONDS = 0.2

# What Google Benchmark says of one benchmark.
Entry = dict[str, Any]


def sample(*shape: int) -> np.ndarray:
    """The numbers of kernels_bench.cpp: in (0.5, 1.5), all different."""
    turn = np.arange(np.prod(shape)) * 0.6180339887498949
    return (0.5 + turn - np.floor(turn)).astype(np.float32).reshape(shape)


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def softplus(x: np.ndarray) -> np.ndarray:
    return np.logaddexp(x, np.float32(0))


def relu(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, np.float32(0))


def elu(x: np.ndarray) -> np.ndarray:
    return np.where(x > 0, x, np.expm1(x))


def softmax(x: np.ndarray) -> np.ndarray:
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def logsumexp(x: np.ndarray, axis: int | None = None) -> np.ndarray:
    largest = x.max(axis=axis, keepdims=True)
    return np.log(np.exp(x - largest).sum(axis=axis)) + np.squeeze(largest, axis=axis)


def windows(x: np.ndarray, rows: int, columns: int) -> np.ndarray:
    """(samples, places down, places across, channels, rows, columns) of images with the channels last."""
    return np.lib.stride_tricks.sliding_window_view(x, (rows, columns), (1, 2))


def with_border(x: np.ndarray) -> np.ndarray:
    """Zeros around each image, as windows of 3 by 3 with padding same need them."""
    return np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))


def conv2d(x: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    seen = windows(x, *kernel.shape[:2])
    return np.tensordot(seen, kernel, axes=((4, 5, 3), (0, 1, 2)))


def depthwise(x: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    return np.einsum("bhwcij,ijc->bhwc", windows(x, *kernel.shape[:2]), kernel)


def halved(x: np.ndarray) -> np.ndarray:
    """The largest of each 2 by 2 elements."""
    return windows(x, 2, 2)[:, ::2, ::2].max(axis=(4, 5))


def images_in_numpy() -> dict[str, Callable[[], np.ndarray]]:
    large, small = sample(8, 56, 56, 64), sample(1, 28, 28, 16)
    square, point = sample(3, 3, 64, 64), sample(1, 1, 64, 128)
    return {
        "conv2d/8x56x56x64,3x3x64": lambda: conv2d(with_border(large), square),
        "conv2d/8x56x56x64,1x1x128": lambda: conv2d(large, point),
        "depthwise_conv2d/8x56x56x64,3x3": lambda: depthwise(with_border(large), square[..., 0]),
        "pool2d/8x56x56x64,2x2": lambda: halved(large),
        "conv2d/1x28x28x16,3x3x16": lambda: conv2d(small, sample(3, 3, 16, 16)),
        "depthwise_conv2d/1x28x28x16,3x3": lambda: depthwise(small, square[..., 0][..., :16]),
        "pool2d/1x28x28x16,2x2": lambda: halved(small),
    }


def in_numpy() -> dict[str, Callable[[], np.ndarray]]:
    """What kernels_bench.cpp measures, by the same names."""
    row, matrix = sample(ELEMENTS), sample(ELEMENTS // COLUMNS, COLUMNS)
    calls: dict[str, Callable[[], np.ndarray]] = {}
    unary = {
        "abs": np.abs,
        "square": np.square,
        "sqrt": np.sqrt,
        "exp": np.exp,
        "log": np.log,
        "sin": np.sin,
    }
    unary |= {"tanh": np.tanh, "sigmoid": sigmoid, "softplus": softplus, "relu": relu, "elu": elu}
    for name, function in unary.items():
        calls[f"{name}/{ELEMENTS}"] = lambda f=function: f(row)
    for name, binary in {"maximum": np.maximum, "greater": np.greater, "pow": np.power}.items():
        calls[f"{name}/{ELEMENTS}"] = lambda f=binary: f(row, row)
    calls["softmax/1000x1000"] = lambda: softmax(matrix)
    reductions = {
        "sum": np.sum,
        "max": np.max,
        "prod": np.prod,
        "mean": np.mean,
        "var": np.var,
        "logsumexp": logsumexp,
    }
    for name, reduction in reductions.items():
        calls[f"{name}/{ELEMENTS}"] = lambda f=reduction: f(row)
        for axis in (0, 1):
            calls[f"{name}/1000x1000,axis={axis}"] = lambda f=reduction, a=axis: f(matrix, axis=a)
    calls["argmax/1000x1000"] = lambda: np.argmax(matrix, axis=-1)
    for n in (128, 256, 512, 1024, 2048):
        square = sample(n, n)
        calls[f"dot/{n}"] = lambda s=square: s @ s
    batch = sample(32, 128, 128)
    calls["batch_dot/32x128x128"] = lambda: batch @ batch
    return calls | images_in_numpy()


def milliseconds(call: Callable[[], np.ndarray]) -> float:
    """The mean time of a call, after one to warm up."""
    with np.errstate(all="ignore"):
        call()
        start, count = time.perf_counter(), 0
        while (elapsed := time.perf_counter() - start) < MIN_SECONDS:
            call()
            count += 1
    return 1000 * elapsed / count


def measured(binary: Path, pattern: str) -> dict[str, Entry]:
    """What Google Benchmark says of `interpreter/what/size`, by that name."""
    command = [
        str(binary),
        f"--benchmark_filter={pattern}",
        f"--benchmark_min_time={MIN_SECONDS}",
        "--benchmark_format=json",
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    # Where nothing matches the filter there is no JSON.
    entries = json.loads(run.stdout)["benchmarks"] if run.stdout.strip() else []
    return {without_suffixes(entry["name"]): entry for entry in entries}


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


def print_kernels(entries: dict[str, Entry]) -> None:
    calls = in_numpy()
    print(f"{'function':<34}{'optimized ms':>14}{'reference x':>14}{'NumPy x':>10}")
    for key, mine, reference in pairs(entries):
        time_of_mine = mine["real_time"]
        beside = milliseconds(calls[key]) / time_of_mine
        print(f"{key:<34}{time_of_mine:>14.3f}{ratio(mine, reference):>14}{beside:>10.2f}")


def print_graphs(entries: dict[str, Entry]) -> None:
    print(
        f"{'graph':<34}{'optimized us':>14}{'outside':>10}{'reference us':>14}{'outside':>10}{'x':>6}"
    )
    for key, mine, reference in pairs(entries):
        beside = f"{'-':>14}{'-':>10}"
        if reference is not None:
            beside = f"{reference['real_time']:>14.1f}{reference['outside']:>10.0%}"
        of_mine = f"{mine['real_time']:>14.1f}{mine['outside']:>10.0%}"
        print(f"{key:<34}{of_mine}{beside}{ratio(mine, reference):>6}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=Path, default=ROOT / "build" / "bin")
    parser.add_argument("--filter", default=".", help="a regular expression for what to measure")
    options = parser.parse_args()
    tables = {"kernels_bench": print_kernels, "function_bench": print_graphs}
    for name in tables:
        if not (options.binaries / name).exists():
            print(f"error: {options.binaries / name} is missing: run ./run build", file=sys.stderr)
            return 3
    printed = False
    for name, print_table in tables.items():
        entries = measured(options.binaries / name, options.filter)
        if entries:
            print("\n" if printed else "", end="")
            print_table(entries)
            printed = True
    return 0


if __name__ == "__main__":
    sys.exit(main())
