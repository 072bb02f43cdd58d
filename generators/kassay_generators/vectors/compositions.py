"""Programs around a call: the origin of its tensors, and the use of its result.

The answer is that of the call itself. A backend may give another one if it reads the memory of a tensor that is a view of
another, reads a setting too late, or changes its arguments. Programs are drawn for the pairs of these circumstances and those
of the call.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, Generic, NamedTuple

import numpy as np

from kassay_generators.cases.case import Case, TensorValue
from kassay_generators.cases.factors import Classes, classes_of
from kassay_generators.cases.program_cases import cases_of_program
from kassay_generators.cases.settings import DEFAULTS, OTHER_VALUES, reads
from kassay_generators.specification.function import Function
from kassay_generators.vectors.answer import Accuracy, Expectation, TensorOutput
from kassay_generators.vectors.pairs import REFUSALS, Answers, Pair, Pairs, pairs_of
from kassay_generators.vectors.record import plain_json

_MOST_ELEMENTS = 24  # of the inputs of a call
_CANDIDATES = 8  # programs with a pair; the first valid one is taken
_TRIES = 6 * _CANDIDATES

Json = Any


class Call(NamedTuple):
    """A case of a single call, with the accuracy and the rank of its only result, a tensor. `tensors`: the arguments that are
    tensors of the backend, or lists of them."""

    case: Case
    accuracy: Accuracy
    rank: int
    tensors: list[str]

    @property
    def told(self) -> Classes:
        """The circumstances that matter in addition to those of the program."""
        classes = classes_of(self.case)
        return {factor: of for factor, of in classes.items() if " of " not in factor}


def calls_among(answered: Iterable[tuple[Case, Expectation]]) -> Iterator[Call]:
    """Small calls that answer with one tensor."""
    for case, expectation in answered:
        outputs = expectation.answer.outputs
        size = sum(t.values.size for name in case.arguments for t in case.tensors(name).values())
        if case.program is not None or case.raises or case.group.get("modes"):
            continue
        (output,) = outputs if len(outputs) == 1 else (None,)
        names = [n for n in case.arguments if any(not t.raw for t in case.tensors(n).values())]
        kinds = {p.name: p.kind for p in case.function.parameters}
        if not names or any(kinds[name] == "ints" for name in names):
            continue  # how much is known about a tensor's shape is unspecified
        if isinstance(output, TensorOutput) and size <= _MOST_ELEMENTS:
            yield Call(case, expectation.accuracy, output.values.ndim, names)


class _Stored(NamedTuple):
    """An array, and the calls that make the wanted tensor of it, each of the tensor before it."""

    array: np.ndarray
    calls: list[tuple[str, list[Json]]]


def _as_it_is(x: np.ndarray) -> _Stored:
    return _Stored(x, [])


def _transposed(x: np.ndarray) -> _Stored | None:
    axes = list(range(x.ndim))[::-1]
    return _Stored(x.T, [("permute_dimensions", [axes])]) if x.ndim > 1 else None


def _reversed(x: np.ndarray) -> _Stored | None:
    return _Stored(np.flip(x), [("reverse", [list(range(x.ndim))])]) if x.ndim else None


def _sliced(x: np.ndarray) -> _Stored | None:
    if not x.ndim or not x.size:
        return None
    wider = np.concatenate([x[..., :1], x, x[..., -1:]], axis=-1)
    return _Stored(wider, [("slice", [[0] * (x.ndim - 1) + [1], list(x.shape)])])


def _reduced(x: np.ndarray) -> _Stored | None:
    """The larger of two equal ones."""
    if x.dtype == bool or np.isnan(x.astype(np.float64)).any():
        return None
    return _Stored(np.stack([x, x]), [("max", [0])])


_ORIGINS: Mapping[str, Callable[[np.ndarray], _Stored | None]] = {
    "constant": _as_it_is,
    "variable": _as_it_is,
    "placeholder": _as_it_is,
    "permute_dimensions": _transposed,
    "reverse": _reversed,
    "slice": _sliced,
    "max": _reduced,
}


def _is_broadcast(x: np.ndarray) -> bool:
    return len(x) > 1 and all(each.tobytes() == x[0].tobytes() for each in x)


# Whether an array of rank 1 or more that has elements can lie in memory like this.
_LAYOUTS: Mapping[str, Callable[[np.ndarray], bool]] = {
    "contiguous": lambda x: True,
    "transposed": lambda x: not np.asfortranarray(x).flags.c_contiguous,
    "sliced": lambda x: True,
    "reversed": lambda x: x.size > 1,
    "broadcast": _is_broadcast,
}
_DEFAULT_SETTINGS = "all are the defaults"
_SETTINGS = {  # by the function that sets one
    setter: {f"{setter} was called with {value}": value for value in OTHER_VALUES[setter]}
    for setter in DEFAULTS
}


class _Program:
    """The program around the call of a case, as it grows."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.calls: list[Json] = []
        self.inputs: dict[str, TensorValue] = {}
        self.returned: list[str] = []
        self.layouts: dict[str, str] = {}
        self.fed: list[tuple[Json, Json]] = []  # placeholders, and the arrays for them
        self.compiled: dict[str, Json] = {}  # functions of the fed arrays, by result

    def call(self, name: str, args: list[Json], let: str, **kwargs: Json) -> Json:
        named = {"let": [let]} if let else {}
        self.calls.append({**named, "call": name, "args": args, "kwargs": kwargs})
        return {"ref": let}

    def change_settings(self, chosen: Classes) -> list[str]:
        """Returns words for it. Raises ValueError where they are the defaults again before the call."""
        for setter, classes in _SETTINGS.items():
            if (described := chosen.get("settings", "")) in classes:
                if _USES[chosen["use"]] is _after_other_settings:
                    raise ValueError("these settings have no effect")
                self.call(setter, [classes[described]], "")
                return [f"{setter[4:].replace('_', '-')}={classes[described]}"]
        return []

    def input(self, name: str, values: np.ndarray, layout: str = "contiguous") -> Json:
        """Raises ValueError for an array that cannot lie like this in memory."""
        if layout != "contiguous":
            if not values.ndim or not values.size or not _LAYOUTS[layout](values):
                raise ValueError(f"this array cannot be {layout}")
            self.layouts[name] = layout
        self.inputs[name] = TensorValue(
            np.ascontiguousarray(values).reshape(values.shape), raw=True
        )
        return {"input": name}

    def tensor(self, name: str, value: TensorValue, origin: str, layout: str) -> Json:
        """Raises ValueError for a tensor that the origin cannot give."""
        stored = _ORIGINS[origin](value.values)
        if stored is None:
            raise ValueError(f"{origin} gives no such tensor")
        array = self.input(name, stored.array, layout)
        first, dtype = f"{name}_0", value.dtype
        if origin == "placeholder":
            made = self.call(origin, [], first, shape=list(value.values.shape), dtype=dtype)
            self.fed.append((made, array))
        else:
            maker = "variable" if origin == "variable" else "constant"
            made = self.call(maker, [array], first, dtype=dtype)
        for number, (function, args) in enumerate(stored.calls, 1):
            made = self.call(function, [made, *args], f"{name}_{number}")
        return made

    def argument(self, name: str, origin: str, layout: str) -> Json:
        def json(place: str, value: Any) -> Json:
            if isinstance(value, TensorValue):
                return (
                    self.input(place, value.values)
                    if value.raw
                    else self.tensor(place, value, origin, layout)
                )
            if isinstance(value, list):
                return [json(f"{place}{number}", one) for number, one in enumerate(value)]
            return plain_json(value)

        return json(name, self.case.arguments[name])

    def evaluate(self, tensor: Json, let: str = "") -> None:
        """The program returns the value, if it has no other name."""
        if not let:
            let = f"value{len(self.returned)}"
            self.returned.append(let)
        if not self.fed:
            self.call("eval", [tensor], let)
            return
        placeholders, arrays = map(list, zip(*self.fed, strict=True))
        name = tensor["ref"]
        if name not in self.compiled:
            self.compiled[name] = self.call("function", [placeholders, [tensor]], f"of_{name}")
        self.calls.append({"let": [[let]], "call": self.compiled[name], "args": [arrays]})

    def ask(self, function: str, tensor: Json) -> None:
        self.returned.append(function)
        self.call(function, [tensor], function)

    def json(self) -> dict[str, Json]:
        layouts = {"layouts": self.layouts} if self.layouts else {}
        return {"calls": self.calls, "return": self.returned, **layouts}


