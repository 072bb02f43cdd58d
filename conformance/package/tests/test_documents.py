"""The documents that are installed, and the links in them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import check_links  # noqa: E402
import documents  # noqa: E402

README = Path("README.md")


@pytest.mark.parametrize(
    ("link", "installed"),
    [
        ("[a](conformance/PROTOCOL.md#frames)", "[a](conformance/PROTOCOL.md#frames)"),
        ("[a](LICENSE)", "[a](copyright)"),
        ("[a](https://example.org)", "[a](https://example.org)"),
        ("[a](#speed)", "[a](#speed)"),
        ("![a](docs/report.png)", "![a](docs/report.png)"),
        ('<img src="docs/report.png" alt="b">', '<img src="docs/report.png" alt="b">'),
    ],
)
def test_link_to_what_is_installed(link: str, installed: str) -> None:
    assert documents.with_links_of(link, README) == installed


@pytest.mark.parametrize(
    "link",
    [
        "[`a` b](generators/README.md)",
        "[`a` b](conformance/python/tests/adapter/modules.py)",
        "![`a` b](docs/other.png)",
    ],
)
def test_of_any_other_link_the_text_stays(link: str) -> None:
    assert documents.with_links_of(f"See {link}.", README) == "See `a` b."


def test_code_is_no_link() -> None:
    for code in ("`x[0](y)`", "```\nx[0](y)\n```"):
        assert documents.with_links_of(code, README) == code


def test_links_go_up_from_the_document() -> None:
    text = documents.with_links_of("[a](../spec/schema)", Path("conformance/PROTOCOL.md"))
    assert text == "[a](../../../kassay/schema)"


def test_examples_are_whole() -> None:
    found = {str(file) for file in documents.sources()}
    folder = documents.ROOT / "conformance" / "examples"
    files = [
        f for f in folder.rglob("*") if f.is_file() and not {"__pycache__", "tests"} & {*f.parts}
    ]
    assert files and {str(f.relative_to(documents.ROOT)) for f in files} <= found


def test_dead_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "a.md").write_text("[b](b.md) [c](../../) `[d](d)`")
    assert check_links.dead_links(tmp_path / "inside") == ["a.md: b.md", "a.md: ../../"]


def test_installed_commands_need_no_build() -> None:
    text = "KASSAY_PYTHON=build/venv/bin/python build/bin/kassay run; build/venv/bin/dask worker"
    assert (
        documents.with_installed_commands(text) == "KASSAY_PYTHON=python3 kassay run; dask worker"
    )
