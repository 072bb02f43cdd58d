"""The page of `kassay diff`: every change, found by its kind, its function, a word, a link."""

from __future__ import annotations

from pathlib import Path

import made
import pytest
from browser import Page
from test_hostile import HOSTILE, SHOWN, assert_harmless, hostile_run

ROWS = ".results tbody tr:not(.details, .spacer)"


def kinds_shown(page: Page) -> set[str]:
    return set(page.texts(f"{ROWS} td[data-label=Change]"))


def test_summary_says_how_the_runs_differ(page: Page, changes: Path) -> None:
    page.open(changes)
    assert page.text("#summary .verdict").endswith(" worse than before")
    differences = page.text("#summary .notices")
    assert "The new run was cut short" in differences
    assert "tier" in differences
    assert "core" in differences


def test_worst_changes_come_first(page: Page, changes: Path) -> None:
    page.open(changes)
    changed = page.texts(f"{ROWS} td[data-label=Change]")
    assert changed[0] == "broken"
    assert set(changed) == {"broken", "lost-support", "gone", "waived", "changed"}
    assert page.status == f"{len(changed)} changes"


def test_kinds_are_chosen_and_kept_in_the_address(page: Page, changes: Path) -> None:
    page.open(changes)
    page.click('[data-kind="gone"]')
    assert kinds_shown(page) == {"gone"}
    page.click('[data-kind="waived"]')
    assert kinds_shown(page) == {"gone", "waived"}
    page.open(changes, page.address)
    assert kinds_shown(page) == {"gone", "waived"}
    assert page.find('[data-kind="gone"]').get_attribute("aria-pressed") == "true"


def test_search_finds_ids_and_messages(page: Page, changes: Path) -> None:
    page.open(changes)
    page.choose("Search case ids and messages", "sigsegv")
    page.until("return document.querySelector('.status').innerText.startsWith('1 of')")
    assert page.texts(f"{ROWS} .case-name") == [made.vectors_of("abs")[0]["id"]]
    page.choose("Search case ids and messages", "no such words")
    page.until("return document.querySelector('.nothing') !== null")


def test_function_is_chosen(page: Page, changes: Path) -> None:
    page.open(changes)
    page.choose("Function", "exp")
    assert page.texts(f"{ROWS} .case-name") == [made.vectors_of("exp")[0]["id"]]


def test_opened_change_tells_both_sides_and_has_a_link(page: Page, changes: Path) -> None:
    page.open(changes, "kinds=broken&query=sigsegv")
    page.click(".results .expand")
    sides = page.texts(".details .sides section")
    assert len(sides) == 2
    assert sides[0].startswith("Old") and "pass" in sides[0]
    assert "signal 11 (SIGSEGV)" in sides[1]
    assert "kassay explain" in page.text(".details .command")
    page.open(changes, page.address)
    assert len(page.all(".details")) == 1


def test_equal_runs_say_so(page: Page, tmp_path: Path) -> None:
    run = made.Run(made.passes("exp"))
    page.open(made.changes(tmp_path / "diff.html", run, run))
    assert page.text("#summary .verdict") == "Nothing is worse"
    assert page.text(".nothing").startswith("No change")


def test_summary_has_each_function_and_each_cause(page: Page, changes: Path) -> None:
    page.open(changes)
    by_function, by_cause = page.all("#summary .causes")
    assert by_function.text.startswith("Changes by function: ")
    assert by_cause.text.startswith("Changes by cause: ")
    assert "1 broken" in by_function.text and "1 broken" in by_cause.text
    page.run("document.querySelector('#summary .causes a[href*=\"cause=\"]').click()")
    page.until("return location.hash.startsWith('#cause=')")
    count = len(page.all(ROWS))
    assert count > 0 and page.status.startswith(f"{count} of ")
    page.open(changes, page.address)
    assert len(page.all(ROWS)) == count
    page.click(".clear")
    assert page.address == ""


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_reaches_beyond_the_window(page: Page, changes: Path, width: int) -> None:
    page.open(changes, width=width)
    page.click(".results .expand")
    assert page.run("return document.scrollingElement.scrollWidth") <= width


def test_paper_says_what_it_leaves_out(page: Page, tmp_path: Path) -> None:
    lines = made.many(700)
    failed = [{**line, "outcome": "crash"} for line in lines]
    page.open(made.changes(tmp_path / "diff.html", made.Run(lines), made.Run(failed)))
    page.emulate("Page.printToPDF")
    note = page.run("return document.querySelector('.print-note').textContent")
    assert note == "The first 500 of 700 changes. Use the filters to see others."


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_shown_as_text(page: Page, tmp_path: Path, name: str) -> None:
    text = HOSTILE[name]
    old = made.Run(made.passes("softmax"))
    page.open(made.changes(tmp_path / "diff.html", old, hostile_run(text)))
    assert SHOWN.get(name, text) in page.text("#summary .run:last-child h2")
    assert_harmless(page)
    for _ in range(3):
        page.click(".results .expand[aria-expanded=false]")
    assert SHOWN.get(name, text) in page.text(".details .message")
    assert_harmless(page)
    assert page.run("return document.scrollingElement.scrollWidth") <= 1280
