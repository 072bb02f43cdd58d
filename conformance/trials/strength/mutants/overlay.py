"""A copy of the sources in the build folder, whose files are schemata, and its build."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path

from compiling import Compilation, Unit
from find import find_mutants, mutants_of
from mutant import Mutant, Site
from schemata import Schemata, make_schemata
from subjects import ROOT

SELECTOR = "conformance/trials/strength/mutants/selector.h"
CAPACITY = 1 << 16  # kCapacity in selector.h
# The tree needs these to build.
FOLDERS = (
    "CMakeLists.txt",
    "conformance",
    "generators",
    "optimized",
    "reference",
    "reports",
    "spec",
    "docs",
    "README.md",
    "LICENSE",
    "pyproject.toml",
    "SECURITY.md",
)


class Overlay:
    """The copy in `folder`/source, its build in `folder`/build, and the findings of earlier runs in `folder`/state.json."""

    def __init__(self, folder: Path, jobs: int, say: Callable[[str], None]) -> None:
        self.folder, self.jobs, self.say = folder, jobs, say
        self.source, self.build = folder / "source", folder / "build"
        self.state_file = folder / "state.json"
        self.state = json.loads(self.state_file.read_text()) if self.state_file.is_file() else {}
        self.numbers: dict[Mutant, int] = {}

    def save(self) -> None:
        write_new(self.state_file, json.dumps(self.state).encode())

    def find(self, names: list[str], not_run: frozenset[str]) -> dict[str, list[Site]]:
        """The sites of each file, from the state if the file has not changed."""
        tool = digest(
            b"".join(
                (Path(__file__).parent / f).read_bytes()
                for f in ("find.py", "operators.py", "subjects.py")
            )
        )
        known = self.state.setdefault("sites", {})
        headers = digest(b"".join((ROOT / n).read_bytes() for n in names if n.endswith(".h")))
        hashes = {n: digest((ROOT / n).read_bytes()) + tool + headers for n in names}
        missing = [n for n in names if known.get(n, {}).get("hash") != hashes[n]]
        if missing:
            self.say(f"reading {len(missing)} files")
        with ProcessPoolExecutor(self.jobs) as pool:
            for name, sites in zip(
                missing, pool.map(partial(find_in, not_run=not_run), missing), strict=True
            ):
                known[name] = {"hash": hashes[name], "sites": [asdict(s) for s in sites]}
        self.save()
        return {n: [site_from(s) for s in known[n]["sites"]] for n in names}

    def number(self, sites: dict[str, list[Site]]) -> None:
        """Numbers the mutants. An unchanged mutant keeps its number, so only changed files are built again."""
        known = self.state.setdefault("numbers", {})
        for name, of_file in sites.items():
            for mutant in mutants_of(of_file):
                key = f"{name}:{mutant.start}:{mutant.end}:{mutant.operator}:{mutant.text}"
                self.numbers[mutant] = known.setdefault(key, len(known))
        if len(known) > CAPACITY:
            raise SystemExit(
                f"error: more than {CAPACITY} mutants have had numbers: remove {self.folder}"
            )

    def make(self, sites: dict[str, list[Site]]) -> set[Mutant]:
        """Writes the tree; returns the mutants that do not compile."""
        self.copy(set(sites))
        mutants = {name: list(mutants_of(of_file)) for name, of_file in sites.items()}

        def write(name: str, out: set[Mutant]) -> tuple[Path, Schemata]:
            numbers = {m: self.numbers[m] for m in mutants[name] if m not in out}
            made = make_schemata((ROOT / name).read_bytes(), sites[name], numbers)
            write_new(self.source / name, made.text)
            return self.source / name, made

        content = digest(
            repr([(m, self.numbers[m]) for of in mutants.values() for m in of]).encode()
        )
        known = self.state.setdefault("left_out", {})
        numbers = set(known.get("mutants", []))
        out = {m for m, number in self.numbers.items() if number in numbers}
        units = units_of(sites, self.source) if known.get("content") != content else []
        options = ["-include", str(ROOT / SELECTOR), "-I", str(self.source)]

        def record(out: set[Mutant], of: str) -> None:
            self.state["left_out"] = {
                "content": of,
                "mutants": sorted(self.numbers[m] for m in out),
            }
            self.save()

        compilation = Compilation(
            self.folder / "units",
            options,
            write,
            mutants,
            self.say,
            lambda out: record(out, "unfinished"),
        )
        out = compilation.leave_out(units, out, self.jobs)
        record(out, content)
        return out

    def copy(self, but: set[str]) -> None:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *FOLDERS],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split("\0")
        for name in listed:
            if name == SELECTOR:  # one file, so it is included once
                (self.source / name).unlink(missing_ok=True)
                (self.source / name).parent.mkdir(parents=True, exist_ok=True)
                (self.source / name).symlink_to(ROOT / name)
            elif name and name not in but and (ROOT / name).is_file():
                write_new(
                    self.source / name, (ROOT / name).read_bytes(), (ROOT / name).stat().st_mode
                )

    def compile(self, targets: list[str], python: Path) -> None:
        if not (self.build / "build.ninja").is_file():
            self.run(
                "cmake",
                "-G",
                "Ninja",
                "-S",
                str(self.source),
                "-B",
                str(self.build),
                "-DCMAKE_BUILD_TYPE=Release",
                "-DKASSAY_LEVELS=native",
                f"-DKASSAY_PYTHON={python}",
                f"-DCMAKE_CXX_FLAGS=-w -include {ROOT / SELECTOR}",
            )
        self.run("cmake", "--build", str(self.build), "-j", str(self.jobs), "--target", *targets)

    def run(self, *command: str) -> None:
        self.say(" ".join(command))
        finished = subprocess.run(command, capture_output=True, text=True, check=False)
        if finished.returncode != 0:
            raise SystemExit(
                f"error: {' '.join(command)} failed:\n{(finished.stdout + finished.stderr)[-6000:]}"
            )


def units_of(names: Iterable[str], source: Path) -> list[Unit]:
    """One unit for the sources of each folder, and one for the headers, since some may not be included by any source."""
    names = list(names)
    headers = [n for n in names if n.endswith(".h")]
    folders: dict[str, list[str]] = {}
    for name in names:
        if name.endswith(".cpp"):
            folders.setdefault(Path(name).parent.as_posix(), []).append(name)
    units = [
        Unit(folder.replace("/", "."), [source / n for n in of_folder], [*of_folder, *headers])
        for folder, of_folder in folders.items()
    ]
    return [*units, Unit("headers", [source / n for n in headers], headers)]


def find_in(name: str, not_run: frozenset[str]) -> list[Site]:
    headers = subprocess.run(
        ["g++", "-print-file-name=include"], capture_output=True, text=True, check=True
    )
    return find_mutants(
        ROOT / name,
        name,
        # With SSE2, Boost would use GCC's intrinsics, which libclang does not know.
        ["-std=c++20", "-U__SSE2__", "-I", str(ROOT), "-isystem", headers.stdout.strip()],
        not_run,
    )


def site_from(entry: dict) -> Site:
    return Site(
        entry["start"], entry["end"], entry["form"], [Mutant(**m) for m in entry["mutants"]]
    )


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def write_new(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Does not touch a file that already has this content, so that nothing is built again."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)
