"""Random calls of the CTC loss and of greedy decoding."""

from __future__ import annotations

import math

import numpy as np
import torch
from calls import GRADIENT_ULPS, Call, gradients, in_double, reference, weighted_sum
from tolerance import Accuracy, Expected
from torch.nn import functional
from windows import random_dtype

Random = np.random.Generator
EPSILON = 1e-7  # the default fuzz factor of the API
_UNIT_ROUNDOFF = 2.0**-53


def _predictions(random: Random, samples: int, steps: int, classes: int, dtype: str) -> np.ndarray:
    """A softmax; in a third of the calls, positive numbers with any sum."""
    y = np.exp(2 * random.standard_normal((samples, steps, classes)))
    return (y if random.random() < 1 / 3 else y / y.sum(axis=2, keepdims=True)).astype(dtype)


def ctc_batch_cost(random: Random) -> Call:
    """Lengths vary; labels repeat and may be empty. In a tenth of the calls a label may be impossible: its cost is infinite."""
    dtype = random_dtype(random)
    samples, steps, classes = (int(random.integers(1, n + 1)) for n in (4, 40, 12))
    classes = max(classes, 2)
    lengths = random.integers(1, steps + 1, (samples, 1))
    longest = int(random.integers(1, 11))
    labels = random.integers(0, classes - 1, (samples, longest))
    label_lengths = random.integers(0, longest + 1, (samples, 1))
    may_be_impossible = random.random() < 0.1
    for row, length, size in zip(labels, lengths, label_lengths, strict=True):
        while not may_be_impossible and (
            size[0] + (row[1 : size[0]] == row[: max(size[0] - 1, 0)]).sum() > length[0]
        ):
            size[0] -= 1
    inputs = {
        "labels": labels.astype("int32"),
        "y": _predictions(random, samples, steps, classes, dtype),
        "lengths": lengths.astype("int32"),
        "label_lengths": label_lengths.astype("int32"),
    }
    weights = random.standard_normal((samples, 1)).astype(dtype)
    t = in_double(inputs)
    smoothed = t["y"] + EPSILON
    q = smoothed / smoothed.sum(dim=2, keepdim=True)
    cost = functional.ctc_loss(
        q.log().transpose(0, 1),
        t["labels"].long(),
        tuple(lengths[:, 0].tolist()),
        tuple(label_lengths[:, 0].tolist()),
        blank=classes - 1,
        reduction="none",
    ).unsqueeze(1)
    # The probability of a label is a sum of positive products with one factor per frame.
    magnitude = cost.detach().numpy() + lengths
    possible = bool(torch.isfinite(cost).all())
    accuracy = Accuracy(4, 2 * steps + classes)
    expected = [Expected("result", dtype, cost.detach().numpy(), magnitude, accuracy)]
    call = Call("ctc_batch_cost", [reference(name) for name in inputs], {}, inputs, expected)
    call.known_shapes = bool(random.random() < 0.7)
    if possible:
        factors = torch.from_numpy(weights).double()
        (slope,) = torch.autograd.grad((cost * factors).sum(), t["y"])
        # By y the cost has the derivative (q - g) / (y + epsilon), g being the probability of a class in that frame, given the
        # label. It is a difference, whose two sides are added here.
        w = factors.abs().unsqueeze(2)
        counted = (torch.arange(steps) < torch.from_numpy(lengths)).unsqueeze(2)
        one_side = torch.where(counted, w * (q / smoothed).detach(), 0.0)
        slope_by_cost = torch.where(
            factors.unsqueeze(2) == 0, 0.0, slope * factors.sign().unsqueeze(2)
        )
        size = one_side + (one_side - slope_by_cost).abs()
        limit = Accuracy(GRADIENT_ULPS, 4 * steps + classes)
        # PyTorch adds logarithms as large as the cost, one for each frame, and exponentiates their
        # sum, which loses digits. In float32 this does not matter; in float64 the loss is larger
        # than that of an interpreter that multiplies probabilities.
        loss_of_digits = cost.detach().unsqueeze(2) * size * _UNIT_ROUNDOFF
        own_error = (2 * (1 + math.sqrt(steps)) * loss_of_digits).numpy()
        expected.append(
            Expected("gradient by y", dtype, slope.numpy(), size.numpy(), limit, own_error)
        )
        call.inputs["weights"] = weights
        call.results = ["y_result", "d_y"]
        call.let = ["y_result"]
        call.more_calls = [
            *weighted_sum("y_result", "weights", "loss"),
            gradients("loss", ["y"], ["d_y"]),
        ]
    else:
        call.let = call.results = ["y_result"]
    return call


def ctc_decode(random: Random) -> Call:
    """Greedy: takes the best class of each frame, merges equal neighbours, drops blanks and pads with -1."""
    dtype = random_dtype(random)
    samples, steps, classes = (int(random.integers(1, n + 1)) for n in (4, 60, 12))
    lengths = random.integers(1, steps + 1, samples)
    inputs = {
        "y": _predictions(random, samples, steps, classes, dtype),
        "lengths": lengths.astype("int32"),
    }
    y = torch.from_numpy(inputs["y"]).double()
    scores, sizes, rows = [], [], []
    for frames, length in zip(y, lengths.tolist(), strict=True):
        largest, best = frames[:length].max(dim=1)
        logs = (largest + EPSILON).log()
        merged = torch.unique_consecutive(best)
        rows.append(merged[merged != classes - 1])
        scores.append(-logs.sum())
        sizes.append((logs.abs() + 1).sum())  # each element is the logarithm of a rounded sum
    decoded = torch.nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=-1).numpy()
    score = torch.stack(scores).unsqueeze(1).numpy()
    size = torch.stack(sizes).unsqueeze(1).numpy()
    return Call(
        "ctc_decode",
        [reference("y"), reference("lengths")],
        {"greedy": True} if random.random() < 0.5 else {},
        inputs,
        [
            Expected("decoded", "int64", decoded, np.zeros(decoded.shape), Accuracy(0, 0)),
            Expected("scores", dtype, score, size, Accuracy(4, steps)),
        ],
        let=[["decoded"], "scores"],
        results=["decoded", "scores"],
        known_shapes=bool(random.random() < 0.7),
    )
