"""Chooses the cases of tier core that are promoted to tier smoke, in addition to those that their group puts there.

In every edition, smoke shows for a function once what core shows: it tells each wrong reading apart, and has each dtype and
each mode. It uses as few elements as possible, so that it takes only seconds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_MOST_ELEMENTS = 2000  # a wrong reading that only a larger case tells apart, such as one of samples, is left to core

Shown = tuple[str, str]  # an edition, and a reading, dtype or mode


def promote(records: list[dict[str, Any]], tensors: dict[str, np.ndarray]) -> int:
    """Changes the tier of records, and returns how many it changed. `tensors`: those that the records name."""
    shown = {record["id"]: _shown(record) for record in records}
    sizes = {record["id"]: _size(record, tensors) for record in records}
    small = [record for record in records if sizes[record["id"]] <= _MOST_ELEMENTS]
    missing: set[Shown] = set().union(*(shown[record["id"]] for record in small))
    for record in records:
        if record["tier"] == "smoke":
            missing -= shown[record["id"]]
    promoted = 0
    while missing:
        best = max(small, key=lambda r: (len(shown[r["id"]] & missing), -sizes[r["id"]]))
        best["tier"] = "smoke"
        missing -= shown[best["id"]]
        promoted += 1
    return promoted


def _shown(record: dict[str, Any]) -> set[Shown]:
    wrong = [f"reading {r['id']}" for r in record["readings"] if r["verdict"] == "wrong"]
    things = [*wrong, f"dtype {record['dtype']}", *(f"mode {mode}" for mode in record["modes"])]
    return {(edition, thing) for edition in record["editions"] for thing in things}


def _size(record: dict[str, Any], tensors: dict[str, np.ndarray]) -> int:
    outputs = record["expect"].get("outputs", [])
    drawn = sum(int(np.prod(o["shape"])) for o in outputs if o["kind"] == "sample")
    return drawn + sum(tensors[name].size for name in record["inputs"].values())
