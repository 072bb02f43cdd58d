"""The folder of the archive: its files, and the manifest that lists them."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from safetensors.numpy import load_file, save

from kassay_generators.archive.document import FORMAT, archived
from kassay_generators.specification.error import ROOT

PACKAGE = ROOT / "generators" / "kassay_vectors"
_MANIFEST = "manifest.json"


def version(vectors: Path) -> str:
    """The version of the specification that the vectors follow; the archive follows the same."""
    return str(_manifest(vectors)["version"])


def _manifest(vectors: Path) -> dict[str, Any]:
    return dict(json.loads((vectors / _MANIFEST).read_text(encoding="utf-8")))


def write_folder(
    vectors: Path, folder: Path, only: list[str] | None = None, pages: Path | None = None
) -> None:
    """Writes the archive of the vectors, or of the functions `only`, into a new folder; `pages` is the specification in Markdown."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "functions").mkdir(parents=True)
    (folder / "schema").mkdir()
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    shutil.copyfile(PACKAGE / "README.md", folder / "README.md")
    for schema in ("archive.json", "archive_manifest.json", "vectors.json"):
        shutil.copyfile(ROOT / "spec" / "schema" / schema, folder / "schema" / schema)
    shutil.copyfile(vectors / "specification.json", folder / "specification.json")
    if pages is not None:
        shutil.copytree(pages, folder / "specification")
    source = _manifest(vectors)
    functions = {
        name: {"category": entry["category"], **_write_function(vectors, folder, name)}
        for name, entry in sorted(source["functions"].items())
        if not only or name in only
    }
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    manifest = {
        "format": FORMAT,
        "name": "kassay-vectors",
        "version": version(vectors),
        "specification": source["specification"],
        "functions": functions,
        "files": {file.relative_to(folder).as_posix(): _entry(file) for file in files},
    }
    (folder / _MANIFEST).write_bytes(json.dumps(manifest, indent=1).encode() + b"\n")


def _write_function(vectors: Path, folder: Path, name: str) -> dict[str, Any]:
    """Returns the counts of the function."""
    document, tensors = archived(
        json.loads((vectors / f"{name}.json").read_bytes()),
        load_file(vectors / f"{name}.safetensors"),
    )
    text = json.dumps(document, separators=(",", ":"), allow_nan=False)
    (folder / "functions" / f"{name}.json").write_text(text, encoding="utf-8")
    content = save(dict(sorted(tensors.items())))
    (folder / "functions" / f"{name}.safetensors").write_bytes(content)
    runs = [run for case in document["cases"] for run in case["runs"]]
    return {"cases": len(document["cases"]), "runs": sum(len(run["modes"]) for run in runs)}


def _entry(file: Path) -> dict[str, Any]:
    content = file.read_bytes()
    return {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
