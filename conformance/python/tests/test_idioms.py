"""keras_tests/idioms.py on kassay.keras with both interpreters, and whether it finds faults."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

PROGRAM = Path(__file__).parents[1] / "keras_tests" / "idioms.py"
sys.path.insert(0, str(PROGRAM.parent))

import idioms  # noqa: E402
from idiom_tables.all import IDIOMS  # noqa: E402
from idiom_tables.idiom import UNKNOWN, VARIABLES, Drawn, Idiom, X  # noqa: E402


def test_names_are_different() -> None:
    assert len({idiom.name for idiom in IDIOMS}) == len(IDIOMS)


@pytest.mark.parametrize("engine", ["reference", "optimized"])
def test_idioms_agree_with_numpy(engine: str) -> None:
    environment = {**os.environ, "KERAS_LIBRARY": "kassay", "KASSAY_ENGINE": engine}
    done = subprocess.run(
        [sys.executable, PROGRAM], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert len(found) > len(IDIOMS)
    assert {name: outcome for name, outcome in found.items() if outcome != "ok"} == {}


DOUBLED = Idiom("doubled", lambda K, x: x * 2, (X,))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (replace(DOUBLED, numpy=lambda x: x * 2.001), "result 0 is "),
        (replace(DOUBLED, numpy=lambda x: x[:2]), "result 0 has shape (3, 4), not (2, 4)"),
        (replace(DOUBLED, dtype="float64"), "result 0 has dtype float32, not float64"),
        (replace(DOUBLED, numpy=lambda x: [x, x]), "1 results, not 2"),
        (replace(DOUBLED, numpy=lambda x: Drawn((3, 4), 0, 9)), "result 0 is from -"),
        (
            replace(DOUBLED, numpy=lambda x: Drawn((3, 5), -9, 9)),
            "result 0 has shape (3, 4), not (3, 5)",
        ),
        (
            replace(DOUBLED, keras=lambda K, x: x * 0, numpy=lambda x: Drawn((3, 4), -9, 9)),
            "result 0 has equal numbers",
        ),
    ],
)
def test_a_difference_is_reported(wrong: Idiom, told: str) -> None:
    import kassay.keras as K

    assert idioms.outcome(K, DOUBLED, VARIABLES) == "ok"
    assert idioms.outcome(K, wrong, VARIABLES).startswith(told)


@pytest.mark.parametrize(
    ("static", "required", "told"),
    [
        ((None, 4), None, None),
        ((None, 4), (None, 4), None),
        ((3, 4), (None, 4), None),
        (None, (None, 4), "has the static shape None, not (None, 4)"),
        (None, None, None),
        ((None, 4), (3, 4), "has the static shape (None, 4), not (3, 4)"),
        ((None, 5), None, "has the static shape (None, 5), but (3, 4)"),
        ((3,), None, "has the static shape (3,), but (3, 4)"),
    ],
)
def test_static_shapes_are_checked(static: Any, required: Any, told: Any) -> None:
    assert idioms.difference_of_shapes(static, np.zeros((3, 4)), required) == told


def test_placeholders_have_unknown_sizes() -> None:
    import kassay.keras as K

    assert [K.int_shape(x) for x in idioms.tensors(K, DOUBLED, UNKNOWN)] == [(None, None)]


def test_an_outdated_mark_is_reported() -> None:
    refused = replace(DOUBLED, not_in_tf_keras="refused")
    assert idioms.marked(refused, "TypeError: no") == "refused"
    assert idioms.marked(refused, "ok") == "ok, though marked as not in tf_keras"
