"""Settings of the API that a program changes before its other calls."""

from __future__ import annotations

import functools
import random
from typing import Any

from kassay_generators.cases.settings import OTHER_VALUES, reads
from kassay_generators.fuzzing.templates import gives_tensors, templates
from kassay_generators.oracles.library import own_library

_SET = 0.15
Settings = dict[str, Any]


def draw_settings(stream: random.Random) -> Settings:
    """Values of some settings, by the function that sets them; most often of none."""
    if stream.random() >= _SET:
        return {}
    names = stream.sample(sorted(OTHER_VALUES), stream.choice((1, 1, 2)))
    return {name: stream.choice(OTHER_VALUES[name]) for name in names}


def calls_of(settings: Settings) -> list[dict[str, Any]]:
    return [{"call": name, "args": [value]} for name, value in settings.items()]


@functools.cache
def readers(setting: str) -> list[str]:
    """The functions on tensors that read what a function sets."""
    functions = own_library().functions
    return [
        name
        for name in sorted(templates().calls)
        if gives_tensors(name) and reads(functions[name], setting)
    ]
