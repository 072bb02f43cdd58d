"""Runs `kassay run --scheduler`, which starts python -m kassay_distributed --kassay PROGRAM --selected COUNT WORDS.

A batch is a shard of the run, `kassay run WORDS --shard I/N`; `kassay merge` joins the shards. Waivers, gates, history and the page
belong to the whole run, so their options go to `kassay merge`.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import sys
from pathlib import Path

from kassay_distributed.batch import Batch
from kassay_distributed.cluster import CannotCompute, Cluster, Progress, exit_code_of, say

# Choosing cases and starting a worker take half a second: most of the time of a smaller batch.
_LEAST_CASES = 2000
_BATCHES_FOR_A_THREAD = 4  # so that all end at about the same time
_PLAN = "plan.json"
_USAGE = 2
# Exit codes of `kassay run`: the run is complete; the shard does not contain any case.
_ENDED, _NO_CASE = (0, 1), (4,)
# Options of `kassay run` that go to `kassay merge` here, with the number of their values.
_OF_MERGE = {
    "--waivers": 1,
    "--report": 1,
    "--history": 1,
    "--fail-on": 1,
    "--max-failures": 1,
    "--min-cases": 1,
    "--no-worse-than": 1,
    "--skip-unsupported": 0,
}
# Options that go to both.
_OF_BOTH = ("--vectors", "--max-restarts")


def main() -> int:
    options, words = _parser().parse_known_args()
    for name in _OF_BOTH:
        value = getattr(options, name[2:].replace("-", "_"))
        if value is not None:
            words.insert(0, f"{name}={value}")
            options.merged.append(f"{name}={value}")
    out: Path = options.out
    folder = out.with_name(f"{out.name}.batches")
    refusal = _refusal(out, folder, options)
    if refusal:
        say(f"kassay run: {refusal}")
        return _USAGE
    if options.overwrite:
        shutil.rmtree(folder, ignore_errors=True)
    with Cluster(options.scheduler) as cluster:
        count = _batches_of(folder, words, options, cluster)
        batches = _run_batches(words, count)
        say(f"{options.selected} cases in {count} batches on {cluster.threads()} threads")
        progress = Progress("batches", count)
        for batch, answer in cluster.answers(iter(batches), folder):
            if answer:
                _check_header(answer, batch, folder)
            progress.add()
    shards = [folder / batch.name for batch in batches if (folder / batch.name).stat().st_size]
    status = _merge(options, [str(shard) for shard in shards])
    if out.exists() and out.stat().st_size:
        shutil.rmtree(folder)
    return status


def _refusal(out: Path, folder: Path, options: argparse.Namespace) -> str:
    if out.exists() and out.stat().st_size and not options.overwrite:
        return f"{out} already exists and is not empty. --overwrite replaces it; or give --out another file."
    if folder.exists() and not (options.resume or options.overwrite):
        return f"{folder} has batches of an interrupted run. --resume continues it, --overwrite starts again."
    return ""


def _batches_of(
    folder: Path, words: list[str], options: argparse.Namespace, cluster: Cluster
) -> int:
    """The number of batches of the run. A resumed run keeps its number."""
    file = folder / _PLAN
    if file.exists():
        plan = json.loads(file.read_text())
        asked = {"words": words, "selected": options.selected}
        if {k: plan[k] for k in asked} != asked or options.batches not in (None, plan["batches"]):
            raise CannotCompute(
                f"{folder} has batches of another run: kassay run {' '.join(plan['words'])}, "
                f"{plan['selected']} cases in {plan['batches']} batches. Repeat its options, or start again with --overwrite.",
                _USAGE,
            )
        return int(plan["batches"])
    most = math.ceil(options.selected / _LEAST_CASES)
    count = options.batches or min(most, _BATCHES_FOR_A_THREAD * cluster.threads())
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"words": words, "selected": options.selected, "batches": count}))
    return count


def _run_batches(words: list[str], count: int) -> list[Batch]:
    digits = len(str(count))
    return [
        Batch(
            f"{i:0{digits}}.jsonl",
            ("{kassay}", "run", "--out", "{folder}/answer", "--shard", f"{i}/{count}", *words),
            answers_with=_ENDED,
            empty_with=_NO_CASE,
        )
        for i in range(1, count + 1)
    ]


def _check_header(answer: bytes, batch: Batch, folder: Path) -> None:
    """Raises CannotCompute if a machine has another kassay or other vectors than the first machine that answered. `kassay merge` compares
    them with those of this machine."""
    header = json.loads(answer.partition(b"\n")[0])["header"]
    file = folder / ".first.json"
    mine = {key: header[key] for key in ("kassay", "vectors", "specification")}
    if not file.exists():
        file.write_text(json.dumps(mine))
    first = json.loads(file.read_text())
    different = [key for key in mine if mine[key] != first[key]]
    if different:
        (folder / batch.name).unlink()
        raise CannotCompute(
            f"batch {batch.name} was run with another {different[0]} ({mine[different[0]]}) than the first "
            f"({first[different[0]]}): install the same kassay on every machine, then --resume continues.",
            _USAGE,
        )


def _merge(options: argparse.Namespace, shards: list[str]) -> int:
    words = [options.kassay, "merge", "--out", str(options.out), "--overwrite", *options.merged]
    sys.stderr.flush()
    return os.spawnv(os.P_WAIT, options.kassay, [*words, *shards])


class _Keep(argparse.Action):
    """Collects the words of `kassay merge` in `merged`."""

    def __call__(self, parser, options, values, name=None) -> None:  # type: ignore[no-untyped-def]
        options.merged.append(f"{name}={values}" if isinstance(values, str) else name)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="kassay run", allow_abbrev=False, add_help=False)
    parser.add_argument("--kassay", required=True)
    parser.add_argument("--selected", type=int, required=True)
    parser.add_argument("--scheduler", required=True)
    parser.add_argument("--batches", type=int)
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--overwrite", action="store_true")
    parser.set_defaults(merged=[])
    for name, values in _OF_MERGE.items():
        parser.add_argument(name, action=_Keep, nargs=None if values else 0)
    for name in _OF_BOTH:
        parser.add_argument(name)
    return parser


if __name__ == "__main__":
    sys.exit(exit_code_of(main))
