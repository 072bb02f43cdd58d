"""Converts the outputs that `kassay run --keep-outputs KEPT` wrote into the answers that the loaders read.

    PYTHONPATH=conformance/python build/venv/bin/python conformance/examples/loaders/answers.py KEPT ANSWERS

README.md in this folder describes the answers; conformance/PROTOCOL.md, Kept outputs, describes KEPT.
"""

from __future__ import annotations

import argparse
import io
import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from kassay import protocol
from safetensors.numpy import save_file

_LENGTH = struct.Struct("<Q")
_CHECK_BYTES = 4

Tensors = dict[str, np.ndarray]


def _records(content: bytes) -> Iterator[tuple[dict[str, str], dict[str, Any], Tensors]]:
    """The metadata, the message and the tensors of each record."""
    at = 0
    while at < len(content):
        (size,) = _LENGTH.unpack_from(content, at)
        start = at + _LENGTH.size + _CHECK_BYTES
        message = content[start : start + size]
        (header_size,) = _LENGTH.unpack_from(message)
        header = json.loads(message[_LENGTH.size : _LENGTH.size + header_size])
        received = protocol.receive(io.BytesIO(_LENGTH.pack(size) + message))
        assert received is not None
        yield header["__metadata__"], *received
        at = start + size + _CHECK_BYTES


def _output(item: Any, name: str, sent: Tensors, tensors: Tensors) -> dict[str, Any]:
    if not isinstance(item, dict):
        return {"kind": "value", "value": item}
    if "tensor" not in item:
        return {"kind": "value", "value": item["float"]}
    value = sent[item["tensor"]]
    dtype = value.dtype.name
    # A float64 represents every float16 and float32 exactly.
    tensors[name] = value.astype(np.float64) if value.dtype.kind == "f" else value
    return {"kind": "tensor", "dtype": dtype, "shape": list(value.shape), "value": name}


def _convert(kept: Path, answers: Path) -> None:
    function, tensors = kept.stem, Tensors()
    found: dict[str, dict[str, Any]] = {}
    for meta, message, sent in _records(kept.read_bytes()):
        case, mode = meta["case"], meta["mode"]
        if message["type"] == "outputs":
            answer: dict[str, Any] = {
                "outputs": [
                    _output(item, f"{case} {mode} {number}", sent, tensors)
                    for number, item in enumerate(message["outputs"])
                ]
            }
        else:
            answer = {"error": message.get("kind", "not-implemented")}
        found.setdefault(case, {})[mode] = answer
    (answers / f"{function}.json").write_text(json.dumps({"answers": found}), encoding="utf-8")
    save_file(tensors, answers / f"{function}.safetensors")


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes answers for the loaders.")
    parser.add_argument("kept", type=Path, help="a folder of `kassay run --keep-outputs`")
    parser.add_argument("answers", type=Path, help="a new folder")
    options = parser.parse_args()
    options.answers.mkdir(parents=True)
    for kept in sorted(options.kept.glob("*.outputs")):
        _convert(kept, options.answers)


if __name__ == "__main__":
    main()
