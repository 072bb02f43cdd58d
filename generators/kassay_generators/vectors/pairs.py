"""Cases for the pairs, and triples, of circumstances that no case of a specification file has together.

One is drawn from a case that has all circumstances but one, changed so that it has this one too. The oracle says whether
the call is valid. A pair that no call has is contradictory; one that the oracle refuses in each of many calls is refused.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from kassay_generators.cases import call_cases
from kassay_generators.cases.case import Case, numbers_of
from kassay_generators.cases.choices import TensorChoice
from kassay_generators.cases.factors import Classes, classes_of, classes_of_shape
from kassay_generators.cases.kinds import of_array
from kassay_generators.numbers.dtypes import FORMATS, is_floating
from kassay_generators.oracles.interface import FAILURES
from kassay_generators.oracles.open_points import is_unspecified, may_be_unspecified
from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.function import Function
from kassay_generators.vectors.run_oracle import OracleError, map_tensors

_MOST_ELEMENTS = 48  # of the inputs of a case that is drawn
_CHANGED = 40  # cases that are changed so that they have a pair
_CANDIDATES = 10  # calls with a pair; the first valid one is taken
# What a group states about its own arguments, and not about others.
_OF_ITS_ARGUMENTS = ("accuracy", "editions", "modes", "raises", "program")
_FLOATING = ("nonfinite", "infinite", "tiny")  # domains that only floating dtypes have
_WHOLE = ("beyond:24", "beyond:31", "beyond:53")
_DOMAINS = {  # that give a class of elements
    "NaN": ("nonfinite",),
    "infinite": ("infinite",),
    "huge": ("huge",),
    "tiny": ("tiny",),
    "beyond 2^53": ("beyond:53", "huge"),
    "beyond 2^31": ("beyond:31", "huge"),
    "beyond 2^24": ("beyond:24",),
    "equal ones": ("ties", "zeros", "bits", "factors", "integral"),
    "negative": ("moderate", "factors"),
    "positive": ("positive", "bits"),
}
_EXTREME = ("huge", "tiny")  # what is in range in one dtype may not be in another
_MOST_FACTORS = 8  # of a function whose triples are drawn
_OTHER_SIZES = (0, 1, 2, 3, 4, 5)
# Errors that mean that a drawn case is invalid.
REFUSALS = (OracleError, SpecificationError, *FAILURES)

Answers = TypeVar("Answers")
Class = tuple[str, str]  # a factor, and one of its classes
Pair = tuple[Class, ...]  # two of them, or three
# A kind of elements of an argument, in one dtype, in all floating ones or in all others; or a float next to integers.
_Kind = tuple[str, str | bool, str]


class _Row(NamedTuple):
    """A call whose tensors are not drawn yet."""

    dtype: str
    chosen: dict[str, Any]
    classes: Classes
    kinds: set[_Kind]


@dataclass
class Pairs(Generic[Answers]):
    """Which pairs of classes the calls of a function have, and the cases that were drawn for more."""

    classes: dict[str, set[str]] = field(default_factory=dict)  # by factor
    listed: set[Pair] = field(default_factory=set)  # those of the cases of the file
    added: set[Pair] = field(default_factory=set)
    refused: set[Pair] = field(default_factory=set)
    contradictory: set[Pair] = field(default_factory=set)
    drawn: list[tuple[Case, Answers]] = field(default_factory=list)
    size: int = 2  # 3 if they are triples

    def counts(self) -> dict[str, Any]:
        """As the vectors have them (spec/schema/vectors.json)."""
        return {
            "factors": {factor: sorted(of) for factor, of in sorted(self.classes.items())},
            "listed": len(self.listed),
            "added": len(self.added),
            "refused": [[f"{f} = {of}" for f, of in pair] for pair in sorted(self.refused)],
            "contradictory": len(self.contradictory),
        }


def is_drawn(case_id: str) -> bool:
    """Whether the case was drawn for pairs or triples, here or in compositions.py."""
    return case_id.rpartition("/")[2].startswith(("pairs,", "triples,", "composed,"))


def pairs_of(classes: Classes, size: int = 2) -> set[Pair]:
    return set(itertools.combinations(sorted(classes.items()), size))


def draw_pairs(
    function: Function, module: ModuleType, answers_to: Callable[[Case], Answers]
) -> Pairs[Answers]:
    """`answers_to` raises one of REFUSALS if a case is invalid."""
    return _Drawing(function, module, answers_to).pairs


def draw_triples(
    function: Function, module: ModuleType, answers_to: Callable[[Case], Answers]
) -> Pairs[Answers]:
    """The triples of functions with few factors, for tier full. Triples in the cases for pairs count as listed."""
    pairs = _Drawing(function, module, answers_to)
    if len(pairs.pairs.classes) > _MOST_FACTORS:
        return Pairs(size=3)
    return _Drawing(function, module, answers_to, beside=pairs).pairs


class _Drawn(NamedTuple, Generic[Answers]):
    """A call that was drawn."""

    added: set[Pair]
    cases: list[tuple[Case, Answers]]
    row: _Row


class _Drawing(Generic[Answers]):
    def __init__(
        self,
        function: Function,
        module: ModuleType,
        answers_to: Callable[[Case], Answers],
        beside: _Drawing[Answers] | None = None,
    ) -> None:
        """`beside`: the drawing of the pairs, if this one is for triples."""
        self.function, self.answers_to = function, answers_to
        self.by_edition = getattr(module, "BY_EDITION", False)
        word = "triples" if beside else "pairs"
        self.group = {"name": word, "clauses": [_clause_of_all(function)]}
        if beside:
            self.group["tier"] = "full"
        self.stream = random.Random(f"{word} of {function.name}")
        self.pairs: Pairs[Answers] = Pairs(size=3 if beside else 2)
        self.rows = [] if getattr(module, "RANDOM", False) else list(self._rows())
        self.evaluated: set[str] = set()
        self.made: dict[str, tuple[list[Case], _Row] | None] = {}  # most calls are drawn repeatedly
        self.drawn: list[_Drawn[Answers]] = []
        self.kinds: set[_Kind] = set()
        self.extreme = {
            (name, choice.domain, choice.dtype or row.dtype)
            for row in self.rows
            for name, value in row.chosen.items()
            for choice in _choices([value])
        }
        for row in self.rows:
            self.kinds |= row.kinds
            for factor, of in row.classes.items():
                self.pairs.classes.setdefault(factor, set()).add(of)
        impossible: set[Pair] = set()
        if beside:
            self.rows += [drawn.row for drawn in beside.drawn]
            impossible = beside.pairs.refused | beside.pairs.contradictory
        for row in self.rows:
            self.pairs.listed |= pairs_of(row.classes, self.pairs.size)
        for pair in sorted(self._every_pair() - self.pairs.listed):
            if not impossible.isdisjoint(itertools.combinations(pair, 2)):
                self.pairs.contradictory.add(pair)
            elif pair not in self.pairs.added:
                self._cover(pair)
        self._drop_superfluous()
        for others in (self.pairs.refused, self.pairs.contradictory):
            others -= self.pairs.added

    def _rows(self) -> Iterator[_Row]:
        for group in self.function.raw["cases"]:
            if group.get("tier") == "full" or any(group.get(key) for key in _OF_ITS_ARGUMENTS):
                continue
            for dtype, chosen in call_cases.choices_of(self.function, group):
                case = next(
                    call_cases.cases_of(self.function, group, dtype, chosen, self.by_edition)
                )
                if any(case.tensors(name) for name in case.arguments):
                    yield _Row(dtype, chosen, classes_of(case), _kinds_in(case))

    def _every_pair(self) -> set[Pair]:
        classes = [[(f, of) for of in every] for f, every in sorted(self.pairs.classes.items())]
        return {
            pair
            for some in itertools.combinations(classes, self.pairs.size)
            for pair in itertools.product(*some)
        }

    def _cover(self, pair: Pair) -> None:
        """Adds, among some calls with this pair, the valid one that adds most."""
        calls = list(itertools.islice(self._calls(pair), _CANDIDATES))
        known = self.pairs.listed | self.pairs.added
        size = self.pairs.size
        calls.sort(
            key=lambda call: (-len(pairs_of(call[1].classes, size) - known), _size(call[0][0]))
        )
        for cases, row in calls:
            if cases[0].id in self.evaluated:
                continue
            self.evaluated.add(cases[0].id)
            try:
                found = [(case, self.answers_to(case)) for case in cases]
            except REFUSALS:
                continue
            added = pairs_of(row.classes, size) - self.pairs.listed
            self.drawn.append(_Drawn(added, found, row))
            self.pairs.added |= added
            return
        (self.pairs.refused if calls else self.pairs.contradictory).add(pair)

    def _drop_superfluous(self) -> None:
        """Drops cases whose pairs all occur in others, from the first one on: later ones were drawn for fewer pairs."""
        counts = Counter(itertools.chain.from_iterable(drawn.added for drawn in self.drawn))
        kept = []
        for drawn in self.drawn:
            if all(counts[pair] > 1 for pair in drawn.added):
                counts.subtract(drawn.added)
            else:
                kept.append(drawn)
                self.pairs.drawn += drawn.cases
        self.drawn = kept

    def _calls(self, pair: Pair) -> Iterator[tuple[list[Case], _Row]]:
        having = [[row for row in self.rows if row.classes.get(f) == of] for f, of in pair]
        # Of each class in turn: the calls that have all others.
        bases = [
            [row for row in self.rows if set(pair) - {wanted} <= set(row.classes.items())]
            for wanted in pair
        ]
        for number in range(_CHANGED):
            place = -1 - number % len(pair)
            if not bases[place]:
                continue
            base = self.stream.choice(bases[place])
            like = self.stream.choice(having[place])
            for call in self._changed(base, pair[place], like):
                if not _may_have(call[1], pair):
                    continue
                key = repr(call)
                if key not in self.made:
                    self.made[key] = self._cases(call)
                made = self.made[key]
                if made is not None and set(pair) <= set(made[1].classes.items()):
                    yield made
                    break

    def _changed(
        self, base: _Row, wanted: Class, like: _Row
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Calls like the first that may have the class, which the other has."""
        kind, _, name = wanted[0].rpartition(" of ")
        mine = base.chosen.get(name)
        if wanted[0] == "dtype":
            yield like.dtype, base.chosen
        elif kind == "elements" and isinstance(mine, TensorChoice):
            domains = _DOMAINS[wanted[1]]
            for domain in self.stream.sample(domains, len(domains)):
                other = replace(_drawn_anew(mine), domain=domain)
                yield base.dtype, {**base.chosen, name: other}
        elif kind in ("sizes", "last size") and isinstance(mine, TensorChoice):
            for _ in range(_CANDIDATES):
                yield base.dtype, self._with_other_sizes(base.chosen, name, _shape(mine))
        chosen = {n: value for n, value in base.chosen.items() if n != name}
        if name in like.chosen:
            chosen[name] = like.chosen[name]
        yield base.dtype, {n: chosen[n] for n in [*like.chosen, *base.chosen] if n in chosen}

    def _is_shown(self, name: str, choice: TensorChoice, dtype: str) -> bool:
        """Whether a listed case has such elements, and the dtype has them. Where none has, the documents do not say what becomes of squares
        that underflow, for example."""
        known = {(name, domain, choice.dtype or dtype) for domain in (choice.domain, "special")}
        is_extreme = choice.domain in _EXTREME
        return _suits(choice, dtype) and not (is_extreme and self.extreme.isdisjoint(known))

    def _with_other_sizes(
        self, chosen: dict[str, Any], name: str, shape: tuple[int, ...]
    ) -> dict[str, Any]:
        """Some sizes of a tensor, and those of others that are equal, for sizes often agree."""
        changed = [axis for axis in range(len(shape)) if self.stream.random() < 0.6]
        drawn = self.stream.sample(_OTHER_SIZES, len(_OTHER_SIZES))
        of_axis = {axis: drawn[axis % len(drawn)] for axis in changed}
        of_size = {shape[axis]: size for axis, size in of_axis.items()}

        def other(value: Any) -> Any:
            if isinstance(value, list):
                return [other(v) for v in value]
            if not isinstance(value, TensorChoice) or not of_size.keys() & set(_shape(value)):
                return value
            return replace(
                _drawn_anew(value), shape=tuple(of_size.get(n, n) for n in _shape(value))
            )

        result = {n: other(value) for n, value in chosen.items()}
        if isinstance(result[name], TensorChoice) and self.stream.random() < 0.5:
            sizes = tuple(of_axis.get(axis, n) for axis, n in enumerate(shape))
            result[name] = replace(_drawn_anew(chosen[name]), shape=sizes)
        return result

    def _cases(self, call: tuple[str, dict[str, Any]]) -> tuple[list[Case], _Row] | None:
        """None if it is not a case of this function, is too large, or has elements and classes that no case of the file has."""
        dtype, chosen = call
        tensors = [(n, choice) for n, value in chosen.items() for choice in _choices([value])]
        if not all(self._is_shown(name, choice, dtype) for name, choice in tensors):
            return None
        try:
            cases = list(call_cases.cases_of(self.function, self.group, *call, self.by_edition))
            if any(_size(case) > _MOST_ELEMENTS or self._is_unspecified(case) for case in cases):
                return None
            classes = classes_of(cases[0])
        except REFUSALS:
            return None
        kinds = set().union(*map(_kinds_in, cases))
        known = kinds <= self.kinds and all(
            of in self.pairs.classes.get(factor, ()) for factor, of in classes.items()
        )
        return (cases, _Row(*call, classes, kinds)) if known else None

    def _is_unspecified(self, case: Case) -> bool:
        if not may_be_unspecified(self.function.name):
            return False
        numbers = {name: map_tensors(value, numbers_of) for name, value in case.bound.items()}
        return is_unspecified(self.function.name, numbers, case.dtype)


