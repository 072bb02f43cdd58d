"""The documents and examples that are installed.

documents.py --out FOLDER [--wheel] writes below FOLDER what belongs below the prefix of an installation: share/doc/kassay has the documents
for users, the examples and what these need, in the folders of the sources, so that paths in the text stay true. A link to what is
installed leads there; of any other link to a file only its text stays. Commands lose the folders of the build (`build/bin/kassay`
becomes `kassay`). --wheel: for the wheel, whose prefix is a folder of the package.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = Path("share/doc/kassay")
# Files and folders of the sources that are installed below DOCUMENTS.
COPIED = (
    "README.md",
    "conformance/PROTOCOL.md",
    "conformance/abi/kassay_backend.h",
    "conformance/backends/README.md",
    "conformance/examples",
    "conformance/package/README.md",
    "conformance/python/README.md",
    "conformance/python/backends.md",
    "conformance/python/keras3.md",
    "docs/README.md",
    "docs/architecture.svg",
    "docs/bugs_found.md",
    "docs/continuous_integration.md",
    "docs/faq.md",
    "docs/glossary.md",
    "docs/isolation.md",
    "docs/many_machines.md",
    "docs/native_plugins.md",
    "docs/random_programs.md",
    "docs/report.png",
    "docs/running.md",
    "docs/speed.md",
    "docs/verdicts.md",
    "docs/waivers_and_gates.md",
    "docs/write_a_backend.md",
    "reports/README.md",
    "spec/README.md",
    "spec/results.md",
    "spec/specification_files.md",
    "spec/vectors.md",
)
# Only the wheel has what these describe, and it lacks the CMake package.
OF_WHEEL = ("conformance/python/interpreters.md", "docs/keras.md")
OF_CMAKE = "conformance/package/kassayTests.cmake"
# What is installed somewhere else, by others.
ELSEWHERE = {
    "LICENSE": DOCUMENTS / "copyright",
    OF_CMAKE: Path("lib/cmake/kassay/kassayTests.cmake"),
    "spec/schema": Path("share/kassay/schema"),
}
# Where commands are found in a build, and what starts them where kassay is installed.
COMMANDS = {"build/bin/": "", "build/venv/bin/python": "python3", "build/venv/bin/": ""}
# Of these folders of the examples and of the schemas nothing is installed.
NOT_INSTALLED = ("tests", "__pycache__")
# A block or a span of code is matched only so that nothing in it is taken for a link.
LINK = re.compile(
    r"^ *```.*?^ *```"
    r"|(?P<image>!?)\[(?P<text>(?:[^\[\]\\]|\\.)*)\]\((?P<target>[^()\s]+)\)"
    r"|(?P<before><img src=\")(?P<source>[^\"]+)"
    r"|`[^`\n]*`",
    re.MULTILINE | re.DOTALL,
)


def copied(wheel: bool) -> tuple[str, ...]:
    return (*COPIED, *OF_WHEEL) if wheel else COPIED


def place_of(path: Path, wheel: bool = False) -> Path | None:
    """Where a file or folder of the sources is installed, from the prefix on; None if it is not."""
    if any(part in NOT_INSTALLED for part in path.parts) or (wheel and path == Path(OF_CMAKE)):
        return None
    for name, place in ELSEWHERE.items():
        if path.is_relative_to(name):
            return place / path.relative_to(name)
    return DOCUMENTS / path if any(map(path.is_relative_to, copied(wheel))) else None


def with_links_of(text: str, source: Path, wheel: bool = False) -> str:
    """The text of the document `source` with the links of its installed copy."""
    own_place = place_of(source, wheel)
    if own_place is None:
        raise ValueError(f"{source} is not installed")

    def target_of(link: str) -> str | None:
        """The link as it is installed; None if it leads to nothing."""
        if re.match(r"[a-z]+:|#", link):
            return link
        name, mark, anchor = link.partition("#")
        place = place_of(Path(os.path.normpath(source.parent / name)), wheel)
        return None if place is None else os.path.relpath(place, own_place.parent) + mark + anchor

    def replaced(match: re.Match[str]) -> str:
        if match["target"]:
            target = target_of(match["target"])
            return (
                match["text"] if target is None else f"{match['image']}[{match['text']}]({target})"
            )
        if match["source"]:
            return match["before"] + (target_of(match["source"]) or "")
        return match[0]

    return LINK.sub(replaced, text)


def with_installed_commands(text: str) -> str:
    for built, installed in COMMANDS.items():
        text = text.replace(built, installed)
    return text


def write_document(source: Path, out: Path, wheel: bool) -> None:
    place = place_of(source, wheel)
    assert place is not None, source
    file = out / place
    file.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix in (".md", ".py"):
        text = with_installed_commands((ROOT / source).read_text("utf-8"))
        file.write_text(
            with_links_of(text, source, wheel) if source.suffix == ".md" else text, "utf-8"
        )
    else:
        shutil.copyfile(ROOT / source, file)


def sources(wheel: bool = False) -> list[Path]:
    """All files that are written, from the root of the sources on."""
    files: list[Path] = []
    for name in copied(wheel):
        found = [ROOT / name] if (ROOT / name).is_file() else sorted((ROOT / name).rglob("*"))
        files += [file.relative_to(ROOT) for file in found if file.is_file()]
    return [file for file in files if place_of(file, wheel) is not None]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--wheel", action="store_true")
    options = arguments.parse_args()
    shutil.rmtree(options.out, ignore_errors=True)
    for source in sources(options.wheel):
        write_document(source, options.out, options.wheel)


if __name__ == "__main__":
    main()
