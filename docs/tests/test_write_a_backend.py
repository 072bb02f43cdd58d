"""docs/write_a_backend.md agrees with the sources of Keras and with the profiles."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import yaml
from test_pages import BUILD, ROOT, needs_keras

PAGE = (ROOT / "docs/write_a_backend.md").read_text("utf-8")
# Names that Keras defines itself, not the backend.
OWN = re.compile(r"^from \.common import (.*)$", re.MULTILINE)
# Of these backends Keras 2.3.1 takes more.
IMPORTED = re.compile(r"^from \.load_backend import (\w+)$", re.MULTILINE)


def _source(version: str, file: str) -> str:
    [folder] = (BUILD / "keras" / version).glob("lib/python*/site-packages/keras")
    return (folder / file).read_text("utf-8")


def _own(version: str, file: str) -> set[str]:
    return {"backend", *", ".join(OWN.findall(_source(version, file))).split(", ")}


def _asked_for_at_once() -> set[str]:
    """What 2.3.1 imports of any backend."""
    imported = set(IMPORTED.findall(_source("2.3.1", "backend/__init__.py")))
    return imported - _own("2.3.1", "backend/load_backend.py")


@cache
def _functions() -> frozenset[str]:
    """The functions of edition ko."""
    files = Path(ROOT, "spec/ops").glob("*/*.yaml")
    return frozenset(
        f.stem for f in files if "ko" in yaml.safe_load(f.read_text("utf-8"))["sources"]
    )


def _table(heading: str) -> list[list[str]]:
    """The rows of the first table below a heading, without its head."""
    below = PAGE.partition(f"\n## {heading}\n")[2]
    rows = re.search(r"^\|.*?(?=^[^|]|^$)", below, re.MULTILINE | re.DOTALL)[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


@needs_keras
def test_names_that_keras_has_itself() -> None:
    said = re.search(r"^\* Keras keeps its own names\.(.*?)^\* ", PAGE, re.MULTILINE | re.DOTALL)[1]
    said = said.replace("their setters", "`set_epsilon` `set_floatx` `set_image_data_format`")
    named = set(re.findall(r"`(\w+)`", said))
    assert named == _own("2.3.1", "backend/load_backend.py")
    assert named - {"symbolic", "eager"} == _own("2.2.4", "backend/__init__.py")


@needs_keras
def test_names_that_keras_imports_at_once() -> None:
    said = re.search(
        r"imports (\d+) names at once: .* \(except\s(.*?), and the four", PAGE, re.DOTALL
    )
    asked = _asked_for_at_once()
    assert int(said[1]) == len(asked)
    missing = set(re.findall(r"`(\w+)`", said[2]))
    assert missing == _functions() - asked - _own("2.3.1", "backend/load_backend.py")


@needs_keras
def test_names_that_the_documents_lack() -> None:
    rows = _table("What Keras needs beyond the functions")
    named = {re.match(r"`(\w+)", row[0])[1] for row in rows}
    assert named == _asked_for_at_once() - _functions()


def test_the_profiles_have_so_many_functions() -> None:
    text = (ROOT / "spec/profiles.yaml").read_text("utf-8")
    profiles = {profile["id"]: profile for profile in yaml.safe_load(text)}

    def functions(name: str) -> set[str]:
        included = (functions(other) for other in profiles[name].get("includes", []))
        return set(profiles[name]["functions"]).union(*included)

    for names, counts, _ in _table("In which order"):
        said = [int(number) for number in re.findall(r"\d+", counts)]
        counted = [len(functions(name) & _functions()) for name in re.findall(r"`(\w+)`", names)]
        assert said == counted
