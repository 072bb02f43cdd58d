"""A worker for any backend that is a Python module: `python -m kassay.host my_package.my_module`.

It speaks the protocol of conformance/PROTOCOL.md, and is what `kassay run --backend python:MODULE` starts.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, BinaryIO

import numpy as np

from kassay import protocol
from kassay.program import Unsupported, run_program
from kassay.protocol import Tensors

REQUIRED = ("placeholder", "variable", "function")
_KINDS: tuple[tuple[type[BaseException], str], ...] = (
    (MemoryError, "out-of-memory"),
    (NotImplementedError, "not-implemented"),
    (AssertionError, "assertion"),
    (LookupError, "index"),
    (TypeError, "type"),
    (ValueError, "value"),
)


class CannotLoad(Exception):
    """The module is no backend. The message says what to do."""


def load(name: str) -> ModuleType:
    """Imports the backend; what it must have and lacks is named."""
    sys.path.insert(0, os.getcwd())
    try:
        module = importlib.import_module(name)
    except Exception as error:
        raise CannotLoad(
            f"the module {name} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    missing = [entry for entry in REQUIRED if not callable(getattr(module, entry, None))]
    if missing:
        raise CannotLoad(
            f"the module {name} is no backend: it has no function {' and no function '.join(missing)}"
        )
    return module


def error_kind(error: BaseException) -> str:
    return next((kind for cls, kind in _KINDS if isinstance(error, cls)), "other")


class Host:
    """A backend and the requests it answers."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def start(self) -> dict[str, Any]:
        module = self._module
        names = (name for name in dir(module) if not name.startswith("_"))
        return {
            "type": "started",
            "protocol": protocol.VERSION,
            "name": module.__name__,
            "version": str(getattr(module, "__version__", "unknown")),
            "device": "cpu",
            "functions": [name for name in names if callable(getattr(module, name, None))],
        }

    def run(
        self, number: int, program: dict[str, Any], inputs: Tensors
    ) -> tuple[dict[str, Any], Tensors]:
        before = {name: array.tobytes() for name, array in inputs.items()}
        try:
            self._reset()
            outputs, tensors = run_program(program, inputs, self._find)
            reply: dict[str, Any] = {"type": "outputs", "id": number, "outputs": outputs}
        except Exception as error:
            reply, tensors = self._failure(number, error), {}
        altered = [name for name, array in inputs.items() if array.tobytes() != before[name]]
        if altered:
            text = f"the backend altered the input {altered[0]}, which belongs to the caller"
            return {"type": "error", "id": number, "kind": "altered-input", "message": text}, {}
        return reply, tensors

    def _failure(self, number: int, error: Exception) -> dict[str, Any]:
        if isinstance(error, Unsupported) or type(error).__name__ == "Unsupported":
            return {"type": "unsupported", "id": number, "reason": str(error)}
        message = f"{type(error).__name__}: {error}"
        return {"type": "error", "id": number, "kind": error_kind(error), "message": message}

    def _find(self, name: str) -> Callable[..., Any] | None:
        return getattr(self._module, name, None)

    def _reset(self) -> None:
        """Each program finds the backend as if it were new."""
        for name, value in (
            ("clear_session", ()),
            ("reset_uids", ()),
            ("set_floatx", ("float32",)),
            ("set_epsilon", (1e-7,)),
            ("set_image_data_format", ("channels_last",)),
        ):
            function = self._find(name)
            if function is not None:
                function(*value)


def serve(requests: BinaryIO, replies: BinaryIO, make_host: Callable[[], Host]) -> None:
    """Answers requests until "stop" or the end of the input."""
    host: Host | None = None
    while (received := protocol.receive(requests)) is not None:
        message, tensors = received
        if message["type"] == "stop":
            return
        if message["type"] == "start":
            try:
                host = make_host()
                protocol.send(replies, host.start())
            except CannotLoad as error:
                protocol.send(replies, {"type": "error", "kind": "other", "message": str(error)})
        elif host is not None:
            try:
                protocol.send(replies, *host.run(message["id"], message["program"], tensors))
            except protocol.ProtocolError as error:  # the outputs are too large for a message
                text = str(error)
                reply = {"type": "error", "id": message["id"], "kind": "out-of-memory"}
                protocol.send(replies, {**reply, "message": text})


def main() -> int:
    # Whatever a library prints goes to standard error; the protocol has copies of the standard streams.
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    np.seterr(all="ignore")
    name = sys.argv[-1]
    serve(requests, replies, lambda: Host(load(name)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
