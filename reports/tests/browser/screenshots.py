"""The picture of a report in the README: its top.

build/venv/bin/python reports/tests/browser/screenshots.py build/report/index.html docs/report.png
"""

from __future__ import annotations

import argparse
import base64
import sys
from pathlib import Path

from browser import Page, start

MOST_BYTES = 300_000
WIDTH, HEIGHT = 1400, 1560


def picture(page: Page, report: Path) -> bytes:
    page.media(prefers_color_scheme="light")
    page.emulate("Emulation.setScrollbarsHidden", hidden=True)
    page.open(report, "", WIDTH, HEIGHT)
    page.until("return document.querySelector('#view').children.length > 0")
    page.until("return document.fonts.status === 'loaded'")
    clip = {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT, "scale": 1}
    shot = page.emulate("Page.captureScreenshot", format="png", clip=clip)
    return base64.b64decode(shot["data"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report", type=Path, help="an HTML report")
    parser.add_argument("picture", type=Path, help="the PNG file to write")
    options = parser.parse_args()
    driver = start()
    try:
        png = picture(Page(driver), options.report)
    finally:
        driver.quit()
    if len(png) > MOST_BYTES:
        raise RuntimeError(f"the picture has {len(png):,} bytes, more than {MOST_BYTES:,}")
    options.picture.write_bytes(png)


if __name__ == "__main__":
    try:
        main()
    except (RuntimeError, OSError) as error:
        sys.exit(f"error: {error}")
