"""Parts of the vectors, generated on many machines. The file of a part is the same on every machine that has the same sources."""

from __future__ import annotations

import gc
import io
import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

from kassay_distributed.batch import Batch
from kassay_distributed.cluster import Cluster
from kassay_generators.specification.specification import own
from kassay_generators.vectors.files import write
from kassay_generators.vectors.generation import ALLOCATIONS, Maker, Stale
from kassay_generators.vectors.part import Written, generate_part
from kassay_generators.vectors.sources import Sources

_MODULE = "kassay_generators.vectors.on_machines"
# A folder next to the vectors, from which an interrupted generation continues.
KEPT = ".batches"
_WRITTEN = "written"
_USAGE = 2


def on_machines(cluster: Cluster) -> Maker:
    """On the workers of a scheduler. Raises CannotCompute."""

    def make(stale: list[Stale], out: Path) -> Iterator[tuple[Stale, Written | list[str]]]:
        folder = out / KEPT
        # The name has the key, so that answers from other sources do not count.
        by_name = {f"{s.function.name}.{s.part}.{s.key[:16]}": s for s in stale}
        for batch, answer in cluster.answers(map(_batch_of, by_name, by_name.values()), folder):
            yield by_name[batch.name], _unpack(answer, out)

    return make


def _batch_of(name: str, stale: Stale) -> Batch:
    words = ("{kassay}", "oracle", _MODULE, stale.function.name, stale.part, stale.key, "{folder}")
    return Batch(name, words)


def _unpack(answer: bytes, out: Path) -> Written | list[str]:
    """Writes the files of an answer."""
    with zipfile.ZipFile(io.BytesIO(answer)) as archive:
        said = json.loads(archive.read(_WRITTEN))
        if isinstance(said, list):
            return said
        for name in said["hashes"]:
            write(out / name, archive.read(name))
    return Written(said["hashes"], said["cases"])


def main() -> int:
    """On a worker: FUNCTION PART KEY FOLDER."""
    name, part, key, folder = sys.argv[1:]
    gc.set_threshold(ALLOCATIONS)
    functions = own().functions
    if name not in functions or Sources(functions).key(functions[name]) != key:
        print(
            f"this machine has another specification or oracle of {name}: install the same kassay on every machine",
            file=sys.stderr,
        )
        return _USAGE
    written = generate_part(functions[name], part, folder)
    with zipfile.ZipFile(Path(folder, "answer"), "w", zipfile.ZIP_DEFLATED) as archive:
        if isinstance(written, Written):
            for file in written.hashes:
                archive.write(Path(folder, file), file)
        archive.writestr(
            _WRITTEN, json.dumps(vars(written) if isinstance(written, Written) else written)
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
