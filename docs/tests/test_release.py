"""The version is in one place, and `./run release` refuses a tree that is not ready."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = "conformance/python/kassay/__init__.py"
# The changelogs tell the past, requirements have other packages; the rest are samples of files that some version wrote.
OTHERS = re.compile(
    r"CHANGELOG\.md|conformance/package/debian/changelog|(.*/)?requirements[^/]*\.txt|(.*/)?(tests|corpus)/.*"
)
SCREEN = 60  # lines


def version() -> str:
    [found] = re.findall(r'^__version__ = "(.*)"$', (ROOT / SOURCE).read_text(), re.MULTILINE)
    return str(found)


def repeating(files: dict[str, str]) -> list[str]:
    """The files that name the version, but for its source and those that may."""
    named = re.compile(rf"(?<![\d.]){re.escape(version())}(?![\d.]*\d)")
    return [
        name
        for name, text in files.items()
        if name != SOURCE and not OTHERS.fullmatch(name) and named.search(text)
    ]


def test_a_file_that_repeats_the_version_is_found() -> None:
    assert repeating({"a/b.md": f"kassay-{version()}-py3", "a/c.md": f"9.{version()}"}) == [
        "a/b.md"
    ]


def test_nothing_repeats_the_version() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    texts = {
        file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8", errors="replace")
        for file in files
        if file.is_file()
    }
    assert SOURCE in texts
    assert repeating(texts) == []


def test_the_changelog_has_the_version_with_its_date() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(
        rf"^## \[{re.escape(version())}\] - \d{{4}}-\d\d-\d\d$", changelog, re.MULTILINE
    )


def test_the_rules_fit_on_a_screen() -> None:
    rules = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    assert 0 < len(rules) <= SCREEN


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the files that `./run release` checks first, all committed."""
    for name in ("run", "CHANGELOG.md", SOURCE):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "commands", tmp_path / "commands")
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *author, *arguments], cwd=folder, check=True)


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "All")


def refusal(folder: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run([folder / "run", "release", *arguments], capture_output=True, text=True)
    return done.returncode, done.stderr


def test_a_release_needs_an_entry_in_the_changelog(repository: Path) -> None:
    (repository / "CHANGELOG.md").write_text(f"## [{version()}.1] - 2026-01-31\n")
    commit(repository)
    status, message = refusal(repository)
    assert status == 3 and f"CHANGELOG.md has no entry for version {version()}" in message


def test_a_release_needs_everything_committed(repository: Path) -> None:
    (repository / "new.txt").write_text("new")
    status, message = refusal(repository)
    assert status == 3 and "there are uncommitted changes" in message


@pytest.mark.parametrize("arguments", [["--sinse", "a"], ["--since"], ["a"]])
def test_a_release_names_its_options(repository: Path, arguments: list[str]) -> None:
    status, message = refusal(repository, *arguments)
    assert status == 2 and "--since OLD and --allow-dirty" in message
