"""headers.py without a network: what it asks of apt, and what it says when that fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[1]))

import headers


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of all programs that are found."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def program(file: Path, text: str) -> None:
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)


def test_headers_that_are_there_stay(programs: Path, tmp_path: Path) -> None:
    header = tmp_path / "out/usr/include/python3.13/Python.h"
    header.parent.mkdir(parents=True)
    header.write_text("mine")
    headers.fetch("3.13", tmp_path / "out")
    assert header.read_text() == "mine"


def test_a_machine_without_apt_is_told(programs: Path, tmp_path: Path) -> None:
    with pytest.raises(headers.CannotFetch, match="lacks apt-get"):
        headers.fetch("3.13", tmp_path / "out")


def test_an_error_of_apt_is_told(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(headers, "KEYS", tmp_path)
    for name in ("apt-config", "dpkg-deb"):
        program(programs / name, "exit 0")
    program(programs / "apt-get", 'if [ "$1" = update ]; then echo no route >&2; exit 100; fi')
    with pytest.raises(headers.CannotFetch, match=r"(?s)apt-get update.*no route"):
        headers.fetch("3.13", tmp_path / "out")


def test_the_message_names_the_package_and_the_option(programs: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, headers.__file__, "3.11", "--out", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "libpython3.11-dev (bookworm)" in done.stderr
    assert "-DKASSAY_PYTHON_HEADERS=" in done.stderr


def test_the_mirror_is_that_of_the_system(programs: Path) -> None:
    program(programs / "apt-get", "echo http://mirror.test/debian http://other.test/debian")
    assert headers.mirror() == "http://mirror.test/debian"


def test_without_debian_among_the_sources_the_mirror_is_debians(programs: Path) -> None:
    program(programs / "apt-get", "exit 0")
    assert headers.mirror() == headers.MIRROR


def test_nothing_of_the_system_is_changed(programs: Path, tmp_path: Path) -> None:
    program(programs / "apt-config", """echo 'Acquire::http::Proxy "http://proxy.test";'""")
    file = headers.write_configuration(tmp_path / "apt", "http://mirror.test", "3.13")
    settings = dict(line.rstrip(";").split(" ", 1) for line in file.read_text().splitlines())
    places = {name: value.strip('"') for name, value in settings.items() if name[:5] == "Dir::"}
    assert all(each == "/dev/null" or each.startswith(str(tmp_path)) for each in places.values())
    assert {"Dir::State", "Dir::State::status", "Dir::Cache"} <= places.keys()
    assert settings["Acquire::http::Proxy"] == '"http://proxy.test"'
    [source] = Path(places["Dir::Etc::sourcelist"]).read_text().splitlines()
    assert source == f"deb [signed-by={headers.KEYS}] http://mirror.test trixie main"
