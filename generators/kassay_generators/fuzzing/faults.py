"""How many of the wrong backends of conformance/faults random programs alone find, and how small the programs become.

PYTHONPATH=generators build/venv/bin/python -m kassay_generators.fuzzing.faults --bin build/bin --programs 4000 --out faults.json
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from kassay_generators.fuzzing.batch import write_batch
from kassay_generators.fuzzing.campaign import draw_batch
from kassay_generators.fuzzing.program import Program
from kassay_generators.fuzzing.reduction import reduced
from kassay_generators.fuzzing.running import CannotRun, Target, failures_in, run_folder
from kassay_generators.fuzzing.templates import templates

_BATCH = 250
_EDITION = "ko"  # the only one that a fault is served in
_OPTIONS = ("--fresh-workers", "never")


def main() -> int:
    options = _parser().parse_args()
    worker = options.bin / "kassay-faulty-worker"
    listed = subprocess.run([worker, "--list"], capture_output=True, text=True, check=True).stdout
    faults = [f for f in listed.split() if options.only in f]
    templates()
    programs: list[Program] = []
    draw = partial(
        draw_batch, options.seed, size=_BATCH, globs=["*"], normative=True, editions=[_EDITION]
    )
    with ProcessPoolExecutor(options.jobs) as pool:
        for batch in pool.map(draw, range(options.programs // _BATCH)):
            programs += batch.programs
    print(f"{len(programs)} programs of edition {_EDITION}", file=sys.stderr)
    folder = Path(tempfile.mkdtemp(prefix="kassay-faults-"))
    found: dict[str, Any] = {}
    try:
        write_batch(programs, folder)
        truly = Target(options.bin / "kassay", "reference", _OPTIONS)
        wrong = {
            r["case"]
            for r in failures_in(run_folder(folder, _EDITION, truly, folder / "reference.jsonl"))
        }
        if wrong:
            print(f"left out, because the reference fails: {sorted(wrong)}", file=sys.stderr)
        by_id = {p.id: p for p in programs if p.id not in wrong}
        write_batch(by_id.values(), folder)
        with ProcessPoolExecutor(options.jobs) as pool:
            run = partial(_tried, options.bin, folder, by_id, options.reduce)
            for fault, outcome in zip(faults, pool.map(run, faults), strict=True):
                found[fault] = outcome
                print(fault, json.dumps(outcome)[:160], file=sys.stderr, flush=True)
                options.out.write_text(json.dumps(found, indent=1))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    _summarize(found)
    return 0


def _tried(
    bin_: Path, folder: Path, by_id: dict[str, Program], reduce: bool, fault: str
) -> dict[str, Any]:
    target = Target(bin_ / "kassay", f"exec:{bin_}/kassay-faulty-worker {fault}", _OPTIONS)
    out = folder / f"{fault.replace('/', '-')}.jsonl"
    try:
        failures = failures_in(run_folder(folder, _EDITION, target, out))
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
        small = reduced(by_id[first["case"]], first, target, normative=True)
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
    parser.add_argument("--programs", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="only faults whose id holds this text")
    parser.add_argument("--reduce", action="store_true", help="reduce the first failure of each")
    parser.add_argument("--out", type=Path, required=True, help="what was found, as JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main())
