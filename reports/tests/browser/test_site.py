"""A site: from the scoreboard to a report, from there to the specification, and back."""

from __future__ import annotations

from pathlib import Path

from browser import Page


def test_scoreboard_leads_to_the_report_of_a_backend(page: Page, site: Path) -> None:
    page.open(site / "index.html")
    rows = page.texts("[aria-label=Backends] tbody tr")
    assert len(rows) == 2
    assert "Conformant" in rows[0] and "Not conformant" in rows[1]
    page.click('a[href="backends/mine.html"]')
    page.until("return document.querySelectorAll('.run').length === 1")
    assert "mine" in page.text(".run h2")


def test_scoreboard_has_bars_and_counts_that_do_not_wrap(page: Page, site: Path) -> None:
    for width in (360, 1280):
        page.open(site / "index.html", width=width)
        assert len(page.all("tbody .bar")) >= 4
        wrapped = page.run("""
            return [...document.querySelectorAll('.counts > span')]
                .filter((span) => span.getClientRects().length > 1 || span.offsetHeight > 40)
                .map((span) => span.innerText)""")
        assert wrapped == []
    assert "suite" in page.text(".counts") and "supported" in page.text(".counts")


def test_report_leads_to_the_clause_and_its_decision(page: Page, site: Path) -> None:
    page.open(site / "backends/mine.html", "function=softmax")
    page.click('.clauses a[href$="softmax.html#softmax.value"]')
    page.until("return location.pathname.endsWith('specification/softmax.html')")
    assert page.text(":target").startswith("softmax.value")
    page.click('td a[href^="decisions.html#"]')
    page.until("return location.pathname.endsWith('decisions.html')")
    assert page.text(":target").startswith("D-")


def test_wide_table_scrolls_in_a_narrow_window(page: Page, site: Path) -> None:
    for name in ("index", "specification/softmax", "specification/errata"):
        page.open(site / f"{name}.html", width=360)
        assert page.run("return document.scrollingElement.scrollWidth") <= 360


def test_colours_follow_the_system(page: Page, site: Path) -> None:
    background = "return getComputedStyle(document.body).backgroundColor"
    page.open(site / "index.html")
    light = page.run(background)
    page.media(prefers_color_scheme="dark")
    assert page.run(background) != light
