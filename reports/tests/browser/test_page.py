"""The page as a whole: its head, its colours, keys, paper and narrow screens."""

from __future__ import annotations

import base64
import math
from pathlib import Path

import made
import pytest
from browser import Page
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

VIEWS = {
    "matrix": "",
    "results": "view=results",
    "function": "function=softmax",
    "extremes": "view=extremes",
}


def open_case(function: str, rank: int) -> str:
    case = made.case_with(function, dtype="float32", rank=rank)["id"]
    return f"function={function}&case={case}&caseMode=eager"


def all_views() -> dict[str, str]:
    return {**VIEWS, "case": open_case("softmax", 2), "case-of-images": open_case("conv2d", 4)}


def test_head_names_the_backend_and_the_outcome(page: Page, trial: Path) -> None:
    page.open(trial)
    page.unfold()
    right, mine = page.texts(".run")
    assert "right" in right and "version 2.0" in right and "Conformant" in right
    for part in (
        "mine",
        "Not conformant",
        "exec:./mine",
        "a processor · 2 cores",
        "ko · tier core",
    ):
        assert part in mine
    assert page.run("return document.title").startswith("right, mine")


def test_head_tells_what_kept_the_backend_in(page: Page, tmp_path: Path) -> None:
    lines = [made.result(made.vectors_of("softmax")[0]["id"])]
    kept = {"mode": "default", "holds": ["files", "limits"], "lacks": {"network": "not permitted"}}
    heads = [made.header(sandbox=kept), made.header(sandbox={"mode": "off"}), made.header()]
    page.open(made.report(tmp_path, *(made.Run(lines, head) for head in heads)))
    page.unfold()
    first, second, unknown = page.texts(".run")
    said = (
        "Sandbox default · files, limits · not permitted on this machine: network (not permitted)"
    )
    assert said in " ".join(first.split())
    assert "Sandbox off" in " ".join(second.split())
    assert "Sandbox" not in unknown


def test_failures_are_grouped_by_cause(page: Page, tmp_path: Path) -> None:
    cases = [case["id"] for case in made.vectors_of("softmax")[:4]]
    lines = [made.result(cases[0])]
    lines += [
        made.result(case, outcome="crash", message=f"killed after {case}") for case in cases[1:2]
    ]
    lines += [made.result(case, outcome="error", message=f"line {len(case)}") for case in cases[2:]]
    page.open(made.report(tmp_path, made.Run(lines)))
    assert page.texts(".causes summary") == ["3 failures by cause"]
    largest, other = page.texts(".causes li")
    assert largest.split() == "2 error softmax : line … one of them".replace(" :", ":").split()
    assert other.startswith("1 crash softmax: killed after")


def test_cause_over_functions_opens_to_show_them(page: Page, tmp_path: Path) -> None:
    lines = [
        made.result(made.vectors_of(name)[0]["id"], outcome="error", message=f"no {name} here")
        for name in ("softmax", "relu")
    ]
    page.open(made.report(tmp_path, made.Run(lines)))
    assert page.texts(".causes > ul > li")[0].startswith("2 error no FUNCTION here")
    page.run("document.querySelector('.causes li summary').click()")
    page.until("return document.querySelectorAll('.causes li li').length === 2")
    assert [text.split()[:2] for text in page.texts(".causes li li")] == [
        ["relu", "1"],
        ["softmax", "1"],
    ]


def test_where_functions_fail_stands_before_the_causes(page: Page, tmp_path: Path) -> None:
    cases = made.vectors_of("softmax")
    lines = [
        made.result(case["id"], outcome="fail" if case["dtype"] == "float16" else "pass")
        for case in cases
    ]
    page.open(made.report(tmp_path, made.Run(lines)))
    assert page.texts(".findings > summary") == ["Where functions fail"]
    (finding,) = page.texts(".findings > ul > li")
    assert finding.startswith("softmax fails exactly where ") and "is float16" in finding
    assert page.run("return !!document.querySelector('.findings ~ .causes')")
    page.run("document.querySelector('.findings a').click()")
    page.until("return location.hash.includes('function=softmax')")
    assert page.texts(".where h3") == ["Where it fails"]
    assert page.texts(".where li") == [finding.removeprefix("softmax ")]


