"""Whether the list of changed and retired cases (`spec/versions.yaml`) names every difference between two sets of vectors."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load

from kassay_generators.cases.expansion import expand
from kassay_generators.oracles.library import load_module
from kassay_generators.specification.function import Function
from kassay_generators.specification.versions import CaseChange, Versions
from kassay_generators.vectors.pairs import is_drawn
from kassay_generators.vectors.record import store

# What decides the outcome of a case in every mode. The rest says what it tests, and how a failure is explained.
_DECISIVE = ("inputs", "program", "expect")
# Modes with their own expectation, under the same name.
_GRADIENTS = ("gradient", "second-gradient")
_MANIFEST = "manifest.json"


class NoVectors(Exception):
    """There are no vectors at that place."""


@dataclass(frozen=True)
class Run:
    """Digests of what decides the outcome of a case in one edition and mode."""

    content: str
    accepted: frozenset[str] = frozenset()  # answers other than the normative one

    def succeeds(self, old: Run) -> bool:
        """Whether it is the same. An additional accepted answer only turns wrong results into right ones."""
        return self.content == old.content and self.accepted >= old.accepted


Runs = dict[tuple[str, str], Run]  # by edition and mode, which `kassay diff` compares


@dataclass(frozen=True)
class Vectors:
    """The cases of the tiers smoke and core."""

    version: str | None  # None: before versions were recorded
    cases: dict[str, Runs]  # by id


def read_vectors(place: Path) -> Vectors:
    """The vectors of a folder, or of a wheel of kassay that holds one. Raises NoVectors."""
    folder = _folder(place)
    manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
    cases: dict[str, Runs] = {}
    for name in manifest["functions"]:
        document = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        names = _names_without_signs_of_nan((folder / f"{name}.safetensors").read_bytes())
        cases |= {case["id"]: _runs(_renamed(case, names)) for case in document["cases"]}
    return Vectors(manifest.get("version"), cases)


def _folder(place: Path) -> Path | zipfile.Path:
    if (place / _MANIFEST).is_file():
        return place
    if zipfile.is_zipfile(place):
        suffix = f"vectors/{_MANIFEST}"
        found = [n for n in zipfile.ZipFile(place).namelist() if n.endswith(suffix)]
        if len(found) == 1:
            return zipfile.Path(place, found[0].removesuffix(_MANIFEST))
    raise NoVectors(
        f"{place}: neither a folder of vectors nor a wheel with one. Name build/vectors of another checkout, "
        "share/kassay/vectors of an installation, or kassay-*.whl of a release."
    )


def _names_without_signs_of_nan(content: bytes) -> dict[str, str]:
    """Other names of the tensors that hold NaN. A tensor is named by its bytes; those of NaN differ, and mean the same."""
    names = {}
    for name, values in load(content).items():
        if values.dtype.kind == "f" and np.isnan(values).any():
            alike: dict[str, np.ndarray] = {}
            names[name] = store(
                np.where(np.isnan(values), values.dtype.type(np.nan), values), alike
            )
    return names


def _runs(case: dict[str, Any]) -> Runs:
    common = {key: case.get(key) for key in _DECISIVE}
    accepted = frozenset(
        _digest({k: v for k, v in reading.items() if k != "id"})
        for reading in case["readings"]
        if reading["verdict"] == "accepted"
    )
    contents = {
        mode: _digest([common, case[mode] if mode in _GRADIENTS else None])
        for mode in case["modes"]
    }
    return {
        (edition, mode): Run(content, accepted)
        for mode, content in contents.items()
        for edition in case["editions"]
    }


def _digest(entry: Any) -> str:
    return hashlib.sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest()


def _renamed(entry: Any, names: dict[str, str]) -> Any:
    if isinstance(entry, dict):
        return {key: _renamed(value, names) for key, value in entry.items()}
    if isinstance(entry, list):
        return [_renamed(value, names) for value in entry]
    return names.get(entry, entry) if isinstance(entry, str) else entry


def untrue(versions: Versions, functions: dict[str, Function]) -> Iterator[str]:
    """The entries of the list that the specification contradicts: a retired case that exists, a changed one that does not."""
    ids = cache(lambda name: _ids(functions[name]) if name in functions else [])
    for change in versions.changes:
        for pattern in change.cases:
            single = CaseChange(change.version, change.kind, (pattern,), change.reason)
            exists = any(single.matches(case) for case in ids(pattern.split("/")[1]))
            later = any(
                c.kind == "retired" and c.matches(pattern) for c in versions.since(change.version)
            )
            if change.kind == "retired" and exists:
                yield f"{pattern}: retired in {change.version}, but the case exists. Give the new case another name."
            elif change.kind == "changed" and not exists and not later:
                yield f"{pattern}: changed in {change.version}, but the case does not exist. Correct it, or retire it."


def _ids(function: Function) -> list[str]:
    by_edition = getattr(load_module(function), "BY_EDITION", False)
    return [case.id for case in expand(function, by_edition=by_edition)]


def unlisted(old: Vectors, new: Vectors, versions: Versions) -> Iterator[str]:
    """Differences that the list does not name, and entries of the list without a difference."""
    changes = versions.since(old.version)
    for case, runs in sorted(old.cases.items()):
        if is_drawn(case):  # they come and go with the listed ones
            continue
        kinds = {change.kind for change in changes if change.matches(case)}
        now = new.cases.get(case, {})
        same = all(run in now and now[run].succeeds(old_run) for run, old_run in runs.items())
        if not now and not kinds:
            yield f"{case}: it is gone. Say why under `retired`, or under `changed` if tier full has it now."
        elif now and not same and not kinds:
            yield f"{case}: it is different. Say why under `changed`."
        elif same and "changed" in kinds:
            yield f"{case}: listed as changed, but it is the same. Name only cases that changed."
