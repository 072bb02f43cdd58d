"""How many of the wrong backends of conformance/trials/strength/faults random programs that call the wrong function find, and how small the programs
become.

PYTHONPATH=generators build/venv/bin/python -m kassay_generators.fuzzing.faults --bin build/bin --programs 300 --reduce --out faults.json
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from kassay_generators.fuzzing.batch import write_batch
from kassay_generators.fuzzing.campaign import BATCH, draw_batch
from kassay_generators.fuzzing.program import Program
from kassay_generators.fuzzing.reduction import reduced
from kassay_generators.fuzzing.running import TOGETHER, CannotRun, Target, failures_in, run_folder
from kassay_generators.fuzzing.swarm import wanted_functions
from kassay_generators.fuzzing.templates import templates

_EDITION = "ko"  # the only edition of the wrong backends


def main() -> int:
    options = _parser().parse_args()
    worker = options.bin / "kassay-faulty-worker"
    listed = subprocess.run([worker, "--list"], capture_output=True, text=True, check=True).stdout
    found: dict[str, Any] = {}
    if options.resume and options.out.exists():
        found = json.loads(options.out.read_text())
    faults = [f for f in listed.split() if options.only in f and f not in found]
    templates()
    with ProcessPoolExecutor(options.jobs) as pool:
        for function, own in groupby(sorted(faults, key=_function), key=_function):
            if not wanted_functions([function]):
                found |= {fault: {"failures": 0} for fault in own}
                continue
            with tempfile.TemporaryDirectory(prefix="kassay-faults-") as folder:
                programs = _programs(options, function, Path(folder), pool)
                run = partial(_tried, options.bin, Path(folder), programs, options.reduce)
                of_function = list(own)
                for fault, outcome in zip(of_function, pool.map(run, of_function), strict=True):
                    found[fault] = outcome
                    print(fault, json.dumps(outcome)[:160], file=sys.stderr, flush=True)
            options.out.write_text(json.dumps(found, indent=1))
    _summarize(found)
    return 0


def _function(fault: str) -> str:
    return fault.split("/")[1]


def _programs(
    options: argparse.Namespace, function: str, folder: Path, pool: Executor
) -> dict[str, Program]:
    """Programs that call the function, by their ids, written to the folder. The reference is right in all of them."""
    programs: list[Program] = []
    firsts = range(0, options.programs, BATCH)
    sizes = [min(BATCH, options.programs - first) for first in firsts]
    draw = partial(draw_batch, options.seed, globs=[function], normative=True, editions=[_EDITION])
    for batch in pool.map(draw, range(len(sizes)), sizes):
        programs += batch.programs
    write_batch(programs, folder)
    truly = Target(options.bin / "kassay", "reference")
    wrong = {
        r["case"]
        for r in failures_in(
            run_folder(folder, _EDITION, truly, folder / "reference.jsonl", TOGETHER)
        )
    }
    if wrong:
        print(f"left out, because the reference fails: {sorted(wrong)}", file=sys.stderr)
    right = {p.id: p for p in programs if p.id not in wrong}
    write_batch(right.values(), folder)
    return right


def _tried(
    bin_: Path, folder: Path, by_id: dict[str, Program], reduce: bool, fault: str
) -> dict[str, Any]:
    target = Target(bin_ / "kassay", f"exec:{bin_}/kassay-faulty-worker {fault}")
    out = folder / f"{fault.replace('/', '-')}.jsonl"
    try:
        failures = failures_in(run_folder(folder, _EDITION, target, out, TOGETHER))
    except CannotRun as error:
        return {"error": str(error)[-300:]}
    finally:
        out.unlink(missing_ok=True)
    if not failures:
        return {"failures": 0}
    first = min(failures, key=lambda r: (r["mode"] == "gradient", _number(r["case"])))
    outcome: dict[str, Any] = {
        "failures": len(failures),
        "first": min(_number(r["case"]) for r in failures),
    }
    if reduce:
        began = time.monotonic()
        try:
            small = reduced([(by_id[first["case"]], first)], target, normative=True)[0]
        except CannotRun as error:
            return outcome | {"error": str(error)[-300:]}
        outcome |= {
            "calls": len(small.json["calls"]),
            "elements": max((v.size for v in small.inputs.values()), default=0),
            "program": small.json,
            "seconds": round(time.monotonic() - began, 1),
        }
    return outcome


def _number(case: str) -> int:
    return int(case.rpartition("-")[2])


def _summarize(found: dict[str, Any]) -> None:
    killed = [o for o in found.values() if o.get("failures")]
    print(f"{len(killed)} of {len(found)} faults found")
    sizes = [(o["calls"], o["elements"]) for o in killed if "calls" in o]
    if sizes:
        print(
            f"reduced programs: median {statistics.median(c for c, _ in sizes)} calls, "
            f"largest tensor of {statistics.median(e for _, e in sizes)} elements"
        )
    print("not found: " + " ".join(f for f, o in found.items() if not o.get("failures")))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bin", type=Path, required=True, help="the folder of the programs")
    parser.add_argument(
        "--programs", type=int, default=300, help="programs for the function of each fault"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="only faults whose id contains this text")
    parser.add_argument("--reduce", action="store_true", help="reduce the first failure of each")
    parser.add_argument("--resume", action="store_true", help="keep the results in --out")
    parser.add_argument("--out", type=Path, required=True, help="the JSON file of the results")
    return parser


if __name__ == "__main__":
    sys.exit(main())