def test_causes_beyond_the_first_five_are_folded(page: Page, tmp_path: Path) -> None:
    cases = [case["id"] for case in made.vectors_of("softmax")[:7]]
    lines = [
        made.result(case, outcome="error", message="x" * place) for place, case in enumerate(cases)
    ]
    page.open(made.report(tmp_path, made.Run(lines)))
    assert len(page.texts(".causes > ul > li")) == 5
    assert page.text(".causes > details > summary") == "and 2 failures of 2 other causes"
    page.run("document.querySelector('.causes > details > summary').click()")
    page.until("return document.querySelectorAll('.causes > details li').length === 2")


def test_unsupported_results_are_grouped_by_cause(page: Page, tmp_path: Path) -> None:
    case = made.vectors_of("softmax")[0]["id"]
    lines = [made.result(case, outcome="unsupported", message="no softmax here")]
    page.open(made.report(tmp_path, made.Run(lines)))
    assert page.texts(".causes summary") == ["1 unsupported result by cause"]


def test_cause_leads_to_one_of_its_results(page: Page, tmp_path: Path) -> None:
    case = made.vectors_of("softmax")[0]["id"]
    lines = [made.result(case, outcome="crash", message="killed")]
    page.open(made.report(tmp_path, made.Run(lines)))
    page.run("document.querySelector('.causes li a:last-child').click()")
    page.until("return document.querySelector('.details') !== null")
    assert case in page.texts(".details")[0]


def test_partial_run_has_a_banner(page: Page, tmp_path: Path) -> None:
    run = made.Run(
        made.passes("softmax"), made.header(tier="smoke", filter=["softmax"]), complete=False
    )
    page.open(made.report(tmp_path, run))
    banner = page.text(".banner")
    assert banner.startswith("Incomplete, not a claim of conformance")
    assert "cut short" in banner


def test_matrix_shows_the_worst_first_and_tells_unsupported_from_passed(
    page: Page, trial: Path
) -> None:
    page.open(trial, "category=elementwise")
    names = page.texts(".matrix .name")
    assert names[0] in {"abs", "exp", "log", "sign", "sigmoid", "cumsum"}
    row = page.run(
        "return document.querySelector('.name[href*=\"function=sqrt\"]').closest('tr').innerText"
    )
    results = len(made.passes("sqrt"))
    assert f"{results - 1:,}/{results:,}" in row and "1 unsupported" in row


def test_unsupported_functions_share_a_row_that_opens(page: Page, tmp_path: Path) -> None:
    lines = [
        made.result(case["id"], outcome="unsupported")
        for name in ("elu", "relu")
        for case in made.vectors_of(name)
    ]
    failing = made.result(made.vectors_of("softmax")[0]["id"], outcome="fail")
    report = made.report(tmp_path, made.Run([*lines, failing]))
    page.open(report, "category=activation")
    assert page.texts(".matrix tr:not(.folded) .name") == ["softmax"]
    unsupported, never = page.texts(".folded summary")
    assert unsupported.strip() == "2 functions not supported"
    assert never.strip().endswith("never run")
    page.click(".folded summary")
    page.click('.folded a[href*="function=elu"]')
    page.until("return document.querySelector('.function-name')?.innerText === 'elu'")
    page.open(report, "category=activation&outcome=unsupported")
    assert sorted(page.texts(".matrix .name")) == ["elu", "relu"]


