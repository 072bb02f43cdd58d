"""Writes the vectors: per function a JSON file and a safetensors file, and a manifest with the hash of each.

A function is evaluated again only if its specification, oracle or generator has changed.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from kassay_generators.specification.function import Function
from kassay_generators.specification.specification import Specification
from kassay_generators.vectors.files import CACHE, intact, read_cache, write
from kassay_generators.vectors.part import FORMAT, PARTS, Written, generate_part
from kassay_generators.vectors.sources import Sources

# Allocations between two searches for cyclic garbage. Almost all Numbers are freed without one.
_ALLOCATIONS = 100_000


def generate(
    spec: Specification, out: Path, tier: str = "core", only: list[str] | None = None, jobs: int = 0
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
                stale.append((function, part, key))
    stale.sort(key=lambda entry: _work(entry[0]), reverse=True)
    failures = []
    with ProcessPoolExecutor(
        jobs or os.cpu_count(), initializer=gc.set_threshold, initargs=(_ALLOCATIONS,)
    ) as pool:
        pending = {
            pool.submit(generate_part, function, part, str(out)): (function, part, key)
            for function, part, key in stale
        }
        for done, future in enumerate(as_completed(pending), 1):
            function, part, key = pending[future]
            written = future.result()
            if not isinstance(written, Written):
                failures += written
                continue
            cache[f"{function.name}.{part}"] = {
                "source": key,
                "files": written.hashes,
                "cases": written.cases,
            }
            _progress(done, len(pending), function.name)
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
        files: dict[str, str] = {}
        for part in PARTS:
            files |= cache.get(f"{function.name}.{part}", {}).get("files", {})
        functions[function.name] = {
            "category": function.category,
            "cases": core["cases"],
            "files": files,
        }
    manifest = {
        "format": FORMAT,
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
