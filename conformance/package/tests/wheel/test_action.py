"""The GitHub Action: its command runs here, with the wheel, in the folder of a user."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from conftest import BESIDE
from fake_github import ACTION, ROOT, Done, run_action

# Debian's pip, which a fresh environment finds there.
PIP = "/usr/lib/python3/dist-packages"
REPORTS = {
    "results.jsonl",
    "history.jsonl",
    "index.html",
    "junit.xml",
    "ctrf.json",
    "summary.md",
    "badges",
}


@pytest.fixture(scope="session")
def with_pip(environment: Path) -> Path:
    """The environment that has the wheel."""
    [packages] = environment.glob("lib/python*/site-packages")
    (packages / "pip.pth").write_text(f"{PIP}\n")
    return environment


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A project with a backend that is right, and one that is not."""
    folder = tmp_path / "work space"
    folder.mkdir()
    right = "import kassay.reference as K\nfrom kassay.reference import *\n"
    (folder / "right.py").write_text(right)
    (folder / "wrong.py").write_text(
        f"{right}\ndef softmax(x, axis=-1):\n    return K.softmax(x)\n"
    )
    (folder / "broken.py").write_text("import a_library_that_is_not_there\n")
    return folder


def act(environment: Path, workspace: Path, wheel: Path, backend: str, **inputs: str) -> Done:
    return run_action(
        environment, workspace, backend=f"python:{backend}", wheel=str(wheel), **inputs
    )


def test_a_backend_that_is_right(with_pip: Path, workspace: Path, wheel: Path) -> None:
    done = act(with_pip, workspace, wheel, "right", arguments="softmax\nrelu")
    assert done.status == 0, done.said
    assert done.outputs == {
        "verdict": "no-failure",
        "conformant": "false",  # two functions are not a tier
        "right": "2",
        "supported": "2",
        "wrong": "0",
        "total": "149",
    }
    assert {file.name for file in (workspace / "kassay-report").iterdir()} == REPORTS
    assert (workspace / "kassay-report/badges/kassay.svg").exists()
    assert done.summary == (workspace / "kassay-report/summary.md").read_text()
    assert "No failure" in done.summary


def test_a_profile_that_passes_is_conformant(with_pip: Path, workspace: Path, wheel: Path) -> None:
    done = act(with_pip, workspace, wheel, "right", profile="sparse\nctc")
    assert (done.status, done.outputs["conformant"]) == (0, "true"), done.said


def test_a_backend_that_is_wrong(with_pip: Path, workspace: Path, wheel: Path) -> None:
    done = act(with_pip, workspace, wheel, "wrong", arguments="softmax\nrelu")
    assert done.status == 1
    assert done.outputs["verdict"] == "not-conformant"
    assert (done.outputs["right"], done.outputs["supported"], done.outputs["wrong"]) == (
        "1",
        "2",
        "1",
    )
    assert "axis-ignored" in done.summary
    suites = ElementTree.parse(workspace / "kassay-report/junit.xml").getroot()
    assert suites.find(".//failure") is not None


def test_a_backend_that_does_not_start(with_pip: Path, workspace: Path, wheel: Path) -> None:
    done = act(with_pip, workspace, wheel, "broken")
    assert done.status == 3
    assert done.outputs["verdict"] == "not-run"
    assert "a_library_that_is_not_there" in done.summary


def test_results_of_an_earlier_run_are_none_of_one_that_does_not_start(
    with_pip: Path, workspace: Path, wheel: Path
) -> None:
    act(with_pip, workspace, wheel, "right", arguments="relu", tier="smoke")
    done = act(with_pip, workspace, wheel, "broken")
    assert done.outputs["verdict"] == "not-run"
    assert "No failure" not in done.summary


def test_a_waiver_excuses(with_pip: Path, workspace: Path, wheel: Path) -> None:
    waivers = 'waivers:\n  - {cases: ["*axis-too-large*"], outcomes: [fail], reason: known}\n'
    (workspace / "known failures.yaml").write_text(waivers)
    options = {"arguments": "softmax", "tier": "smoke", "waivers": "known failures.yaml"}
    done = act(with_pip, workspace, wheel, "wrong", **options)
    assert (done.status, done.outputs["verdict"]) == (0, "no-failure-but-waived"), done.said


def test_what_fails_may_be_chosen(with_pip: Path, workspace: Path, wheel: Path) -> None:
    options = {"arguments": "softmax", "tier": "smoke", "fail_on": "crash,timeout"}
    done = act(with_pip, workspace, wheel, "wrong", **options)
    assert (done.status, done.outputs["verdict"]) == (0, "not-conformant"), done.said


