"""Compares the interpreters with PyTorch on random inputs, larger than those of the golden vectors.

    ./run crosscheck                                  build, install PyTorch (Debian's python3-torch), and run
    /usr/bin/python3 conformance/trials/outside/crosscheck           run with the existing build and PyTorch
    /usr/bin/python3 conformance/trials/outside/crosscheck --only conv2d --seed 7 --count 200 --backend optimized

Exit codes: 0 no difference; 1 a difference; 2 wrong usage; 3 a backend did not start; 4 nothing was compared; 77 PyTorch or NumPy is
missing.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

try:
    import numpy as np
    import torch
except ImportError as error:
    sys.stderr.write(
        f"error: {error}. This check needs PyTorch and NumPy. On Debian:\n"
        "  apt-get install -y --no-install-recommends python3-torch\n"
        "and run it with Debian's Python: /usr/bin/python3 conformance/trials/outside/crosscheck\n"
    )
    sys.exit(77)

import convolutions
import ctc
import pooling
import resizing
from calls import Call
from tolerance import Comparison, compare
from worker import CannotStart, Unsupported, Worker

ROOT = Path(__file__).resolve().parents[4]
# The generators of random calls, by function; a suffix after a dot names a part of the function.
CALLS = {
    "conv1d": convolutions.conv1d,
    "conv2d": convolutions.conv2d,
    "conv2d.second-order": convolutions.conv2d_second_order,
    "conv3d": convolutions.conv3d,
    "conv2d_transpose": convolutions.conv2d_transpose,
    "conv3d_transpose": convolutions.conv3d_transpose,
    "depthwise_conv2d": convolutions.depthwise_conv2d,
    "separable_conv1d": convolutions.separable_conv1d,
    "separable_conv2d": convolutions.separable_conv2d,
    "local_conv1d": convolutions.local_conv1d,
    "local_conv2d": convolutions.local_conv2d,
    "pool2d": pooling.pool2d,
    "pool3d": pooling.pool3d,
    "resize_images": resizing.resize_images,
    "resize_volumes": resizing.resize_volumes,
    "ctc_batch_cost": ctc.ctc_batch_cost,
    "ctc_decode": ctc.ctc_decode,
}
MOST_DIFFERENCES_SHOWN = 20


@dataclass
class Tally:
    """The results of one backend in the calls of one function."""

    calls: int = 0
    elements: int = 0
    differences: int = 0
    unsupported: int = 0
    value: float = 0.0
    gradient: float = 0.0
    rms: float = 0.0

    def add(self, name: str, comparison: Comparison) -> None:
        self.elements += comparison.elements
        if name in ("result", "decoded", "scores"):
            self.value = max(self.value, comparison.margin)
        else:
            self.gradient = max(self.gradient, comparison.margin)
        self.rms = max(self.rms, comparison.rms_margin)


def draw(name: str, seed: int, number: int) -> Call:
    """The call with this number; it does not depend on the other calls."""
    return CALLS[name](np.random.default_rng([seed, zlib.crc32(name.encode()), number]))


def check(call: Call, worker: Worker, tally: Tally) -> str:
    """Says what is wrong with the worker's answer; empty if it is right."""
    try:
        outputs = worker.run(call.program(), call.inputs)
    except Unsupported:
        tally.unsupported += 1
        return ""
    except RuntimeError as error:
        tally.calls += 1
        return str(error)
    tally.calls += 1
    wrong = []
    for actual, expected in zip(outputs, call.expected, strict=True):
        comparison = compare(actual, expected)
        tally.add(expected.name, comparison)
        if comparison.difference:
            wrong.append(comparison.difference)
    return "; ".join(wrong)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="crosscheck", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, help="default: random; it is printed")
    parser.add_argument("--count", type=int, default=30, help="calls of each function (30)")
    parser.add_argument(
        "--only", action="append", metavar="FUNCTION", help="this function; may be repeated"
    )
    parser.add_argument("--call", type=int, help="only the call with this number, as printed")
    parser.add_argument(
        "--backend",
        action="append",
        help="reference, optimized, optimized:cuda or exec:<command>; may be repeated (both interpreters)",
    )
    parser.add_argument(
        "--worker", default=str(ROOT / "build/bin/kassay-worker"), help="the program kassay-worker"
    )
    arguments = parser.parse_args()
    for name in arguments.only or []:
        if not any(name in (known, known.split(".")[0]) for known in CALLS):
            parser.error(f"unknown function {name}; the functions are {', '.join(CALLS)}")
    for backend in arguments.backend or []:
        if backend not in ("reference", "optimized", "optimized:cuda") and not backend.startswith(
            "exec:"
        ):
            parser.error(
                f"--backend {backend}: reference, optimized, optimized:cuda or exec:<command>"
            )
    return arguments


