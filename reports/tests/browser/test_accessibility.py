"""axe-core finds no violation in any view, light, dark and narrow."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from browser import Page
from test_page import all_views

LOOKS = {  # the colours that the system asks for, and the width of the window
    "light": ("light", 1280),
    "dark": ("dark", 1280),
    "narrow": ("light", 360),
}


@cache
def axe() -> str:
    return (files("selenium_axe_python") / "axe-core" / "axe.min.js").read_text()


def violations(page: Page) -> list[str]:
    """Of the page as it is, with all that folds open."""
    page.run("for (const folded of document.querySelectorAll('details')) folded.open = true")
    # Through the debugger: the policy of the page forbids scripts in it.
    page.emulate("Runtime.evaluate", expression=axe())
    found = page.driver.execute_async_script(
        "axe.run({resultTypes: ['violations']}).then(arguments[0])"
    )
    assert found["passes"]
    return [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("view", all_views())
def test_no_violation(page: Page, trial: Path, view: str, look: str) -> None:
    scheme, width = LOOKS[look]
    page.media(prefers_color_scheme=scheme)
    page.open(trial, all_views()[view], width=width)
    page.until("return document.querySelector('#view').children.length > 0")
    assert violations(page) == []


SITE_PAGES = ("index", "specification/index", "specification/softmax", "specification/editions")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", SITE_PAGES)
def test_no_violation_in_a_site(page: Page, site: Path, name: str, look: str) -> None:
    scheme, width = LOOKS[look]
    page.media(prefers_color_scheme=scheme)
    page.open(site / f"{name}.html", width=width)
    assert violations(page) == []


@pytest.mark.parametrize("look", LOOKS)
def test_no_violation_in_what_changed(page: Page, changes: Path, look: str) -> None:
    scheme, width = LOOKS[look]
    page.media(prefers_color_scheme=scheme)
    page.open(changes, width=width)
    page.click(".results .expand")
    assert violations(page) == []