# The uses of the result, by name: each gets the program, what calls the function, and the rank of the result.
_Use = Callable[[_Program, Callable[[str], Json], int], None]


def _evaluated(program: _Program, call: Callable[[str], Json], _: int) -> None:
    program.evaluate(call("result"))


def _evaluated_twice(program: _Program, call: Callable[[str], Json], _: int) -> None:
    result = call("result")
    program.evaluate(result)
    program.evaluate(result)


def _described(program: _Program, call: Callable[[str], Json], _: int) -> None:
    result = call("result")
    for function in ("int_shape", "ndim", "dtype"):
        program.ask(function, result)
    program.evaluate(result)


def _permuted(program: _Program, call: Callable[[str], Json], rank: int) -> None:
    pattern = list(range(rank))[::-1]
    program.evaluate(program.call("permute_dimensions", [call("result"), pattern], "moved"))


def _after_other_settings(program: _Program, call: Callable[[str], Json], _: int) -> None:
    for setter, others in OTHER_VALUES.items():
        program.call(setter, [others[-1]], "")
    program.evaluate(call("before"), "value_before")
    for setter, default in DEFAULTS.items():
        program.call(setter, [default], "")
    program.evaluate(call("result"))


_USES: Mapping[str, _Use] = {
    "evaluated": _evaluated,
    "evaluated twice": _evaluated_twice,
    "described": _described,
    "permuted": _permuted,
    "called after other settings": _after_other_settings,
}


