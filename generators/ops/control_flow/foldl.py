"""Oracle for foldl."""

from __future__ import annotations

from ops.control_flow.folding import confirming, fold, fold_readings, folding

oracle = folding(fold, backwards=False)
confirmation = confirming(backwards=False)

_READINGS = fold_readings(backwards=False)
READINGS = {
    "from-the-right": _READINGS["wrong-end"],
    "arguments-swapped": _READINGS["arguments-swapped"],
    "initializer-ignored": _READINGS["initializer-ignored"],
    "initializer-last": _READINGS["initializer-last"],
    "first-twice": _READINGS["begin-twice"],
    "first-skipped": _READINGS["begin-skipped"],
    "last-skipped": _READINGS["end-skipped"],
    "zero-begins": _READINGS["zero-begins"],
    "last-axis": _READINGS["last-axis"],
}
