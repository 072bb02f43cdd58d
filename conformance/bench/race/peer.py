"""A worker that runs workloads natively: on PyTorch (also under torch.compile), JAX, OpenVINO or NumPy.

It uses the protocol of conformance/PROTOCOL.md. "measure" in the last call of the program names the workload and states
how long to measure; the rest of the program is ignored. "seconds" in the reply states how long each measured call took.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[2] / "conformance" / "python")]

from kassay import protocol  # noqa: E402
from kassay.errors import kind_of, text_of  # noqa: E402
from kassay.lifetime import end_with_runner, take_standard_streams  # noqa: E402
from kassay.measurement import measured  # noqa: E402
from kassay.protocol import ProtocolError  # noqa: E402
from native import Peer  # noqa: E402
from workload import Setting, Unsupported, Workload, by_own_names  # noqa: E402

PEERS = ("torch", "torch-compile", "jax", "openvino", "numpy")
ON_DEVICES = ("torch", "torch-compile")
# What OpenMP, OpenBLAS, MKL and XLA read when they are loaded.
_THREAD_SETTINGS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NPROC")
# OpenVINO imports this to report its use to its developers, and does without where the import fails.
_REPORTS_OF_USE = "openvino_telemetry"
_ORDERLY = 0
_BROKEN = 1

Reply = tuple[dict[str, Any], protocol.Tensors]


def open_peer(name: str, setting: Setting) -> Peer:
    """The peer, whose library is loaded only now. Raises Unsupported if the device is missing."""
    os.environ.update(dict.fromkeys(_THREAD_SETTINGS, str(setting.threads)))
    sys.modules[_REPORTS_OF_USE] = None  # type: ignore[assignment]
    peer: Peer = importlib.import_module(f"{name.replace('-', '_')}_peer").open_peer(setting)
    return peer


def serve(requests: IO[bytes], replies: IO[bytes], name: str, setting: Setting) -> int:
    """Answers requests until "stop" or the end of the input; returns the exit status."""
    answer = _answers(name, setting)
    try:
        while (received := protocol.receive(requests)) and received[0]["type"] != "stop":
            reply, tensors = answer(*received)
            protocol.send(replies, protocol.encode(reply, tensors))
        return _ORDERLY
    except ProtocolError as error:
        reply = {"type": "error", "id": 0, "kind": "protocol", "message": str(error)}
        protocol.send(replies, protocol.encode(reply))
        return _BROKEN


def _answers(name: str, setting: Setting) -> Callable[[dict[str, Any], protocol.Tensors], Reply]:
    try:
        return partial(_answer, open_peer(name, setting))
    except Unsupported as error:
        why = str(error)
        return lambda message, _: (
            {"type": "unsupported", "id": message.get("id", 0), "reason": why},
            {},
        )


def _answer(peer: Peer, message: dict[str, Any], tensors: protocol.Tensors) -> Reply:
    if message["type"] == "start":
        return _started(peer, message), {}
    if message["type"] != "run":
        raise ProtocolError(f"there is no message of type {message['type']!r}")
    try:
        return _run(peer, message, tensors)
    except Unsupported as error:
        return {"type": "unsupported", "id": message["id"], "reason": str(error)}, {}
    except Exception as error:
        traceback.print_exc()
        kind = kind_of(error, {})
        return {"type": "error", "id": message["id"], "kind": kind, "message": text_of(error)}, {}


def _started(peer: Peer, message: dict[str, Any]) -> dict[str, Any]:
    if message.get("protocol") != protocol.VERSION:
        raise ProtocolError(f"this worker speaks version {protocol.VERSION} of the protocol")
    about = {"name": peer.name, "version": peer.version, "device": peer.device, "functions": []}
    return {"type": "started", "protocol": protocol.VERSION, **about}


def _run(peer: Peer, message: dict[str, Any], tensors: protocol.Tensors) -> Reply:
    measure = next(
        (call["measure"] for call in message["program"]["calls"] if "measure" in call), {}
    )
    if "workload" not in measure:
        raise Unsupported("a peer runs workloads, and no programs")
    workload = Workload.parse(measure["workload"])
    with peer.mode(workload):
        call = peer.prepared(workload, by_own_names(tensors))
        result, seconds = measured(call, measure)
        arrays = peer.arrays(result)
    outputs = {f"t{place}": array for place, array in enumerate(arrays)}
    reply = {"type": "outputs", "id": message["id"], "outputs": [{"tensor": t} for t in outputs]}
    return {**reply, "seconds": seconds}, outputs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument(
        "--tf32", action="store_true", help="products and convolutions of float32 in TF32"
    )
    arguments = parser.parse_args()
    if arguments.device != "cpu" and arguments.peer not in ON_DEVICES:
        parser.error(
            f"{arguments.peer} runs only on cpu: on {arguments.device} run {' or '.join(ON_DEVICES)}"
        )
    if arguments.tf32 and arguments.device == "cpu":
        parser.error("--tf32 is for --device cuda")
    requests, replies = take_standard_streams()
    end_with_runner(requests)
    setting = Setting(arguments.threads, arguments.device, arguments.tf32)
    return serve(requests, replies, arguments.peer, setting)


if __name__ == "__main__":
    sys.exit(main())
