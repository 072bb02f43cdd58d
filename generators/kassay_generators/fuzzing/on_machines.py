"""A campaign on many machines. A worker draws and runs a range of batches. The client takes the outcomes in the order of their
numbers, and reduces and groups failures, as a campaign on one machine does. Program N of a seed is the same everywhere, so
workers receive only numbers, and return counts and failures."""

from __future__ import annotations

import gc
import gzip
import json
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kassay_distributed.batch import Batch as Range
from kassay_distributed.cluster import Cluster
from kassay_generators.fuzzing.campaign import BATCH, Batch, Campaign, Counts, counted, draw_batch
from kassay_generators.fuzzing.coverage import Coverage
from kassay_generators.fuzzing.running import CannotRun, Target
from kassay_generators.vectors.generation import ALLOCATIONS
from kassay_generators.vectors.sources import fingerprint

# Batches of 250 programs in a range. It takes about a minute, much longer than the five seconds in which a worker reads the specification;
# more for many threads, because the client takes about 80 ranges a second.
_TOGETHER = 10
_THREADS_FOR_ONE_MORE = 100
_RANGES_FOR_A_THREAD = 4  # smaller ranges if some threads would otherwise be idle at the end
# Seconds between two saves of the campaign; a save takes longer the more batches it has.
_SAVED_EVERY = 5.0
_SHARE_OF_SAVING = 20
_USAGE = 2

Arguments = tuple[Any, ...]  # of draw_batch


def run_on(cluster: Cluster, campaign: Campaign, run_options: Sequence[str]) -> None:
    """Runs until the programs, or the seconds, are used up. Raises CannotCompute, and CannotRun in a reduction."""
    _Client(cluster, campaign, run_options).run()


class _Client:
    def __init__(self, cluster: Cluster, campaign: Campaign, run_options: Sequence[str]) -> None:
        self.cluster, self.campaign, self.run_options = cluster, campaign, run_options
        self.folder = campaign.settings.out / "batches"
        self.found: dict[str, dict[str, Any]] = {}  # the outcome of a batch, by its key
        self.files: dict[
            Path, set[str]
        ] = {}  # keys that are not recorded, by the file that has them
        self.following: deque[Arguments] = deque()  # batches that are not recorded, in order
        self.saved, self.pause = time.monotonic(), _SAVED_EVERY

    def run(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for file in sorted(self.folder.glob("[0-9]*")):
            self._add(file, file.read_bytes())
        try:
            for batch, answer in self.cluster.answers(self._ranges(), self.folder):
                self._add(self.folder / batch.name, answer)
                self._record()
                self.campaign.reduce_when_due()
                if time.monotonic() - self.saved > self.pause:
                    self._save()
            self._record()
            self.campaign.reduce()
        finally:
            self._save()
        for file in self.files:
            file.unlink(missing_ok=True)
        self.folder.rmdir()

    def _ranges(self) -> Iterator[Range]:
        together: list[Arguments] = []
        size = self._size()
        for arguments in self.campaign.batches():
            self.following.append(arguments)
            if _key(arguments) in self.found:
                continue
            together.append(arguments)
            if len(together) == size:
                yield self._range(together)
                together = []
        if together:
            yield self._range(together)

    def _size(self) -> int:
        programs, threads = self.campaign.settings.programs, self.cluster.threads()
        together = max(_TOGETHER, threads // _THREADS_FOR_ONE_MORE)
        if programs is None:
            return together
        return max(1, min(together, programs // BATCH // (_RANGES_FOR_A_THREAD * threads)))

    def _range(self, together: list[Arguments]) -> Range:
        request = {
            "source": fingerprint(),
            "backends": [target.backend for target in self.campaign.targets],
            "run_options": list(self.run_options),
            "batches": together,
        }
        module = "kassay_generators.fuzzing.on_machines"
        return Range(
            f"{together[0][1]}-{together[-1][1]}",
            ("{kassay}", "oracle", module, "{kassay}", "{folder}"),
            files={"request": json.dumps(request).encode()},
        )

    def _add(self, file: Path, answer: bytes) -> None:
        entries = json.loads(gzip.decompress(answer))
        self.files[file] = {entry["key"] for entry in entries}
        for entry in entries:
            self.found[entry["key"]] = entry

    def _record(self) -> None:
        while self.following and (key := _key(self.following[0])) in self.found:
            _, number, size, *_ = self.following.popleft()
            entry = self.found.pop(key)
            batch = Batch(
                number, size, [], entry["drawn"], Coverage.of(entry["coverage"]), entry["skipped"]
            )
            counts = [Counts(of["results"], of["failures"]) for of in entry["counts"]]
            self.campaign.record(batch, counts)
            for keys in self.files.values():
                keys.discard(key)

    def _save(self) -> None:
        """Saves the campaign, and then removes the answers that it has in full."""
        begin = time.monotonic()
        self.campaign.save()
        for file in [file for file, keys in self.files.items() if not keys]:
            file.unlink()
            del self.files[file]
        self.saved = time.monotonic()
        self.pause = max(_SAVED_EVERY, _SHARE_OF_SAVING * (self.saved - begin))


def _key(arguments: Arguments) -> str:
    _, number, size, *_, drawn = arguments
    return f"{number}:{drawn}-{size}"


def compute(kassay: Path, request: dict[str, Any]) -> bytes:
    """On a worker: the outcomes of the batches of a request. Raises CannotRun."""
    if request["source"] != fingerprint():
        raise CannotRun(
            "this machine has another version of the specification or of the oracle: install the same kassay on "
            "every machine",
            _USAGE,
        )
    options = tuple(request["run_options"])
    targets = [Target(kassay, backend, options) for backend in request["backends"]]
    entries: list[dict[str, Any]] = []
    coverage = Coverage()
    for arguments in request["batches"]:
        batch = draw_batch(*arguments)
        coverage.merge(batch.coverage)
        entries.append(
            {
                "key": _key(tuple(arguments)),
                "drawn": batch.drawn,
                "skipped": batch.skipped,
                "coverage": {},
                "counts": [vars(counted(batch.programs, target)) for target in targets],
            }
        )
    # Once for all batches, because the pairs of functions are most of an answer.
    entries[0]["coverage"] = coverage.json()
    return gzip.compress(json.dumps(entries).encode(), mtime=0)


def main() -> int:
    gc.set_threshold(ALLOCATIONS)
    kassay, folder = Path(sys.argv[1]), Path(sys.argv[2])
    try:
        answer = compute(kassay, json.loads((folder / "request").read_bytes()))
    except CannotRun as error:
        print(error, file=sys.stderr)
        return error.exit_code
    (folder / "answer").write_bytes(answer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
