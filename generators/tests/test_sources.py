"""Which vectors are generated again after a change."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from kassay_generators.oracles.library import own_library
from kassay_generators.specification.error import ROOT
from kassay_generators.specification.function import Function
from kassay_generators.vectors.sources import Sources

FUNCTIONS = own_library().functions
# A selection from several categories: reading the programs of all functions takes long.
CHOSEN = ("conv2d", "bias_add", "softmax", "relu", "cumsum", "stop_gradient", "rnn", "gradients")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for package in ("kassay_generators", "ops"):
        shutil.copytree(ROOT / "generators" / package, tmp_path / package)
    return tmp_path


def _keys(folder: Path) -> dict[str, str]:
    sources = Sources(FUNCTIONS, folder)
    return {name: sources.key(FUNCTIONS[name]) for name in CHOSEN}


def _changed(folder: Path, module: str) -> set[str]:
    """The functions whose vectors are generated again after a change in a module."""
    before = _keys(folder)
    file = folder / module
    file.write_text(file.read_text() + "\n# changed\n")
    after = _keys(folder)
    return {name for name in CHOSEN if before[name] != after[name]}


def test_the_same_sources_have_the_same_key(copy: Path) -> None:
    assert _keys(copy) == _keys(ROOT / "generators")


def test_what_every_function_needs_changes_all(copy: Path) -> None:
    assert _changed(copy, "kassay_generators/numbers/number.py") == set(CHOSEN)


def test_the_command_line_changes_none(copy: Path) -> None:
    assert _changed(copy, "kassay_generators/__main__.py") == set()


def test_what_serves_a_category_changes_what_imports_it(copy: Path) -> None:
    """windows.py through convolution.py; bias_add, of the same category, imports neither."""
    assert _changed(copy, "ops/convolution/windows.py") == {"conv2d"}


def test_an_oracle_changes_those_whose_programs_call_the_function(copy: Path) -> None:
    assert _changed(copy, "ops/activation/relu.py") == {"relu", "gradients"}


def test_an_oracle_changes_those_whose_oracles_call_the_function(copy: Path) -> None:
    assert "rnn" in _changed(copy, "ops/graph/stop_gradient.py")


def _with_summary(function: Function) -> Function:
    return replace(function, raw={**function.raw, "summary": "Another."})


def test_a_specification_changes_its_function_and_those_that_call_it() -> None:
    functions = {**FUNCTIONS, "relu": _with_summary(FUNCTIONS["relu"])}
    before, after = Sources(FUNCTIONS), Sources(functions)
    assert {n for n in CHOSEN if before.key(FUNCTIONS[n]) != after.key(functions[n])} == {
        "relu",
        "gradients",
    }
