"""The settings of the API: values other than the defaults, and the functions that read them."""

from __future__ import annotations

from typing import Any

from kassay_generators.specification.function import Function

# By the function that sets them.
OTHER_VALUES: dict[str, tuple[Any, ...]] = {
    "set_floatx": ("float16", "float64"),
    "set_epsilon": (1e-5, 1e-3, 0.125),
    "set_image_data_format": ("channels_first",),
}
DEFAULTS: dict[str, Any] = {
    "set_floatx": "float32",
    "set_epsilon": 1e-7,
    "set_image_data_format": "channels_last",
}
# A call reads a setting if it omits these arguments.
INSTEAD = {"dtype": "set_floatx", "data_format": "set_image_data_format"}
_WITH_EPSILON = (
    "binary_crossentropy",
    "categorical_crossentropy",
    "ctc_batch_cost",
    "sparse_categorical_crossentropy",
)


def reads(function: Function, setting: str) -> bool:
    """Whether the function reads what the other one sets."""
    if function.name == "local_conv1d":  # D-1035: with channels_first it is unspecified
        return False
    if setting == "set_epsilon":
        return function.name in _WITH_EPSILON
    if any(INSTEAD.get(p.name) == setting and p.optional for p in function.parameters):
        return True
    results = [str(entry.get("dtype", "")) for entry in function.raw["returns"]]
    return setting == "set_floatx" and any(dtype.endswith("floatx") for dtype in results)
