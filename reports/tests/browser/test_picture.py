"""The picture of all functions at the top of the page, and the table that says the same."""

from __future__ import annotations

from pathlib import Path

import made
import pytest
from browser import Page

STATES = {  # what made.troubled has of these functions
    "abs": "wrong",  # a crash
    "softmax": "wrong",
    "sigmoid": "wrong",  # an unexpected pass
    "sqrt": "part",
    "square": "open",  # waived
    "tanh": "open",  # some of it was not run
    "round": "open",  # an accepted reading
    "dot": "none",
}


def tiles(page: Page, row: int = 0) -> dict[str, str]:
    """The state of each function in a row of the picture."""
    found = page.run(
        """
        return [...document.querySelectorAll('.picture-row')[arguments[0]].querySelectorAll('.tiles a')]
            .map((tile) => [tile.title.split(':')[0], tile.querySelector('use').getAttribute('href')])""",
        row,
    )
    return {name: href.removeprefix("#tile-") for name, href in found}


def test_each_backend_has_a_row_and_each_function_a_tile(page: Page, trial: Path) -> None:
    page.open(trial)
    assert [name.split("\n")[0] for name in page.texts(".picture-name b")] == ["right", "mine"]
    right, mine = tiles(page, 0), tiles(page, 1)
    assert right.keys() == mine.keys()
    assert len(mine) == len([name for name in made.functions() if made.vectors_of(name)])
    assert {name: mine[name] for name in STATES} == STATES
    assert right["softmax"] == "right"


def test_function_of_which_nothing_is_supported_is_neither_right_nor_wrong(
    page: Page, tmp_path: Path
) -> None:
    lines = [made.result(case["id"], outcome="unsupported") for case in made.vectors_of("relu")]
    page.open(made.report(tmp_path, made.Run([*lines, *made.passes("elu")])))
    found = tiles(page)
    assert (found["relu"], found["elu"], found["dot"]) == ("unsupported", "right", "none")


def test_tile_leads_to_its_function(page: Page, trial: Path) -> None:
    page.open(trial)
    page.click('.picture-row:last-child a[title^="softmax:"]')
    page.until("return document.querySelector('.function-name')?.innerText === 'softmax'")


def test_table_says_the_same(page: Page, trial: Path) -> None:
    page.open(trial)
    page.run("document.querySelector('.picture-table').open = true")
    words = page.run(
        """
        return [...document.querySelectorAll('.picture-table tbody tr')].map(
            (row) => [...row.cells].map((cell) => cell.innerText.trim()))"""
    )
    table = {name: mine for name, _, _, mine in words}
    assert table["softmax"] == "wrong" and table["square"] == "unspecified"
    assert table["sqrt"] == "right in part" and table["dot"] == "never run"
    assert table.keys() == tiles(page, 1).keys()
    page.click('.picture-table a[href*="function=conv2d"]')
    page.until("return document.querySelector('.function-name')?.innerText === 'conv2d'")


def test_legend_explains_every_tile_and_no_other(page: Page, trial: Path) -> None:
    page.open(trial)
    explained = page.run(
        """
        return [...document.querySelectorAll('.picture-legend use')]
            .map((use) => use.getAttribute('href').replace('#tile-', ''))"""
    )
    shown = set(tiles(page, 0).values()) | set(tiles(page, 1).values())
    assert set(explained) == shown
    assert len(explained) == len(shown)


def test_keys_go_past_the_tiles(page: Page, trial: Path) -> None:
    page.open(trial)
    reachable = "return document.querySelectorAll('.tiles a:not([tabindex=\"-1\"])').length"
    assert page.run(reachable) == 0


@pytest.mark.parametrize("width", [360, 1280])
def test_picture_stays_in_the_window(page: Page, trial: Path, width: int) -> None:
    page.open(trial, width=width)
    outside = page.run("""
        return [...document.querySelectorAll('.picture-rows *, .picture-legend *')]
            .filter((node) => node.getBoundingClientRect().right > innerWidth + 1).length""")
    assert outside == 0


def test_paper_has_the_picture(page: Page, trial: Path) -> None:
    page.open(trial)
    page.media("print")
    assert page.find(".picture-row .tile").is_displayed()
