"""What the failing calls of a wrong function have in common.

The programs of a campaign cannot show this, because the function at fault reads results of other calls. So it runs on fresh
calls, whose tensors are inputs, and `kassay report` derives the rules.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

from kassay_generators.fuzzing.batch import write_batch
from kassay_generators.fuzzing.fresh_calls import calls_of
from kassay_generators.fuzzing.running import TOGETHER, CannotRun, Target, run_folder

_CALLS = 200  # of a function
_PROPERTY = "where."


def rules_of(
    functions: Sequence[str], target: Target, edition: str, *, normative: bool, jobs: int
) -> dict[str, list[str]]:
    """The rules of each function that has reliable ones, as sentences. Raises CannotRun."""
    draw = partial(calls_of, count=_CALLS, edition=edition, normative=normative)
    with ProcessPoolExecutor(jobs) as pool, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_batch(chain.from_iterable(pool.map(draw, functions)), folder / "vectors")
        results, table = folder / "results.jsonl", folder / "junit.xml"
        run_folder(folder / "vectors", edition, target, results, TOGETHER)
        command = [str(target.kassay), "report", str(results), "--junit", str(table)]
        command += ["--vectors", str(folder / "vectors")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise CannotRun(done.stderr.strip(), done.returncode)
        return _sentences(ElementTree.parse(table))


def _sentences(table: ElementTree.ElementTree) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in table.iter("property"):
        if one.get("name", "").startswith(_PROPERTY):
            found.setdefault(one.get("name", "")[len(_PROPERTY) :], []).append(one.get("value", ""))
    return found
