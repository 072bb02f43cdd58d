"""The generated modules: every function of each edition, as the specification defines it."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import pydoc
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SPECIFICATION = json.loads(
    Path(os.environ["KASSAY_VECTORS"], "specification.json").read_text(encoding="utf-8")
)
MODULES = [
    f"kassay.{name}{edition}"
    for name in ("reference", "optimized")
    for edition in ("", ".zh", ".ja")
]


@pytest.fixture(params=MODULES)
def module(request: pytest.FixtureRequest) -> ModuleType:
    return importlib.import_module(request.param)


def _edition(module: ModuleType) -> str:
    return module.__name__.split(".")[2] if module.__name__.count(".") == 2 else "ko"


def _functions(edition: str) -> dict[str, Any]:
    return {f["function"]: f for f in SPECIFICATION["functions"] if edition in f["sources"]}


def test_a_module_has_the_functions_of_its_edition(module: ModuleType) -> None:
    assert set(module.__all__) == set(_functions(_edition(module)))
    for name in module.__all__:
        assert inspect.isfunction(getattr(module, name))


def test_the_editions_together_have_all_functions() -> None:
    names = set().union(*(importlib.import_module(m).__all__ for m in MODULES[:3]))
    assert len(names) == 152


@pytest.mark.parametrize(
    ("module_name", "function", "signature"),
    [
        ("kassay.reference", "softmax", "(x, axis=-1)"),
        ("kassay.reference.ja", "softmax", "(x)"),
        ("kassay.optimized.ja", "categorical_crossentropy", "(output, target, from_logits=False)"),
        ("kassay.optimized", "function", "(inputs, outputs, updates=None, **kwargs)"),
        (
            "kassay.reference",
            "conv2d",
            "(x, kernel, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1))",
        ),
    ],
)
def test_a_signature_follows_the_edition(module_name: str, function: str, signature: str) -> None:
    assert (
        str(inspect.signature(getattr(importlib.import_module(module_name), function))) == signature
    )


def test_every_argument_and_clause_is_documented(module: ModuleType) -> None:
    edition = _edition(module)
    for name, function in _functions(edition).items():
        text = " ".join(inspect.getdoc(getattr(module, name)).split())
        assert function["summary"] in text
        for parameter in inspect.signature(getattr(module, name)).parameters:
            assert f" {parameter}: " in text, name
        for clause in function["clauses"]:
            if edition in clause.get("editions", [edition]):
                assert " ".join(clause["text"].split()) in text, clause["id"]


def test_help_reads_like_documentation() -> None:
    import kassay.reference as K

    text = pydoc.render_doc(K.softmax, renderer=pydoc.plaintext)
    assert "softmax(x, axis=-1)\n    Normalised exponentials along one axis.\n" in text
    assert (
        "Raises:\n        Exception: An axis outside the dimensions of x is an error. [axis-range]"
        in text
    )


# mypy must accept this.
USE = """
from typing import Any
import numpy as np
import kassay.comparison
import kassay.reference as K
import kassay.sparse
from kassay.tensor import Tensor

def step(x: Tensor, states: list[Tensor]) -> tuple[Tensor, list[Tensor]]:
    return x + states[0], [x]

x = K.placeholder(shape=(None, 3), name="x")
y: Tensor = K.softmax(x[:, :2] * 2.0, axis=-1)
last, outputs, states = K.rnn(step, K.zeros((1, 2, 3)), [K.zeros((1, 3))])
f = K.function([x], [y], updates=[(K.variable(1.0), y), K.update_add(K.variable(1.0), 1.0)])
arrays: list[Any] = f([np.zeros((1, 3))])
gradients: list[Tensor] = K.gradients(y, [x])
"""


MISTAKES = ["K.softmax(x, axes=1)", "K.softmax(x, axis='last')", "K.dot(x)", "y.eval()"]


def test_the_types_fit_the_use_and_find_mistakes(tmp_path: Path) -> None:
    """Strict mode also checks the modules of the package. There is one run, because it takes several seconds."""
    file = tmp_path / "use.py"
    file.write_text(USE + "\n".join(MISTAKES) + "\n")
    command = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports"]
    command += ["--cache-dir", str(tmp_path), str(file)]
    package = Path(importlib.import_module("kassay").__file__ or "").parents[1]
    environment = {**os.environ, "MYPYPATH": str(package)}
    checked = subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False
    )
    errors = [line for line in checked.stdout.splitlines() if ": error:" in line]
    first = USE.count("\n") + 1
    expected = [f"use.py:{first + i}: error" for i in range(len(MISTAKES))]
    assert [line[: len(e)] for line, e in zip(errors, expected, strict=True)] == expected
