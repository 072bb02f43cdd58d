"""Completion in bash and zsh: every command and every option is in it. $KASSAY names the program."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]

import completion  # noqa: E402

KASSAY = os.environ.get("KASSAY", "")
pytestmark = pytest.mark.skipif(not KASSAY, reason="$KASSAY names no program")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("completion")
    script = str(HERE.parent / "completion.py")
    subprocess.run([sys.executable, script, KASSAY, "--out", str(out)], check=True)
    return out


def help_of(words: list[str]) -> str:
    return subprocess.run(
        [KASSAY, *words, "--help"], capture_output=True, text=True, check=True
    ).stdout


def commands() -> list[list[str]]:
    """The words of each command, found in the help as a reader finds them."""
    found: list[list[str]] = []

    def visit(words: list[str]) -> None:
        found.append(words)
        _, _, rest = help_of(words).partition("\nSubcommands:\n")
        for line in rest.partition("\n\n")[0].splitlines():
            if re.match(r"  \S", line):
                visit([*words, line.split()[0]])

    visit([])
    return found


def completed(folder: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words."""
    script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kassay; printf "%s\\n" "${COMPREPLY[@]}"'
    script = f"compopt() {{ :; }}; {script}"  # which bash has only while it completes
    done = subprocess.run(
        ["bash", "-c", script, "bash", str(folder / "kassay"), "kassay", *words],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_every_command_is_offered(folder: Path) -> None:
    all_words = commands()
    assert ["list", "cases"] in all_words and ["run"] in all_words
    for words in all_words[1:]:
        assert words[-1] in completed(folder, *words[:-1], "")
        assert completed(folder, *words[:-1], words[-1][:-1])[0].startswith(words[-1][:-1])
        assert words[-1] in completed(folder, "help", *words[:-1], "")


def test_every_option_is_offered(folder: Path) -> None:
    zsh = (folder / "_kassay").read_text()
    for words in commands():
        options = set(re.findall(r"(?:^  |,)(--?[a-zA-Z][\w-]*)", help_of(words), re.MULTILINE))
        assert "--help" in options
        assert options <= set(completed(folder, *words, "-")), words
        flags = zsh.partition("  flags=(\n")[2].partition("  )\n")[0]
        [line] = re.findall(rf'^    "{" ".join(["kassay", *words])}" "(.*)"$', flags, re.MULTILINE)
        assert options <= set(line.split()), words


def test_option_that_no_command_has_is_not_offered(folder: Path) -> None:
    assert completed(folder, "explain", "--ju") == []
    assert completed(folder, "report", "--ju") == ["--junit"]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["run", "--tier", "c"], ["core"]),
        (["run", "--tier", "=", "c"], ["core"]),
        (["run", "--tier", "="], ["smoke", "core", "full"]),
        (["list", "cases", "--edition", ""], ["ko", "zh", "ja"]),
        (["run", "-b", "o"], ["optimized", "optimized:cuda"]),
        (["run", "--backend", "py"], ["python:"]),
        (["run", "--profile", "inf"], ["inference"]),
        (["run", "softm"], ["softmax"]),
        (["list", "decisions", "softm"], ["softmax"]),
        (["report", "r"], []),
        (["run", "--jobs", ""], []),
    ],
)
def test_values(folder: Path, words: list[str], offered: list[str]) -> None:
    assert completed(folder, *words) == offered


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("EDITION", ["run", "--edition"]),
        ("MODE", ["run", "--mode"]),
        ("TIER", ["run", "--tier"]),
        ("WHEN", ["run", "--fresh-workers"]),
    ],
)
def test_values_are_those_that_the_program_takes(kind: str, command: list[str]) -> None:
    done = subprocess.run([KASSAY, *command, "nothing"], capture_output=True, text=True)
    assert done.returncode == 2
    taken = re.search(r'"nothing" is not ([^.]*)[.] `', done.stderr)
    assert taken, done.stderr
    assert set(re.split(", | or ", taken[1])) == set(completion.VALUES[kind].split())


def test_every_backend_is_offered() -> None:
    done = subprocess.run(
        [KASSAY, "list", "backends"], capture_output=True, text=True, check=True
    ).stdout
    forms = [re.sub(r"<.*", "", line) for line in done.splitlines() if not line.startswith(" ")]
    assert sorted(forms) == sorted(completion.VALUES["BACKEND"].split())


@pytest.mark.parametrize(("shell", "file"), [("bash", "kassay"), ("zsh", "_kassay")])
def test_shell_can_read_it(folder: Path, shell: str, file: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    done = subprocess.run([shell, "-n", str(folder / file)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
