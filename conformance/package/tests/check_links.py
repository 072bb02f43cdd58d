"""check_links.py PREFIX: every link of the documents below PREFIX leads to something below it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

LINK = re.compile(r"\]\(([^()\s]+)\)|<img src=\"([^\"]*)\"")


def dead_links(prefix: Path) -> list[str]:
    dead = []
    for document in sorted(prefix.rglob("*.md")):
        text = re.sub(r"^ *```.*?^ *```", "", document.read_text("utf-8"), flags=re.M | re.S)
        for match in LINK.finditer(re.sub(r"`[^`\n]*`", "", text)):
            link = match[1] or match[2] or ""
            if re.match(r"[a-z]+:|#", link):
                continue
            target = (document.parent / link.partition("#")[0]).resolve()
            if not link or not target.exists() or not target.is_relative_to(prefix.resolve()):
                dead.append(f"{document.relative_to(prefix)}: {link}")
    return dead


if __name__ == "__main__":
    prefix = Path(sys.argv[1])
    documents = len(list(prefix.rglob("*.md")))
    found = dead_links(prefix)
    print("\n".join([f"{documents} documents, {len(found)} dead links", *found]))
    sys.exit(1 if found or not documents else 0)
