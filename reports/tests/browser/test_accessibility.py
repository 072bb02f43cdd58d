"""axe-core finds no violation in any view, light, dark and narrow."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from browser import Page
from test_page import all_views


class Look(NamedTuple):
    """What the system asks for, and the rules of axe whose outcome it can change."""

    name: str
    scheme: str = "light"
    width: int = 1280
    rules: dict[str, Any] = {}

    def open(self, page: Page, file: Path, address: str = "") -> None:
        page.media(prefers_color_scheme=self.scheme)
        page.open(file, address, width=self.width)


LOOKS = [
    Look("light"),
    Look("dark", scheme="dark", rules={"runOnly": {"type": "rule", "values": ["color-contrast"]}}),
    Look("narrow", width=360, rules={"rules": {"color-contrast": {"enabled": False}}}),
]
in_each_look = pytest.mark.parametrize("look", LOOKS, ids=[look.name for look in LOOKS])


@cache
def axe() -> str:
    return (files("selenium_axe_python") / "axe-core" / "axe.min.js").read_text()


def violations(page: Page, look: Look) -> list[str]:
    """Of the page as it is, with all that folds open."""
    page.unfold()
    # Through the debugger: the policy of the page forbids scripts in it.
    page.emulate("Runtime.evaluate", expression=axe())
    found = page.driver.execute_async_script(
        "axe.run({resultTypes: ['violations'], ...arguments[0]}).then(arguments[1])", look.rules
    )
    assert found["passes"]
    return [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@in_each_look
@pytest.mark.parametrize("view", all_views())
def test_no_violation(page: Page, trial: Path, view: str, look: Look) -> None:
    look.open(page, trial, all_views()[view])
    page.until("return document.querySelector('#view').children.length > 0")
    assert violations(page, look) == []


SITE_PAGES = ("index", "specification/index", "specification/softmax", "specification/editions")


@in_each_look
@pytest.mark.parametrize("name", SITE_PAGES)
def test_no_violation_in_a_site(page: Page, site: Path, name: str, look: Look) -> None:
    look.open(page, site / f"{name}.html")
    assert violations(page, look) == []


@in_each_look
def test_no_violation_in_what_changed(page: Page, changes: Path, look: Look) -> None:
    look.open(page, changes)
    page.click(".results .expand")
    assert violations(page, look) == []
