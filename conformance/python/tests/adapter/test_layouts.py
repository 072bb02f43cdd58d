"""Arrays with other layouts in memory."""

from __future__ import annotations

import numpy as np
import pytest

from kassay.layouts import laid_out
from kassay.protocol import ProtocolError

_X = np.arange(6, dtype="float32").reshape(2, 3)


@pytest.mark.parametrize(
    ("layout", "strides"),
    [("transposed", (4, 8)), ("sliced", (20, 4)), ("reversed", (-12, -4))],
)
def test_a_view_has_the_same_elements(layout: str, strides: tuple[int, ...]) -> None:
    laid = laid_out({"x": _X, "y": _X}, {"x": layout})
    assert np.array_equal(laid["x"], _X)
    assert laid["x"].strides == strides
    assert laid["y"] is _X


def test_equal_rows_are_one_row() -> None:
    laid = laid_out({"x": np.ones((3, 2), "int32")}, {"x": "broadcast"})["x"]
    assert np.array_equal(laid, np.ones((3, 2)))
    assert laid.strides == (0, 4)


def test_memory_is_not_shared_with_the_given_array() -> None:
    for layout in ("sliced", "reversed"):
        assert not np.shares_memory(laid_out({"x": _X}, {"x": layout})["x"], _X)


@pytest.mark.parametrize("layouts", [{"x": "scattered"}, {"z": "sliced"}])
def test_an_unknown_layout_or_input(layouts: dict[str, str]) -> None:
    with pytest.raises(ProtocolError, match="not layouts of the inputs"):
        laid_out({"x": _X}, layouts)
