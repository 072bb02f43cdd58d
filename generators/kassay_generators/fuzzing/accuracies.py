"""How far a correct result of a call may be from the exact one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from kassay_generators.oracles.interface import Typed
from kassay_generators.specification.function import Function
from kassay_generators.vectors import terms
from kassay_generators.vectors.answer import Accuracy

EXACT = Accuracy(0, 0, 0)
# D-004: an operator rounds once; a quotient may be a product with a reciprocal.
OPERATORS = {
    "add": Accuracy(0.5, 0, 0),
    "sub": Accuracy(0.5, 0, 0),
    "mul": Accuracy(0.5, 0, 0),
    "truediv": Accuracy(2, 0, 0),
    "neg": EXACT,
}


class Accuracies(NamedTuple):
    """`own`: the accuracy that the function states; `largest`: at least that of each of its case groups."""

    own: Accuracy
    largest: Accuracy


def accuracy_of(
    function: Function, arguments: Mapping[str, Any], results: Iterable[Any]
) -> Accuracies:
    """The accuracies of a call. Without results, terms that depend on them are at most as many as the arguments have
    elements."""
    names = dict(arguments)
    arrays = [v.values if isinstance(v, Typed) else v for v in results]
    if arrays:
        names["result"] = np.asarray(arrays[0])
        for entry, value in zip(function.raw["returns"], arrays, strict=False):
            if "name" in entry:
                names[entry["name"]] = np.asarray(value)
    most = float(
        sum(np.size(v) for v in arguments.values() if isinstance(v, np.ndarray))
        + sum(np.size(e) for v in arguments.values() if isinstance(v, list) for e in v)
    )
    own = _evaluated(function.raw["accuracy"], names, most)
    groups = [
        _evaluated(group["accuracy"], names, most)
        for group in function.raw["cases"]
        if "accuracy" in group and "program" not in group
    ]
    every = [own, *groups]
    largest = Accuracy(
        max(a.ulps for a in every), max(a.terms for a in every), max(a.atol for a in every)
    )
    return Accuracies(own, largest)


def _evaluated(raw: Mapping[str, Any], names: dict[str, Any], most: float) -> Accuracy:
    try:
        count = terms.evaluate(raw["terms"], names)
    except ValueError:
        count = most
    return Accuracy(raw["ulps"], count, raw.get("atol", 0.0))
