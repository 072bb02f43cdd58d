"""Whole programs on PyTorch under torch.compile."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch_peer
from native import Peer
from torch_programs import programs
from workload import PROGRAMS, Setting, Unsupported, Workload

_HEADER = Path(sysconfig.get_path("include"), "Python.h")
_LEFT_AS_IT_IS = "torch.compile leaves nn.LSTM and nn.GRU as they are"
_UNROLLED = "torch.compile unrolls a loop over time"
_RECURRENCES = {
    "lstm": _LEFT_AS_IT_IS,
    "gru": _LEFT_AS_IT_IS,
    "lstm-masked": _UNROLLED,
    "gru-masked": _UNROLLED,
}


def open_peer(setting: Setting) -> Peer:
    # Compiled code stays in the environment that runs this.
    os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", str(Path(sys.prefix, "inductor")))
    torch_peer.prepare_torch(setting)
    return TorchCompilePeer(setting)


class TorchCompilePeer(torch_peer.TorchPeer):
    name = "torch-compile"
    functions = {}
    preparations = programs(torch.compile)

    def runs(self, workload: Workload) -> bool:
        return workload.category == PROGRAMS

    def prepared(self, workload: Workload, inputs: Mapping[str, np.ndarray]) -> Callable[[], Any]:
        _, _, network = workload.name.partition("-")
        if network in _RECURRENCES:
            raise Unsupported(_RECURRENCES[network])
        if not _HEADER.exists():
            raise Unsupported(f"torch.compile needs {_HEADER}")
        return super().prepared(workload, inputs)
