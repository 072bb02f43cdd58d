"""The files of an archive."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

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


class Archive:
    """An unpacked archive; without a folder, the one in this package."""

    def __init__(self, folder: str | Path | None = None) -> None:
        self.folder = Path(folder) if folder else Path(__file__).parent / "data"
        self.manifest: dict[str, Any] = json.loads(self._text("manifest.json"))
        self.version: str = self.manifest["version"]
        self.functions: list[str] = list(self.manifest["functions"])

    def cases(self, function: str | None = None, edition: str = "ko") -> Iterator[dict[str, Any]]:
        """The cases of a function, or of all, in an edition. `schema/archive.json` describes them."""
        for name in [function] if function else self.functions:
            for case in json.loads(self._text(f"functions/{name}.json"))["cases"]:
                if edition in case["editions"]:
                    yield case

    def tensors(self, function: str) -> dict[str, np.ndarray]:
        """The tensors that the cases of a function name."""
        import numpy as np

        content = (self.folder / "functions" / f"{function}.safetensors").read_bytes()
        (size,) = struct.unpack_from("<Q", content)
        start = 8 + size
        found = {}
        for name, entry in json.loads(content[8:start]).items():
            begin, end = entry["data_offsets"]
            raw = content[start + begin : start + end]
            found[name] = np.frombuffer(raw, _DTYPES[entry["dtype"]]).reshape(entry["shape"])
        return found

    def _text(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")
