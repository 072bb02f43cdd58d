"""Writing vectors: what is refused, what is reused, and equal bytes for equal input."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import numpy as np
import pytest

from kassay_generators.cases.case import Case
from kassay_generators.cases.expansion import expand
from kassay_generators.machine.distributions import Distribution
from kassay_generators.oracles.library import load_module
from kassay_generators.specification.specification import Specification, load
from kassay_generators.vectors import files, generation, part, record
from kassay_generators.vectors.answer import Answer, TensorOutput
from kassay_generators.vectors.evaluate import evaluate
from kassay_generators.vectors.run_oracle import OracleError
from kassay_generators.vectors.samples import SampleOutput


@pytest.fixture(scope="module")
def specification() -> Specification:
    return load()


def _module(specification: Specification, **changes: Any) -> Any:
    module = load_module(specification.functions["softmax"])
    names = {name: getattr(module, name) for name in ("oracle", "confirmation", "READINGS")}
    return SimpleNamespace(**{**names, **changes})


def _case(specification: Specification, part: str) -> Case:
    return next(c for c in expand(specification.functions["softmax"]) if part in c.id)


def test_an_oracle_that_numpy_does_not_confirm_is_refused(specification: Specification) -> None:
    module = _module(specification, confirmation=lambda x, axis: np.exp(x))
    with pytest.raises(OracleError, match="from the oracle"):
        evaluate(_case(specification, "float32/value,x=5"), module)


def test_a_confirmation_of_another_shape_is_refused(specification: Specification) -> None:
    module = _module(specification, confirmation=lambda x, axis: x[..., :1])
    with pytest.raises(OracleError, match="shape"):
        evaluate(_case(specification, "float32/value,x=5"), module)


def test_an_error_case_in_which_the_oracle_answers_is_refused(specification: Specification) -> None:
    module = _module(specification, oracle=lambda x, axis: x)
    with pytest.raises(OracleError, match="expects an error"):
        evaluate(_case(specification, "axis-too-large"), module)


def test_a_wrong_reading_is_told_apart(specification: Specification) -> None:
    evaluation = evaluate(
        _case(specification, "float32/value,x=3x7,axis=0"), _module(specification)
    )
    assert "axis-ignored" in [r.id for r in evaluation.readings]


def test_a_reading_that_no_case_tells_apart_is_refused(
    specification: Specification,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = load_module(specification.functions["softmax"])
    monkeypatch.setitem(module.READINGS, "axis-ignored", module.oracle)
    mistakes = part.generate_part(specification.functions["softmax"], "core", str(tmp_path))
    assert isinstance(mistakes, list)
    assert "axis-ignored" in mistakes[0] and "no case" in mistakes[0]
    assert not list(tmp_path.iterdir())


def test_a_differentiable_argument_without_gradient_is_refused(
    specification: Specification,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(*_: Any) -> NoReturn:
        raise part.NoGradient("none at all")

    monkeypatch.setattr(part, "gradient_of", none)
    mistakes = part.generate_part(specification.functions["softmax"], "core", str(tmp_path))
    assert isinstance(mistakes, list)
    assert "differentiable x: no case of the core tier has a gradient by it" in mistakes[0]


def _generate(specification: Specification, out: Path) -> dict[str, bytes]:
    assert generation.generate(
        specification, out, only=["softmax"], maker=generation.on_processes(1)
    )
    return {f.name: f.read_bytes() for f in out.iterdir()}


@pytest.fixture(scope="module")
def generated(specification: Specification, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the vectors of softmax. Tests that change it work on a copy."""
    folder = tmp_path_factory.mktemp("generated")
    _generate(specification, folder)
    return folder


def test_two_generations_give_the_same_bytes(
    specification: Specification, generated: Path, tmp_path: Path
) -> None:
    first = {f.name: f.read_bytes() for f in generated.iterdir()}
    assert _generate(specification, tmp_path) == first


def test_a_file_that_was_altered_is_made_again(
    specification: Specification, generated: Path, tmp_path: Path
) -> None:
    shutil.copytree(generated, tmp_path, dirs_exist_ok=True)
    before = {f.name: f.read_bytes() for f in generated.iterdir()}
    (tmp_path / "softmax.json").write_text("{}")
    assert _generate(specification, tmp_path) == before


def test_an_unchanged_function_is_not_evaluated_again(
    specification: Specification,
    generated: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shutil.copytree(generated, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(generation, "generate_part", None)
    _generate(specification, tmp_path)


def test_the_manifest_counts_each_tier_with_the_lower_ones(generated: Path) -> None:
    counts = json.loads((generated / "manifest.json").read_text())["functions"]["softmax"]["cases"]
    assert 0 < counts["smoke"] < counts["core"] <= counts["full"]
    cases = json.loads((generated / "softmax.json").read_text())["cases"]
    assert len(cases) == counts["core"]


def test_a_file_that_cannot_be_written_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "taken"
    (folder / "softmax.json").mkdir(parents=True)
    with pytest.raises(OSError, match=r"softmax\.json"):
        files.write(folder / "softmax.json", b"content")
    assert [f.name for f in folder.iterdir()] == ["softmax.json"]


def test_two_tensors_cannot_have_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "_NAME_DIGITS", 1)
    tensors: dict[str, np.ndarray] = {}
    assert record.store(np.arange(3.0), tensors) == record.store(np.arange(3.0), tensors)
    with pytest.raises(ValueError, match="two tensors are named"):
        for number in range(17):
            record.store(np.array([number]), tensors)


def _sample(values: np.ndarray) -> Answer:
    law = Distribution("bernoulli", {"p": 0.5}, values)
    return Answer((SampleOutput("float32", values.shape, law),))


def test_a_large_wrong_answer_is_not_stored_unless_its_values_are() -> None:
    few, many = np.zeros(192), np.zeros(193)
    right = _sample(np.zeros(5000))
    assert part._is_small(Answer((TensorOutput("float32", few, None),)), right)
    assert not part._is_small(Answer((TensorOutput("float32", many, None),)), right)
    assert part._is_small(_sample(np.zeros(5000)), right)
    assert not part._is_small(_sample(np.ones(5000)), right)
