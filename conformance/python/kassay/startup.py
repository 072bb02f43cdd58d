"""Makes a host from the argument of --backend and keras.json. Messages to the user go to standard error."""

from __future__ import annotations

import os
import sys
from types import ModuleType

from kassay import loader
from kassay.errors import CannotLoad
from kassay.host import Host
from kassay.settings import (
    Configuration,
    Settings,
    choose_backend,
    configuration_file,
    read_configuration,
)


def open_backend(argument: str, follow_file: bool) -> Host:
    """The host of the backend that the argument names, or else KERAS_BACKEND or keras.json."""
    try:
        configuration = read_configuration(configuration_file(os.environ))
    except CannotLoad as error:
        if follow_file or not argument:
            raise
        _say(f"not needed here, but please fix it: {error}")
        configuration = Configuration(configuration_file(os.environ))
    backend = choose_backend(argument, os.environ, configuration)
    module = loader.load(backend)
    _say(f"Using {loader.printed_name(backend)} backend.")
    settings = configuration.settings if follow_file else Settings()
    _tell_settings(configuration, settings, module)
    return Host(module, backend.name, settings)


def _tell_settings(configuration: Configuration, settings: Settings, module: ModuleType) -> None:
    """Prints which parts of keras.json are ignored, and why."""
    if configuration.unknown:
        _say(f"{configuration.file}: unknown and ignored: {', '.join(configuration.unknown)}")
    left_out = configuration.settings.differences(settings)
    if left_out:
        _say(
            f"{configuration.file} says {', '.join(left_out)}; the cases presuppose the defaults of the documents, "
            "so these are used instead"
        )
    for difference in settings.differences(Settings()):
        setter = f"set_{difference.partition(' ')[0]}"
        if not callable(getattr(module, setter, None)):
            _say(f"{configuration.file} says {difference}, but {module.__name__} has no {setter}")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
