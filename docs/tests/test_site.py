"""The site: its documents, made beside what `kassay report --site` writes of the committed counts."""

from __future__ import annotations

import lzma
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from test_links import documents
from test_run import Checkout

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("KASSAY_BUILD", ROOT / "build")).resolve()
VECTORS = os.environ.get("KASSAY_VECTORS", str(BUILD / "vectors"))
COUNTED = sorted((ROOT / "conformance/backends/results").glob("*.json.xz"))


class Page(HTMLParser):
    """Links, ids and tags."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.sources: list[str] = []
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids.add(values.get("id") or "")
        if tag == "a":
            self.links.append(values.get("href") or "")
        if values.get("src"):
            self.sources.append(values["src"] or "")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    counts = []
    for file in COUNTED:
        counts.append(folder / file.stem)
        counts[-1].write_bytes(lzma.decompress(file.read_bytes()))
    command = [BUILD / "bin/kassay", "report", *counts, "--vectors", VECTORS]
    subprocess.run([*command, "--site", folder / "site"], check=True, capture_output=True)
    script = ROOT / "reports/site/documents.py"
    subprocess.run([sys.executable, script, folder / "site"], check=True)
    return folder / "site"


def test_every_document_is_a_page(site: Path) -> None:
    expected = {f.relative_to(ROOT).with_suffix(".html").as_posix() for f in documents()}
    found = {
        f.relative_to(site / "documents").as_posix() for f in site.rglob("documents/**/*.html")
    }
    assert found == expected


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = {file.resolve(): Page(file) for file in site.rglob("*.html")}
    dead = []
    for file, page in pages.items():
        for link in page.links:
            name, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:", link):
                continue
            target = (file.parent / name).resolve() if name else file
            if target not in pages or (anchor and anchor not in pages[target].ids):
                dead.append(f"{file.relative_to(site.resolve())}: {link}")
    assert dead == []
    assert len(pages) > 200


def test_pages_ask_for_nothing(site: Path) -> None:
    pages = [Page(file) for file in site.rglob("documents/**/*.html")]
    sources = [source for page in pages for source in page.sources]
    assert sources and all(source.startswith("data:image/") for source in sources)


def test_first_page_has_a_row_for_each_backend_and_leads_on(site: Path) -> None:
    text = (site / "index.html").read_text("utf-8")
    assert text.count("of the whole suite") == len(COUNTED) > 0
    assert "who-needs-this-api-today" in text and 'id="add-yours"' in text
    assert re.search(r"specification \d+\.\d+\.\d+", text)


def test_every_page_leads_to_the_documents(site: Path) -> None:
    for name in ("index", "support", "specification/softmax", "documents/docs/faq"):
        file = site / f"{name}.html"
        [home] = [link for link in Page(file).links if link.endswith("documents/docs/README.html")][
            :1
        ]
        assert (file.parent / home).exists()


def test_picture_has_both_schemes_and_a_description() -> None:
    picture = (ROOT / "docs/architecture.svg").read_text("utf-8")
    assert "prefers-color-scheme: dark" in picture
    assert "<title" in picture and "<desc" in picture


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["numpy"], 2, "./run site takes --renew NAME..."),
        (["--renew"], 2, "--renew takes names"),
        (["--renew", "numpy"], 3, "run `./run backend numpy` first"),
    ],
)
def test_the_command_refuses(words: list[str], code: int, message: str, tmp_path: Path) -> None:
    done = Checkout(tmp_path / "checkout").run("site", *words)
    assert done.returncode == code
    assert message in done.stderr
