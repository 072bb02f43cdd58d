"""Writes the vectors: per function a JSON file and a safetensors file, and a manifest with the hash of each.

A function is evaluated again only if its specification, oracle or generator has changed.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kassay_generators.specification.function import Function
from kassay_generators.specification.specification import Specification
from kassay_generators.vectors.files import CACHE, intact, read_cache, write
from kassay_generators.vectors.part import FORMAT, PARTS, Written, generate_part
from kassay_generators.vectors.sources import Sources

# Allocations between two searches for cyclic garbage. Almost all Numbers are freed without one.
ALLOCATIONS = 100_000


@dataclass(frozen=True)
class Stale:
    """A part of a function's vectors that must be generated; `key`: of its sources."""

    function: Function
    part: str
    key: str


# Generates parts into a folder, in any order.
Maker = Callable[[list[Stale], Path], Iterator[tuple[Stale, Written | list[str]]]]


def on_processes(jobs: int = 0) -> Maker:
    """On so many processes of this machine; 0: one for each core."""

    def make(stale: list[Stale], out: Path) -> Iterator[tuple[Stale, Written | list[str]]]:
        with ProcessPoolExecutor(
            jobs or os.cpu_count(), initializer=gc.set_threshold, initargs=(ALLOCATIONS,)
        ) as pool:
            pending = {
                pool.submit(generate_part, one.function, one.part, str(out)): one for one in stale
            }
            for future in as_completed(pending):
                yield pending[future], future.result()

    return make


def generate(
    spec: Specification,
    out: Path,
    tier: str = "core",
    only: list[str] | None = None,
    maker: Maker | None = None,
) -> bool:
    """Writes all outdated files. Returns whether it could generate all functions; reports failures on standard error and
    keeps the old files of those functions."""
    out.mkdir(parents=True, exist_ok=True)
    cache = read_cache(out)
    sources = Sources(spec.functions)
    parts = list(PARTS) if tier == "full" else ["core"]
    chosen = [f for f in spec.functions.values() if not only or f.name in only]
    stale = []
    for function in chosen:
        key = sources.key(function)
        for part in parts:
            recorded = cache.get(f"{function.name}.{part}", {})
            if recorded.get("source") != key or not intact(out, recorded.get("files", {})):
                stale.append(Stale(function, part, key))
    stale.sort(key=lambda one: _work(one.function), reverse=True)
    failures = []
    made = (maker or on_processes())(stale, out)
    for done, (one, written) in enumerate(made, 1):
        if not isinstance(written, Written):
            failures += written
            continue
        cache[f"{one.function.name}.{one.part}"] = {
            "source": one.key,
            "files": written.hashes,
            "cases": written.cases,
        }
        _progress(done, len(stale), one.function.name)
    if not only:
        known = {f"{f.name}.{part}" for f in spec.functions.values() for part in PARTS}
        cache = {name: entry for name, entry in cache.items() if name in known}
    write(out / CACHE, json.dumps(cache, indent=1, sort_keys=True).encode())
    for failure in sorted(failures):
        print(f"error: {failure}", file=sys.stderr)
    if failures:
        return False
    _write_manifest(spec, out, cache)
    return True


def _work(function: Function) -> int:
    """An estimate of the time: every reading answers every case. The longest functions start first, so that all processes end
    together."""
    return len(function.raw["readings"]) * len(function.raw["cases"])


def _write_manifest(spec: Specification, out: Path, cache: dict[str, Any]) -> None:
    bundle = json.dumps(spec.bundle(), ensure_ascii=False, indent=1).encode()
    write(out / "specification.json", bundle)
    functions = {}
    for function in spec.functions.values():
        core = cache.get(f"{function.name}.core")
        if core is None:
            continue
        full = cache.get(f"{function.name}.full")
        cases, files = core["cases"], core["files"]
        if full is not None:
            cases = {**cases, "full": cases["core"] + full["cases"]["full"]}
            files = files | full["files"]
        functions[function.name] = {"category": function.category, "cases": cases, "files": files}
    manifest = {
        "format": FORMAT,
        "version": spec.versions.version,
        "changes": [change.record() for change in spec.versions.changes],
        "specification": hashlib.sha256(bundle).hexdigest(),
        "functions": functions,
    }
    write(out / "manifest.json", json.dumps(manifest, indent=1, sort_keys=True).encode())


def lock_lines(out: Path) -> list[str]:
    """`spec/vectors.lock`: the hash of every file of the core tier."""
    manifest = json.loads((out / "manifest.json").read_text())
    lines = [f"{manifest['specification']}  specification.json"]
    for name in sorted(manifest["functions"]):
        files = manifest["functions"][name]["files"]
        lines += [
            f"{digest}  {file}" for file, digest in sorted(files.items()) if ".full." not in file
        ]
    return lines


def _progress(done: int, of: int, name: str) -> None:
    if sys.stderr.isatty():
        print(
            f"\r\x1b[K[{done}/{of}] {name}",
            end="\n" if done == of else "",
            file=sys.stderr,
            flush=True,
        )
