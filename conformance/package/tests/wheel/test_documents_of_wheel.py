"""Documents, pages of the manual and completion, where users and messages look for them."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT, Run

sys.path.append(str(ROOT / "conformance/package/tests"))

from check_links import dead_links

# A path of the sources, as messages have them.
NAMED = re.compile(
    rb"\b(?:conformance|docs|generators|optimized|reference|reports|spec)/[\w/]*\.md\b"
)


@pytest.fixture(scope="module")
def prefix(environment: Path) -> Path:
    """The folders of an installation, which the wheel has within the package."""
    [folder] = environment.glob("lib/python*/site-packages/kassay/installed")
    return folder


def test_links_of_documents_lead_somewhere(prefix: Path) -> None:
    assert list(prefix.rglob("*.md"))
    assert dead_links(prefix) == []


def test_documents_that_programs_name_are_there(prefix: Path) -> None:
    named = {
        name.decode() for f in (prefix / "bin").iterdir() for name in NAMED.findall(f.read_bytes())
    }
    assert "conformance/PROTOCOL.md" in named
    assert {n for n in named if not (prefix / "share/doc/kassay" / n).exists()} == set()


def test_the_specification_is_there_as_pages(prefix: Path) -> None:
    page = prefix / "share/doc/kassay/specification/softmax.md"
    assert "`softmax.value`" in page.read_text("utf-8")


def test_the_help_says_where_the_documents_are(run: Run) -> None:
    folder = Path(run("kassay", "--help").stdout.split()[-1])
    assert (folder / "conformance/PROTOCOL.md").exists()


def test_the_example_of_a_page_runs(run: Run, prefix: Path) -> None:
    example = prefix / "share/doc/kassay/conformance/examples/numpy_backend.py"
    backend = f"exec:{sys.executable} {example}"
    done = run("kassay", "run", "--backend", backend, "softmax", "--tier", "smoke")
    assert done.returncode == 0, done.stderr


def test_man_finds_a_page_of_each_command(environment: Path) -> None:
    pages = {page.name for page in (environment / "share/man/man1").iterdir()}
    assert {"kassay.1.gz", "kassay-run.1.gz", "kassay-report.1.gz"} <= pages


def test_bash_completes(environment: Path) -> None:
    file = environment / "share/bash-completion/completions/kassay"
    words = f'. "{file}"; COMP_WORDS=(kassay rep); COMP_CWORD=1; $(complete -p kassay | sed "s/.*-F //; s/ .*//"); echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["report"]


def test_zsh_finds_its_completion(environment: Path) -> None:
    file = environment / "share/zsh/site-functions/_kassay"
    assert file.read_text("utf-8").startswith("#compdef kassay\n")


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [n for n in archive.namelist() if n.endswith(".dist-info/METADATA")]
        return archive.read(name).decode()


def test_nothing_else_is_installed(metadata: str) -> None:
    needed = re.findall(r"^Requires-Dist: (.*)$", metadata, re.MULTILINE)
    assert needed and all("extra ==" in each for each in needed)


def test_links_of_the_page_of_the_project_lead_into_it(metadata: str) -> None:
    """They are absolute: an index shows the page without the other files."""
    [source] = re.findall(r"^Project-URL: Source, (\S+)$", metadata, re.MULTILINE)
    page = metadata.partition("\n\n")[2]
    links = re.findall(r"^\[[^]]+\]: (\S+)$", page, re.MULTILINE)
    assert links and not re.search(r"\]\((?!https:)", page)
    for link in links:
        start, _, path = link.partition("/blob/main/")
        assert start == source and (ROOT / path).is_file(), link
