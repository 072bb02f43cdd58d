"""debian_packages.py without a network: its calls of apt, its messages when they fail, and the files that it leaves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[1]))

import debian_packages
from debian_packages import CannotFetch, Source, mend_links, mirror, unpack, write_configuration

SOURCE = Source("http://mirror.test/debian", "trixie", "arm64")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of all programs that are found."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(debian_packages, "KEYS", tmp_path)
    return folder


def program(file: Path, text: str) -> None:
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)


def test_packages_that_are_there_stay(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/packages.txt").write_text("trixie\narm64\nlibssl-dev\n")
    unpack(["libssl-dev"], SOURCE, tmp_path / "out")


def test_packages_of_another_release_are_made_anew(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/packages.txt").write_text("bookworm\narm64\nlibssl-dev\n")
    program(programs / "apt-config", "exit 0")
    program(programs / "apt-get", "exit 0")
    program(programs / "dpkg-deb", "exit 0")
    unpack(["libssl-dev"], SOURCE, tmp_path / "out")
    assert (tmp_path / "out/packages.txt").read_text() == "trixie\narm64\nlibssl-dev\n"


@pytest.mark.parametrize(("alone", "asked"), [(True, "download"), (False, "install")])
def test_dependencies_are_left_out_if_wanted(
    programs: Path, tmp_path: Path, alone: bool, asked: str
) -> None:
    for name in ("apt-config", "dpkg-deb"):
        program(programs / name, "exit 0")
    program(programs / "apt-get", f'echo "$1" >>{tmp_path}/asked')
    unpack(["libpython3.13-dev"], SOURCE, tmp_path / "out", alone)
    assert (tmp_path / "asked").read_text().split() == ["update", asked]


def test_a_machine_without_apt_is_told(programs: Path, tmp_path: Path) -> None:
    with pytest.raises(CannotFetch, match="lacks apt-get"):
        unpack(["libssl-dev"], SOURCE, tmp_path / "out")


def test_an_error_of_apt_is_told(programs: Path, tmp_path: Path) -> None:
    for name in ("apt-config", "dpkg-deb"):
        program(programs / name, "exit 0")
    program(programs / "apt-get", 'if [ "$1" = update ]; then echo no route >&2; exit 100; fi')
    with pytest.raises(CannotFetch, match=r"(?s)apt-get update.*no route"):
        unpack(["libssl-dev"], SOURCE, tmp_path / "out")


def test_the_message_names_release_and_architecture(programs: Path, tmp_path: Path) -> None:
    options = ["--architecture", "arm64", "--release", "trixie", "--out", tmp_path / "out"]
    done = subprocess.run(
        [sys.executable, debian_packages.__file__, "libssl-dev", *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "libssl-dev of Debian trixie for arm64: this machine lacks apt-get" in done.stderr


def test_the_mirror_is_the_one_of_the_system(programs: Path) -> None:
    program(programs / "apt-get", "echo http://mirror.test/debian http://other.test/debian")
    assert mirror() == "http://mirror.test/debian"


def test_without_debian_among_the_sources_the_mirror_is_debians(programs: Path) -> None:
    program(programs / "apt-get", "exit 0")
    assert mirror() == debian_packages.MIRROR


def test_nothing_of_the_system_is_changed(programs: Path, tmp_path: Path) -> None:
    program(programs / "apt-config", """echo 'Acquire::http::Proxy "http://proxy.test";'""")
    file = write_configuration(tmp_path / "apt", SOURCE)
    lines = [line.rstrip(";").split(" ", 1) for line in file.read_text().splitlines()]
    settings = {name: value.strip('"') for name, value in lines}
    places = {name: value for name, value in settings.items() if name.startswith("Dir::")}
    assert all(each == "/dev/null" or each.startswith(str(tmp_path)) for each in places.values())
    assert {"Dir::State", "Dir::State::status", "Dir::Cache"} <= places.keys()
    assert settings["Acquire::http::Proxy"] == "http://proxy.test"
    assert settings["APT::Architectures"] == "arm64"
    [source] = Path(places["Dir::Etc::sourcelist"]).read_text().splitlines()
    assert source == f"deb [signed-by={tmp_path}] http://mirror.test/debian trixie main"


def test_an_absolute_link_leads_into_the_folder(tmp_path: Path) -> None:
    library = tmp_path / "usr/lib/libm.so"
    library.parent.mkdir(parents=True)
    (tmp_path / "usr/lib/libm.so.6").write_text("the library")
    library.symlink_to("/lib/libm.so.6")
    mend_links(tmp_path)
    assert library.read_text() == "the library"


def test_a_folder_of_libraries_that_is_there_is_no_link(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    mend_links(tmp_path)
    assert not (tmp_path / "lib").is_symlink()
