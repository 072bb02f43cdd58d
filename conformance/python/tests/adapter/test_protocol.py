"""Valid and malformed frames; each malformed frame has one fault."""

from __future__ import annotations

import io
import json
import struct
from typing import Any

import numpy as np
import pytest

from kassay import protocol
from kassay.protocol import ProtocolError

X = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}


def buffer_of(header: Any, data: bytes = b"") -> bytes:
    head = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(head)) + head + data


def frame_of(buffer: bytes) -> bytes:
    return struct.pack("<Q", len(buffer)) + buffer


def with_message(message: Any = '{"type": "run"}', **tensors: Any) -> dict[str, Any]:
    return {"__metadata__": {"message": message}, **tensors}


def sent(message: dict[str, Any], tensors: protocol.Tensors) -> bytes:
    stream = io.BytesIO()
    protocol.send(stream, protocol.encode(message, tensors))
    return stream.getvalue()


@pytest.mark.parametrize("dtype", ["?", "u1", "i1", "i2", "i4", "i8", "f2", "f4", "f8"])
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3)])
def test_every_dtype_comes_back(dtype: str, shape: tuple[int, ...]) -> None:
    array = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    received = protocol.receive(io.BytesIO(sent({"type": "run"}, {"x": array})))
    assert received is not None
    message, tensors = received
    assert message == {"type": "run"}
    assert tensors["x"].dtype == array.dtype and tensors["x"].shape == shape
    assert tensors["x"].tobytes() == array.tobytes()


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6.0, dtype=">f4").reshape(2, 3),
        np.arange(12, dtype="i4").reshape(3, 4)[::2, ::-1],
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.broadcast_to(np.float32(1), (2, 3)),
    ],
    ids=["big-endian", "strided", "column-major", "broadcast"],
)
def test_arrays_are_sent_row_major_and_little_endian(array: np.ndarray) -> None:
    received = protocol.receive(io.BytesIO(sent({"type": "run"}, {"x": array})))
    assert received is not None
    assert received[1]["x"].dtype.byteorder in "=|"
    assert np.array_equal(received[1]["x"], array)


def test_tensors_are_writable_and_do_not_share_memory() -> None:
    data = sent({"type": "run"}, {"x": np.zeros(2), "y": np.zeros(3)})
    received = protocol.receive(io.BytesIO(data))
    assert received is not None
    received[1]["x"][:] = 1
    assert not received[1]["y"].any()


def test_larger_elements_come_first_so_that_all_are_aligned() -> None:
    data = sent({"type": "run"}, {"a": np.ones(3, "?"), "b": np.ones(1, "f8")})
    header = json.loads(data[16 : 16 + struct.unpack("<Q", data[8:16])[0]])
    assert header["b"]["data_offsets"] == [0, 8]
    assert header["a"]["data_offsets"] == [8, 11]


def test_lone_surrogate_becomes_a_question_mark() -> None:
    received = protocol.receive(io.BytesIO(sent({"type": "error", "message": "a\udc80ü"}, {})))
    assert received is not None
    assert received[0]["message"] == "a?ü"


def test_too_large_a_message_is_refused_before_it_is_made() -> None:
    huge = np.broadcast_to(np.float64(0), (1 << 40,))
    with pytest.raises(ProtocolError, match="above the limit"):
        protocol.encode({"type": "outputs"}, {"x": huge})


def test_end_of_input_is_not_a_message() -> None:
    assert protocol.receive(io.BytesIO(b"")) is None


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"\0\0\0", "ends after 3 of 8 bytes"),
        (struct.pack("<Q", 20) + b"short", "ends after 5 of 20 bytes"),
        (struct.pack("<Q", (1 << 30) + 1), "above the limit"),
        (frame_of(b"1234567"), "not a message"),
        (frame_of(struct.pack("<Q", 9) + b"{}"), "does not fit"),
        (frame_of(buffer_of(b"{")), "not a message"),
        (frame_of(buffer_of({})), "__metadata__"),
        (frame_of(buffer_of({"__metadata__": {}})), "message"),
        (frame_of(buffer_of([])), "not a message"),
        (frame_of(buffer_of(with_message("[]"))), "JSON object"),
        (frame_of(buffer_of(with_message('{"id": 1}'))), 'under "type"'),
        (frame_of(buffer_of(with_message(x={**X, "dtype": "F8"}), bytes(8))), "F8"),
        (frame_of(buffer_of(with_message(x=X), bytes(7))), "does not fit the bytes"),
        (
            frame_of(buffer_of(with_message(x={**X, "shape": [3]}), bytes(8))),
            "does not fit the bytes",
        ),
        (
            frame_of(buffer_of(with_message(x={**X, "data_offsets": [-8, 0]}), bytes(8))),
            "does not fit the bytes",
        ),
        (
            frame_of(buffer_of(with_message(x={**X, "shape": [-2]}), bytes(8))),
            "does not fit the bytes",
        ),
        (frame_of(buffer_of(with_message(x={"dtype": "F32"}), bytes(8))), "data_offsets"),
    ],
)
def test_malformed_frame(data: bytes, fault: str) -> None:
    with pytest.raises(ProtocolError, match=fault):
        protocol.receive(io.BytesIO(data))
