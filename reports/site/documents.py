"""Adds the documents to a site that `kassay report --site` wrote: every Markdown file of the sources becomes a page in documents/.

documents.py SITE

Links between documents lead to their pages. Of a link to another file of the sources only the text stays, for the site has none of them.
Pictures are a part of the page, for a page of the site makes no requests. Every page of the site gets a link to the documents.
"""

from __future__ import annotations

import base64
import mimetypes
import os
import re
import sys
from collections import Counter
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("*.md", *(f"{name}/**/*.md" for name in (
    "conformance", "docs", "generators", "optimized", "reference", "reports", "spec"
)))  # fmt: skip
FIRST = Path("docs/README.md")
WELCOME = {
    "docs/faq.html#who-needs-this-api-today": "who needs this API today",
    "docs/faq.html": "questions and troubleshooting",
    "docs/glossary.html": "glossary",
    "docs/README.html": "how kassay works, and all documents",
}
NAVIGATION = "</ul>\n</nav>"


def documents() -> list[Path]:
    """From the root of the sources on."""
    return sorted({file.relative_to(ROOT) for glob in SOURCES for file in ROOT.glob(glob)})


def page_of(document: Path) -> Path:
    """Its place in the site."""
    return "documents" / document.with_suffix(".html")


def data_address(picture: Path) -> str:
    kind, _ = mimetypes.guess_type(picture.name)
    return f"data:{kind};base64,{base64.b64encode(picture.read_bytes()).decode()}"


def link_target(link: str, document: Path) -> str | None:
    """The link as it is in the site; None if the site does not have what it leads to."""
    if re.match(r"[a-z]+:|#", link):
        return link
    name, mark, anchor = link.partition("#")
    file = Path(os.path.normpath(document.parent / name))
    if (ROOT / file / "README.md").is_file():
        file /= "README.md"
    if file.suffix != ".md":
        return None
    return os.path.relpath(page_of(file), page_of(document).parent) + mark + anchor


def anchor(heading: str, seen: Counter[str]) -> str:
    """As GitHub makes it: a second heading of the same words gets a number."""
    name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    number = seen[name]
    seen[name] += 1
    return f"{name}-{number}" if number else name


def with_links_of_site(tokens: list[Token], document: Path) -> None:
    """Changes links and pictures."""
    kept: list[bool] = []
    for token in tokens:
        if token.type == "link_open":
            target = link_target(str(token.attrs["href"]), document)
            kept.append(target is not None)
            token.hidden = target is None
            token.attrs["href"] = target or ""
        elif token.type == "link_close":
            token.hidden = not kept.pop()
        elif token.type == "image" and ":" not in str(token.attrs["src"]):
            token.attrs["src"] = data_address(ROOT / document.parent / str(token.attrs["src"]))


def html_of(document: Path) -> tuple[str, str]:
    """Title and contents."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse((ROOT / document).read_text("utf-8"))
    seen: Counter[str] = Counter()
    title = ""
    for token, inline in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and inline is not None:
            words = "".join(t.content for t in inline.children or [])
            token.attrs["id"] = anchor(words, seen)
            title = title or words
        elif token.type == "inline":
            with_links_of_site(token.children or [], document)
            token.children = [child for child in token.children or [] if not child.hidden]
    html = markdown.renderer.render(tokens, markdown.options, {})
    # The keyboard must reach a scrolling area, and so it needs a name.
    opened = '<div class="wide" role="region" tabindex="0" aria-label="Table"><table>'
    html = html.replace("<table>", opened).replace("</table>", "</table></div>")
    return title, html


def frame(site: Path) -> tuple[str, str, str]:
    """What is before the title, between it and the contents, and after them, of a page below the root of the site."""
    page = (site / "specification" / "index.html").read_text("utf-8")
    found = re.fullmatch(
        r"(.*<title>)[^<]*( · kassay</title>.*<main id=\"contents\">\n).*(</main>.*)",
        page,
        re.DOTALL,
    )
    if found is None:
        raise ValueError(f"{site} is not a site of this kassay")
    return found[1], found[2], found[3]


def link_from_every_page(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        root = os.path.relpath(site, page.parent)
        home = page_of(FIRST).as_posix()
        item = f'<li><a href="{root}/{home}">Documents</a></li>\n'
        page.write_text(text.replace(NAVIGATION, item + NAVIGATION, 1), "utf-8")


def welcome(site: Path) -> None:
    """The first page leads to the documents."""
    page = site / "index.html"
    text = page.read_text("utf-8")
    links = ", ".join(f'<a href="documents/{to}">{words}</a>' for to, words in WELCOME.items())
    yours = '<p>How: <a href="documents/README.html#your-backend-in-five-minutes">in five minutes</a>.</p>\n'
    head, title, rest = text.partition("</h1>\n")
    rest = rest.replace("</p>", f"</p>\n<p>New here? {links}.</p>\n", 1)
    page.write_text(head + title + rest.replace("</main>", yours + "</main>", 1), "utf-8")


def main(site: Path) -> None:
    before_title, before, after = frame(site)
    for document in documents():
        title, html = html_of(document)
        page = site / page_of(document)
        page.parent.mkdir(parents=True, exist_ok=True)
        root = os.path.relpath(site, page.parent) + "/"
        head = before_title + escape(title) + before.replace('href="../', f'href="{root}')
        page.write_text(head + html + after, "utf-8")
    welcome(site)
    link_from_every_page(site)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: documents.py SITE")
    main(Path(sys.argv[1]))
