"""keras.json. It is read, or refused with a CannotLoad that names the file; other exceptions are findings.

The bytes are read as a file. They also choose the members of a valid object, so that the code behind the parser is reached, too.
"""

from __future__ import annotations

import math
import os
import sys
from pathlib import Path
from typing import Any

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python"))
with atheris.instrument_imports(include=["kassay.settings", "json"]):
    import json

    from kassay.errors import CannotLoad
    from kassay.settings import FLOATX, IMAGE_DATA_FORMATS, choose_backend, read_configuration

DESCRIPTOR = os.memfd_create("keras.json")
FILE = Path(f"/proc/self/fd/{DESCRIPTOR}")
MEMBERS = ["backend", "epsilon", "floatx", "image_data_format"]
WORDS = [*FLOATX, *IMAGE_DATA_FORMATS, "my_package.my_module", ""]
MOST_MEMBERS = 6
MOST_ELEMENTS = 3
DEEPEST = 4
MOST_CHARACTERS = 20
MOST_BRACKETS = 1100  # deeper than Python can parse
MOST_ZEROS = 400  # beyond the range of a float


def read(data: bytes) -> None:
    os.pwrite(DESCRIPTOR, data, 0)
    os.ftruncate(DESCRIPTOR, len(data))
    try:
        configuration = read_configuration(FILE)
    except CannotLoad as error:
        assert str(FILE) in str(error)
        return
    settings = configuration.settings
    assert settings.floatx in FLOATX
    assert settings.image_data_format in IMAGE_DATA_FORMATS
    assert math.isfinite(settings.epsilon)
    assert choose_backend("", {}, configuration).name


class Giver:
    """Makes JSON values from bytes, including those that only Python writes (NaN, infinities)."""

    def __init__(self, data: bytes) -> None:
        self._bytes = atheris.FuzzedDataProvider(data)

    def text(self) -> str:
        if self._bytes.ConsumeBool():
            return self._bytes.PickValueInList(WORDS)
        return self._bytes.ConsumeUnicode(MOST_CHARACTERS)

    def value(self, depth: int = 0) -> Any:
        kinds = [self.text, self._bytes.ConsumeFloat, self._bytes.ConsumeBool, self.integer]
        kinds.append(lambda: None)
        if depth < DEEPEST:
            kinds += [lambda: self.values(depth), lambda: self.members(depth)]
        return self._bytes.PickValueInList(kinds)()

    def integer(self) -> int:
        return self._bytes.ConsumeInt(8) * 10 ** self._bytes.ConsumeIntInRange(0, MOST_ZEROS)

    def values(self, depth: int) -> list[Any]:
        count = self._bytes.ConsumeIntInRange(0, MOST_ELEMENTS)
        return [self.value(depth + 1) for _ in range(count)]

    def members(self, depth: int = -1) -> dict[str, Any]:
        count = self._bytes.ConsumeIntInRange(0, MOST_MEMBERS)
        return {self.name(): self.value(depth + 1) for _ in range(count)}

    def name(self) -> str:
        return self._bytes.PickValueInList(MEMBERS) if self._bytes.ConsumeBool() else self.text()

    def is_plain(self) -> bool:
        return self._bytes.ConsumeBool()

    def brackets(self) -> int:
        return self._bytes.ConsumeIntInRange(0, MOST_BRACKETS) if self._bytes.ConsumeBool() else 0


def test_one_input(data: bytes) -> None:
    read(data)
    giver = Giver(data)
    text = json.dumps(giver.members(), ensure_ascii=giver.is_plain())
    if brackets := giver.brackets():
        text = f'{{"epsilon": {"[" * brackets}{text}{"]" * brackets}}}'
    read(text.encode("utf-8", "surrogatepass"))


if __name__ == "__main__":
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()