def compose(
    function: Function,
    calls: list[Call],
    answers_to: Callable[[Case], Answers],
    pairs: Pairs[Answers],
) -> None:
    """Adds the circumstances, their pairs and the cases to those of the calls."""
    if calls:
        _Composing(function, calls, answers_to, pairs).cover()


class _Composing(Generic[Answers]):
    def __init__(
        self,
        function: Function,
        calls: list[Call],
        answers_to: Callable[[Case], Answers],
        pairs: Pairs[Answers],
    ) -> None:
        self.function, self.answers_to, self.pairs = function, answers_to, pairs
        self.calls = [(call, call.told) for call in calls]
        self.stream = random.Random(f"compositions of {function.name}")
        names = sorted({name for call in calls for name in call.tensors})
        self.factors = {f"origin of {name}": list(_ORIGINS) for name in names}
        self.factors |= {f"layout of {name}": list(_LAYOUTS) for name in names}
        self.factors["use"] = list(_USES)
        settings = [c for setter, of in _SETTINGS.items() if reads(function, setter) for c in of]
        if settings:
            self.factors["settings"] = [_DEFAULT_SETTINGS, *settings]
        self.missing: set[Pair] = set()

    def cover(self) -> None:
        own = [(factor, of) for factor, every in self.factors.items() for of in every]
        others = {item for _, told in self.calls for item in told.items()}
        pairs = (*itertools.combinations(own, 2), *itertools.product(own, others))
        self.missing = {(min(p), max(p)) for p in pairs if p[0][0] != p[1][0]}
        self.pairs.classes |= {factor: set(of) for factor, of in self.factors.items()}
        for pair in sorted(self.missing):
            if pair in self.missing:
                self._cover(pair)

    def _cover(self, pair: Pair) -> None:
        """Keeps the valid one of some programs with this pair that adds most."""
        programs = list(itertools.islice(self._programs(pair), _CANDIDATES))
        programs.sort(key=lambda program: -len(pairs_of(program[1]) & self.missing))
        for cases, classes in programs:
            try:
                found = [(case, self.answers_to(case)) for case in cases]
            except REFUSALS:
                continue
            self.pairs.drawn += found
            self.pairs.added |= pairs_of(classes) & self.missing
            self.missing -= pairs_of(classes)
            return
        self.missing.remove(pair)
        (self.pairs.refused if programs else self.pairs.contradictory).add(pair)

    def _programs(self, pair: Pair) -> Iterator[tuple[list[Case], Classes]]:
        wanted = dict(pair)
        calls = [
            (call, told)
            for call, told in self.calls
            if all(told.get(f, of) == of for f, of in pair if f not in self.factors)
        ]
        for _ in range(_TRIES if calls else 0):
            call, told = self.stream.choice(calls)
            chosen = {
                factor: wanted.get(factor) or self.stream.choice(of)
                for factor, of in self.factors.items()
                if factor in ("use", "settings") or factor.rpartition(" of ")[2] in call.tensors
            }
            classes = {**told, **chosen}
            if not wanted.items() <= classes.items():
                continue
            try:
                yield self._cases(call, chosen), classes
            except REFUSALS:
                continue

    def _cases(self, call: Call, chosen: Classes) -> list[Case]:
        case = call.case
        program = _Program(case)
        origins = {name: chosen[f"origin of {name}"] for name in call.tensors}
        layouts = {name: chosen[f"layout of {name}"] for name in call.tensors}
        settings = program.change_settings(chosen)
        arguments = {
            name: program.argument(name, origins.get(name, ""), layouts.get(name, ""))
            for name in (*case.positional, *case.keyword)
        }

        def calling(let: str) -> Json:
            args = [arguments[name] for name in case.positional]
            kwargs = {name: arguments[name] for name in case.keyword}
            return program.call(self.function.name, args, let, **kwargs)

        _USES[chosen["use"]](program, calling, call.rank)
        tensors = [
            origins[name] + ("" if layouts[name] == "contiguous" else f":{layouts[name]}")
            for name in origins
        ]
        words = ("composed", *settings, *tensors, chosen["use"].replace(" ", "-"))
        group = {
            "name": ",".join((*words, case.id.rpartition("/")[2])),
            "clauses": case.group["clauses"][:1],
            "editions": list(case.editions),
            "accuracy": asdict(call.accuracy),
        }
        return list(
            cases_of_program(self.function, group, case.dtype, program.json(), program.inputs)
        )
