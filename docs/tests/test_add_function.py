"""Follows docs/add_a_function.md in a copy of the repository: each file that the page shows is written there, and the vectors, the
interpreters are made anew, and the specification lists the function.

Only what the page adds is compiled; the rest is linked from the build that is there.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("KASSAY_BUILD", ROOT / "build"))
VECTORS = Path(os.environ.get("KASSAY_VECTORS", ROOT / "build/vectors"))
# What a copy needs: links within build/ lead back to the original.
COPIED = (
    "spec",
    "generators",
    "reference",
    "optimized",
    "docs",
    "conformance/python/kassay_distributed",
)
STEP = re.compile(r"^## \d\. `([^`]+)`\n.*?```(\w+)\n(.*?)```", re.MULTILINE | re.DOTALL)


def _run(command: list[str | Path], folder: Path, **variables: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=os.environ | variables,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def _follow(page: str, copy: Path) -> list[str]:
    """Does what each step of the page says; returns the files that it names."""
    files = []
    for file, language, block in STEP.findall(page):
        target = copy / file
        if language == "diff":
            old, new = (
                "\n".join(line[1:] for line in block.splitlines() if line[0] in signs)
                for signs in (" -", " +")
            )
            text = target.read_text()
            assert text.count(old) == 1, f"{file} has not once: {old}"
            target.write_text(text.replace(old, new))
        else:
            assert not target.exists(), f"{file} is there already"
            target.write_text(block)
        files.append(file)
    return files


def _compile(source: Path, like: str, output: Path) -> Path:
    """With the command by which the build compiled the source `like`."""
    commands = json.loads((BUILD / "compile_commands.json").read_text())
    command = next(c for c in commands if c["file"].endswith(like))
    words = command["command"].split()
    words[words.index("-o") + 1] = str(output)
    words[words.index("-c") + 1] = str(source)
    _run([w for w in words if not w.startswith(("-MD", "-MT", "-MF"))], Path(command["directory"]))
    return output


def _link(program: str, objects: list[Path], output: Path) -> None:
    """With the command by which the build linked the program, `objects` before its libraries."""
    link = _run(["ninja", "-t", "commands", program], BUILD).splitlines()[-1]
    words = link.removeprefix(": && ").removesuffix(" && :").split()
    words[words.index("-o") + 1] = str(output)
    _run([*words[:1], *objects, *words[1:]], BUILD)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(VECTORS, folder / "build/vectors")
    return folder


def test_a_function_is_added_by_following_the_page(copy: Path) -> None:
    files = _follow((ROOT / "docs/add_a_function.md").read_text(), copy)
    assert [Path(file).name for file in files] == [
        "cube.yaml",
        "entries.yaml",
        "profiles.yaml",
        "cube.py",
        "cube.cpp",
    ]
    generator = [sys.executable, "-m", "kassay_generators"]
    in_copy = {"PYTHONPATH": str(copy / "generators")}
    vectors = copy / "build/vectors"
    lock = ["vectors", "--out", vectors, "--function", "cube", "--lock", "write"]
    _run([*generator, *lock], copy, **in_copy)
    assert "cube.json" in (copy / "spec/vectors.lock").read_text()

    tables = copy / "build/tables"
    _run([*generator, "table", "reference", "--out", tables], copy, **in_copy)
    objects = [
        _compile(copy / "reference/ops/elementwise/cube.cpp", "/signatures.cpp", tables / "cube.o"),
        _compile(tables / "signatures.cpp", "/signatures.cpp", tables / "signatures.o"),
        _compile(tables / "reference_kernels.cpp", "/signatures.cpp", tables / "kernels.o"),
    ]
    programs = copy / "build/bin"
    programs.mkdir()
    _link("kassay-worker", objects, programs / "kassay-worker")
    for name in ("kassay", "kassay-guard"):
        shutil.copy(BUILD / "bin" / name, programs)

    for backend in ("reference", "optimized"):
        results = copy / f"build/{backend}.jsonl"
        run = ["run", "--backend", backend, "--vectors", vectors, "cube", "--out", results]
        _run([programs / "kassay", *run], copy)
        lines = [json.loads(line) for line in results.read_text().splitlines()]
        outcomes = [line["outcome"] for line in lines if "outcome" in line]
        assert len(outcomes) > 20
        assert set(outcomes) == {"pass"}

    clauses = _run([programs / "kassay", "list", "clauses", "--vectors", vectors, "cube"], copy)
    assert "\ncube.special  [" in clauses
