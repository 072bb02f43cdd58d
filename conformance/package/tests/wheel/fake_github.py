"""Runs the step of action.yml that is a command, as GitHub does."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[4]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))


@dataclass
class Done:
    status: int
    said: str
    summary: str
    outputs: dict[str, str]


def run_action(environment: Path, workspace: Path, action: Path = ROOT, **inputs: str) -> Done:
    """With the inputs (`_` for `-`), in the folder of the user, with the Python of `environment`."""
    given = {name.replace("_", "-"): value for name, value in inputs.items()}
    assert given.keys() <= ACTION["inputs"].keys()
    values = {
        name: given.get(name, entry.get("default", "")) for name, entry in ACTION["inputs"].items()
    }
    [step] = [step for step in ACTION["runs"]["steps"] if "run" in step]
    files = {name: workspace.parent / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    for file in files.values():
        file.write_text("")
    variables = {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: values[match[1]], text)
        for name, text in step["env"].items()
    }
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=workspace,
        env={
            "PATH": f"{environment}/bin:/usr/bin:/bin",
            "HOME": str(workspace.parent),
            "PIP_NO_INDEX": "1",
            "GITHUB_ACTION_PATH": str(action),
            **{name: str(file) for name, file in files.items()},
            **variables,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
    summary = files["GITHUB_STEP_SUMMARY"].read_text()
    return Done(done.returncode, done.stdout + done.stderr, summary, outputs)
