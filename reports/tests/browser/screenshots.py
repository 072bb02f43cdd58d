"""Pictures of a report for the README: its top, light and narrow, and a place of it that is named, dark.

build/venv/bin/python reports/tests/browser/screenshots.py build/report/index.html docs
"""

from __future__ import annotations

import argparse
import base64
import sys
from dataclasses import dataclass
from pathlib import Path

from browser import Page, start

MOST_BYTES = 300_000


@dataclass(frozen=True)
class Picture:
    name: str
    scheme: str
    width: int
    height: int
    address: str = ""


def picture(page: Page, report: Path, wanted: Picture) -> bytes:
    page.media(prefers_color_scheme=wanted.scheme)
    page.emulate("Emulation.setScrollbarsHidden", hidden=True)
    page.open(report, wanted.address, wanted.width, wanted.height)
    page.until("return document.querySelector('#view').children.length > 0")
    page.until("return document.fonts.status === 'loaded'")
    page.run("document.querySelector('.details')?.scrollIntoView()")
    page.until("return new Promise((done) => requestAnimationFrame(() => done(true)))")
    clip = {
        "x": 0,
        "y": page.run("return scrollY"),
        "width": wanted.width,
        "height": wanted.height,
        "scale": 1,
    }
    shot = page.emulate("Page.captureScreenshot", format="png", clip=clip)
    return base64.b64decode(shot["data"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report", type=Path, help="an HTML report")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument(
        "--dark", default="", help="what of the page the dark picture shows: its address behind '#'"
    )
    options = parser.parse_args()
    pictures = (
        Picture("report", "light", 1200, 1000),
        Picture("report-dark", "dark", 1200, 1000, options.dark),
        Picture("report-narrow", "light", 400, 1000),
    )
    driver = start()
    try:
        for wanted in pictures:
            path = options.folder / f"{wanted.name}.png"
            png = picture(Page(driver), options.report, wanted)
            if len(png) > MOST_BYTES:
                raise RuntimeError(
                    f"{path} would have {len(png):,} bytes, more than {MOST_BYTES:,}"
                )
            path.write_bytes(png)
            print(path, file=sys.stderr)
    finally:
        driver.quit()


if __name__ == "__main__":
    try:
        main()
    except (RuntimeError, OSError) as error:
        sys.exit(f"error: {error}")
