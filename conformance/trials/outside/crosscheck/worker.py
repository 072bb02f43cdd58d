"""An interpreter in its own process; conformance/PROTOCOL.md defines the protocol."""

from __future__ import annotations

import json
import math
import struct
import subprocess
from typing import Any

import numpy as np

PROTOCOL = 1
DEADLINE = 300.0
# The dtype names of safetensors.
_NAMES = {
    "bool": "BOOL",
    "int32": "I32",
    "int64": "I64",
    "float32": "F32",
    "float64": "F64",
}
_DTYPES = {name: dtype for dtype, name in _NAMES.items()}


class CannotStart(Exception):
    """The program does not exist or breaks the protocol."""


def _packed(message: dict[str, Any], tensors: dict[str, np.ndarray]) -> bytes:
    header: dict[str, Any] = {"__metadata__": {"message": json.dumps(message)}}
    data = b""
    for name, tensor in tensors.items():
        raw = np.ascontiguousarray(tensor).tobytes()
        header[name] = {
            "dtype": _NAMES[tensor.dtype.name],
            "shape": list(tensor.shape),
            "data_offsets": [len(data), len(data) + len(raw)],
        }
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def _unpacked(buffer: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    start = 8 + struct.unpack("<Q", buffer[:8])[0]
    header = json.loads(buffer[8:start])
    message = json.loads(header.pop("__metadata__")["message"])
    tensors = {
        name: np.frombuffer(
            buffer,
            _DTYPES[entry["dtype"]],
            math.prod(entry["shape"]),
            start + entry["data_offsets"][0],
        ).reshape(entry["shape"])
        for name, entry in header.items()
    }
    return message, tensors


class Unsupported(Exception):
    """The worker does not support the program. This is not a failure."""


class Worker:
    """One long-lived process. `run` returns the outputs of a program. It raises Unsupported or RuntimeError, and EOFError or OSError once
    the process has ended."""

    def __init__(self, command: list[str], edition: str = "ko") -> None:
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            started, _ = self._asked({"type": "start", "protocol": PROTOCOL, "edition": edition})
        except (OSError, EOFError) as error:
            raise CannotStart(f"{' '.join(command)}: {error}") from error
        if started["type"] != "started":
            raise CannotStart(f"{' '.join(command)} answers {started}")
        self.name = f"{started['name']} {started['version']}"
        self._runs = 0

    def _asked(
        self, message: dict[str, Any], tensors: dict[str, np.ndarray] | None = None
    ) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        assert self._process.stdin is not None and self._process.stdout is not None
        buffer = _packed(message, tensors or {})
        self._process.stdin.write(struct.pack("<Q", len(buffer)) + buffer)
        self._process.stdin.flush()
        length = self._process.stdout.read(8)
        if len(length) < 8:
            raise EOFError(f"it ended with status {self._process.wait()}")
        return _unpacked(self._process.stdout.read(struct.unpack("<Q", length)[0]))

    def run(self, program: dict[str, Any], inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
        self._runs += 1
        request = {"type": "run", "id": self._runs, "deadline": DEADLINE, "program": program}
        reply, tensors = self._asked(request, inputs)
        if reply["type"] == "unsupported":
            raise Unsupported(reply["reason"])
        if reply["type"] != "outputs" or reply["id"] != self._runs:
            raise RuntimeError(json.dumps(reply))
        if not all(isinstance(output, dict) and "tensor" in output for output in reply["outputs"]):
            raise RuntimeError(f"arrays are expected, not {json.dumps(reply)}")
        return [tensors[output["tensor"]] for output in reply["outputs"]]

    def stop(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()  # ends a worker, like the message stop
        self._process.wait()
