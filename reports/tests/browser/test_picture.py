"""The picture of all functions, with their names and a tile for each backend."""

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


def tiles(page: Page, run: int = 0) -> dict[str, str]:
    """The tile of each function for a run."""
    found = page.run(
        """
        return [...document.querySelectorAll('.tiles li')].map(
            (item) => [item.querySelector('.tile-name').innerText,
                       item.querySelectorAll('use')[arguments[0]].getAttribute('href')])""",
        run,
    )
    return {name: href.removeprefix("#tile-") for name, href in found}


def test_each_function_has_a_tile_for_each_backend(page: Page, trial: Path) -> None:
    page.open(trial)
    assert page.texts(".picture-legend tbody th") == ["1 right", "2 mine"]
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
    page.click('.tiles a[title^="softmax:"]')
    page.until("return document.querySelector('.function-name')?.innerText === 'softmax'")


@pytest.mark.parametrize(("width", "media"), [(390, ""), (1280, ""), (700, "print")])
def test_names_are_readable_without_a_pointer(
    page: Page, trial: Path, width: int, media: str
) -> None:
    page.open(trial, width=width)
    page.media(media)
    names = page.all(".tile-name")
    assert len(names) > 100
    assert all(name.is_displayed() for name in (names[0], names[-1]))


def test_screen_reader_hears_the_tiles(page: Page, trial: Path) -> None:
    page.open(trial)
    said = dict(
        page.run(
            """
            return [...document.querySelectorAll('.tiles a')].map(
                (link) => [link.querySelector('.tile-name').innerText, link.textContent])"""
        )
    )
    assert said["softmax"] == "softmax: right: right, mine: wrong"
    assert said["square"] == "square: right: right, mine: not settled"
    assert said["sqrt"] == "sqrt: right: right, mine: partial"
    assert said["dot"].endswith("mine: never run")


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
        return [...document.querySelectorAll('.picture-groups *')]
            .filter((node) => node.getBoundingClientRect().right > innerWidth + 1).length""")
    assert outside == 0
