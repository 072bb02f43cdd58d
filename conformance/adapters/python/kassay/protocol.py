"""Frames of the worker protocol (conformance/PROTOCOL.md): a safetensors buffer with its length.

NumPy is all that is needed: a backend's environment need not have safetensors.
"""

from __future__ import annotations

import json
import math
import struct
from typing import Any, BinaryIO

import numpy as np

VERSION = 1
MAX_FRAME_BYTES = 1 << 30
_LENGTH = struct.Struct("<Q")
_HEADER_ALIGNMENT = 8

_DTYPES = {
    "BOOL": "?",
    "U8": "u1",
    "I8": "i1",
    "I16": "<i2",
    "I32": "<i4",
    "I64": "<i8",
    "F16": "<f2",
    "F32": "<f4",
    "F64": "<f8",
}
_NAMES = {np.dtype(code): name for name, code in _DTYPES.items()}

Tensors = dict[str, np.ndarray]


class ProtocolError(Exception):
    """What came is no message of the protocol."""


def has_dtype(array: np.ndarray) -> bool:
    """Whether the protocol has this dtype."""
    return array.dtype.newbyteorder("<") in _NAMES


def _read(stream: BinaryIO, count: int) -> bytearray:
    """`count` bytes, or fewer at the end of the stream."""
    buffer = bytearray(count)
    view = memoryview(buffer)
    done = 0
    while done < count:
        read = stream.readinto(view[done:])  # type: ignore[attr-defined]
        if not read:
            view.release()
            del buffer[done:]
            break
        done += read
    return buffer


def receive(stream: BinaryIO) -> tuple[dict[str, Any], Tensors] | None:
    """The next message and its tensors, which own their memory together; none at the end of input."""
    prefix = _read(stream, _LENGTH.size)
    if not prefix:
        return None
    if len(prefix) < _LENGTH.size:
        raise ProtocolError(f"the input ends after {len(prefix)} of 8 bytes of a length")
    (length,) = _LENGTH.unpack(prefix)
    if length > MAX_FRAME_BYTES:
        raise ProtocolError(f"a message of {length} bytes is above the limit of {MAX_FRAME_BYTES}")
    buffer = _read(stream, length)
    if len(buffer) < length:
        raise ProtocolError(f"the input ends after {len(buffer)} of {length} bytes of a message")
    return _parse(buffer)


def _parse(buffer: bytearray) -> tuple[dict[str, Any], Tensors]:
    try:
        (header_bytes,) = _LENGTH.unpack_from(buffer)
        start = _LENGTH.size + header_bytes
        if start > len(buffer):
            raise ProtocolError(f"a header of {header_bytes} bytes does not fit into its message")
        header = json.loads(buffer[_LENGTH.size : start])
        message = json.loads(header.pop("__metadata__")["message"])
        tensors = {name: _tensor(entry, buffer, start) for name, entry in header.items()}
    except (ValueError, LookupError, TypeError, struct.error) as error:
        raise ProtocolError(f"this is no message: {type(error).__name__}: {error}") from error
    return message, tensors


def _tensor(entry: dict[str, Any], buffer: bytearray, start: int) -> np.ndarray:
    begin, _ = entry["data_offsets"]
    shape = tuple(entry["shape"])
    dtype = np.dtype(_DTYPES[entry["dtype"]])
    # One copy, so that each array is aligned and its own.
    return (
        np.frombuffer(buffer, dtype=dtype, count=math.prod(shape), offset=start + begin)
        .reshape(shape)
        .copy()
    )


def send(stream: BinaryIO, message: dict[str, Any], tensors: Tensors | None = None) -> None:
    """Writes a message. The dtypes of the tensors are those of the protocol (`has_dtype`)."""
    header: dict[str, Any] = {"__metadata__": {"message": json.dumps(message)}}
    parts = []
    end = 0
    # Larger elements first, so that all are aligned.
    for name, array in sorted((tensors or {}).items(), key=lambda item: -item[1].itemsize):
        dtype = array.dtype.newbyteorder("<")
        parts.append(np.ascontiguousarray(array, dtype=dtype).tobytes())
        header[name] = {
            "dtype": _NAMES[dtype],
            "shape": list(array.shape),
            "data_offsets": [end, end + array.nbytes],
        }
        end += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % _HEADER_ALIGNMENT)
    length = _LENGTH.size + len(text) + end
    if length > MAX_FRAME_BYTES:
        raise ProtocolError(f"an answer of {length} bytes is above the limit of {MAX_FRAME_BYTES}")
    stream.write(b"".join([_LENGTH.pack(length), _LENGTH.pack(len(text)), text, *parts]))
    stream.flush()
