"""The page of `kassay diff`: kinds of change, the way down to both results, and the link there."""

from __future__ import annotations

from pathlib import Path

from browser import Page


def test_worst_changes_stand_in_front(page: Page, changes: Path) -> None:
    page.open(changes)
    assert "worse than before" in page.text("#summary .verdict")
    assert "broken" in page.text(".results tbody tr")


def test_kind_leaves_its_changes_and_the_link_shows_the_same(page: Page, changes: Path) -> None:
    page.open(changes)
    page.click('[data-kind="lost-support"]')
    page.until("return document.querySelector('.status').innerText.startsWith('1 of')")
    assert len(page.all(".results .expand")) == 1
    page.open(changes, page.address)
    assert len(page.all(".results .expand")) == 1


def test_change_shows_both_results(page: Page, changes: Path) -> None:
    page.open(changes, "function=softmax")
    page.click(".results .expand")
    old, new = page.texts(".details .sides section")
    assert "pass" in old and "fail" in new and "axis-ignored" in new
    assert "kassay explain" in page.text(".details .command")
