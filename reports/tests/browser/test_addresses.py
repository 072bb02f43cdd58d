"""Links, addresses, Back and Forward show what they name, also in a narrow window."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import Page


def _place_of_view(page: Page) -> float:
    """Of its upper border, as a share of the height of the window."""
    return page.run("return view.getBoundingClientRect().top / innerHeight")


def _click(page: Page, selector: str) -> None:
    """A link where it is, without scrolling to its middle first."""
    page.run("document.querySelector(arguments[0]).click()", selector)


_IS_BELOW_THE_TOOLS = """
    const {top} = view.getBoundingClientRect(), tools = document
        .querySelector('#toolbar').getBoundingClientRect().bottom;
    return top >= tools - 1 && top < Math.max(tools + 1, innerHeight * 0.4)"""
_LINKS = {
    "tile": '#picture a[href*="function=softmax"]',
    "name": '.matrix a[href*="function=softmax"]',
    "results": 'a[href*="view=results"]',
}


@pytest.mark.parametrize("link", _LINKS)
@pytest.mark.parametrize("width", [390, 1280])
def test_a_link_shows_what_it_names(page: Page, trial: Path, link: str, width: int) -> None:
    page.open(trial, width=width)
    page.until("return document.querySelector('.matrix')")
    page.run("[...document.querySelectorAll('.group button')].forEach((button) => button.click())")
    page.run("scrollTo(0, 0)")
    before = page.address
    _click(page, _LINKS[link])
    page.until("return location.hash.slice(1) !== arguments[0]", before)
    page.until(_IS_BELOW_THE_TOOLS)
    page.driver.back()
    page.until("return document.querySelector('.matrix')")
    page.driver.forward()
    page.until("return !document.querySelector('.matrix')")
    assert -0.1 < _place_of_view(page) < 0.7


def test_narrow_window_folds_categories_until_they_are_tapped(page: Page, trial: Path) -> None:
    page.open(trial, width=390)
    assert page.run("return document.scrollingElement.scrollHeight") < 5000
    assert page.all(".matrix .name") == []
    page.run(
        "[...document.querySelectorAll('.group button')].find("
        "(button) => button.textContent.includes('activation')).click()"
    )
    page.until("return document.querySelector('.matrix .name[href*=\"function=softmax\"]')")
    assert page.address == "open=activation"
    page.driver.refresh()
    page.until("return document.querySelector('.matrix .name[href*=\"function=softmax\"]')")
    _click(page, _LINKS["name"])
    page.until("return document.querySelector('.function-name')")
    page.driver.back()
    page.until("return document.querySelector('.matrix .name[href*=\"function=softmax\"]')")
    page.open(trial, "category=activation", width=390)
    assert "softmax" in page.texts(".matrix .name")


@pytest.mark.parametrize("address", ["function=softmax", "view=results", "view=extremes"])
@pytest.mark.parametrize("width", [390, 1280])
def test_an_address_shows_what_it_names(page: Page, trial: Path, address: str, width: int) -> None:
    page.open(trial, address, width=width)
    page.until("return document.querySelector('#view').children.length > 0")
    assert -0.1 < _place_of_view(page) < 0.7
    page.driver.refresh()
    page.until("return document.querySelector('#view')?.children.length > 0")
    assert -0.1 < _place_of_view(page) < 0.7


def test_a_link_to_a_clause_shows_its_results(page: Page, trial: Path) -> None:
    page.open(trial, "function=softmax")
    page.until("return document.querySelector('a[href*=\"clause=\"]')")
    page.run("scrollTo(0, 0)")
    _click(page, 'a[href*="clause="]')
    page.until("return location.hash.includes('clause=')")
    page.until(_IS_BELOW_THE_TOOLS)
