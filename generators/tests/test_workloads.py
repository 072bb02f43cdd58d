"""Workloads: what is written for `kassay bench`, and how mistakes in the files are reported."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kassay_generators.oracles.library import own_library
from kassay_generators.specification.error import ROOT, SpecificationError
from kassay_generators.specification.workloads import load_workloads

_RELU = """
category: activation
summary: Activations.
workloads:
  - name: relu
    dtype: [float32, float16]
    inputs: {x: {shape: {small: [8, 8], large: [2048, 4096]}}}
    call: relu(x)
"""


def _loaded(folder: Path, text: str) -> list[dict[str, object]]:
    (folder / "workloads").mkdir()
    (folder / "schema").mkdir()
    shutil.copy(ROOT / "spec" / "schema" / "workloads.json", folder / "schema")
    (folder / "workloads" / "activation.yaml").write_text(text)
    return load_workloads(folder, own_library().functions)


def test_one_for_each_dtype_and_size(tmp_path: Path) -> None:
    assert [workload["id"] for workload in _loaded(tmp_path, _RELU)] == [
        "activation/relu/float32/small",
        "activation/relu/float32/large",
        "activation/relu/float16/small",
        "activation/relu/float16/large",
    ]


def test_a_call_becomes_a_compiled_function_whose_call_is_the_last(tmp_path: Path) -> None:
    first = _loaded(tmp_path, _RELU)[0]
    assert first["inputs"] == {"x_array": {"dtype": "float32", "shape": [8, 8], "values": "normal"}}
    program = first["program"]
    assert isinstance(program, dict)
    assert [call["call"] for call in program["calls"]] == [
        "placeholder",
        "relu",
        "function",
        {"ref": "compiled"},
    ]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("category: activation", "category: other", "Write activation."),
        ("call: relu(x)", "call: rely(x)", "relu"),
        ("call: relu(x)", "call: relu(x)\n    program: return x", "workloads/0"),
        ("{x: {shape:", "{y: {shape: {middle: [1]}}, x: {shape:", "Name the same for each."),
    ],
)
def test_mistakes_are_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(SpecificationError, match=told):
        _loaded(tmp_path, _RELU.replace(old, new))


def test_own_workloads_cover_every_category_and_size() -> None:
    workloads = load_workloads(ROOT / "spec", own_library().functions)
    assert len({workload["id"] for workload in workloads}) == len(workloads) >= 120
    assert {workload["size"] for workload in workloads} == {"small", "middle", "large"}
