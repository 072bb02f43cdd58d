"""The decoder of ctc_decode: the best path, and prefix beam search in exact arithmetic. Readings change parts of it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import ProgramError, Tensor
from kassay_generators.numbers.elementary import log
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import ApiError
from ops.ctc.alignment import (
    Labelling,
    collapsed,
    normalized,
    prefix_beam_search,
    with_epsilon,
)

Array = np.ndarray
# The paths of one sample, best first, and a score for each.
Decoded = tuple[list[Labelling], list[Number]]
Answer = tuple[list[Tensor], Tensor]

# The better of two must be better by this factor, so that rounding does not decide.
_CLASSES_APART = 1.005
_PATHS_APART = {"float16": 1.1, "float32": 1.001, "float64": 1.001}


class Decoder:
    """One call. Readings change the attributes, or replace a method."""

    epsilon: float | None = None  # None: the machine's
    adds_epsilon = True
    negates_best_path = True
    normalizes_best_path = False
    normalizes_beam = True
    merges_decoded = False
    prefers_last = False
    tells_endings = True
    tells_ties = False  # raises an error where rounding could decide
    padding = -1
    dtype = "int64"

    def __init__(
        self, machine: Machine, greedy: bool, beam_width: int, top_paths: int, epsilon: float
    ) -> None:
        self.machine = machine
        self.greedy = greedy
        self.beam_width = beam_width
        self.top_paths = top_paths
        self.used_epsilon = epsilon if self.epsilon is None else self.epsilon

    # -- the whole ----------------------------------------------------------------------------------------------------

    def answer(self, y_pred: Tensor, input_length: Tensor) -> Answer:
        self.require_sound()
        steps = y_pred.shape[1]
        self.y_dtype = y_pred.dtype
        samples = []
        lengths = self.lengths(input_length)
        if len(lengths) != len(y_pred.values):
            raise ApiError("any")
        for y, length in zip(y_pred.values, lengths, strict=True):
            if length > steps:
                raise ApiError("any")
            samples.append(self.decoded(self.frames(y, length)))
        count = len(samples[0][0])
        columns = [[paths[i] for paths, _ in samples] for i in range(count)]
        scores = np.array([scores for _, scores in samples], dtype=object)
        return [self.tensor(column, columns, steps) for column in columns], self.scores(scores)

    def require_sound(self) -> None:
        """The arguments of the beam apply only to beam search."""
        if not self.greedy and not 1 <= self.top_paths <= self.beam_width:
            raise ApiError("any")

    def lengths(self, input_length: Tensor) -> list[int]:
        if len(input_length.shape) != 1 and self.machine.edition != "ja":
            raise ApiError("any")
        return [int(n) for n in input_length.values.flat]

    def frames(self, y: Array, length: int) -> Array:
        return y[:length]

    def decoded(self, y: Array) -> Decoded:
        paths, scores = self.best_path(y) if self.greedy else self.beam(y)
        if self.merges_decoded and not self.greedy:
            paths = [tuple(c for c, _ in itertools.groupby(path)) for path in paths]
        return paths, scores

    def tensor(self, paths: list[Labelling], columns: list[list[Labelling]], steps: int) -> Tensor:
        width = self.width(paths, columns, steps)
        values = np.full((len(paths), width), self.padding, dtype=self.dtype)
        for row, path in zip(values, paths, strict=True):
            row[self.place(path, width)] = path
        return Tensor(self.machine.arithmetic.lift(values), self.dtype)

    def width(self, paths: list[Labelling], columns: list[list[Labelling]], steps: int) -> int:
        return max(map(len, paths))

    def place(self, path: Labelling, width: int) -> slice:
        return slice(0, len(path))

    def scores(self, scores: Array) -> Tensor:
        """By sample and path."""
        return Tensor(self.machine.arithmetic.result(scores, self.y_dtype), self.y_dtype)

    # -- one sample ---------------------------------------------------------------------------------------------------

    def smoothed(self, y: Array) -> Array:
        return with_epsilon(y, self.used_epsilon) if self.adds_epsilon else y

    def best_path(self, y: Array) -> Decoded:
        p = self.smoothed(y)
        best = [self.best_class(frame) for frame in p]
        scored = normalized(p) if self.normalizes_best_path else p
        logarithms = [log(frame[c]) for frame, c in zip(scored, best, strict=True)]
        score = sum(logarithms, Number.of(0))
        return [self.labelling(best, y.shape[1] - 1)], [-score if self.negates_best_path else score]

    def best_class(self, frame: Array) -> int:
        best = 0
        for number, p in enumerate(frame):
            if p > frame[best] or (self.prefers_last and p == frame[best]):
                best = number
        if self.tells_ties:
            for p in frame:
                if p != frame[best] and frame[best] < p * _CLASSES_APART:
                    raise ProgramError("two classes are so near that rounding could decide")
        return best

    def labelling(self, path: Sequence[int], blank: int) -> Labelling:
        return collapsed(path, blank)

    def beam(self, y: Array) -> Decoded:
        found = self.search(self.beam_probabilities(y))
        if len(found) < self.top_paths:
            raise ApiError("any")
        chosen = found[: self.top_paths]
        if self.tells_ties:
            self.require_apart([p for _, p in found[: self.top_paths + 1]])
        return [path for path, _ in chosen], [log(p) for _, p in chosen]

    def beam_probabilities(self, y: Array) -> Array:
        p = self.smoothed(y)
        return normalized(p) if self.normalizes_beam else p

    def search(self, q: Array) -> list[tuple[Labelling, Number]]:
        def look(totals: list[Number]) -> None:
            if self.tells_ties:
                self.require_apart(totals[self.beam_width - 1 : self.beam_width + 1])

        return prefix_beam_search(
            q,
            q.shape[1] - 1,
            self.beam_width,
            self.either,
            tells_endings=self.tells_endings,
            look=look,
        )

    def either(self, a: Number, b: Number) -> Number:
        return a + b

    def require_apart(self, totals: list[Number]) -> None:
        for more, less in itertools.pairwise(totals):
            if more < less * _PATHS_APART[self.y_dtype]:
                raise ProgramError("two paths are so near that rounding could decide")
