"""The page of what `kassay bench` measured: means, workloads, what is slow, and how it went over time."""

from __future__ import annotations

from pathlib import Path

import measured
import pytest
from browser import Page
from measured import at
from test_accessibility import Look, in_each_look, violations
from test_hostile import HOSTILE, SHOWN, assert_harmless

ROWS = ".workloads tbody tr:not(.details, .group)"
WORST_FIRST = [  # by category: what failed, what is slow, what has no ratio
    "networks/mlp/float32/small",
    "networks/cnn/float32/small",
    "elementwise/exp/float32/large",
    "elementwise/add/float32/small",
    "elementwise/exp/float32/small",
    "reduction/sum/float32/large",
    "reduction/max/float32/large",
]


@pytest.fixture(scope="session")
def race(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return measured.race(tmp_path_factory.mktemp("race"))


def said(page: Page, selector: str) -> str:
    """The text of an element on one line, with what only those who listen are told."""
    return " ".join(page.text(selector).split())


def names(page: Page) -> list[str]:
    return page.texts(f"{ROWS} .case-name")


def test_top_says_what_was_measured_where_and_how(page: Page, race: Path) -> None:
    page.open(race)
    card = said(page, "#summary .run")
    assert "ours beside swift, steady" in card
    assert "a processor, 2 cores, an operating system" in card
    assert "2026-01-31 12:00:00 UTC" in card
    assert "300 ms for each workload and backend in each of 3 rounds" in card
    assert "swift 1.0 on cpu exec:./swift" in card
    assert "Ahead of the fastest of the others in 4 of 5 workloads" in card


def test_means_stand_right_of_one_where_ours_is_faster(page: Page, race: Path) -> None:
    page.open(race)
    assert page.texts(".against > summary b") == [
        "Against the fastest of the others",
        "Against swift",
        "Against steady",
    ]
    rows = page.texts(".against[open] tbody tr")
    assert [row.split()[0] for row in rows] == ["elementwise", "reduction", "all"]
    assert "▼0.874" in rows[0] and "2 of 3" in rows[0]
    bars = page.run(
        "return [...document.querySelectorAll('.against[open] tbody .ratio')].map((track) => {"
        "  const [all, bar] = [track, track.firstChild].map((node) => node.getBoundingClientRect());"
        "  const one = Number(track.style.getPropertyValue('--one'));"
        "  return [track.firstChild.className, bar.width, (bar.left - all.left) / all.width - one];"
        "})"
    )
    assert [bar[0] for bar in bars] == ["slower", "faster", "faster"]
    assert all(width > 1 for _, width, _ in bars)
    assert bars[0][2] < 0 and abs(bars[1][2]) < 0.01


def test_worst_workload_is_a_link_to_its_row(page: Page, race: Path) -> None:
    page.open(race, "category=reduction")
    page.click(".against[open] tbody tr:first-child a")
    page.until("return document.querySelector('.workloads .details') !== null")
    assert page.address == "workload=elementwise%2Fexp%2Ffloat32%2Flarge"
    assert page.text(".workloads .arrived .case-name") == "elementwise/exp/float32/large"
    page.until("return document.querySelector('.arrived').getBoundingClientRect().top > 0")
    page.until(
        "return document.querySelector('.arrived').getBoundingClientRect().bottom < innerHeight"
    )


def test_each_backend_has_a_bar_with_its_median(page: Page, race: Path) -> None:
    page.open(race, "query=exp/float32/large")
    assert page.texts(f"{ROWS} .time b") == ["9 ms", "3 ms", "80 ms"]
    widths = page.run(
        "return [...document.querySelectorAll('.duration .median')].map((node) => node.offsetWidth)"
    )
    assert widths[0] / widths[1] == pytest.approx(3, rel=0.05)
    # The scale ends at six times the fastest: the bar of the third is cut, and says so.
    assert page.run("return document.querySelectorAll('.duration.beyond').length") == 1
    assert page.text(f"{ROWS} .ratio-cell").startswith("▼0.333")


def test_rates_are_of_multiply_adds_or_else_of_bytes(page: Page, race: Path) -> None:
    page.open(race, "query=exp/float32/small")
    rates = page.texts(f"{ROWS} .taken .muted")
    assert rates == ["2.5 G multiply-adds/s", "1.02 GB/s", "512 MB/s"]


def test_worst_come_first_in_their_category(page: Page, race: Path) -> None:
    page.open(race)
    assert names(page) == WORST_FIRST
    groups = page.texts(".workloads .group")
    assert [group.split()[0] for group in groups] == ["networks", "elementwise", "reduction"]
    assert groups[1].endswith("3 workloads, 1 slower than the fastest other")


def test_order_is_kept_in_the_address(page: Page, race: Path) -> None:
    page.open(race)
    page.click('[data-key="sort-name"]')
    assert page.address == "sort=name"
    assert names(page) == sorted(WORST_FIRST)
    assert page.find(".workloads th").get_attribute("aria-sort") == "ascending"
    page.open(race, page.address)
    assert names(page) == sorted(WORST_FIRST)


def test_all_categories_in_one_list(page: Page, race: Path) -> None:
    page.open(race, "sort=ratio")
    page.click('[data-key="chip-flat"]')
    assert page.all(".workloads .group") == []
    assert names(page)[:2] == ["networks/mlp/float32/small", "elementwise/exp/float32/large"]
    assert page.address == "flat=yes"


def test_search_finds_names_and_messages(page: Page, race: Path) -> None:
    page.open(race)
    page.choose("Search workloads and messages", "sigsegv")
    page.until("return document.querySelector('.status').innerText === '1 of 7 workloads'")
    assert names(page) == ["networks/mlp/float32/small"]
    assert page.address == "query=sigsegv"
    page.choose("Search workloads and messages", "no such words")
    page.until("return document.querySelector('.nothing') !== null")


def test_category_is_chosen(page: Page, race: Path) -> None:
    page.open(race)
    page.choose("Category", "reduction")
    assert page.status == "2 of 7 workloads"
    assert page.address == "category=reduction"
    page.click(".clear")
    assert page.status == "7 workloads"


@pytest.mark.parametrize(
    ("only", "count"), [("slower", 1), ("gaps", 3)], ids=["slower", "not-measured"]
)
def test_only_what_is_slow_or_missing(page: Page, race: Path, only: str, count: int) -> None:
    page.open(race)
    page.click(f'[data-key="chip-{only}"]')
    assert len(names(page)) == count
    page.open(race, page.address)
    assert len(names(page)) == count
    assert page.find(f'[data-key="chip-{only}"]').get_attribute("aria-pressed") == "true"


def test_what_was_not_measured_says_why(page: Page, race: Path) -> None:
    page.open(race, "query=reduction/max")
    cell = page.texts(f"{ROWS} .time")[1]
    assert cell.split("\n") == ["differs", "output 0: element [1] is 3, not 2"]


def test_opened_workload_has_all_numbers_and_a_command(page: Page, race: Path) -> None:
    page.open(race, "query=exp/float32/small")
    page.click(".workloads .expand")
    ours = page.texts(".numbers tbody tr")[0]
    assert "1.9 µs to 2.4 µs" in ours and "1.8 µs" in ours and "300" in ours
    assert page.texts(".numbers tbody tr:first-child .rate") == [
        "2.5 G multiply-adds/s",
        "2.05 GB/s",
    ]
    assert page.text(".details .command code") == (
        "kassay bench --backend exec:./ours --backend exec:./swift --backend exec:./steady"
        " --threads 2 --only elementwise/exp/float32/small"
    )
    page.open(race, page.address)
    assert len(page.all(".details")) == 1


def test_wrong_addresses_are_ignored(page: Page, race: Path) -> None:
    page.open(race, "run=7&category=no&only=__proto__&sort=no&workload=no/such")
    assert page.status == "7 workloads"
    assert page.all(".details") == []


def test_one_backend_has_times_and_no_ratios(page: Page, tmp_path: Path) -> None:
    lines = measured.lines({"loss/mse/float32/small": (1e-3,)})
    page.open(measured.page(tmp_path, measured.write(tmp_path / "f", measured.header(), lines)))
    assert "there are times, and no ratios" in page.text("#summary")
    assert page.texts(f"{ROWS} .time b") == ["1 ms"]
    assert page.all(".ratio") == []


def test_nothing_measured_says_so(page: Page, tmp_path: Path) -> None:
    page.open(measured.page(tmp_path, measured.write(tmp_path / "f", measured.header("x"), [])))
    assert page.text(".nothing") == "Nothing was measured."
    assert "holds no measurement: it was cut short" in page.text(".notices")


def test_means_go_from_file_to_file(page: Page, tmp_path: Path) -> None:
    days = [at(20, (1e-6, 4e-6)), at(3, (1e-6, 1e-6)), at(9, (1e-6, 2e-6))]
    page.open(measured.races(tmp_path, *days))
    assert said(page, "[aria-labelledby=over-time] summary") == (
        "Against swift ▲1.00 faster to ▲4.00 faster"
    )
    row = said(page, "[aria-labelledby=over-time] .means tbody tr")
    assert row == "elementwise ▲1.00 faster ▲4.00 faster +300 % 1"
    points = page.run(
        "return [...document.querySelectorAll('[aria-labelledby=over-time] .spark')[0]"
        ".querySelectorAll('circle')].map((point) => Number(point.getAttribute('cy')))"
    )
    assert points == sorted(points, reverse=True) and len(set(points)) == 3


def test_a_file_is_chosen_and_kept_in_the_address(page: Page, tmp_path: Path) -> None:
    page.open(measured.races(tmp_path, at(3, (1e-6, 1e-6)), at(9, (1e-6, 2e-6))))
    assert "2026-01-09" in page.text("#summary .run")
    page.choose("File", "0")
    assert "2026-01-03" in page.text("#summary .run")
    assert page.address == "run=0"
    assert page.texts(f"{ROWS} .time b") == ["1 µs", "1 µs"]


def test_opened_workload_has_its_medians_over_time(page: Page, tmp_path: Path) -> None:
    page.open(measured.races(tmp_path, at(3, (1e-6, 1e-6)), at(9, (5e-7, 2e-6))))
    page.click(".workloads .expand")
    sparks = page.run(
        "return [...document.querySelectorAll('.numbers .spark')].map((spark) => "
        "[...spark.querySelectorAll('title')].map((title) => title.textContent))"
    )
    assert sparks[0] == ["1 µs, 2026-01-03 12:00:00 UTC", "0.5 µs, 2026-01-09 12:00:00 UTC"]
    assert said(page, ".ratio-history").endswith(": ▲1.00 faster ▲4.00 faster")


def test_other_machines_are_noticed(page: Page, tmp_path: Path) -> None:
    machine = {"cpu": "another processor", "cores": 2, "os": "an operating system"}
    page.open(measured.races(tmp_path, at(3, (1e-6, 1e-6), machine=machine), at(9, (1e-6, 2e-6))))
    assert "another machine (another processor)" in page.text(".notices")


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_reaches_beyond_the_window(page: Page, race: Path, width: int) -> None:
    page.open(race, width=width)
    page.click(".workloads .expand")
    assert page.run("return document.scrollingElement.scrollWidth") <= width


def test_paper_has_all_workloads(page: Page, race: Path) -> None:
    page.open(race, width=680)
    page.media("print")
    assert page.find(".means thead").is_displayed()
    assert len(names(page)) == 7
    assert not page.find("#toolbar").is_displayed()
    assert page.emulate("Page.printToPDF")["data"]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_shown_as_text(page: Page, tmp_path: Path, name: str) -> None:
    text = HOSTILE[name]
    about = measured.backend(text, argument=text, name=text, version=text, device=text)
    machine = {"cpu": text, "cores": 2, "os": text}
    head = measured.header(backends=[measured.backend(measured.OURS), about], machine=machine)
    head.update(kassay=text, started=text, workloads=text)
    workload = f"loss/{text}"
    lines = [
        measured.line(workload, measured.OURS, 1e-3),
        measured.line(workload, text, ("crash", text)),
        measured.line(f"{text}/x", measured.OURS, 1e-3),
        measured.line(f"{text}/x", text, 2e-3),
    ]
    shown = measured.write(tmp_path / "a", head, lines)
    later = measured.write(tmp_path / "b", {**head, "threads": 1}, lines)
    page.open(measured.page(tmp_path, shown, later))
    assert SHOWN.get(name, text) in page.text("#summary .facts")
    assert_harmless(page)
    for _ in range(2):
        page.click(".workloads .expand[aria-expanded=false]")
    assert SHOWN.get(name, text) in page.text(".numbers .message")
    assert_harmless(page)
    assert page.run("return document.scrollingElement.scrollWidth") <= 1280


@in_each_look
def test_no_violation_of_accessibility(page: Page, race: Path, look: Look) -> None:
    look.open(page, race)
    page.click(".workloads .expand")
    assert violations(page, look) == []


@in_each_look
def test_no_violation_of_accessibility_over_time(page: Page, tmp_path: Path, look: Look) -> None:
    look.open(page, measured.races(tmp_path, at(3, (1e-6, 1e-6)), at(9, (5e-7, 2e-6))))
    page.click(".workloads .expand")
    assert violations(page, look) == []