def _may_have(chosen: dict[str, Any], pair: Pair) -> bool:
    """Whether the shapes have the classes: tensors are drawn only then."""
    for factor, of in pair:
        name = factor.rpartition(" of ")[2]
        choice = chosen.get(name)
        shape = _shape(choice) if isinstance(choice, TensorChoice) else None
        if shape is not None and classes_of_shape(shape, name).get(factor, of) != of:
            return False
    return True


def _kinds_in(case: Case) -> set[_Kind]:
    of_tensors = {
        (name, tensor.dtype if kind in _EXTREME else is_floating(tensor.dtype), kind)
        for name in case.arguments
        for tensor in case.tensors(name).values()
        for kind in of_array(tensor.values)
    }
    of_numbers = {
        (name, False, "a float")
        for name, value in case.arguments.items()
        if isinstance(value, float) and not is_floating(case.dtype)
    }
    return of_tensors | of_numbers


def _clause_of_all(function: Function) -> str:
    """The first that holds in every edition: it says what the result is."""
    holds = [
        c
        for c in function.raw["clauses"]
        if set(function.clause_editions(c)) == set(function.editions)
    ]
    return str((holds or function.raw["clauses"])[0]["id"])


def _choices(values: list[Any]) -> Iterator[TensorChoice]:
    for value in values:
        if isinstance(value, TensorChoice):
            yield value
        elif isinstance(value, list):
            yield from _choices(value)


def _suits(choice: TensorChoice, dtype: str) -> bool:
    """Whether a tensor of that dtype has such elements: a conversion would change them."""
    dtype = choice.dtype or dtype
    if choice.values is not None:
        numbers = np.ravel(np.array(choice.values, object))
        if is_floating(dtype):
            return not any(FORMATS[dtype].max < abs(n) < math.inf for n in numbers)
        least, most = (0, 1) if dtype == "bool" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
        return all(n == n // 1 and least <= n <= most for n in numbers)
    if is_floating(dtype):
        return choice.domain not in _WHOLE
    return choice.domain.split(":")[0] not in (*_FLOATING, "special", "subnormal", "wide", "halves")


def _size(case: Case) -> int:
    return sum(t.values.size for name in case.arguments for t in case.tensors(name).values())


def _shape(choice: TensorChoice) -> tuple[int, ...]:
    return choice.shape if choice.values is None else np.shape(choice.values)


def _drawn_anew(choice: TensorChoice) -> TensorChoice:
    """The same tensor, with elements that will be drawn again."""
    if choice.values is None:
        return choice
    return TensorChoice(_shape(choice), "moderate", choice.dtype)
