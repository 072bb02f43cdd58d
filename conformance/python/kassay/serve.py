"""The worker: answers the requests of the runner, as conformance/PROTOCOL.md describes."""

from __future__ import annotations

import argparse
import sys
from typing import IO, Any, Callable

import numpy as np

from kassay import protocol
from kassay.errors import CannotLoad, Unsupported, text_of
from kassay.host import Host
from kassay.lifetime import end_with_runner, ends_at_once, take_standard_streams
from kassay.protocol import ProtocolError
from kassay.startup import open_backend

_ORDERLY = 0
_BROKEN = 1


def serve(requests: IO[bytes], replies: IO[bytes], make_host: Callable[[], Host]) -> int:
    """Answers requests until "stop" or the end of the input; returns the exit status."""
    host: Host | None = None
    try:
        while True:
            received = protocol.receive(requests)
            if received is None or received[0]["type"] == "stop":
                return _ORDERLY
            message, tensors = received
            if message["type"] == "start":
                host, answer = _start(message, make_host)
                protocol.send(replies, protocol.encode(answer))
            elif message["type"] not in _RUNS:
                raise ProtocolError(f"unknown type of message: {message['type']!r}")
            elif host is None:
                raise ProtocolError(f'"{message["type"]}" came before a successful "start"')
            else:
                protocol.send(replies, _answer(host, message, tensors))
    except ProtocolError as error:
        protocol.send(replies, protocol.encode(_error("protocol", str(error))))
        return _BROKEN


def _start(
    message: dict[str, Any], make_host: Callable[[], Host]
) -> tuple[Host | None, dict[str, Any]]:
    if message.get("protocol") != protocol.VERSION:
        raise ProtocolError(
            f"this worker supports version {protocol.VERSION} of the protocol, not {message.get('protocol')}"
        )
    try:
        host = make_host()
        return host, host.start()
    except CannotLoad as error:
        return None, _error("other", str(error))
    except Unsupported as error:
        return None, {"type": "unsupported", "id": 0, "reason": str(error)}


def _run(
    host: Host, message: dict[str, Any], tensors: protocol.Tensors
) -> tuple[dict[str, Any], protocol.Tensors]:
    if not isinstance(message.get("id"), int) or not isinstance(message.get("program"), dict):
        raise ProtocolError('"run" needs an "id" and a "program"')
    return host.run(message["id"], message["program"], tensors)


def _run_together(
    host: Host, message: dict[str, Any], tensors: protocol.Tensors
) -> tuple[dict[str, Any], protocol.Tensors]:
    number, programs, times = (message.get(key) for key in ("id", "programs", "times"))
    if not isinstance(number, int) or not isinstance(programs, list) or not isinstance(times, int):
        raise ProtocolError('"together" needs an "id", "programs" and "times"')
    runs = []
    for place, program in enumerate(programs):
        prefix = f"{place}/"
        inputs = {
            name[len(prefix) :]: tensor
            for name, tensor in tensors.items()
            if name.startswith(prefix)
        }
        runs.append((program, inputs))
    return host.run_together(number, runs, times)


_RUNS = {"run": _run, "together": _run_together}


def _answer(host: Host, message: dict[str, Any], tensors: protocol.Tensors) -> list[bytes]:
    reply, outputs = _RUNS[message["type"]](host, message, tensors)
    try:
        return protocol.encode(reply, outputs)
    except (ProtocolError, MemoryError) as error:  # the outputs are too large
        return protocol.encode({**_error("out-of-memory", text_of(error)), "id": message["id"]})


def _error(kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "id": 0, "kind": kind, "message": message}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="worker.py", description="The worker for a backend that is a Python module."
    )
    parser.add_argument(
        "--settings",
        choices=("defaults", "file"),
        default="defaults",
        help="where floatx, epsilon and image_data_format come from: the documents (as the cases "
        "presuppose) or keras.json",
    )
    parser.add_argument(
        "module",
        help="dotted name of the module; if it is empty, KERAS_BACKEND or keras.json names the module",
    )
    arguments = parser.parse_args()
    del sys.argv[1:]  # so that a backend that reads options on import finds none
    np.seterr(all="ignore")
    requests, replies = take_standard_streams()
    end_with_runner(requests)
    return ends_at_once(
        lambda: serve(
            requests, replies, lambda: open_backend(arguments.module, arguments.settings == "file")
        )
    )
