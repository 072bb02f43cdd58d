"""Settings of the API that a program gives another value than the default before its other calls."""

from __future__ import annotations

import functools
import random
from typing import Any

from kassay_generators.fuzzing.templates import gives_tensors, templates
from kassay_generators.oracles.library import own_library
from kassay_generators.specification.function import Function

_SET = 0.15
_VALUES: dict[str, tuple[Any, ...]] = {
    "set_floatx": ("float16", "float64"),
    "set_epsilon": (1e-5, 1e-3, 0.125),
    "set_image_data_format": ("channels_first",),
}
# Arguments without which a call reads a setting.
INSTEAD = {"dtype": "set_floatx", "data_format": "set_image_data_format"}
_WITH_EPSILON = (
    "binary_crossentropy",
    "categorical_crossentropy",
    "ctc_batch_cost",
    "sparse_categorical_crossentropy",
)

Settings = dict[str, Any]


def draw_settings(stream: random.Random) -> Settings:
    """Values of some, by the function that sets them; most often of none."""
    if stream.random() >= _SET:
        return {}
    names = stream.sample(sorted(_VALUES), stream.choice((1, 1, 2)))
    return {name: stream.choice(_VALUES[name]) for name in names}


def calls_of(settings: Settings) -> list[dict[str, Any]]:
    return [{"call": name, "args": [value]} for name, value in settings.items()]


@functools.cache
def readers(setting: str) -> list[str]:
    """The functions on tensors that read what a function sets."""
    functions = own_library().functions
    return [
        name
        for name in sorted(templates().calls)
        if gives_tensors(name) and _reads(functions[name], setting)
    ]


def _reads(function: Function, setting: str) -> bool:
    if setting == "set_epsilon":
        return function.name in _WITH_EPSILON
    if any(INSTEAD.get(p.name) == setting and p.optional for p in function.parameters):
        return True
    results = [str(entry.get("dtype", "")) for entry in function.raw["returns"]]
    return setting == "set_floatx" and any(dtype.endswith("floatx") for dtype in results)
