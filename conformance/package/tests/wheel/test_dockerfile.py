"""The Dockerfile: what it copies is there, and what it installs runs. No container is built here."""

from __future__ import annotations

import fnmatch
import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name} (.*)$", DOCKERFILE, re.MULTILINE)


def copied() -> list[list[str]]:
    """From the folder of the Dockerfile: sources and the target."""
    return [each.split() for each in instructions("COPY") if not each.startswith("--from")]


def test_what_is_copied_is_the_wheel(wheel: Path) -> None:
    [[source, _]] = copied()
    assert [file.name for file in ROOT.glob(source)] == [wheel.name]


def test_nothing_but_the_wheel_is_sent_to_the_builder() -> None:
    assert (ROOT / ".dockerignore").read_text().splitlines() == ["*", f"!{copied()[0][0]}"]


def test_what_it_installs_runs(wheel: Path, tmp_path: Path) -> None:
    """The installing instruction, with the folders of the image below another one, and without the network."""
    [[_, folder]] = copied()
    below = tmp_path / folder.strip("/")
    below.mkdir(parents=True)
    (below / wheel.name).symlink_to(wheel)
    [install] = [each for each in instructions("RUN") if "pip install" in each]
    moved = re.sub(r"(?<!\S)/(?=opt|wheel)", f"{tmp_path}/", install)
    variables = {"PATH": "/usr/bin:/bin", "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1"}
    subprocess.run(["sh", "-c", moved], env=variables, check=True, capture_output=True)
    [path] = [each.removeprefix("PATH=") for each in instructions("ENV")]
    programs = path.replace("/opt", f"{tmp_path}/opt").replace("$PATH", "/usr/bin:/bin")
    [entry] = [json.loads(each) for each in instructions("ENTRYPOINT")]
    run = [*entry, "run", "--backend", "optimized", "--tier", "smoke", "relu"]
    done = subprocess.run(run, env={"PATH": programs}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_it_runs_as_a_user_without_rights() -> None:
    [user] = instructions("USER")
    assert any(re.search(rf"useradd .*\b{user}\b", each) for each in instructions("RUN"))
    assert DOCKERFILE.index("\nUSER ") < DOCKERFILE.index("\nENTRYPOINT ")


def test_both_stages_are_the_same_debian_with_a_version() -> None:
    bases = {each.split()[0] for each in instructions("FROM")}
    assert len(bases) == 1
    assert fnmatch.fnmatch(bases.pop(), "debian:[0-9]*-slim")
