"""`kassay run` and the reports state where a wrong backend fails."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

BIN = Path(os.environ["KASSAY_BUILD"]) / "bin"


class Run:
    def __init__(self, folder: Path, fault: str, *cases: str) -> None:
        self.results = folder / "results.jsonl"
        backend = f"exec:{BIN}/kassay-faulty-worker {fault}"
        command = [BIN / "kassay", "run", "--backend", backend, "--out", self.results, *cases]
        self.said = subprocess.run(command, capture_output=True, text=True, check=False).stderr

    def sentences(self) -> list[str]:
        section = self.said.partition("Where functions fail\n")[2].partition("\n\n")[0]
        return [line.strip() for line in section.splitlines()]


@pytest.mark.parametrize(
    ("fault", "function", "where"),
    [
        ("activation/softmax/minus-two-is-last", "softmax", "axis < -1"),
        ("activation/elu/alpha-without-sign", "elu", "alpha is negative"),
        ("convolution/conv2d/rates-ignored-with-strides", "conv2d", "strides"),
    ],
)
def test_the_circumstances_of_a_fault_are_stated(
    tmp_path: Path, fault: str, function: str, where: str
) -> None:
    run = Run(tmp_path, fault, function)
    (sentence,) = run.sentences()
    assert sentence.startswith(f"{function} fails "), run.said
    assert where in sentence and "(all " in sentence
    assert ("exactly" in sentence) == ("none of " in sentence)


def test_a_function_that_may_explain_failures_of_others_names_them(tmp_path: Path) -> None:
    fault = "published/reverse/pairs-not-turned"
    run = Run(tmp_path, fault, "shape/reverse/*", "elementwise/clip/*", "reduction/cumsum/*")
    reverse, others, cumsum = run.sentences()[:3]
    assert reverse.startswith("reverse fails "), run.said
    cause = "reverse may explain 1 other function that fails only in programs that call it: clip"
    assert others == cause, run.said
    assert cumsum.startswith("cumsum fails exactly where it is a gradient"), run.said
    assert "clip fails" not in run.said


def test_wrong_elements_are_described_by_the_input(tmp_path: Path) -> None:
    run = Run(tmp_path, "activation/hard_sigmoid/derivative-everywhere", "hard_sigmoid")
    sentence = run.sentences()[0]
    assert "it is a gradient" in sentence and "elements are wrong where |x| >= 2.5" in sentence


def test_every_report_has_the_first_section_of_failures(tmp_path: Path) -> None:
    run = Run(tmp_path, "activation/elu/alpha-without-sign", "elu")
    files = {kind: tmp_path / f"report.{kind}" for kind in ("html", "md", "xml")}
    command = [BIN / "kassay", "report", run.results, "--out", files["html"]]
    command += ["--markdown", files["md"], "--junit", files["xml"]]
    subprocess.run(command, check=True, capture_output=True)
    for kind, file in files.items():
        assert "fails where alpha is negative" in file.read_text(), kind
