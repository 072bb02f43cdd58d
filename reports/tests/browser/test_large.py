"""A report of 50,000 results stays small, and only what is in sight is in the document."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import made
import pytest
from browser import Page

RESULTS = 50_000
MOST_BYTES = 12_000_000
MOST_ROWS = 1000


def address_of(line: made.Line) -> str:
    return urlencode({"case": line["case"], "caseMode": line["mode"]})


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("large")
    return made.report(folder, made.Run(made.many(RESULTS)))


def test_file_is_small(large: Path) -> None:
    assert large.stat().st_size < MOST_BYTES


def test_scrolling_to_the_end_shows_the_last_result(page: Page, large: Path) -> None:
    page.open(large, "view=results&sort=name")
    assert page.status == f"{RESULTS:,} results"
    last = max(line["case"] for line in made.many(RESULTS))
    # The end moves while rows of other heights than was thought come into sight.
    page.until(
        """
        scrollTo(0, document.body.scrollHeight);
        return [...document.querySelectorAll('.case-name')].at(-1).innerText === arguments[0]""",
        last,
    )
    rows = page.run("return document.querySelectorAll('.results tbody tr').length")
    chunks = page.run("return document.querySelectorAll('.results tbody').length")
    assert rows < MOST_ROWS + chunks
    page.until("scrollTo(0, 0); return document.querySelector('.case-name')")


def test_link_to_a_case_far_down_shows_it(page: Page, large: Path) -> None:
    line = made.many(RESULTS)[-7]
    page.open(large, f"view=results&{address_of(line)}")
    page.until("return document.querySelector('.details')")
    assert line["case"] in page.text(".details .case-id")
    page.until("""
        const {top, bottom} = document.querySelector('.details').getBoundingClientRect();
        return bottom > 0 && top < innerHeight""")


@pytest.mark.parametrize(
    "view", ["view=results", "view=results&sort=name", "view=results&sort=time", ""]
)
@pytest.mark.parametrize("width", [400, 1280])
def test_link_arrives_and_the_row_stands_out(
    page: Page, large: Path, view: str, width: int
) -> None:
    line = made.many(RESULTS)[RESULTS * 3 // 4]
    page.open(large, f"{view}&{address_of(line)}", width=width)
    page.until("return document.querySelector('.arrived:not(.arriving)')")
    assert page.run("""
        const {top} = document.querySelector('.arrived').getBoundingClientRect();
        return top >= 0 && top < innerHeight""")
    assert line["case"] in page.text(".details .case-id")
    # It rests there: nothing above takes another height later.
    top = page.run("return document.querySelector('.arrived').getBoundingClientRect().top")
    page.until("return new Promise((done) => setTimeout(() => done(true), 300))")
    assert page.run("return document.querySelector('.arrived').getBoundingClientRect().top") == top


def test_link_to_a_case_that_the_filters_hide_says_so(page: Page, large: Path) -> None:
    line = made.many(RESULTS)[-7]
    address = f"view=results&outcome=fail&{address_of(line)}"
    page.open(large, address)
    assert "is hidden by the filters" in page.text(".chosen")
    page.click(".chosen button")
    page.until("return document.querySelector('.arrived')")
    assert line["case"] in page.text(".details .case-id")
    page.open(large, "view=results&case=no/such/case")
    assert "has no result in this report" in page.text(".chosen")


def test_every_row_knows_its_place_in_the_whole(page: Page, large: Path) -> None:
    page.open(large, "view=results")
    assert page.find(".results").get_attribute("aria-rowcount") == str(RESULTS + 1)
    assert page.find(".results tbody tr").get_attribute("aria-rowindex") == "2"
