"""Trains the same networks with Keras on kassay.keras and with TensorFlow's Keras (tf_keras), and writes a page about it.

Trains small networks of every kind for twenty steps, from the same initial weights and without random numbers, with both interpreters. Then
measures the time of an epoch of three Keras examples. Exits with 1 if losses are further apart than float32 explains.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from comparison_page import Epochs, page

HERE = Path(__file__).parent
EXAMPLES = ("mnist_mlp", "mnist_cnn", "imdb_lstm")
# A hundred roundings of float32. After twenty steps, a network with another computation is a thousand times as far away.
MOST_APART = 1e-5

Curves = dict[str, list[float]]


class Libraries:
    """`pythons`: the Python of each library. "keras" is Keras on kassay.keras, which is imported from `package`."""

    def __init__(self, pythons: dict[str, str], package: str) -> None:
        self._pythons = pythons
        self._package = package

    def run(self, library: str, engine: str, program: str, *arguments: str) -> str:
        """The output of a program of this folder. If the program fails, raises SystemExit with the end of its error output."""
        environment = {
            **os.environ,
            "KERAS_LIBRARY": library,
            "KASSAY_ENGINE": engine,
            "TF_CPP_MIN_LOG_LEVEL": "3",
            "CUDA_VISIBLE_DEVICES": "",
        }
        if library == "keras":
            environment["PYTHONPATH"] = self._package
        command = [self._pythons[library], str(HERE / program), *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{program} failed with {library}:\n{done.stderr[-2000:]}")
        return done.stdout

    def curves(self) -> dict[str, Curves]:
        """The losses by library or engine, then by network."""
        found = {}
        with tempfile.TemporaryDirectory() as weights:
            for library, engine in (
                ("keras", "optimized"),
                ("keras", "reference"),
                ("tf_keras", ""),
            ):
                name = engine or library
                print(f"twenty steps of each network: {name}", file=sys.stderr)
                found[name] = json.loads(self.run(library, engine, "curves.py", weights))
        return found

    def epochs(self, rounds: int, share: float) -> dict[str, Epochs]:
        """The seconds of epochs by example. Both libraries take turns."""
        found = {}
        for example in EXAMPLES:
            times = Epochs([], [])
            for each in range(rounds):
                print(f"an epoch of {example}: round {each + 1} of {rounds}", file=sys.stderr)
                for library, seconds in (("keras", times.ours), ("tf_keras", times.theirs)):
                    printed = self.run(
                        library, "optimized", "examples.py", example, "--share", str(share)
                    )
                    seconds.append(float(printed))
            found[example] = times
            print(
                f"{example:10}  kassay {statistics.median(times.ours):.1f} s, "
                f"tf_keras {statistics.median(times.theirs):.1f} s: {times.ratio():.2f}",
                file=sys.stderr,
            )
        return found


def distance(losses: list[float], expected: list[float]) -> float:
    """The largest difference between two losses, relative to the expected one."""
    truth = np.array(expected)
    size = np.maximum(np.abs(truth), np.finfo("float32").tiny)  # where both are 0, they agree
    return float(np.max(np.abs(np.array(losses) - truth) / size))


def distances(curves: dict[str, Curves], engine: str) -> dict[str, float]:
    """The distance from tf_keras by network."""
    return {
        name: distance(curves[engine][name], losses) for name, losses in curves["tf_keras"].items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="./run keras-compare", description=__doc__)
    parser.add_argument("--keras", required=True, help="a Python with Keras")
    parser.add_argument("--tf-keras", required=True, help="a Python with tf_keras")
    parser.add_argument("--package", required=True, help="the folder with the package kassay")
    parser.add_argument("--styles", type=Path, required=True, help="the style sheet of the page")
    parser.add_argument("--out", type=Path, required=True, help="the page")
    parser.add_argument(
        "--rounds", type=int, default=3, help="rounds of each example; 0: no examples (default: 3)"
    )
    parser.add_argument(
        "--share", type=float, default=0.2, help="share of the samples of an epoch (default: 0.2)"
    )
    options = parser.parse_args()
    libraries = Libraries({"keras": options.keras, "tf_keras": options.tf_keras}, options.package)
    curves = libraries.curves()
    apart = {engine: distances(curves, engine) for engine in ("optimized", "reference")}
    for name in curves["tf_keras"]:
        print(
            f"{name:32}  optimized {apart['optimized'][name]:.1e}, reference {apart['reference'][name]:.1e}"
        )
    epochs = libraries.epochs(options.rounds, options.share) if options.rounds else {}
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(
        page(curves, apart, epochs, options.styles.read_text()), encoding="utf-8"
    )
    print(options.out.resolve())
    far = [
        f"{name} ({engine})"
        for engine, of in apart.items()
        for name, distance in of.items()
        if not distance <= MOST_APART
    ]
    if far:
        sys.exit(f"further apart than float32 explains: {', '.join(far)}")


if __name__ == "__main__":
    main()
