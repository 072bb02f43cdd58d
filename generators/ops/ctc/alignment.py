"""Class probabilities, paths and labellings, for the functions of connectionist temporal classification (CTC).

A path names one class per frame. Merging equal neighbours and then dropping blanks turns it into a labelling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kassay_generators.numbers.elementary import exp, log
from kassay_generators.numbers.number import ONE, ZERO, Number
from kassay_generators.oracles.arrays import elementwise, total
from kassay_generators.oracles.interface import ApiError, Context

Array = np.ndarray
Labelling = tuple[int, ...]
Label = Sequence[int]
Add = Callable[[Number, Number], Number]


def with_epsilon(y: Array, epsilon: float) -> Array:
    return elementwise(lambda n: n + epsilon, y)


def normalized(y: Array) -> Array:
    """Each frame divided by its sum over the classes, the last axis."""
    if y.size == 0:
        return y
    return np.asarray(y / total(y, -1, keepdims=True), dtype=object)


def softmax(logits: Array) -> Array:
    return normalized(elementwise(exp, logits))


def alignments(q: Array, label: Sequence[int], blank: int) -> Iterator[Number]:
    """The probability of each path that becomes the label, one path at a time."""

    def needed(place: int, last: int | None) -> int:
        """The fewest frames that the rest of the label needs."""
        rest = [last, *label[place:]]
        return len(rest) - 1 + sum(a == b for a, b in pairwise(rest))

    def extend(frame: int, place: int, last: int | None, product: Number) -> Iterator[Number]:
        if len(q) - frame < needed(place, last):
            return
        if frame == len(q):
            yield product
            return
        next_ones = [(blank, place)]
        if last is not None and last != blank:
            next_ones.append((last, place))
        if place < len(label) and label[place] != last:
            next_ones.append((label[place], place + 1))
        for chosen, after in next_ones:
            yield from extend(frame + 1, after, chosen, product * q[frame, chosen])

    yield from extend(0, 0, None, ONE)


def total_of_alignments(q: Array, label: Sequence[int], blank: int) -> Number:
    """The probability of a label, by its definition."""
    return sum(alignments(q, label, blank), ZERO)


def forward(
    q: Array, label: Sequence[int], blank: int, *, merges: bool = True, separates: bool = True
) -> Number:
    """The same by recursion over the frames. `merges`: equal neighbours of a path are merged; `separates`: a blank between
    equal classes keeps them apart."""
    states: dict[tuple[int, int | None], Number] = {(0, None): ONE}
    for frame in q:
        after: dict[tuple[int, int | None], Number] = {}
        for (place, last), before in states.items():
            expected = label[place] if place < len(label) else None
            for chosen in dict.fromkeys((blank, last, expected)):
                if chosen is None:
                    continue
                emitted = place
                if chosen != blank and not (merges and chosen == last):
                    if chosen != expected:
                        continue
                    emitted += 1
                key = (emitted, last if chosen == blank and not separates else chosen)
                product = before * frame[chosen]
                after[key] = after[key] + product if key in after else product
        states = after
    return sum((p for (place, _), p in states.items() if place == len(label)), ZERO)


def _with_own_epsilon(y: Array, context: Context) -> Array:
    return with_epsilon(y, context.epsilon)


def _negative_logarithm(p: Number, frames: int, label: Label, context: Context) -> Number:
    return -log(p)


def used_labels(row: Array, length: int, classes: int) -> list[int]:
    """The used labels of a row. Raises ApiError for a label that is the blank or not a class."""
    label = [int(n) for n in row[:length]]
    if not all(0 <= n < classes - 1 for n in label):
        raise ApiError("any")
    return label


@dataclass(frozen=True)
class Loss:
    """The loss, in parts that a reading may replace."""

    smoothed: Callable[[Array, Context], Array] = _with_own_epsilon
    scaled: Callable[[Array], Array] = normalized
    frames: Callable[[Array, int], Array] = lambda q, length: q[:length]
    label: Callable[[Array, int, int], list[int]] = used_labels
    total: Callable[[Array, Label, int], Number] = forward
    cost: Callable[[Number, int, Label, Context], Number] = _negative_logarithm

    def __call__(
        self,
        y_true: Array,
        y_pred: Array,
        input_length: Array,
        label_length: Array,
        context: Context,
    ) -> Array:
        samples, steps, classes = y_pred.shape
        columns = (input_length.shape, label_length.shape)
        if len(y_true) != samples or columns != ((samples, 1), (samples, 1)):
            raise ApiError("any")
        q = self.scaled(self.smoothed(y_pred, context))
        result = np.empty((samples, 1), dtype=object)
        for sample in range(samples):
            length = int(input_length[sample, 0])
            if length > steps:
                raise ApiError("any")
            label = self.label(y_true[sample], int(label_length[sample, 0]), classes)
            frames = self.frames(q[sample], length)
            p = self.total(frames, label, classes - 1)
            result[sample, 0] = self.cost(p, len(frames), label, context)
        return result


def collapsed(path: Sequence[int], blank: int) -> Labelling:
    """Merges equal neighbours, then drops blanks."""
    merged = [c for place, c in enumerate(path) if place == 0 or path[place - 1] != c]
    return tuple(c for c in merged if c != blank)


def prefix_beam_search(
    q: Array,
    blank: int,
    width: int,
    add: Add = lambda a, b: a + b,
    *,
    tells_endings: bool = True,
    look: Callable[[list[Number]], None] = lambda totals: None,
) -> list[tuple[Labelling, Number]]:
    """The labellings that are kept to the end, most probable first, with their probabilities as far as the search knows them.

    `tells_endings`: a label repeats only after paths that end in blank. `look` gets the totals of all candidates of a frame,
    largest first, before the beam is cut.
    """
    # The total, the labelling, the probability of its paths that end in blank, and that of the others.
    kept: list[tuple[Number, Labelling, Number, Number]] = [(ONE, (), ONE, ZERO)]
    for frame in q:
        found: dict[Labelling, list[Number]] = {}

        def contribute(
            labelling: Labelling,
            ending: int,
            p: Number,
            found: dict[Labelling, list[Number]] = found,
        ) -> None:
            if not p.is_zero:
                both = found.setdefault(labelling, [ZERO, ZERO])
                both[ending] = _either(both[ending], p, add)

        for whole, labelling, in_blank, in_label in kept:
            last = labelling[-1] if labelling else None
            contribute(labelling, 0, whole * frame[blank])
            for chosen in (c for c in range(len(frame)) if c != blank):
                if chosen == last:
                    contribute(labelling, 1, in_label * frame[chosen])
                fresh = in_blank if chosen == last and tells_endings else whole
                contribute((*labelling, chosen), 1, fresh * frame[chosen])
        ranked = [(_either(a, b, add), labelling, a, b) for labelling, (a, b) in found.items()]
        ranked.sort(key=lambda entry: entry[0], reverse=True)
        look([entry[0] for entry in ranked])
        kept = ranked[:width]
    return [(labelling, whole) for whole, labelling, _, _ in kept]


def _either(a: Number, b: Number, add: Add) -> Number:
    if a.is_zero or b.is_zero:
        return b if a.is_zero else a
    return add(a, b)
