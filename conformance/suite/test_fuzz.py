"""`kassay fuzz` as a user runs it: it finds the fault of a wrong backend, and nothing in a right one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

BIN = Path(os.environ["KASSAY_BUILD"]) / "bin"
FAULT = "elementwise/round/through-int32"


def fuzz(
    backend: str, out: Path, *options: str, programs: int = 40
) -> subprocess.CompletedProcess[str]:
    """Runs programs with round, the function of the fault."""
    command = [BIN / "kassay", "fuzz", "--backend", backend, "--functions", "round", "--normative"]
    command += ["--programs", str(programs), "--out", out, *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a campaign against a wrong backend, and the standard error of the program."""
    out = tmp_path_factory.mktemp("fuzz") / "campaign"
    options = ("--edition", "ko", "--seed", "5")
    done = fuzz(f"exec:{BIN}/kassay-faulty-worker {FAULT}", out, *options)
    assert done.returncode == 1, done.stderr
    return out, done.stderr


def test_a_right_backend_does_not_fail(tmp_path: Path) -> None:
    done = fuzz("reference", tmp_path / "campaign")
    assert done.returncode == 0 and "No failure." in done.stderr, done.stderr


def test_a_wrong_backend_is_found_by_a_small_program(found: tuple[Path, str]) -> None:
    findings = json.loads((found[0] / "findings.json").read_text())
    assert findings
    for finding in findings.values():
        assert finding["calls"] <= 3 and finding["largest"] <= 4
        assert finding["function"] == "round" and "/round/" in finding["case"]


def test_a_finding_states_where_its_function_is_wrong(found: tuple[Path, str]) -> None:
    findings = json.loads((found[0] / "findings.json").read_text()).values()
    sentences = {sentence for finding in findings for sentence in finding["where"]}
    assert sentences and all("fails" in sentence for sentence in sentences)
    assert all(f"round {sentence}" in found[1] for sentence in sentences)


def test_a_finding_is_a_program_for_exec(found: tuple[Path, str]) -> None:
    for file in (found[0] / "findings").iterdir():
        command = [BIN / "kassay", "exec", file, "--backend", "reference"]
        subprocess.run(command, capture_output=True, check=True)


def test_a_finding_is_a_case_for_explain(found: tuple[Path, str]) -> None:
    finding = next(iter(json.loads((found[0] / "findings.json").read_text()).values()))
    command = [BIN / "kassay", "explain", finding["case"], "--edition", finding["edition"]]
    command += ["--vectors", found[0] / "vectors" / finding["edition"], "--mode", finding["mode"]]
    command += ["--backend", finding["backend"]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "round(" in done.stdout and "wrong" in done.stdout, done.stderr


def test_printed_commands_can_be_copied(found: tuple[Path, str]) -> None:
    """They start the program as the user did."""
    printed = re.findall(rf"^  ({re.escape(str(BIN))}/kassay .*)$", found[1], re.MULTILINE)
    assert [command.split()[1] for command in printed[:2]] == ["exec", "explain"]
    for command in printed[:2]:
        subprocess.run(command, shell=True, capture_output=True, check=True)


def test_findings_have_results_and_a_page(found: tuple[Path, str]) -> None:
    lines = (found[0] / "results" / "ko-1.jsonl").read_text().splitlines()
    failed = [case for case in map(json.loads, lines) if case.get("outcome") == "fail"]
    page = (found[0] / "ko.html").read_text()
    assert failed and all(case["case"] in page for case in failed)


def test_functions_are_left_out(tmp_path: Path) -> None:
    out = tmp_path / "campaign"
    fuzz("reference", out, "--functions", "exp", "--without", "r*", "--without", "operator.*")
    covered = json.loads((out / "campaign.json").read_text())["coverage"]["functions"]
    assert "exp" in covered and not [name for name in covered if name.startswith("r")]


def test_a_campaign_without_functions_is_refused(tmp_path: Path) -> None:
    done = fuzz("reference", tmp_path / "campaign", "--without", "round")
    assert done.returncode == 2 and "no function" in done.stderr


def test_a_module_is_found_on_the_path_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("placeholder", "variable", "function", "round")
    (tmp_path / "mine.py").write_text("".join(f"{name} = round\n" for name in names))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("KASSAY_PYTHON", sys.executable)
    done = fuzz("python:mine", tmp_path / "campaign", programs=1)
    assert done.returncode in (0, 1), done.stderr


def test_a_campaign_is_not_replaced(found: tuple[Path, str]) -> None:
    done = fuzz("reference", found[0])
    assert done.returncode == 2 and "--resume" in done.stderr


def test_a_campaign_continues(tmp_path: Path) -> None:
    out = tmp_path / "campaign"
    assert fuzz("reference", out, programs=20).returncode == 0
    done = fuzz("reference", out, "--resume", programs=270)
    assert done.returncode == 0, done.stderr
    state = json.loads((out / "campaign.json").read_text())
    assert state["done"] == {"0": 250, "1": 20}
    assert state["programs"] + len(state["skipped"]) == 270


def test_a_campaign_of_another_seed_is_refused(found: tuple[Path, str]) -> None:
    backend = f"exec:{BIN}/kassay-faulty-worker {FAULT}"
    done = fuzz(backend, found[0], "--resume", "--edition", "ko", "--seed", "2")
    assert done.returncode == 2 and "another seed" in done.stderr


def test_a_backend_that_does_not_start(tmp_path: Path) -> None:
    assert fuzz("exec:/no/such/program", tmp_path / "campaign").returncode == 3
