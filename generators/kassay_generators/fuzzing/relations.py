"""Programs on large tensors, without expected values: they compute one result in two ways and check that both agree.

Each way is right within the limit of the specification, so they differ by at most twice that limit. The limit needs the
magnitude of the added terms: for a function that is linear in its arguments, its result for their absolute values; otherwise
all elements are positive, and the result is the magnitude.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from kassay_generators.cases.modes import permitted
from kassay_generators.fuzzing.accuracies import accuracy_of
from kassay_generators.fuzzing.templates import templates
from kassay_generators.numbers import dtypes
from kassay_generators.oracles.library import own_library
from kassay_generators.vectors.answer import Accuracy

Json = dict[str, Any]
EDITION = "ko"
_ROWS = (3, 17, 33)  # of each of the two parts
_LENGTHS = (1, 31, 64, 257, 1000)
# For the rounding of the comparison, and for numbers below which a result may be zero.
_SLACK = 1.05
_SMALLEST = 4


class Related(NamedTuple):
    """What it returns must be 1. `modes`: those of its calls."""

    json: Json
    inputs: dict[str, np.ndarray]
    modes: list[str]


class Writer:
    def __init__(self, stream: random.Random, dtype: str) -> None:
        self.stream, self.dtype = stream, dtype
        self.calls: list[Json] = []
        self.inputs: dict[str, np.ndarray] = {}

    def tensor(self, *shape: int, low: float = -2.0, high: float = 2.0) -> Json:
        name = f"x{len(self.inputs)}"
        drawn = np.random.default_rng(self.stream.getrandbits(64)).uniform(low, high, shape)
        self.inputs[name] = dtypes.round_to(self.dtype, drawn)
        return {"ref": name}

    def call(self, function: str, *arguments: Any, **keywords: Any) -> Json:
        name = f"y{len(self.calls)}"
        call: Json = {"let": [name], "call": function, "args": list(arguments)}
        self.calls.append({**call, **({"kwargs": keywords} if keywords else {})})
        return {"ref": name}

    def same(self, a: Json, b: Json) -> Json:
        return self.everywhere(self.call("equal", a, b))

    def everywhere(self, condition: Json) -> Json:
        """1 or 0. (Editions differ in the dtype of `all`.)"""
        return self.call("min", self.call("cast", condition, "float32"))

    def close(
        self,
        a: Json,
        b: Json,
        accuracy: Accuracy,
        magnitude: Json | None = None,
        condition: float = 0.0,
    ) -> Json:
        """Whether both may be right results. Without a magnitude it is that of the results. `condition`: at most."""
        if accuracy == Accuracy(0, 0, 0):
            return self.same(a, b)
        form = dtypes.FORMATS[self.dtype]
        if magnitude is None:
            magnitude = self.call("maximum", self.call("abs", a), self.call("abs", b))
        of_ulps, of_terms = 2 * accuracy.ulps, 2 * (1 + accuracy.terms**0.5)
        share = 2 * _SLACK * (of_ulps + (of_terms if accuracy.terms else 0)) * form.roundoff
        least = _SMALLEST * max(form.min_normal, accuracy.atol)
        least += 2 * _SLACK * condition * form.roundoff
        limit = self.call("operator.add", self.call("operator.mul", magnitude, share), least)
        distance = self.call("abs", self.call("operator.sub", a, b))
        return self.everywhere(self.call("less_equal", distance, limit))


def _largest(name: str, arguments: Mapping[str, Any]) -> Accuracy:
    return accuracy_of(own_library().functions[name], arguments, ()).largest


class _Rows(NamedTuple):
    """A function of samples, which do not depend on one another. `row`: the shape of one; `shared`: other tensors, the shape of
    each; `more`: sets of other arguments, one of which is chosen. Linear in all its tensors, or else computed of positive
    elements."""

    row: tuple[int, ...]
    shared: Sequence[tuple[int, ...]] = ()
    more: Sequence[Sequence[Any]] = ((),)
    is_linear: bool = False


_LAST = "channels_last"
_FUNCTIONS_OF_ROWS: dict[str, _Rows] = {
    "conv1d": _Rows(
        (40, 6), [(5, 6, 8)], [(), (2,), (1, "causal"), (1, "same", _LAST, 3)], is_linear=True
    ),
    "conv2d": _Rows(
        (13, 11, 4),
        [(3, 2, 4, 5)],
        [(), ([2, 3], "same"), ([1, 1], "valid", _LAST, [2, 1])],
        is_linear=True,
    ),
    "conv3d": _Rows((5, 6, 7, 2), [(2, 3, 2, 2, 3)], [(), ([1, 2, 1], "same")], is_linear=True),
    "depthwise_conv2d": _Rows((13, 11, 5), [(3, 3, 5, 2)], [(), ([2, 2], "same")], is_linear=True),
    "separable_conv2d": _Rows((9, 11, 4), [(3, 3, 4, 2), (1, 1, 8, 5)], is_linear=True),
    "pool2d": _Rows(
        (13, 12, 5), (), [([2, 2],), ([3, 2], [2, 2], "same", _LAST, "avg")], is_linear=True
    ),
    "pool3d": _Rows((6, 5, 7, 3), (), [([2, 2, 2],), ([2, 3, 2], [1, 2, 1], "same")]),
    "bias_add": _Rows((33, 7), [(7,)], is_linear=True),
    "dot": _Rows((129,), [(129, 31)], is_linear=True),
    "softmax": _Rows((257,)),
    "l2_normalize": _Rows((257,), (), [(-1,)]),
    "logsumexp": _Rows((257,), (), [(-1,)]),
    "sum": _Rows((31, 17), (), [(-1,), ([1, 2],), (1, True)], is_linear=True),
    "mean": _Rows((31, 17), (), [(-1,), ([1, 2],), (1, True)], is_linear=True),
    "max": _Rows((31, 17), (), [(-1,), ([1, 2],)]),
    "min": _Rows((31, 17), (), [(-1,), ([1, 2],)]),
    "argmax": _Rows((257,)),
    "argmin": _Rows((257,)),
    "cumsum": _Rows((129,), (), [(1,)], is_linear=True),
    "resize_images": _Rows((7, 9, 3), (), [(2, 3, _LAST)]),
    "spatial_2d_padding": _Rows((7, 9, 3)),
    "temporal_padding": _Rows((31, 5)),
    "batch_flatten": _Rows((7, 9, 3)),
    "repeat_elements": _Rows((17, 5), (), [(3, 1)]),
    "reverse": _Rows((17, 5), (), [(1,), ([1, 2],)]),
}


def _of_rows(writer: Writer, name: str) -> Json:
    """A function on two batches, and on both as one."""
    entry = _FUNCTIONS_OF_ROWS[name]
    low = -2.0 if entry.is_linear or _largest(name, {}) == Accuracy(0, 0, 0) else 0.5
    rows = [writer.stream.choice(_ROWS) for _ in range(2)]
    parts = [writer.tensor(n, *entry.row, low=low) for n in rows]
    shared = [writer.tensor(*shape, low=low) for shape in entry.shared]
    more = list(writer.stream.choice(entry.more))

    def result(x: Json, others: Sequence[Json]) -> Json:
        return writer.call(name, x, *others, *more)

    batch = writer.call("concatenate", parts, 0)
    whole = result(batch, shared)
    joined = writer.call("concatenate", [result(part, shared) for part in parts], 0)
    magnitude = None
    if entry.is_linear:
        sizes = [writer.call("abs", tensor) for tensor in (batch, *shared)]
        magnitude = result(sizes[0], sizes[1:])
    tensors = [np.empty((sum(rows), *entry.row)), *map(np.empty, entry.shared)]
    parameters = own_library().functions[name].parameters
    arguments = {p.name: p.defaults[EDITION] for p in parameters if EDITION in p.defaults}
    arguments |= zip((p.name for p in parameters), [*tensors, *more], strict=False)
    return writer.close(whole, joined, _largest(name, arguments), magnitude)


_POSITIVE = ("log", "sqrt")
# Of an argument that is rounded, next to a root (spec/lib/tolerance.h).
_LARGEST_CONDITIONS = {"cos": math.pi, "log": 1.0, "sin": math.pi, "softplus": 1.0}
_FUNCTIONS_OF_ELEMENTS = (
    "abs", "cos", "elu", "exp", "hard_sigmoid", "log", "relu", "round", "sigmoid", "sign", "sin", "softplus", "softsign",
    "sqrt", "square", "tanh",
)  # fmt: skip


def _of_elements(writer: Writer, name: str) -> Json:
    """A function on two vectors, and on both as one: their start and their length do not matter."""
    accuracy = _largest(name, {})
    low = 0.1 if name in _POSITIVE or accuracy.terms else -9.0
    parts = [writer.tensor(writer.stream.choice(_LENGTHS), low=low, high=9.0) for _ in range(2)]
    whole = writer.call(name, writer.call("concatenate", parts, 0))
    joined = writer.call("concatenate", [writer.call(name, part) for part in parts], 0)
    return writer.close(whole, joined, accuracy, condition=_LARGEST_CONDITIONS.get(name, 0.0))


def _there_and_back(writer: Writer, name: str) -> Json:
    """Moves that undo one another."""
    x = writer.tensor(17, 9, 5)
    moves: dict[str, list[tuple[str, list[Any]]]] = {
        "permute_dimensions": [("permute_dimensions", [[2, 0, 1]]), ("permute_dimensions", [[1, 2, 0]])],
        "transpose": [("transpose", []), ("transpose", [])],
        "reshape": [("reshape", [[45, 17]]), ("reshape", [[17, 9, 5]])],
        "expand_dims": [("expand_dims", [1]), ("squeeze", [1])],
        "squeeze": [("expand_dims", [3]), ("squeeze", [3])],
        "flatten": [("flatten", []), ("reshape", [[17, 9, 5]])],
        "gather": [("gather", [list(range(16, -1, -1))]), ("reverse", [0])],
        "tile": [("tile", [[3, 1, 1]]), ("gather", [list(range(17, 34))])],
    }  # fmt: skip
    y = x
    for function, arguments in moves[name]:
        if function == "gather":
            arguments = [writer.call("constant", arguments[0], "int64")]
        y = writer.call(function, y, *arguments)
    return writer.same(y, x)


_THERE_AND_BACK = (
    "expand_dims", "flatten", "gather", "permute_dimensions", "reshape", "squeeze", "tile", "transpose",
)  # fmt: skip
_DIFFERENTIABLE = ("cos", "exp", "sigmoid", "sin", "softplus", "square", "tanh")


def _of_a_sum(writer: Writer, _: str) -> Json:
    """The gradient of a sum, and the sum of the gradients."""
    functions = writer.stream.sample(_DIFFERENTIABLE, 2)
    shape = [writer.stream.choice(_LENGTHS)]
    x = writer.tensor(*shape)
    p = writer.call("placeholder", shape=shape, dtype=writer.dtype)
    losses = [writer.call("sum", writer.call(f, p)) for f in functions]
    both = writer.call("operator.add", *losses)
    found = []
    for loss in (*losses, both):
        found.append(writer.call("gradients", loss, [p]))
        writer.calls[-1]["let"] = [writer.calls[-1]["let"]]
    added = writer.call("operator.add", *found[:2])
    sizes = [writer.call("abs", g) for g in found[:2]]
    accuracy = Accuracy(8, 2, 0)  # a product with a derivative, of a few calls
    check = writer.close(found[2], added, accuracy, writer.call("operator.add", *sizes))
    f = writer.call("function", [p], [check])
    result = writer.call("", [{"input": x["ref"]}])
    writer.calls[-1] |= {"call": f, "let": [writer.calls[-1]["let"]]}
    return result


Relation = Callable[[Writer, str], Json]
RELATIONS: dict[str, Relation] = {
    **dict.fromkeys(_FUNCTIONS_OF_ROWS, _of_rows),
    **dict.fromkeys(_FUNCTIONS_OF_ELEMENTS, _of_elements),
    **dict.fromkeys(_THERE_AND_BACK, _there_and_back),
    "gradients": _of_a_sum,
}


def draw_relation(name: str, dtype: str, stream: random.Random) -> Related:
    """Two ways to a result of the function, which has relations. `dtype`: floating."""
    writer = Writer(stream, dtype)
    relation = RELATIONS[name]
    check = relation(writer, name)["ref"]
    json = {"calls": writer.calls, "return": [check]}
    if relation is _of_a_sum:
        return Related(json, writer.inputs, ["program"])
    allowed = permitted(templates().calls[name][0])
    modes = [mode for mode in ("eager", "function", "dynamic") if mode in allowed]
    return Related(json, writer.inputs, modes)