def test_failures_come_before_what_is_unsupported(page: Page, tmp_path: Path) -> None:
    cases = [case["id"] for case in made.vectors_of("softmax")[:3]]
    lines = [
        made.result(cases[0], outcome="unsupported"),
        made.result(cases[1]),
        made.result(cases[2], outcome="fail"),
    ]
    page.open(made.report(tmp_path, made.Run(lines)), "view=results")
    assert [text.strip() for text in page.texts(".results .badge")] == [
        "fail",
        "pass",
        "unsupported",
    ]


def test_head_shows_shares_of_the_suite_and_of_its_supported_part(
    page: Page, tmp_path: Path
) -> None:
    lines = made.passes("softmax")
    lines[0] = made.result(lines[0]["case"], lines[0]["mode"], "fail")
    lacking = [{**line, "outcome": "unsupported"} for line in made.passes("relu")]
    all_of_it = made.header(selected=4 * len(lines))
    page.open(made.report(tmp_path, made.Run([*lines, *lacking], all_of_it)))
    share = (len(lines) - 1) / max(4 * len(lines), len(lines) + len(lacking))
    suite, supported = page.texts(".headline p")
    assert suite.startswith(f"{math.floor(10000 * share) / 100:.2f} % right of the whole suite")
    assert f" right of what is supported ({len(lines):,} results)" in supported


def test_backend_that_supports_a_part_gets_no_tick(page: Page, tmp_path: Path) -> None:
    lines = made.passes("softmax")
    lacking = [{**line, "outcome": "unsupported"} for line in made.passes("relu")]
    page.open(made.report(tmp_path, made.Run([*lines, *lacking])))
    assert "supported functions conform" in page.text(".verdict")
    assert page.run("return document.querySelectorAll('.run .verdict .tone-pass').length") == 0
    assert page.all(".run.tone-good") == []
    page.open(made.report(tmp_path, made.Run(lacking)))
    assert page.texts(".headline p")[1] == "No result of what is supported"
    assert page.all(".tile-right, .fraction-right") == []


def test_partial_support_has_its_reason_and_leads_to_the_results(
    page: Page, tmp_path: Path
) -> None:
    lines = [
        {**line, "outcome": "unsupported", "message": "no gradients"}
        if line["mode"] == "gradient"
        else line
        for line in made.passes("softmax")
    ]
    count = sum(line["mode"] == "gradient" for line in lines)
    lacking = [
        {**line, "outcome": "unsupported"}
        for line in made.passes("relu")
        if line["mode"] != "gradient"
    ]
    page.open(made.report(tmp_path, made.Run([*lines, *lacking])))
    partial, missing = page.texts(".lacking > ul > li")
    said = f"{count:,} results of supported functions unsupported, all in mode gradient"
    assert partial == f"partial: {said}: no gradients"
    assert missing == "missing: 1 function"
    page.run("document.querySelector('.lacking details').open = true")
    page.until("return document.querySelector('.lacking a[href*=\"function=relu\"]')")
    page.click('.lacking a[href*="mode=gradient"]')
    page.until("return location.hash.includes('outcome=unsupported')")
    assert page.status.startswith(f"{count:,} of ")


def test_head_counts_the_functions_of_the_edition(page: Page, trial: Path) -> None:
    page.open(trial)
    there = len([name for name in made.functions() if made.vectors_of(name)])
    every = len(made.functions())
    assert page.text(".edition-note") == f"{there} of the {every} functions are in edition ko."


def test_every_wrong_function_can_be_reached(page: Page, tmp_path: Path) -> None:
    names = [name for name in made.functions() if made.vectors_of(name)][:15]
    lines = [made.result(made.vectors_of(name)[0]["id"], outcome="fail") for name in names]
    page.open(made.report(tmp_path, made.Run(lines)))
    assert page.text(".standing summary") == "and 3 other functions"
    page.click(".standing summary")
    page.until("return document.querySelectorAll('.standing li').length === 3")
    assert len(page.all(".standing a")) == 15


