"""From a function to its clauses, to a case, to the elements that are wrong."""

from __future__ import annotations

from pathlib import Path

import made
from browser import Page
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from test_page import open_case


def test_function_has_its_clauses_with_sources_decisions_and_results(
    page: Page, trial: Path
) -> None:
    page.open(trial, "function=softmax")
    text = page.text(".clauses")
    assert "softmax.value" in text and "Source: " in text and "D-203" in text
    page.run("document.querySelector('.decision').open = true")
    assert "Choice" in page.text(".decision")
    page.click('.clause-result a[href*="clause=softmax.stable"]')
    page.until("return location.hash.includes('clause=softmax.stable')")
    assert "Only cases that test softmax.stable" in page.text(".chosen")


def test_clause_names_the_part_of_the_entry_and_the_page(page: Page, trial: Path) -> None:
    page.open(trial, "function=softmax")
    assert "Source: ko: NumPy code" in page.texts(".clauses .source")
    page.run("document.querySelector('.documents').open = true")
    places = page.texts(".documents li")
    assert len(places) == 3 and places[0].startswith("ko Korean, ")
    assert "heading “softmax” of “Keras 백엔드”, a page like sources/backend.md" in places[0]
    page.open(trial, "function=stop_gradient")
    said = [text for text in page.texts(".clauses .source") if text.startswith("ja says: ")]
    assert len(said) == 1


def test_clauses_of_the_introduction_say_how_they_are_checked(page: Page, trial: Path) -> None:
    page.open(trial, "")
    assert "introduction.printed-line" not in page.text(".introduction")
    page.run("document.querySelector('.introduction').open = true")
    rows = page.texts(".introduction tbody tr")
    [line] = [row for row in rows if row.startswith("introduction.printed-line")]
    assert "Source: ko, zh, ja: section on switching" in line
    assert "Checked by a test of the Python adapter: " in line and "Not checked: " in line
    page.open(trial, "category=activation")
    assert not page.texts(".introduction")


def test_readings_are_counted(page: Page, trial: Path) -> None:
    page.open(trial, "function=softmax")
    [reading] = [text for text in page.texts(".readings li") if text.startswith("axis-ignored")]
    assert "mine: 1 answer matches." in reading


def test_margins_have_a_histogram_for_each_dtype(page: Page, trial: Path) -> None:
    page.open(trial, "function=softmax&dtype=float32")
    assert page.texts(".by-dtype h4") == ["float16", "float32", "float64"]
    labels = page.run(
        "return [...document.querySelectorAll('.by-dtype .histogram')].map((node) => node.getAttribute('aria-label'))"
    )
    assert sum("over the limit: 1" in label for label in labels) == 1


def test_case_shows_what_went_in_what_came_out_and_what_should(page: Page, trial: Path) -> None:
    page.open(trial, open_case("softmax", 2))
    details = page.text(".case-details")
    for heading in (
        "Call",
        "Inputs",
        "Expected",
        "Actual",
        "Error map",
        "Clauses that this case tests",
    ):
        assert heading in details
    assert "K.softmax(" in page.text(".program")
    assert (
        "Matches the misreading axis-ignored of softmax.axis: The last dimension is used" in details
    )
    case = made.case_with("softmax", dtype="float32", rank=2)
    rows, columns = case["expect"]["outputs"][0]["shape"]
    assert f"float32 {rows} × {columns}" in details
    [actual] = [node for node in page.all(".values") if node.text.startswith("Actual")]
    assert len(actual.find_elements("css selector", "td mark.wrong")) == 4
    assert len(actual.find_elements("css selector", ".array > tbody td")) == rows * columns


def test_expected_elements_are_not_marked_like_wrong_ones(page: Page, trial: Path) -> None:
    page.open(trial, open_case("softmax", 2))
    [expected] = [node for node in page.all(".values") if node.text.startswith("Expected")]
    assert expected.find_elements("css selector", "mark.wrong") == []
    assert len(expected.find_elements("css selector", "mark.wanted")) == 4
    colour = "return getComputedStyle(document.querySelector(arguments[0])).color"
    assert page.run(colour, "mark.wanted") != page.run(colour, "mark.wrong")


def accepted_note(page: Page, folder: Path, function: str, reading: str) -> str:
    """What the page says of an answer by an accepted reading."""
    case = made.vectors_of(function)[0]["id"]
    lines = [made.result(case, outcome="pass-accepted", reading=reading)]
    page.open(made.report(folder, made.Run(lines)), f"case={case}&caseMode=eager")
    page.until("return document.querySelector('.case-details')")
    return page.text(".case-details")


def test_accepted_answer_names_what_leaves_it_unspecified(page: Page, tmp_path: Path) -> None:
    text = accepted_note(page, tmp_path, "relu", "nan-to-zero")
    assert "The answer differs only where D-209 leaves it unspecified" in text


def test_several_accepted_readings_at_once_are_all_named(page: Page, tmp_path: Path) -> None:
    text = accepted_note(page, tmp_path, "mean", "integers-divided+relu/nan-to-zero")
    assert "The answer differs only where D-315 and D-209 leave it unspecified" in text


def test_function_lists_what_is_unspecified(page: Page, trial: Path) -> None:
    page.open(trial, "function=map_fn")
    elements = "D-1360 A tensor without dimensions, or without elements, is unspecified."
    assert elements in page.texts(".unspecified li")
    page.open(trial, "function=elu")
    assert page.all(".unspecified") == []


