"""How much faster the optimized interpreter is than the reference and than NumPy, measured in one run.

Prints a table: the time of optimized in milliseconds, and the times of the reference and of NumPy divided by it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
ELEMENTS = 1_000_000
COLUMNS = 1000
MIN_SECONDS = 0.2


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
    return calls


def milliseconds(call: Callable[[], np.ndarray]) -> float:
    """The mean time of a call, after one to warm up."""
    with np.errstate(all="ignore"):
        call()
        start, count = time.perf_counter(), 0
        while (elapsed := time.perf_counter() - start) < MIN_SECONDS:
            call()
            count += 1
    return 1000 * elapsed / count


def interpreters(binary: Path, pattern: str) -> dict[str, float]:
    """Milliseconds by `interpreter/function/size`."""
    command = [
        str(binary),
        f"--benchmark_filter={pattern}",
        f"--benchmark_min_time={MIN_SECONDS}",
        "--benchmark_format=json",
    ]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {
        entry["name"].removesuffix("/real_time"): entry["real_time"]
        for entry in json.loads(output)["benchmarks"]
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=Path, default=ROOT / "build" / "bin" / "kernels_bench")
    parser.add_argument("--filter", default=".", help="a regular expression for what to measure")
    options = parser.parse_args()
    if not options.binary.exists():
        print(f"error: {options.binary} is missing: run ./run build", file=sys.stderr)
        return 3
    times = interpreters(options.binary, options.filter)
    calls = in_numpy()
    print(f"{'function':<34}{'optimized ms':>14}{'reference x':>14}{'NumPy x':>10}")
    for name, mine in times.items():
        interpreter, _, key = name.partition("/")
        if interpreter != "optimized":
            continue
        reference = times.get(f"reference/{key}")
        beside = "-" if reference is None else f"{reference / mine:.1f}"
        print(f"{key:<34}{mine:>14.3f}{beside:>14}{milliseconds(calls[key]) / mine:>10.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