def test_columns_of_several_backends_name_them(page: Page, trial: Path) -> None:
    page.open(trial)
    first, second = page.run(
        """
        return [...document.querySelectorAll('.matrix thead tr')].map(
            (row) => [...row.cells].map((cell) => cell.textContent))"""
    )
    assert first[0].startswith("Sorted over all backends: failures▼")
    assert first[1:] == ["right", "mine", "All backends"]
    assert second[-2:] == ["Worst margin", "Longest time"]
    row = page.run(
        "return document.querySelector('.name[href*=\"function=softmax\"]').closest('tr').innerText"
    )
    assert "mine" in row  # has the worst margin


def test_head_tells_what_is_right_complete_and_wrong(page: Page, trial: Path) -> None:
    page.open(trial)
    right, mine = page.texts(".standing")
    assert "Wrong\nnothing" in right
    assert "supported functions," in mine and "functions supported" in mine
    page.run("document.querySelector('.run:last-child .standing a').click()")
    page.until("return document.querySelector('.function-name')")


def test_colours_follow_the_system_until_they_are_chosen(page: Page, trial: Path) -> None:
    theme = "return document.documentElement.dataset.theme"
    background = "return getComputedStyle(document.body).backgroundColor"
    page.media(prefers_color_scheme="dark")
    page.open(trial)
    assert page.run(theme) == "dark"
    dark = page.run(background)
    page.find("#theme").click()
    assert page.run(theme) == "light"
    assert page.run(background) != dark
    page.open(trial)
    assert page.run(theme) == "light"


def test_keys_reach_the_search_the_results_and_a_case(page: Page, trial: Path) -> None:
    page.open(trial, "view=results")
    keys = ActionChains(page.driver)
    keys.send_keys("/").perform()
    assert page.run("return document.activeElement.type") == "search"
    keys.send_keys(Keys.ESCAPE).perform()
    page.run("document.getElementById('skip').focus()")
    keys.send_keys(Keys.ENTER).perform()
    assert page.run("return document.activeElement.id") == "view"
    while page.run("return document.activeElement.className") != "expand":
        keys.send_keys(Keys.TAB).perform()
    keys.send_keys(Keys.ENTER).perform()
    page.until("return document.querySelector('.details')")
    keys.send_keys(Keys.ENTER).perform()
    assert page.all(".details") == []


def test_paper_has_every_category(page: Page, trial: Path) -> None:
    page.open(trial, width=390)
    page.run("dispatchEvent(new Event('beforeprint'))")
    assert len(page.all(".matrix .name")) > 10
    page.run("dispatchEvent(new Event('afterprint'))")
    assert page.all(".matrix .name") == []


@pytest.mark.parametrize("view", all_views())
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_reaches_beyond_the_window(page: Page, trial: Path, view: str, width: int) -> None:
    page.open(trial, all_views()[view], width=width)
    page.until("return document.querySelector('#view').children.length > 0")
    assert page.run("return document.scrollingElement.scrollWidth") <= width
    outside = page.run("""
        return [...document.querySelectorAll('#summary *, #toolbar *, #legend *')]
            .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
            .map((node) => node.outerHTML.slice(0, 80))""")
    assert outside == []


def test_paper_has_the_first_results_without_the_tools(page: Page, trial: Path) -> None:
    page.media(prefers_color_scheme="dark")
    page.open(trial, "view=results")
    printed = page.emulate("Page.printToPDF", printBackground=True)
    assert base64.b64decode(printed["data"]).startswith(b"%PDF")
    count = len(made.troubled())
    expected = f"The first 500 of {count:,} results. Use the filters to see others."
    assert page.run("return document.querySelector('.print-note').textContent") == expected
    page.media("print")
    for hidden in ("#toolbar", "#theme"):
        assert not page.find(hidden).is_displayed()
    assert page.find(".print-note").is_displayed()


def test_page_without_results_says_so(page: Page, tmp_path: Path) -> None:
    page.open(made.report(tmp_path, made.Run([])))
    assert "Nothing matches" in page.text("#view") or page.all(".matrix")