def test_the_edition_and_the_folder_may_be_chosen(
    with_pip: Path, workspace: Path, wheel: Path
) -> None:
    options = {"edition": "ja", "report": "a folder/of mine", "tier": "smoke", "arguments": "relu"}
    done = act(with_pip, workspace, wheel, "right", **options)
    assert '"edition":"ja"' in (workspace / "a folder/of mine/history.jsonl").read_text()
    assert done.outputs["total"] != "149"


@pytest.mark.parametrize(
    "name", ["backend", "profile", "waivers", "arguments", "fail_on", "report", "wheel"]
)
def test_no_input_is_a_command(with_pip: Path, workspace: Path, wheel: Path, name: str) -> None:
    inputs = {"backend": "python:right", "wheel": str(wheel), "tier": "smoke", "arguments": "relu"}
    inputs[name] = "'\"; touch owned; $(touch owned) `touch owned` #"
    run_action(with_pip, workspace, **inputs)
    assert not list(workspace.rglob("owned"))


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"backend": ""}, "backend is missing"),
        ({"backend": "python:right\npython:wrong"}, "backend takes one line"),
        ({"wheel": "nowhere-*.whl"}, "must name one file"),
    ],
    ids=["no-backend", "two-backends", "no-wheel"],
)
def test_an_input_that_cannot_be_used(
    with_pip: Path, workspace: Path, wheel: Path, inputs: dict[str, str], said: str
) -> None:
    done = run_action(
        with_pip, workspace, **{"backend": "python:right", "wheel": str(wheel), **inputs}
    )
    assert done.status == 2
    assert said in done.said


def test_the_wheel_is_installed(tmp_path: Path, workspace: Path, wheel: Path) -> None:
    fresh = tmp_path / "fresh"
    subprocess.run(["/usr/bin/python3", "-m", "venv", "--without-pip", fresh], check=True)
    [packages] = fresh.glob("lib/python*/site-packages")
    (packages / "beside.pth").write_text(f"{BESIDE}\n{PIP}\n")
    pattern = str(wheel.with_name("kassay-*.whl"))
    done = run_action(
        fresh, workspace, backend="optimized", wheel=pattern, arguments="relu", tier="smoke"
    )
    assert done.status == 0, done.said
    assert (packages / "kassay").is_dir()


def test_without_a_wheel_the_action_builds_one(
    with_pip: Path, workspace: Path, wheel: Path
) -> None:
    copy = workspace.parent / "action"
    shutil.copytree(ROOT / "conformance/package/action", copy / "conformance/package/action")
    (copy / "run").write_text(
        f'[ "$*" = wheel ] && mkdir -p "${{0%/*}}/dist" && ln -s "{wheel}" "${{0%/*}}/dist"\n'
    )
    done = run_action(
        with_pip, workspace, copy, backend="optimized", arguments="relu", tier="smoke"
    )
    assert done.status == 0, done.said
    assert (copy / "dist" / wheel.name).exists()


def test_no_input_stands_in_a_command() -> None:
    assert [step["run"] for step in ACTION["runs"]["steps"] if "${{" in step.get("run", "")] == []


def test_actions_have_versions() -> None:
    used = [step["uses"] for step in ACTION["runs"]["steps"] if "uses" in step]
    assert used and all(re.fullmatch(r"[\w/-]+@v\d+\.\d+\.\d+", action) for action in used)


def test_the_outputs_are_those_of_the_command(with_pip: Path, workspace: Path, wheel: Path) -> None:
    done = act(with_pip, workspace, wheel, "broken")
    assert done.outputs.keys() == ACTION["outputs"].keys()


def _workflow() -> list[dict[str, Any]]:
    page = (ROOT / "docs/continuous_integration.md").read_text("utf-8")
    [block] = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    steps: list[dict[str, Any]] = yaml.safe_load(block)["jobs"]["kassay"]["steps"]
    return steps


def test_the_example_uses_inputs_and_outputs_that_there_are() -> None:
    [step] = [step for step in _workflow() if step.get("id") == "kassay"]
    assert step["with"].keys() <= ACTION["inputs"].keys()
    used = re.findall(r"steps\.kassay\.outputs\.([\w-]+)", str(_workflow()))
    assert used and set(used) <= ACTION["outputs"].keys()


def test_the_page_describes_every_input_and_output() -> None:
    page = (ROOT / "docs/continuous_integration.md").read_text("utf-8")
    described = set(
        re.findall(r"`([\w-]+)`", " ".join(re.findall(r"^\| (`[^|]*)\|", page, re.MULTILINE)))
    )
    assert described == ACTION["inputs"].keys() | ACTION["outputs"].keys()
