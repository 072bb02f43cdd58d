"""Trains a model of each package, and prints its losses, or its error, as JSON.

The initial weights come from a folder. A model without weights in the folder writes its own there.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.metadata
import json
import sys
import traceback
from pathlib import Path
from typing import Any

import numpy as np
from client import LABELS, SAMPLES, Client
from library import clear_session

STEPS, BATCH = 10, 8
GROUPS = ("attention", "transformers", "images", "sequences", "layers", "optimizers")


def clients() -> dict[str, Client]:
    found: dict[str, Client] = {}
    for group in GROUPS:
        found.update(importlib.import_module(group).CLIENTS)
    return found


def set_weights(model: Any, path: Path) -> None:
    if path.exists():
        with np.load(path) as stored:
            model.set_weights([stored[key] for key in stored.files])
    else:
        np.savez(path, *model.get_weights())


def rows(arrays: Any, chosen: slice) -> Any:
    return [each[chosen] for each in arrays] if isinstance(arrays, list) else arrays[chosen]


def losses(client: Client, weights: Path) -> list[float]:
    """The losses of all steps; with several outputs or metrics, also their values."""
    clear_session()
    np.random.seed(0)
    model = client.make()
    if client.loss is not None:
        optimizer = client.optimizer if isinstance(client.optimizer, str) else client.optimizer()
        model.compile(optimizer, client.loss)
    set_weights(model, weights)
    targets = LABELS if client.targets is None else client.targets
    found = []
    for step in range(STEPS):
        chosen = slice(step * BATCH % SAMPLES, step * BATCH % SAMPLES + BATCH)
        numbers = model.train_on_batch(rows(client.inputs, chosen), rows(targets, chosen))
        found += [float(number) for number in np.ravel(numbers)]
    return found


def outcome(client: Client, weights: Path) -> dict[str, Any]:
    of = {"package": client.package, "version": importlib.metadata.version(client.package)}
    try:
        with contextlib.redirect_stdout(sys.stderr):  # packages print too
            return {**of, "losses": losses(client, weights)}
    except Exception as error:
        traceback.print_exc()
        return {**of, "error": f"{type(error).__name__}: {error}"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path, help="the folder of initial weights")
    parser.add_argument("models", nargs="*", help="names of models (default: all)")
    options = parser.parse_args()
    table = clients()
    chosen = options.models or table
    json.dump(
        {name: outcome(table[name], options.weights / f"{name}.npz") for name in chosen}, sys.stdout
    )


if __name__ == "__main__":
    main()
