"""Whatever a backend calls itself or says is shown as text: nothing of it runs, loads or leaves the page."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import made
import pytest
from browser import Page

# The page shows some 120 characters, and has all of them in its data.
HOSTILE = {
    "markup": "</style><style>body { display: none }</style>"
    '<img src="https://hostile.example/x.png" onerror="window.hostile = 1">',
    "code": '" onmouseover="window.hostile = 1" style=\'display:none\' x="'
    "{{data}} {{script}} ${window.hostile = 1}</script><script>window.hostile = 1</script><!--<script>",
    "address": "javascript:window.hostile = 1",
    "inherited": "__proto__",
    "characters": "\u202egnp.exe\u2066 \u200b a\u2028b\u2029c\x00\x1b[31m",
    "long": "40 kB of text " * 2_900,  # a line of results has at most 1 MiB
}
SHOWN = {  # what a reader must see of it
    "code": HOSTILE["code"].partition("</script>")[0],
    "characters": r"\u{202E}gnp.exe\u{2066} \u{200B} a\u{2028}b\u{2029}c\u{0000}\u{001B}[31m",
    "long": "40 kB of text 40 kB",
}
VIEWS = ["", "view=results", "view=extremes"]


def hostile_run(text: str) -> made.Run:
    softmax = made.case_with("softmax", dtype="float32", rank=2)
    failed = made.wrong(softmax, {0: 5}, reading=text)
    failed["message"] = text
    failed["answer"] = [text, {"dtype": text, "shape": [1], "elements": [text]}]
    for element in (failed["failure"], *failed["failure"]["worst"]):
        element.update(expected=text, actual=text)
    invented = f"activation/{text}/float32/{text}"
    waived = {"outcome": "fail", "reason": text, "link": text, "waiver": f"{text}:3"}
    lines = [
        failed,
        made.result(invented, outcome="error", message=text, function=text),
        made.result(made.vectors_of("softmax")[-1]["id"], outcome="waived", waived=waived),
    ]
    backend = dict.fromkeys(("argument", "name", "version", "device"), text)
    machine = {"cpu": text, "cores": 2, "os": text}
    sandbox = {
        "mode": "default",
        "writable": [text],
        "holds": ["files"],
        "lacks": {"network": text},
    }
    # A filter makes the run partial, so that the banner repeats it.
    head = made.header(backend=backend, machine=machine, sandbox=sandbox, filter=[text])
    return made.Run(lines, head)


def assert_harmless(page: Page) -> None:
    assert page.run("return window.hostile") is None
    assert page.run("return document.querySelectorAll('script, style, img, iframe').length") == 3
    addresses = page.run(
        "return [...document.querySelectorAll('a')].map((node) => node.getAttribute('href'))"
    )
    assert [address for address in addresses if not address.startswith("#")] == []
    assert page.run("return document.querySelectorAll('[onmouseover], [onerror]').length") == 0
    assert page.find("body").is_displayed()


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_shown_as_text(page: Page, tmp_path: Path, name: str) -> None:
    text = HOSTILE[name]
    report = made.report(tmp_path, hostile_run(text), made.Run(made.passes("softmax")))
    page.open(report)
    assert SHOWN.get(name, text) in page.text(".run h2")
    for view in VIEWS:
        page.open(report, view)
        page.until("return document.querySelector('#view').children.length > 0")
        assert_harmless(page)
    page.open(report, "view=results")
    for _ in range(3):
        # Rows are there only near what is visible, and the head of such a page is tall.
        page.run("document.querySelector('.results').scrollIntoView()")
        page.until("return document.querySelector('.results .expand[aria-expanded=false]')")
        page.click(".results .expand[aria-expanded=false]")
    assert len(page.all(".details")) == 3
    assert SHOWN.get(name, text) in page.text(".details .message")
    assert_harmless(page)
    page.click(".details .copy")
    # An address that says the same.
    page.open(report, f"query={quote(text[:2000])}&case={quote(text[:2000])}&view=results")
    assert_harmless(page)


def test_long_text_is_folded(page: Page, tmp_path: Path) -> None:
    report = made.report(tmp_path, hostile_run(HOSTILE["long"]))
    assert report.stat().st_size < 2_000_000
    page.open(report, "view=results")
    longest = page.run(
        "return Math.max(...[...document.querySelectorAll('td')].map((node) => node.innerText.length))"
    )
    assert longest < 500
    page.click(".results tr:nth-child(2) .expand")
    before = len(page.text(".details .reading"))
    page.click(".details .reading .rest")
    assert before < 500 < 5000 < len(page.text(".details .reading"))
