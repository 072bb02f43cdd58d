"""Oracle for ctc_decode: the best path, and prefix beam search in exact arithmetic."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Node, Part
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.numbers.elementary import exp, log, maximum
from kassay_generators.numbers.number import INFINITY, Number
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import ApiError
from ops.ctc.alignment import Labelling, softmax
from ops.ctc.decoder import Answer, Array, Decoded, Decoder


class _Oracle(Decoder):
    tells_ties = True


def _as(kind: type[Decoder]) -> Callable[..., Any]:
    """The answer of ctc_decode with a given decoder. The call reads epsilon."""

    def answer(
        y_pred: Any,
        input_length: Any,
        greedy: bool,
        beam_width: int,
        top_paths: int,
        machine: Machine,
    ) -> tuple[Any, Any]:
        epsilon = machine.settings.epsilon

        def decode(y: Tensor, n: Tensor) -> Answer:
            return kind(machine, greedy, beam_width, top_paths, epsilon).answer(y, n)

        return _parts(machine.lazily(decode, y_pred, input_length), greedy, top_paths)

    _KINDS[answer] = kind
    return answer


_KINDS: dict[Callable[..., Any], type[Decoder]] = {}  # by what _as made of them


def over(upper: Callable[..., Any], lower: Callable[..., Any]) -> Callable[..., Any]:
    """Everything that the upper reading's decoder does not change comes from the lower one's."""
    return _as(type("Both", (_KINDS[upper], _KINDS[lower]), {}))


def _parts(result: Any, greedy: bool, top_paths: int) -> tuple[Any, Any]:
    if not isinstance(result, Node):
        return result  # type: ignore[no-any-return]
    return [Part(result, 0, i) for i in range(1 if greedy else top_paths)], Part(result, 1)


oracle = _as(_Oracle)


# -- in float64 -------------------------------------------------------------------------------------------------------


def confirmation(
    y_pred: Any,
    input_length: Any,
    greedy: bool,
    beam_width: int,
    top_paths: int,
    machine: Machine,
) -> tuple[Any, Any]:
    epsilon = machine.settings.epsilon

    def decode(y_pred: Tensor, input_length: Tensor) -> Answer:
        y = y_pred.values + epsilon
        paths: list[list[Labelling]] = []
        scores = []
        for frames, length in zip(y, input_length.values.reshape(-1), strict=True):
            used = frames[: int(length)]
            if greedy:
                best = used.argmax(axis=1)
                paths.append([_labelling(best, y.shape[2] - 1)])
                scores.append([-np.log(used.max(axis=1)).sum()])
            else:
                found = _ranked(used / used.sum(axis=1, keepdims=True), beam_width)
                paths.append([path for path, _ in found[:top_paths]])
                scores.append([np.log(p) for _, p in found[:top_paths]])
        tensors = [
            np.array(list(itertools.zip_longest(*column, fillvalue=-1)), dtype=np.int64)
            .reshape(-1, len(column))
            .T
            for column in zip(*paths, strict=True)
        ]
        return [Tensor(t, "int64") for t in tensors], Tensor(np.array(scores), y_pred.dtype)

    return _parts(machine.lazily(decode, y_pred, input_length), greedy, top_paths)


def _labelling(path: Any, blank: int) -> Labelling:
    return tuple(int(c) for c, _ in itertools.groupby(path) if c != blank)


def _ranked(q: Array, beam_width: int) -> list[tuple[Labelling, float]]:
    """Labellings with their probabilities, best first: all of them if the beam is wide enough."""
    labels = q.shape[1] - 1
    if beam_width >= sum(labels**length for length in range(len(q) + 1)):
        found = _of_every_path(q)
    else:
        found = _narrow_search(q, beam_width)
    return sorted(found.items(), key=lambda entry: -entry[1])


def _of_every_path(q: Array) -> dict[Labelling, float]:
    found: dict[Labelling, float] = {}
    for path in itertools.product(range(q.shape[1]), repeat=len(q)):
        labelling = _labelling(path, q.shape[1] - 1)
        found[labelling] = found.get(labelling, 0.0) + float(q[np.arange(len(q)), path].prod())
    return found


def _narrow_search(q: Array, beam_width: int) -> dict[Labelling, float]:
    """Each new labelling collects its probability from itself and from the labelling that it extends."""
    blank = q.shape[1] - 1
    blanks: dict[Labelling, float] = {(): 1.0}
    others: dict[Labelling, float] = {(): 0.0}
    for frame in q:
        candidates: set[Labelling] = set(blanks) | {
            (*kept, c) for kept in blanks for c in range(blank)
        }
        after_blanks: dict[Labelling, float] = {}
        after_others: dict[Labelling, float] = {}
        for labelling in candidates:
            before = blanks.get(labelling, 0.0) + others.get(labelling, 0.0)
            after_blanks[labelling] = before * frame[blank]
            gathered = 0.0
            if labelling:
                shorter, last = labelling[:-1], labelling[-1]
                gathered = others.get(labelling, 0.0) + blanks.get(shorter, 0.0)
                if shorter[-1:] != (last,):
                    gathered += others.get(shorter, 0.0)
                gathered *= frame[last]
            after_others[labelling] = gathered
        totals = {one: after_blanks[one] + after_others[one] for one in candidates}
        possible = [one for one in totals if totals[one] > 0]
        best = sorted(possible, key=lambda one: -totals[one])[:beam_width]
        blanks = {one: after_blanks[one] for one in best}
        others = {one: after_others[one] for one in best}
    return {one: blanks[one] + others[one] for one in blanks}


# -- readings ---------------------------------------------------------------------------------------------------------


def _with(**attributes: Any) -> Callable[..., Any]:
    return _as(type("Reading", (Decoder,), attributes))


def _all_steps(
    self: Decoder, paths: list[Labelling], columns: list[list[Labelling]], steps: int
) -> int:
    return steps


def _common_width(
    self: Decoder, paths: list[Labelling], columns: list[list[Labelling]], steps: int
) -> int:
    return max(len(path) for column in columns for path in column)


class _ColumnRefused(Decoder):
    def lengths(self, input_length: Tensor) -> list[int]:
        if len(input_length.shape) != 1:
            raise ApiError("any")
        return super().lengths(input_length)


class _EmptyPaths(Decoder):
    def beam(self, y: Array) -> Decoded:
        found = self.search(self.beam_probabilities(y))[: self.top_paths]
        missing = self.top_paths - len(found)
        scores = [log(p) for _, p in found] + [-INFINITY] * missing
        return [path for path, _ in found] + [()] * missing, scores


class _BlankFirst(Decoder):
    def frames(self, y: Array, length: int) -> Array:
        return np.roll(y[:length], -1, axis=1)

    def decoded(self, y: Array) -> Decoded:
        paths, scores = super().decoded(y)
        return [tuple(c + 1 for c in path) for path in paths], scores


def _blanks_kept(self: Decoder, path: Sequence[int], blank: int) -> Labelling:
    return tuple(-1 if c == blank else c for c, _ in itertools.groupby(path))


def _repeats_kept(self: Decoder, path: Sequence[int], blank: int) -> Labelling:
    return tuple(c for c in path if c != blank)


def _blanks_dropped_first(self: Decoder, path: Sequence[int], blank: int) -> Labelling:
    return tuple(c for c, _ in itertools.groupby(c for c in path if c != blank))


class _WorstFirst(Decoder):
    def beam(self, y: Array) -> Decoded:
        paths, scores = super().beam(y)
        return paths[::-1], scores[::-1]


class _WorstOfAll(Decoder):
    def search(self, q: Array) -> list[tuple[Labelling, Number]]:
        return super().search(q)[::-1]


class _OneForAll(Decoder):
    """The samples of a path in one vector."""

    def tensor(self, paths: list[Labelling], columns: list[list[Labelling]], steps: int) -> Tensor:
        return super().tensor([tuple(itertools.chain(*paths))], columns, steps)

    def width(self, paths: list[Labelling], columns: list[list[Labelling]], steps: int) -> int:
        return len(paths[0])


class _GreedyIgnored(Decoder):
    def decoded(self, y: Array) -> Decoded:
        return self.beam(y)


class _BeamIgnored(Decoder):
    def decoded(self, y: Array) -> Decoded:
        return self.best_path(y)


class _TopPathsIgnored(Decoder):
    def beam(self, y: Array) -> Decoded:
        paths, scores = super().beam(y)
        return paths[:1], scores[:1]


class _BeamWidthIgnored(Decoder):
    def require_sound(self) -> None:
        super().require_sound()
        self.beam_width = 100


class _BeamWidened(Decoder):
    def require_sound(self) -> None:
        self.beam_width = max(self.beam_width, self.top_paths)


class _ArgumentsAlwaysChecked(Decoder):
    def require_sound(self) -> None:
        if not 1 <= self.top_paths <= self.beam_width:
            raise ApiError("any")


class _Logits(Decoder):
    """With float probabilities, so that equal ones can be compared."""

    def frames(self, y: Array, length: int) -> Array:
        return elementwise(lambda n: Number.of(float(n)), softmax(y[:length]))


class _PerFrame(Decoder):
    def decoded(self, y: Array) -> Decoded:
        paths, scores = super().decoded(y)
        return paths, [score / max(len(y), 1) for score in scores]


def _rearranged(change: Callable[[Array], Array]) -> Callable[..., Any]:
    class Reading(Decoder):
        def scores(self, scores: Array) -> Tensor:
            return super().scores(change(scores))

    return _as(Reading)


class _Probabilities(Decoder):
    negates_best_path = False

    def scores(self, scores: Array) -> Tensor:
        return super().scores(elementwise(exp, scores))


READINGS = {
    "padded": _with(width=_all_steps),
    "merged": _with(merges_decoded=True),
    "common-width": _with(width=_common_width),
    "last-of-equal": _with(prefers_last=True),
    "column-refused": _as(_ColumnRefused),
    "empty-paths": _as(_EmptyPaths),
    "log-probability": _with(negates_best_path=False),
    "no-epsilon": _with(adds_epsilon=False),
    "normalized": _with(normalizes_best_path=True),
    "not-normalized": _with(normalizes_beam=False),
    "blank-first": _as(_BlankFirst),
    "blanks-kept": _with(labelling=_blanks_kept),
    "repeats-kept": _with(labelling=_repeats_kept),
    "blanks-dropped-first": _with(labelling=_blanks_dropped_first),
    "lengths-ignored": _with(frames=lambda self, y, length: y),
    "last-frames": _with(frames=lambda self, y, length: y[len(y) - length :]),
    "worst-first": _as(_WorstFirst),
    "worst-of-all": _as(_WorstOfAll),
    "padded-with-zeros": _with(padding=0),
    "padded-in-front": _with(place=lambda self, path, width: slice(width - len(path), width)),
    "one-for-all": _as(_OneForAll),
    "int32-paths": _with(dtype="int32"),
    "floating-paths": _with(dtype=property(lambda self: self.y_dtype)),
    "greedy-ignored": _as(_GreedyIgnored),
    "beam-ignored": _as(_BeamIgnored),
    "top-paths-ignored": _as(_TopPathsIgnored),
    "beam-width-ignored": _as(_BeamWidthIgnored),
    "beam-widened": _as(_BeamWidened),
    "arguments-always-checked": _as(_ArgumentsAlwaysChecked),
    "best-alignment": _with(either=lambda self, a, b: maximum(a, b)),
    "endings-not-told-apart": _with(tells_endings=False),
    "logits": _as(_Logits),
    "probabilities": _as(_Probabilities),
    "scores-per-frame": _as(_PerFrame),
    "scores-by-path": _rearranged(lambda scores: scores.T),
    "scores-of-first-sample": _rearranged(lambda scores: scores[0]),
    "first-epsilon": _with(epsilon=1e-7),
}
ONLY_WITH = {"first-epsilon": ("set_epsilon",)}