def test_refusal_has_no_margin(page: Page, tmp_path: Path) -> None:
    [refusal, *_] = [case for case in made.vectors_of("softmax") if "error" in case["expect"]]
    value = made.case_with("softmax", dtype="float32", rank=2)
    lines = [made.result(case["id"], margin=0) for case in (refusal, value)]
    lines.append(made.result(value["id"], "function", "crash", margin=0))
    page.open(made.report(tmp_path, made.Run(lines)), "view=results&sort=name")
    rows = {
        (name, mode): margin
        for name, mode, margin in page.run(
            """
            return [...document.querySelectorAll('.results tbody tr')].map((row) => [
              row.querySelector('.case-name').innerText, row.cells[1].innerText,
              row.querySelector('[data-label="Margin"]').innerText])"""
        )
    }
    assert rows[refusal["id"], "eager"] == "–"
    assert rows[value["id"], "eager"] == "0"
    assert rows[value["id"], "function"] == "–"


def test_modes_of_a_case_are_one_entry_of_the_margins(page: Page, tmp_path: Path) -> None:
    case = made.case_with("softmax", dtype="float32", rank=2)["id"]
    lines = [
        made.result(case, mode, margin=margin)
        for mode, margin in (("eager", 0.25), ("function", 0.5), ("dynamic", 0.25))
    ]
    page.open(made.report(tmp_path, made.Run(lines)), "view=extremes")
    margins, times = page.texts(".extremes tbody")
    assert margins.count(case) == times.count(case) == 1
    assert "function of 3 modes" in margins and "0.5" in margins


def test_wrong_elements_stand_in_a_table_with_error_and_limit(page: Page, trial: Path) -> None:
    page.open(trial, open_case("softmax", 2))
    assert page.text(".worst caption") == "4 wrong elements"
    head, first, *_ = page.texts(".worst tr")
    assert head.split("\t") == ["Index", "Expected", "Actual", "Error", "Limit", "Error / limit"]
    assert first.split("\t")[2:] == ["nan", "NaN", "1e-7", "NaN"]


def test_error_map_says_where_the_errors_lie(page: Page, trial: Path) -> None:
    page.open(trial, open_case("softmax", 2))
    shape = made.case_with("softmax", dtype="float32", rank=2)["expect"]["outputs"][0]["shape"]
    size = shape[0] * shape[1]
    image = page.find(".map .blocks .error-map")
    assert image.get_attribute("aria-label") == f"Errors at [:, :]: 4 of {size} elements wrong"
    legend = page.texts(".map-legend li")
    assert legend[0] == "no error" and legend[-1] == "no finite error"
    assert page.text(".map p").startswith(
        "Wrong elements occur at index 0 of axis 0; at indices 0–2, 4 of axis 1."
    )
    page.point_at(".map .blocks .error-map", 3, 3)
    assert page.text(".readout") == "[0, 0]: up to 10 times the limit"


def test_map_of_images_has_one_for_each_sample_and_channel(page: Page, trial: Path) -> None:
    page.open(trial, open_case("conv2d", 4))
    samples, _, _, channels = made.case_with("conv2d", dtype="float32", rank=4)["expect"][
        "outputs"
    ][0]["shape"]
    titles = page.texts(".map figcaption")
    assert titles == [f"[{s}, :, :, {c}]" for s in range(samples) for c in range(channels)]
    page.run("""
        const select = document.querySelector('.map .axes');
        select.value = '2 3';
        select.dispatchEvent(new Event('change'));""")
    assert page.texts(".map figcaption")[0] == "[0, 0, :, :]"


def test_map_of_one_axis_is_a_strip(page: Page, trial: Path) -> None:
    page.open(trial, open_case("cumsum", 1))
    assert len(page.all(".map .blocks .error-map")) == 1
    assert page.all(".map .axes") == []


def test_case_that_passes_everywhere_says_how_to_see_its_values(page: Page, trial: Path) -> None:
    page.open(trial, "function=softmax&case=" + made.vectors_of("softmax")[-1]["id"])
    assert "The first command below shows its values." in page.text(".case-details")


def test_reproducer_is_copied(page: Page, trial: Path) -> None:
    page.open(trial, open_case("softmax", 2))
    case = made.case_with("softmax", dtype="float32", rank=2)["id"]
    copy = '.copy[aria-label^="Copy: the command that explains"]'
    page.click(copy)
    page.until("return arguments[0].innerText === 'Copied'", page.find(copy))
    search = page.find("#toolbar input")
    search.click()
    ActionChains(page.driver).key_down(Keys.CONTROL).send_keys("v").key_up(Keys.CONTROL).perform()
    command = page.until("return arguments[0].value", search)
    assert command.startswith("PYTHONPATH='my folder' kassay explain ") and case in command
    assert command.endswith(" --backend exec:./mine") and "--mode" not in command


def test_waived_result_has_its_reason_and_link(page: Page, trial: Path) -> None:
    page.open(trial, "view=results&function=square&outcome=waived")
    page.find(".results .expand").click()
    assert "Waived by waivers.yaml:3 (error): comes with the spring release" in page.text(
        ".details"
    )
    assert page.find(".details .reading a").get_attribute("href") == "https://example.org/issues/7"


def test_opened_case_is_in_the_address_until_it_is_closed(page: Page, trial: Path) -> None:
    page.open(trial, "view=results")
    row = page.find(".results .expand")
    row.click()
    assert "case=" in page.address and "caseMode=" in page.address
    row.click()
    assert page.address == "view=results"