def start(backend: str, worker: str) -> Worker:
    command = [worker, "--backend", backend]
    return Worker(shlex.split(backend[5:]) if backend.startswith("exec:") else command)


def main() -> int:
    arguments = options()
    seed = arguments.seed
    if seed is None:
        seed = int(np.random.SeedSequence().generate_state(1)[0])
    backends = arguments.backend or ["reference", "optimized"]
    try:
        workers = {backend: start(backend, arguments.worker) for backend in backends}
    except CannotStart as error:
        sys.stderr.write(f"error: cannot start {error}\n")
        return 3
    print(f"PyTorch {torch.__version__}, seed {seed}, {arguments.count} calls of each function")
    head = f"{'function':20} {'backend':10} {'calls':>5} {'elements':>10}  largest margins: "
    print(f"{head}{'value':>6} {'gradient':>9} {'rms':>6}  differ")
    began, total, shown = time.monotonic(), Tally(), 0
    names = [n for n in CALLS if not arguments.only or {n, n.split(".")[0]} & set(arguments.only)]
    for name in names:
        tallies = {backend: Tally() for backend in backends}
        numbers = range(arguments.count) if arguments.call is None else [arguments.call]
        for number in numbers:
            call = draw(name, seed, number)
            for backend, worker in workers.items():
                again = (
                    f"{call.summary()}\n  again: --only {name} --seed {seed} --call {number} "
                    f"--backend {shlex.quote(backend)}"
                )
                try:
                    wrong = check(call, worker, tallies[backend])
                except (EOFError, OSError) as error:
                    print(f"{backend} ended: {error}\n  {again}")
                    return 1
                if not wrong:
                    continue
                tallies[backend].differences += 1
                shown += 1
                if shown <= MOST_DIFFERENCES_SHOWN:
                    print(f"DIFFERENCE {backend}: {wrong}\n  {again}")
        for backend, tally in tallies.items():
            print(
                f"{name:20} {backend[:10]:10} {tally.calls:5} {tally.elements:10}  {'':17}"
                f"{tally.value:6.3f} {tally.gradient:9.3f} {tally.rms:6.3f}  {tally.differences or ''}"
                + (f"  {tally.unsupported} unsupported" if tally.unsupported else ""),
                flush=True,
            )
            total.calls += tally.calls
            total.elements += tally.elements
            total.differences += tally.differences
    for worker in workers.values():
        worker.stop()
    agrees = resizing.interpolate_agrees
    if agrees["calls"]:
        print(
            f"Bilinear (D-1051): in {agrees['calls']} calls, PyTorch's interpolate gives the normative result "
            f"in {agrees['half-pixel']} with half-pixel places and in {agrees['aligned corners']} with aligned "
            "corners (factors of 1, or a single row or column)"
        )
    print(
        f"{total.calls} calls, {total.elements} elements, {total.differences} calls differ, "
        f"{time.monotonic() - began:.0f} s"
    )
    if not total.calls:
        return 4
    return 1 if total.differences else 0


if __name__ == "__main__":
    sys.exit(main())
