"""Frames of the worker protocol (conformance/PROTOCOL.md): a safetensors buffer with its length.

This needs only NumPy: the environment of a backend need not have safetensors.
"""

from __future__ import annotations

import json
import operator
import struct
from functools import reduce
from typing import IO, Any, Dict

import numpy as np
from numpy import frombuffer  # taken before a backend can replace it

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
_NAMES: dict[np.dtype, str] = {np.dtype(code): name for name, code in _DTYPES.items()}
# As the API calls them.
DTYPE_NAMES = [dtype.name for dtype in _NAMES]

Tensors = Dict[str, np.ndarray]


class ProtocolError(Exception):
    """The input is not a message of the protocol."""


def has_dtype(array: np.ndarray) -> bool:
    """Whether the protocol has this dtype."""
    return array.dtype.newbyteorder("<") in _NAMES


def receive(stream: IO[bytes]) -> tuple[dict[str, Any], Tensors] | None:
    """The next message and its tensors, each with its own memory; None at the end of input."""
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


def encode(message: dict[str, Any], tensors: Tensors | None = None) -> list[bytes]:
    """A frame in parts. The tensors must have dtypes of the protocol (`has_dtype`)."""
    # A lone surrogate, as in a file name, is not valid JSON text.
    text = json.dumps(message, ensure_ascii=False).encode("utf-8", "replace").decode()
    header: dict[str, Any] = {"__metadata__": {"message": text}}
    arrays = []
    end = 0
    # Larger elements first, so that all are aligned.
    for name, array in sorted((tensors or {}).items(), key=lambda each: -each[1].itemsize):
        dtype = array.dtype.newbyteorder("<")
        header[name] = {
            "dtype": _NAMES[dtype],
            "shape": list(array.shape),
            "data_offsets": [end, end + array.nbytes],
        }
        end += array.nbytes
        arrays.append((array, dtype))
    head = json.dumps(header).encode()
    head += b" " * (-len(head) % _HEADER_ALIGNMENT)
    length = _LENGTH.size + len(head) + end
    if length > MAX_FRAME_BYTES:
        raise ProtocolError(f"a message of {length} bytes is above the limit of {MAX_FRAME_BYTES}")
    parts: list[bytes] = [_LENGTH.pack(length), _LENGTH.pack(len(head)), head]
    return parts + [array.astype(dtype, copy=False).tobytes() for array, dtype in arrays]


def send(stream: IO[bytes], frame: list[bytes]) -> None:
    for part in frame:
        stream.write(part)
    stream.flush()


def _parse(buffer: bytearray) -> tuple[dict[str, Any], Tensors]:
    try:
        (header_bytes,) = _LENGTH.unpack_from(buffer)
        start = _LENGTH.size + header_bytes
        if start > len(buffer):
            raise ProtocolError(f"a header of {header_bytes} bytes does not fit into its message")
        header = json.loads(buffer[_LENGTH.size : start])
        message = json.loads(header.pop("__metadata__")["message"])
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            raise ProtocolError('a message is a JSON object with a string under "type"')
        return message, {name: _tensor(entry, buffer, start) for name, entry in header.items()}
    except (ValueError, LookupError, TypeError, AttributeError, struct.error) as error:
        raise ProtocolError(f"this is not a message: {type(error).__name__}: {error}") from error


def _tensor(entry: dict[str, Any], buffer: bytearray, start: int) -> np.ndarray:
    begin, end = entry["data_offsets"]
    shape = tuple(entry["shape"])
    dtype: np.dtype = np.dtype(_DTYPES[entry["dtype"]])
    count = reduce(operator.mul, shape, 1)
    if not 0 <= begin <= end <= len(buffer) - start or end - begin != count * dtype.itemsize:
        raise ProtocolError(f"a tensor of shape {shape} does not fit the bytes {begin} to {end}")
    # Copy, so that each array is aligned and owns its memory.
    return frombuffer(buffer, dtype, count, start + begin).reshape(shape).copy()


def _read(stream: IO[bytes], count: int) -> bytearray:
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
