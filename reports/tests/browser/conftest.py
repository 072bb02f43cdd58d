"""One browser for all tests; each test has the page as if it was opened for the first time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import made
import pytest
from browser import Page, start
from selenium import webdriver


@pytest.fixture(scope="session")
def driver() -> Iterator[webdriver.Chrome]:
    driver = start()
    yield driver
    driver.quit()


@pytest.fixture
def page(driver: webdriver.Chrome) -> Iterator[Page]:
    """After the test nothing may have gone out, and nothing may have gone wrong, unseen."""
    page = Page(driver)
    page.media()
    yield page
    assert page.console() == []
    asked = [url for url in page.requests() if not url.startswith(("file:", "data:", "about:"))]
    assert asked == []
    page.run("localStorage.clear()")


@pytest.fixture(scope="session")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made.trial(tmp_path_factory.mktemp("trial"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made.site(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="session")
def changes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """From a run that is right to one with every outcome there is."""
    lines = made.troubled()
    right = [
        line
        for function in {line["function"]: 0 for line in lines}
        for line in made.passes(function)
    ]
    gone = made.result("activation/softmax/float32/gone")
    page = tmp_path_factory.mktemp("changes") / "diff.html"
    return made.changes(
        page, made.Run([*right, gone]), made.Run(lines, made.header(tier="smoke"), complete=False)
    )
