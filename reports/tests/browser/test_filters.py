"""What the filters leave, that the address keeps it, and that a link brings it back."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import quote

import made
import pytest
from browser import Page
from selenium.webdriver.common.keys import Keys

Line = made.Line


def remaining(keep: Callable[[Line], bool]) -> str:
    """How many cases and modes of the trial a filter must leave, as the tool bar says it."""
    lines = made.troubled()
    return f"{sum(map(keep, lines)):,} of {len(lines):,} results"


def in_cases(keep: Callable[[Line], bool]) -> Callable[[Line], bool]:
    """A filter on what the vectors say of the case of a result."""

    @cache
    def kept() -> set[str]:
        functions = {line["function"] for line in made.troubled()}
        return {case["id"] for name in functions for case in made.vectors_of(name) if keep(case)}

    return lambda line: line["case"] in kept()


FILTERS = {
    "category": ("Any category", "activation", "category=activation", lambda line: line["case"].startswith("activation/")),
    "dtype": ("Any dtype", "float64", "dtype=float64", in_cases(lambda case: case["dtype"] == "float64")),
    "mode": ("Any mode", "gradient", "mode=gradient", lambda line: line["mode"] == "gradient"),
    "reading": ("Any reading", "axis-ignored", "reading=axis-ignored", lambda line: line.get("reading") == "axis-ignored"),
    "clause": ("Clause", "softmax.stable", "clause=softmax.stable", in_cases(lambda case: "softmax.stable" in case["clauses"])),
}  # fmt: skip


@pytest.mark.parametrize("name", FILTERS)
def test_filter_leaves_what_it_names_and_the_link_shows_the_same(
    page: Page, trial: Path, name: str
) -> None:
    label, value, address, keep = FILTERS[name]
    page.open(trial, "view=results")
    page.choose(label, value)
    page.until("return document.querySelector('.status').innerText.includes(' of ')")
    assert page.status == remaining(keep)
    assert address in page.address
    page.open(trial, page.address)
    assert page.status == remaining(keep)
    assert page.find(f'#toolbar [aria-label="{label}"]').get_property("value") == value


@pytest.mark.parametrize(
    ("query", "keep"),
    [
        ("SIGSEGV", lambda line: "SIGSEGV" in line.get("message", "")),
        ("spring release", lambda line: line["outcome"] == "waived"),
        ("waivers.yaml:3", lambda line: line["outcome"] == "waived"),
        ("exponentials along one axis", lambda line: line["function"] == "softmax"),
        ("last dimension is used, regardless of axis", lambda line: line.get("reading") == "axis-ignored"),
    ],
    ids=["message", "reason-of-waiver", "place-of-waiver", "summary-of-function", "text-of-reading"],
)  # fmt: skip
def test_search_finds_every_kind_of_text(
    page: Page, trial: Path, query: str, keep: Callable[[Line], bool]
) -> None:
    page.open(trial, "view=results")
    page.find("#toolbar input").send_keys(query)
    page.until("return location.hash.includes('query=')")
    assert page.status == remaining(keep)


def test_words_of_a_search_must_all_be_found(page: Page, trial: Path) -> None:
    page.open(trial, "view=results&query=softmax+no-such-word")
    assert page.text("#view").startswith("Nothing matches.")


def test_outcomes_add_up_and_are_cleared(page: Page, trial: Path) -> None:
    page.open(trial, "view=results")
    for outcome in ("crash", "timeout"):
        page.find(f'[data-outcome="{outcome}"]').click()
    assert page.status == remaining(lambda line: line["outcome"] in ("crash", "timeout"))
    assert "outcome=crash.timeout" in page.address
    page.find(".clear").click()
    assert page.address == "view=results"
    assert page.all('[aria-pressed="true"]') == []


def test_differences_between_backends_alone(page: Page, trial: Path) -> None:
    page.open(trial, "view=results&differences=yes")
    assert page.status == remaining(lambda line: line["outcome"] != "pass")


def test_a_clause_is_typed_completed_and_cleared(page: Page, trial: Path) -> None:
    page.open(trial, "function=softmax")
    offered = page.run(
        "return [...document.querySelectorAll('#clause-ids option')].map((node) => node.value)"
    )
    assert offered and all(clause.startswith("softmax.") for clause in offered)
    page.find("input.clause").send_keys("softmax.stable", Keys.ENTER)
    assert "clause=softmax.stable" in page.address
    page.find("input.clause").clear()
    page.until("return !location.hash.includes('clause=')")


def test_an_unknown_clause_is_refused_with_the_reason(page: Page, trial: Path) -> None:
    page.open(trial, "view=results")
    clause = page.find("input.clause")
    clause.send_keys("softmax.nonsense", Keys.TAB)
    assert clause.get_property("validationMessage") == "There is no clause softmax.nonsense."
    assert "clause" not in page.address


def test_an_address_that_names_nothing_is_as_if_it_were_not_there(page: Page, trial: Path) -> None:
    hostile = quote("<img src=x onerror=alert(1)>")
    names = (
        "view",
        "function",
        "category",
        "dtype",
        "mode",
        "clause",
        "reading",
        "outcome",
        "sort",
        "case",
    )
    page.open(trial, "&".join(f"{name}={hostile}" for name in names))
    assert page.status == f"{len(made.troubled()):,} results"
    assert page.all(".matrix .name")


def test_the_way_back_leads_to_the_view_before(page: Page, trial: Path) -> None:
    page.open(trial, "category=activation")
    page.find('.matrix .name[href*="function=softmax"]').click()
    page.until("return document.querySelector('.function-name')")
    page.driver.back()
    page.until("return document.querySelector('.matrix')")
    assert page.address == "category=activation"


@pytest.mark.parametrize("sort", ["name", "margin", "time"])
def test_results_are_sorted_as_the_heading_says(page: Page, trial: Path, sort: str) -> None:
    page.open(trial, "view=results")
    page.find(f'[data-key="sort-{sort}"]').click()
    assert f"sort={sort}" in page.address
    lines = made.troubled()
    first = page.text(".results tbody .case-name")
    if sort == "name":
        assert first == min(line["case"] for line in lines)
    else:
        key = {"margin": "margin", "time": "seconds"}[sort]
        largest = max(line[key] for line in lines)
        assert first in {line["case"] for line in lines if line[key] == largest}
