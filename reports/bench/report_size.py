"""What a report costs: time to make it, its size, and how long a browser takes to open, filter and scroll it.

Of results files that are named, or of 50,000 results that are made up. Needs Chromium (`./run test` installs it).
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests/browser"))

import made
from browser import Page, start

REPEATED = 5
# When the first table is in the document, and when it has been painted.
WATCH = """
new MutationObserver((_, observer) => {
  if (!document.querySelector('.matrix')) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { window.painted = performance.now(); }));
}).observe(document, {childList: true, subtree: true});
"""
# The time from a filter to the frame that shows what it leaves.
FILTER = """
const [label, value, done] = arguments;
const control = document.querySelector(`#toolbar [aria-label="${label}"]`);
const before = performance.now();
control.value = value;
control.dispatchEvent(new Event('change'));
requestAnimationFrame(() => setTimeout(() => done(performance.now() - before)));
"""
SEARCH = """
const [query, done] = arguments;
const address = new URLSearchParams(location.hash.slice(1));
address.set('query', query);
const before = performance.now();
addEventListener('hashchange', () =>
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - before))), {once: true});
location.hash = address;
"""
SCROLL = """
const done = arguments[0];
const frames = [];
let last = performance.now();
function step(now) {
  frames.push(now - last);
  last = now;
  if (frames.length > 300) return done(frames.slice(2));
  scrollBy(0, 120);
  requestAnimationFrame(step);
}
requestAnimationFrame(step);
"""


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def generation(results: list[Path], page: Path) -> tuple[float, float]:
    """Seconds of `kassay report`, by the clock and of processor time; of three runs the fastest."""
    runs = []
    for _ in range(3):
        before, used = time.perf_counter(), processor_seconds()
        made.report_of(page, *results)
        runs.append((time.perf_counter() - before, processor_seconds() - used))
    return min(runs)


def opening(page: Page, report: Path) -> tuple[float, float]:
    """Seconds until anything is painted, and until the table is."""
    first, whole = [], []
    for _ in range(REPEATED):
        page.open(report)
        whole.append(page.until("return window.painted") / 1000)
        paint = "return performance.getEntriesByName('first-contentful-paint')[0].startTime"
        first.append(page.run(paint) / 1000)
    return statistics.median(first), statistics.median(whole)


def filtering(page: Page, report: Path) -> dict[str, float]:
    """Milliseconds of each filter."""
    page.open(report, "view=results")
    run = page.driver.execute_async_script
    times = {
        "dtype": [run(FILTER, "Any dtype", value) for value in ("float32", "float64", "")],
        "search": [run(SEARCH, query) for query in ("softmax", "wrong", "")],
    }
    page.open(report)
    times["dtype, in the matrix"] = [run(FILTER, "Any dtype", value) for value in ("float32", "")]
    return {name: max(found) for name, found in times.items()}


def scrolling(page: Page, report: Path) -> tuple[float, float]:
    """Milliseconds of the 95th percentile of frames, and of the longest."""
    page.open(report, "view=results")
    frames = sorted(page.driver.execute_async_script(SCROLL))
    return frames[int(len(frames) * 0.95)], frames[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "results", nargs="*", type=Path, help="results files, side by side in one report"
    )
    parser.add_argument(
        "--count", type=int, default=50_000, help="results to make up where no file is named"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results = options.results
        if not results:
            results = [made.Run(made.many(options.count)).write(Path(folder) / "made.jsonl")]
        report = Path(folder) / "report.html"
        lines = sum(len(path.read_text().splitlines()) for path in results) - 2 * len(results)
        print(f"results                       {lines:,} in {len(results)} file(s)")
        elapsed, used = generation(results, report)
        print(f"generation                    {elapsed:.2f} s, of processor time {used:.2f} s")
        print(f"file                          {report.stat().st_size / 1e6:.2f} MB")
        driver = start()
        try:
            driver.set_script_timeout(120)
            page = Page(driver)
            page.emulate("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
            first, whole = opening(page, report)
            print(f"until something is painted    {first:.2f} s")
            print(f"until the table is painted    {whole:.2f} s")
            for name, milliseconds in filtering(page, report).items():
                print(f"filter: {name:<22}{milliseconds:.0f} ms")
            usual, longest = scrolling(page, report)
            print(f"frames while scrolling        {usual:.0f} ms (95 %), longest {longest:.0f} ms")
        finally:
            driver.quit()


if __name__ == "__main__":
    try:
        main()
    except (RuntimeError, OSError, subprocess.SubprocessError, AssertionError) as error:
        sys.exit(f"error: {error}")
