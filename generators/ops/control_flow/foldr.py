"""Oracle for foldr."""

from __future__ import annotations

from ops.control_flow.folding import confirming, fold, fold_readings, folding

oracle = folding(fold, backwards=True)
confirmation = confirming(backwards=True)

_READINGS = fold_readings(backwards=True)
READINGS = {
    "from-the-left": _READINGS["wrong-end"],
    "arguments-swapped": _READINGS["arguments-swapped"],
    "initializer-ignored": _READINGS["initializer-ignored"],
    "initializer-last": _READINGS["initializer-last"],
    "last-twice": _READINGS["begin-twice"],
    "last-skipped": _READINGS["begin-skipped"],
    "first-skipped": _READINGS["end-skipped"],
    "first-begins": _READINGS["end-begins"],
    "zero-begins": _READINGS["zero-begins"],
    "last-axis": _READINGS["last-axis"],
    "single-numbers": _READINGS["single-numbers"],
    "every-value": _READINGS["every-value"],
}
