"""Prints the losses of the first steps of training as JSON, for each network that draws no random numbers.

The initial weights come from a folder. A network without weights in the folder writes its own there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from networks import BATCH, LABELS, LIBRARY, NETWORKS, SAMPLES, clear_session, keras

STEPS = 20
# With Keras's original learning rates, because the defaults differ between versions.
OPTIMIZERS = {
    "sgd": ("SGD", 0.01),
    "rmsprop": ("RMSprop", 0.001),
    "adagrad": ("Adagrad", 0.01),
    "adadelta": ("Adadelta", 1.0),
    "adam": ("Adam", 0.001),
    "adamax": ("Adamax", 0.002),
    "nadam": ("Nadam", 0.002),
}


def optimizer(name: str) -> Any:
    kind, rate = OPTIMIZERS[name]
    if LIBRARY == "keras":
        return getattr(keras.optimizers, kind)(rate)
    # The current optimizers of tf_keras add epsilon in a different place.
    more = {"initial_accumulator_value": 0.0} if name == "adagrad" else {}
    return getattr(keras.optimizers.legacy, kind)(rate, **more)


def set_weights(network: Any, path: Path) -> None:
    if path.exists():
        with np.load(path) as stored:
            network.set_weights([stored[key] for key in stored.files])
    else:
        np.savez(path, *network.get_weights())


def curve(
    make: Callable[[], Any], inputs: Any, options: dict[str, Any], weights: Path
) -> list[float]:
    clear_session()
    network = make()
    network.compile(
        optimizer(options.get("optimizer", "adam")),
        options.get("loss", "categorical_crossentropy"),
    )
    set_weights(network, weights)
    targets = options.get("targets", LABELS)
    losses = []
    for step in range(STEPS):
        first = step * BATCH % SAMPLES
        rows = slice(first, first + BATCH)
        batch = [each[rows] for each in inputs] if isinstance(inputs, list) else inputs[rows]
        losses.append(float(network.train_on_batch(batch, targets[rows])))
    return losses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path, help="the folder of initial weights")
    folder = parser.parse_args().weights
    curves = {
        name: curve(make, inputs, options, folder / f"{name}.npz")
        for name, (make, inputs, options) in NETWORKS.items()
        if not options.get("is_random")
    }
    json.dump(curves, sys.stdout)


if __name__ == "__main__":
    main()
