"""Files on disk, written completely or not at all, and the cache that describes the existing ones."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

CACHE = ".sources.json"


def intact(out: Path, files: dict[str, str]) -> bool:
    if not files:
        return False
    for name, digest in files.items():
        file = out / name
        if not file.exists() or hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            return False
    return True


def read_cache(out: Path) -> dict[str, Any]:
    try:
        cache = json.loads((out / CACHE).read_text())
    except (OSError, ValueError):
        return {}
    return cache if isinstance(cache, dict) else {}


def write(file: Path, content: bytes) -> None:
    """Writes to a temporary name first, so that the final name never holds a part. An OSError names the file."""
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        os.chmod(temporary, 0o644)
        os.replace(temporary, file)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
