"""A folder of vectors with the programs of a batch, in the format of spec/vectors.md."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save

from kassay_generators.fuzzing.accuracies import accuracy_of
from kassay_generators.fuzzing.program import Bounded, Expected, Plain, Program
from kassay_generators.oracles.library import own_library
from kassay_generators.specification.specification import own
from kassay_generators.vectors.part import FORMAT
from kassay_generators.vectors.record import plain_json, sample_json, store
from kassay_generators.vectors.samples import SampleOutput

_NO_ACCURACY: dict[str, float] = {"ulps": 0, "terms": 0, "atol": 0}
Tensors = dict[str, np.ndarray]


def write_batch(programs: Iterable[Program], folder: Path) -> None:
    """The files need not survive a crash of the machine: a batch can be drawn again."""
    folder.mkdir(parents=True, exist_ok=True)
    by_function: dict[str, list[Program]] = {}
    for program in programs:
        by_function.setdefault(program.function, []).append(program)
    functions: dict[str, Any] = {}
    for name, members in by_function.items():
        tensors: Tensors = {}
        records = [record_of(program, tensors) for program in members]
        document = {"format": FORMAT, "function": name, "cases": records}
        contents = {
            f"{name}.json": json.dumps(document, separators=(",", ":"), allow_nan=False).encode(),
            f"{name}.safetensors": save(dict(sorted(tensors.items()))),
        }
        hashes = {}
        for file, content in contents.items():
            (folder / file).write_bytes(content)
            hashes[file] = hashlib.sha256(content).hexdigest()
        count = len(records)
        functions[name] = {
            "category": own_library().functions[name].category,
            "cases": {"smoke": 0, "core": count, "full": count},
            "files": hashes,
        }
    bundle = _bundle()
    (folder / "specification.json").write_bytes(bundle)
    manifest = {
        "format": FORMAT,
        "specification": hashlib.sha256(bundle).hexdigest(),
        "functions": functions,
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1, sort_keys=True))


_cached: list[bytes] = []


def _bundle() -> bytes:
    if not _cached:
        _cached.append(json.dumps(own().bundle(), ensure_ascii=False, indent=1).encode())
    return _cached[0]


def record_of(program: Program, tensors: Tensors) -> dict[str, Any]:
    """The case of a program."""
    as_arrays = program.modes == ["program"]
    record: dict[str, Any] = {
        "id": program.id,
        "tier": "core",
        "dtype": program.dtype,
        "editions": [program.edition],
        "clauses": [],
        "modes": [*program.modes, *(["gradient"] if program.gradient else [])],
        "inputs": {name: store(values, tensors) for name, values in program.inputs.items()},
        "program": program.json,
        "expect": {
            "outputs": _outputs(program.outputs, as_arrays, tensors),
            "accuracy": _accuracy(program),
            "sign_of_zero": False,
        },
        "readings": [],
    }
    if program.may_be_refused:
        record["readings"] = [{"id": "refused", "verdict": "accepted", "error": ["any"]}]
    if program.gradient is not None:
        record["gradient"] = {
            "wrt": list(program.gradient.wrt),
            "weights": [store(weights, tensors) for weights in program.gradient.weights],
            "outputs": _outputs(program.gradient.outputs, False, tensors),
            "accuracy": _NO_ACCURACY,
        }
    return record


def _accuracy(program: Program) -> dict[str, float]:
    """The accuracy of the values between which samples choose; the elements of other outputs have limits."""
    if not any(
        isinstance(o, SampleOutput) and o.distribution.values is not None for o in program.outputs
    ):
        return _NO_ACCURACY
    return asdict(accuracy_of(own_library().functions[program.function], {}, ()).own)


def _outputs(outputs: Sequence[Expected], as_arrays: bool, tensors: Tensors) -> list[Any]:
    return [_output(output, as_arrays, tensors) for output in outputs]


def _output(output: Expected, as_array: bool, tensors: Tensors) -> dict[str, Any]:
    if isinstance(output, Plain):
        return {"kind": "value", "value": plain_json(output.value)}
    if not isinstance(output, Bounded):
        return sample_json(output, tensors)
    return {
        "kind": "array" if as_array or output.is_array else "tensor",
        "dtype": output.dtype,
        "shape": list(output.values.shape),
        "value": store(output.values, tensors),
        "limit": store(output.limits, tensors),
    }
