"""Settings as the documents describe them: `$HOME/.keras/keras.json`, overridden by KERAS_BACKEND.

If the documents are silent, the decisions in spec/decisions/loader.yaml apply.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kassay.errors import CannotLoad

BACKEND_VARIABLE = "KERAS_BACKEND"
FOLDER_VARIABLE = "KERAS_HOME"
DEFAULT_BACKEND = "tensorflow"
IMAGE_DATA_FORMATS = ("channels_last", "channels_first")
FLOATX = ("float16", "float32", "float64")


@dataclass(frozen=True)
class Settings:
    """The settings of a backend; the defaults are those of the documents."""

    image_data_format: str = "channels_last"
    epsilon: float = 1e-07
    floatx: str = "float32"

    def differences(self, other: Settings) -> list[str]:
        """The settings that differ, such as `floatx = 'float16'`."""
        theirs = asdict(other)
        return [f"{name} = {mine!r}" for name, mine in asdict(self).items() if mine != theirs[name]]


@dataclass(frozen=True)
class Configuration:
    """The content of keras.json, or the defaults of the documents if the file does not exist."""

    file: Path
    settings: Settings = field(default_factory=Settings)
    backend: str | None = None
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True)
class BackendName:
    """The name of a backend, and where it came from, for errors."""

    name: str
    origin: str


def configuration_file(environment: Mapping[str, str]) -> Path:
    folder = environment.get(FOLDER_VARIABLE)
    # `~` is $HOME, and %USERPROFILE% on Windows.
    return (Path(folder) if folder else Path(os.path.expanduser("~"), ".keras")) / "keras.json"


def read_configuration(file: Path) -> Configuration:
    """Reads keras.json; raises CannotLoad with the place and the allowed values."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return Configuration(file)
    except (OSError, UnicodeDecodeError) as error:
        raise CannotLoad(f"{file} cannot be read: {error}") from error
    try:
        fields = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        place = f"{file}:{error.lineno}:{error.colno}"
        raise CannotLoad(f"{place}: this is not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise CannotLoad(f"{file}: this is not JSON: {error}") from error
    if not isinstance(fields, dict):
        raise CannotLoad(f"{file} holds {_shown(fields)}; it must hold an object of settings")
    return _configuration(file, fields)


def choose_backend(
    argument: str, environment: Mapping[str, str], configuration: Configuration
) -> BackendName:
    """The backend that the command line, KERAS_BACKEND, keras.json or the documents name, in this order."""
    if argument:
        return BackendName(argument, "the command line")
    variable = environment.get(BACKEND_VARIABLE)
    if variable:
        return BackendName(variable, f"${BACKEND_VARIABLE}")
    if configuration.backend is not None:
        return BackendName(configuration.backend, f'"backend" in {configuration.file}')
    return BackendName(
        DEFAULT_BACKEND,
        f"the documents (${BACKEND_VARIABLE} is not set, and {configuration.file} names none)",
    )


def _configuration(file: Path, fields: dict[str, Any]) -> Configuration:
    known = dict(fields)
    backend = known.pop("backend", None)
    if "backend" in fields and not (isinstance(backend, str) and backend):
        allowed = (
            "tensorflow, theano, cntk or the dotted name of a module, such as my_package.my_module"
        )
        raise _wrong(file, "backend", backend, allowed)
    image_data_format = known.pop("image_data_format", Settings.image_data_format)
    if image_data_format not in IMAGE_DATA_FORMATS:
        raise _wrong(file, "image_data_format", image_data_format, " or ".join(IMAGE_DATA_FORMATS))
    floatx = known.pop("floatx", Settings.floatx)
    if floatx not in FLOATX:
        raise _wrong(file, "floatx", floatx, ", ".join(FLOATX))
    epsilon = _finite(known.pop("epsilon", Settings.epsilon))
    if epsilon is None:
        raise _wrong(file, "epsilon", fields["epsilon"], "a finite number, such as 1e-07")
    settings = Settings(image_data_format, epsilon, floatx)
    return Configuration(file, settings, backend, tuple(known))


def _finite(value: Any) -> float | None:
    """JSON has one kind of number, so 1 is as good as 1.0. A bool is not a number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _wrong(file: Path, name: str, value: Any, allowed: str) -> CannotLoad:
    return CannotLoad(f'{file}: "{name}" is {_shown(value)}; allowed is {allowed}')


def _shown(value: Any) -> str:
    try:
        text = json.dumps(value)
    except RecursionError:  # Python can read deeper nesting than it can write
        return "a value that is nested too deeply"
    return text if len(text) <= 80 else f"{text[:80]} ..."


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")
