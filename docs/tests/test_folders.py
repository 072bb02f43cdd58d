"""Who may include whom: the tables of three READMEs, the sources, and the doors of the build agree.

`kassay_room` in CMakeLists.txt gives a target the headers of the rooms that it links to, and no others. The last column of the
tables says which these are.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("KASSAY_BUILD", ROOT / "build"))
# A source of each room that is compiled, and a header of each that others include.
SOURCES = {
    "spec/lib": "spec/lib/CMakeFiles/kassay_vocabulary.dir",
    "reference": "reference/CMakeFiles/kassay_reference.dir",
    "reference/arrays": "reference/CMakeFiles/kassay_arrays.dir",
    "reference/graph": "reference/CMakeFiles/kassay_graph.dir",
    "reference/internal": "reference/CMakeFiles/kassay_internal.dir",
    "optimized": "optimized/CMakeFiles/kassay_optimized",
    "reports": "reports/CMakeFiles/kassay_reports.dir",
    "conformance/compare": "conformance/compare/CMakeFiles/kassay_compare.dir",
    "conformance/protocol": "conformance/protocol/CMakeFiles/kassay_protocol.dir",
    "conformance/runner": "conformance/runner/CMakeFiles/kassay_runner.dir",
    "conformance/plugin": "conformance/plugin/CMakeFiles/kassay_plugin.dir",
    "conformance/worker": "conformance/worker/CMakeFiles/kassay-worker.dir",
    "conformance/python": "conformance/python/CMakeFiles/kassay_native.dir",
    "conformance/cli": "conformance/cli/CMakeFiles/kassay.dir",
    "conformance/cli/in_process": "conformance/cli/CMakeFiles/kassay-in-process.dir",
    "conformance/guard": "conformance/guard/CMakeFiles/kassay-guard.dir",
    "conformance/trials/strength/faults": "conformance/trials/strength/faults/CMakeFiles/kassay_faults.dir",
    "conformance/trials/strength/mutants": "conformance/trials/strength/mutants/CMakeFiles/kassay_mutants.dir",
}
HEADERS = {
    "spec/lib": "spec/lib/value.h",
    "reference": "reference/reference.h",
    "reference/arrays": "reference/arrays/array.h",
    "reference/graph": "reference/graph/plan.h",
    "reference/internal": "reference/internal/contraction.h",
    "optimized": "optimized/optimized.h",
    "reports": "reports/report.h",
    "conformance/compare": "conformance/compare/compare.h",
    "conformance/protocol": "conformance/protocol/messages.h",
    "conformance/runner": "conformance/runner/run.h",
    "conformance/abi": "conformance/abi/kassay_backend.h",
    "conformance/plugin": "conformance/plugin/plugin.h",
    "conformance/worker": "conformance/worker/serve.h",
    "conformance/python": "conformance/python/values.h",
    "conformance/cli": "conformance/cli/app.h",
    "conformance/guard": "conformance/guard/measures.h",
    "conformance/trials/strength/faults": "conformance/trials/strength/faults/fault.h",
    "conformance/trials/strength/mutants": "conformance/trials/strength/mutants/suite.h",
}


def _rows(file: Path, column: str) -> dict[str, list[str]]:
    """The first column of the table whose last one has this title, with the names in the last."""
    rows: dict[str, list[str]] = {}
    inside = False
    for line in file.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line[:1] == "|" else []
        inside = bool(cells) and (inside or cells[-1] == column)
        if inside and not set(cells[0]) <= set("-") and cells[-1] != column:
            name = re.sub(r"\[([^\]]*)\].*|`([^`]*)`.*", r"\1\2", cells[0]).rstrip("/")
            rows[name] = re.findall(r"`([\w/-]+)`", cells[-1])
    return rows


def _arrows() -> dict[str, set[str]]:
    """By room, the rooms that it may include."""
    top = _rows(ROOT / "README.md", "reads")
    inner = _rows(ROOT / "conformance/README.md", "may use")

    def full(name: str) -> str:
        return f"conformance/{name}" if name in inner else {"spec": "spec/lib"}.get(name, name)

    arrows = {full(f): {full(n) for n in names} for f, names in top.items() if f != "conformance"}
    arrows |= {full(f): {full(n) for n in names} for f, names in inner.items()}
    # Whoever may use the reference may use its rooms.
    rooms = _rows(ROOT / "reference/README.md", "may use")
    of_reference = {f"reference/{f}" for f in rooms if (ROOT / "reference" / f).is_dir()}
    arrows = {
        f: names | (of_reference if "reference" in {f, *names} else set())
        for f, names in arrows.items()
    }
    return arrows | {
        f"reference/{f}": {"spec/lib" if n == "spec" else f"reference/{n}" for n in names}
        for f, names in rooms.items()
        if f"reference/{f}" in of_reference
    }


def _room(path: str) -> str | None:
    """The innermost room of a path."""
    rooms = [room for room in {*SOURCES, *HEADERS} if path.startswith(f"{room}/")]
    return max(rooms, key=len, default=None)


def _reached(room: str, arrows: dict[str, set[str]]) -> set[str]:
    """A room, and whatever the rooms that it includes include."""
    found, pending = set(), {room}
    while pending:
        found |= pending
        pending = set().union(*(arrows.get(r, set()) for r in pending)) - found
    return found


def test_every_room_of_the_sources_is_in_a_table() -> None:
    assert set(SOURCES) <= set(_arrows())


def test_sources_include_what_the_tables_say() -> None:
    arrows = _arrows()
    files = subprocess.run(
        ["git", "ls-files", "*.h", "*.cpp"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    against = []
    for file in files.stdout.split():
        room = _room(file)
        if room is None or "/tests/" in file:
            continue
        included = re.findall(r'^#include "([^"]+)"', (ROOT / file).read_text(), re.MULTILINE)
        rooms = {_room(header) for header in included} - {room, None}
        against += [f"{file}: {other}" for other in rooms if other not in arrows[room]]
    assert against == []


@pytest.mark.parametrize("room", SOURCES)
def test_a_room_finds_no_header_beyond_what_it_reads(room: str) -> None:
    commands = json.loads((BUILD / "compile_commands.json").read_text())
    lines = [c["command"] for c in commands if SOURCES[room] in c["command"]]
    assert lines, f"{room} is not compiled in {BUILD}"
    reached = _reached(room, _arrows())
    for line in lines:
        folders = re.findall(r"-(?:I|isystem) ?(\S+)", line)
        found = {r for r, header in HEADERS.items() for f in folders if Path(f, header).exists()}
        # A room within another one is reached by the same door.
        assert found <= reached | {r for r in HEADERS if room.startswith(f"{r}/")}
