"""Losses and metrics that users write."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from idiom_tables.idiom import Idiom, integers, numbers, positive

EPSILON = 1e-7
TRUTH = integers(2, 4, 6, dtype="float32")
GUESS = positive(4, 6) / np.float32(2.1)
CLASSES = np.eye(3, dtype="float32")[[0, 2, 1, 1]]
SHARES = positive(4, 3)
SHARES /= SHARES.sum(-1, keepdims=True)
MASKS = integers(2, 2, 4, 4, 1, dtype="float32")
SEGMENTS = positive(2, 4, 4, 1) / np.float32(2.1)
TARGETS, FOUND = numbers(4, 6), positive(4, 6)
EMBEDDINGS = numbers(4, 9)
WEIGHTS = np.array([1.0, 2.0, 0.5])
BOXES = positive(2, 5, 8)
MEANS = numbers(4, 3)
PAIR = (TRUTH, GUESS)
SEGMENTATION = (MASKS, SEGMENTS)


def clipped(p: Any) -> Any:
    return np.clip(p, EPSILON, 1 - EPSILON)


def dice(K: Any, truth: Any, guess: Any, smooth: float = 1.0) -> Any:
    truth, guess = K.flatten(truth), K.flatten(guess)
    common = K.sum(truth * guess)
    return 1 - (2.0 * common + smooth) / (K.sum(truth) + K.sum(guess) + smooth)


def dice_by_numpy(t: Any, g: Any) -> Any:
    return 1 - (2 * (t * g).sum() + 1) / (t.sum() + g.sum() + 1)


def dice_of_samples(K: Any, truth: Any, guess: Any) -> Any:
    axes = tuple(range(1, len(K.int_shape(guess)) - 1))
    above = 2 * K.sum(truth * guess, axis=axes)
    below = K.sum(K.square(truth) + K.square(guess), axis=axes)
    return 1 - K.mean((above + K.epsilon()) / (below + K.epsilon()))


def dice_of_samples_by_numpy(t: Any, g: Any) -> Any:
    above, below = 2 * (t * g).sum((1, 2)), (t * t + g * g).sum((1, 2))
    return 1 - np.mean((above + EPSILON) / (below + EPSILON))


def jaccard(K: Any, truth: Any, guess: Any) -> Any:
    common = K.sum(K.abs(truth * guess), axis=[1, 2, 3])
    union = K.sum(truth, [1, 2, 3]) + K.sum(guess, [1, 2, 3]) - common
    return K.mean((common + 1) / (union + 1), axis=0)


def jaccard_by_numpy(t: Any, g: Any) -> Any:
    common = (t * g).sum((1, 2, 3))
    return np.mean((common + 1) / (t.sum((1, 2, 3)) + g.sum((1, 2, 3)) - common + 1))


def tversky(K: Any, truth: Any, guess: Any) -> Any:
    t, g = K.flatten(truth), K.flatten(guess)
    hit, missed, false = K.sum(t * g), K.sum(t * (1 - g)), K.sum((1 - t) * g)
    return K.pow(1 - (hit + 1) / (hit + 0.7 * missed + 0.3 * false + 1), 0.75)


def tversky_by_numpy(t: Any, g: Any) -> Any:
    hit, missed, false = (t * g).sum(), (t * (1 - g)).sum(), ((1 - t) * g).sum()
    return (1 - (hit + 1) / (hit + 0.7 * missed + 0.3 * false + 1)) ** 0.75


def focal(K: Any, truth: Any, guess: Any, gamma: float = 2.0, alpha: float = 0.25) -> Any:
    right = K.switch(K.equal(truth, 1), guess, K.ones_like(guess))
    wrong = K.switch(K.equal(truth, 0), guess, K.zeros_like(guess))
    right, wrong = (K.clip(p, K.epsilon(), 1.0 - K.epsilon()) for p in (right, wrong))
    return -K.mean(alpha * K.pow(1.0 - right, gamma) * K.log(right)) - K.mean(
        (1 - alpha) * K.pow(wrong, gamma) * K.log(1.0 - wrong)
    )


def focal_by_numpy(t: Any, g: Any) -> Any:
    right, wrong = clipped(np.where(t == 1, g, 1.0)), clipped(np.where(t == 0, g, 0.0))
    return -np.mean(0.25 * (1 - right) ** 2 * np.log(right)) - np.mean(
        0.75 * wrong**2 * np.log(1 - wrong)
    )


def focal_of_classes(K: Any, truth: Any, guess: Any) -> Any:
    guess = guess / K.sum(guess, axis=-1, keepdims=True)
    guess = K.clip(guess, K.epsilon(), 1 - K.epsilon())
    return K.sum(0.25 * K.pow(1 - guess, 2) * (-truth * K.log(guess)), axis=-1)


def weighted_crossentropy(K: Any, truth: Any, guess: Any) -> Any:
    weights = K.variable(WEIGHTS)
    guess = guess / K.sum(guess, axis=-1, keepdims=True)
    guess = K.clip(guess, K.epsilon(), 1 - K.epsilon())
    return -K.sum(truth * K.log(guess) * weights, -1)


def crossentropy_with_weights_of_numpy(K: Any, truth: Any, guess: Any) -> Any:
    weights = K.sum(truth * WEIGHTS, axis=-1)
    return K.categorical_crossentropy(truth, guess) * weights


def balanced_crossentropy(K: Any, truth: Any, guess: Any) -> Any:
    weights = truth * 3.0 + (1.0 - truth) * 0.5
    return K.mean(weights * K.binary_crossentropy(truth, guess))


def balanced_crossentropy_by_numpy(t: Any, g: Any) -> Any:
    return np.mean(-3 * t * np.log(clipped(g)) - 0.5 * (1 - t) * np.log(clipped(1 - g)))


def smoothed(K: Any, truth: Any, guess: Any) -> Any:
    classes = K.cast(K.shape(truth)[-1], "float32")
    return K.categorical_crossentropy(truth * 0.9 + 0.1 / classes, guess)


def huber(K: Any, truth: Any, guess: Any, delta: float = 1.0) -> Any:
    error = truth - guess
    quadratic, linear = 0.5 * K.square(error), delta * (K.abs(error) - 0.5 * delta)
    return K.mean(K.switch(K.abs(error) <= delta, quadratic, linear), axis=-1)


def huber_by_numpy(t: Any, g: Any) -> Any:
    e = abs(t - g)
    return np.where(e <= 1, e * e / 2, e - 0.5).mean(-1)


def smooth_l1_by_mask(K: Any, truth: Any, guess: Any) -> Any:
    x = K.abs(truth - guess)
    small = K.cast(K.less(x, 1.0), K.floatx())
    return K.sum(small * 0.5 * x**2 + (1 - small) * (x - 0.5)) / K.sum(K.epsilon() + K.ones_like(x))


def quantile(q: float, K: Any, truth: Any, guess: Any) -> Any:
    e = truth - guess
    return K.mean(K.maximum(q * e, (q - 1) * e), axis=-1)


def log_cosh(K: Any, truth: Any, guess: Any) -> Any:
    e = guess - truth
    return K.mean(e + K.softplus(-2.0 * e) - K.log(2.0), axis=-1)


def triplet(K: Any, embeddings: Any, margin: float = 0.2) -> Any:
    anchor, positives, negatives = (embeddings[:, i * 3 : (i + 1) * 3] for i in range(3))
    near = K.sum(K.square(anchor - positives), axis=1)
    far = K.sum(K.square(anchor - negatives), axis=1)
    return K.maximum(near - far + margin, 0.0)


def triplet_by_numpy(x: Any) -> Any:
    a, p, n = np.split(x, 3, 1)
    return np.maximum(((a - p) ** 2).sum(1) - ((a - n) ** 2).sum(1) + 0.2, 0)


def triplet_of_a_list(K: Any, a: Any, p: Any, n: Any) -> Any:
    return K.mean(K.maximum(K.constant(0), K.sum(K.square(a - p) - K.square(a - n), -1) + 1))


def hardest_triplets(K: Any, embeddings: Any) -> Any:
    """A triplet loss for two classes whose samples alternate."""
    products = K.dot(embeddings, K.transpose(embeddings))
    squares = K.sum(K.square(embeddings), axis=1, keepdims=True)
    distances = K.maximum(squares - 2 * products + K.transpose(squares), 0.0)
    labels = K.arange(0, K.shape(embeddings)[0]) % 2
    same = K.cast(K.equal(labels[:, None], labels[None, :]), "float32")
    furthest = K.max(distances * same, axis=1)
    nearest = K.min(distances + 1e6 * same, axis=1)
    return K.mean(K.softplus(furthest - nearest))


def hardest_triplets_by_numpy(x: Any) -> Any:
    distances = ((x[:, None] - x[None]) ** 2).sum(-1)
    same = np.arange(len(x))[:, None] % 2 == np.arange(len(x)) % 2
    gap = (distances * same).max(1) - np.where(same, np.inf, distances).min(1)
    return np.log1p(np.exp(gap)).mean()


def contrastive(K: Any, truth: Any, x: Any, y: Any) -> Any:
    squares = K.sum(K.square(x - y), axis=1, keepdims=True)
    distance = K.sqrt(K.maximum(squares, K.epsilon()))
    return K.mean(truth * K.square(distance) + (1 - truth) * K.square(K.maximum(1 - distance, 0)))


def contrastive_by_numpy(t: Any, x: Any, y: Any) -> Any:
    d = np.sqrt(((x - y) ** 2).sum(1, keepdims=True))
    return np.mean(t * d**2 + (1 - t) * np.maximum(1 - d, 0) ** 2)


def cosine(K: Any, x: Any, y: Any) -> Any:
    x, y = K.l2_normalize(x, axis=-1), K.l2_normalize(y, axis=-1)
    return -K.sum(x * y, axis=-1)


def cosine_by_numpy(x: Any, y: Any) -> Any:
    return -(x * y).sum(-1) / np.sqrt((x * x).sum(-1) * (y * y).sum(-1))


def contrast_of_a_batch(K: Any, x: Any, y: Any) -> Any:
    """A contrastive loss: x[i] belongs to y[i]."""
    scores = K.dot(K.l2_normalize(x, -1), K.transpose(K.l2_normalize(y, -1))) / 0.5
    return -K.mean(K.sum(K.eye(4) * K.log(K.softmax(scores)), axis=1))


def contrast_of_a_batch_by_numpy(x: Any, y: Any) -> Any:
    x, y = (a / np.sqrt((a * a).sum(-1, keepdims=True)) for a in (x, y))
    e = np.exp(x @ y.T / 0.5)
    return -np.mean(np.log(np.diag(e / e.sum(1, keepdims=True))))


def determination(K: Any, truth: Any, guess: Any) -> Any:
    rest = K.sum(K.square(truth - guess))
    return 1 - rest / (K.sum(K.square(truth - K.mean(truth))) + K.epsilon())


def correlation(K: Any, x: Any, y: Any) -> Any:
    x, y = x - K.mean(x), y - K.mean(y)
    return K.sum(x * y) / (K.sqrt(K.sum(K.square(x)) * K.sum(K.square(y))) + K.epsilon())


def f1(K: Any, truth: Any, guess: Any) -> Any:
    hits = K.sum(K.round(K.clip(truth * guess, 0, 1)))
    possible, told = K.sum(K.round(K.clip(truth, 0, 1))), K.sum(K.round(K.clip(guess, 0, 1)))
    precision, recall = hits / (told + K.epsilon()), hits / (possible + K.epsilon())
    return 2 * (precision * recall) / (precision + recall + K.epsilon())


def f1_by_numpy(t: Any, g: Any) -> Any:
    return 2 * (t * g).round().sum() / (t.sum() + g.round().sum())


def divergence_of_a_code(K: Any, mean: Any, variance: Any) -> Any:
    return -0.5 * K.sum(1 + variance - K.square(mean) - K.exp(variance), axis=-1)


def multibox(K: Any, boxes: Any) -> Any:
    """The last four numbers of a box are the true position."""
    guess, truth = boxes[:, :, :4], boxes[:, :, 4:]
    taken = K.cast(truth[:, :, 0] > 1, "float32")
    apart = K.abs(truth - guess)
    cost = K.sum(K.switch(apart < 1, 0.5 * apart**2, apart - 0.5), axis=-1)
    count = K.sum(taken, axis=-1)
    return K.sum(cost * taken, axis=-1) / K.maximum(1.0, count)


def multibox_by_numpy(b: Any) -> Any:
    apart, taken = abs(b[..., :4] - b[..., 4:]), b[..., 4] > 1
    cost = np.where(apart < 1, apart**2 / 2, apart - 0.5).sum(-1)
    return (cost * taken).sum(-1) / np.maximum(1, taken.sum(-1))


def policy(K: Any, actions: Any, shares: Any) -> Any:
    chosen = K.sum(actions * K.log(shares + 1e-10), axis=-1)
    entropy = -K.sum(shares * K.log(shares + 1e-10), axis=-1)
    return -K.mean(chosen + 0.01 * entropy)


def masked_error(K: Any, truth: Any, guess: Any) -> Any:
    known = K.cast(K.not_equal(truth, 0.0), K.floatx())
    return K.sqrt(K.sum(K.square((truth - guess) * known)) / K.maximum(K.sum(known), 1))


def ordinal(K: Any, truth: Any, guess: Any) -> Any:
    apart = K.abs(K.argmax(truth, axis=1) - K.argmax(guess, axis=1))
    weights = K.cast(apart, "float32") / (K.int_shape(guess)[1] - 1)
    return (1.0 + weights) * K.categorical_crossentropy(truth, guess)


def ordinal_by_numpy(t: Any, g: Any) -> Any:
    return (1 + abs(t.argmax(1) - g.argmax(1)) / 2) * -np.log((t * g).sum(-1))


def mixture(K: Any, mean: Any, target: Any) -> Any:
    """The negative log density of a mixture of three normal distributions with equal weights."""
    exponents = K.log(1.0 / 3) - 0.5 * float(np.log(2 * np.pi)) - K.square(target[:, :1] - mean) / 2
    return -K.logsumexp(exponents, axis=1)


def mixture_by_numpy(m: Any, t: Any) -> Any:
    return -np.log(np.mean(np.exp(-((t[:, :1] - m) ** 2) / 2) / np.sqrt(2 * np.pi), axis=1))


IDIOMS = [
    Idiom("dice", dice, SEGMENTATION, dice_by_numpy),
    Idiom("dice of samples", dice_of_samples, SEGMENTATION, dice_of_samples_by_numpy),
    Idiom("jaccard", jaccard, SEGMENTATION, jaccard_by_numpy),
    Idiom("tversky", tversky, SEGMENTATION, tversky_by_numpy),
    Idiom("focal loss", focal, PAIR, focal_by_numpy),
    Idiom(
        "focal loss of classes",
        focal_of_classes,
        (CLASSES, SHARES),
        lambda t, g: -(0.25 * (1 - g) ** 2 * t * np.log(g)).sum(-1),
    ),
    Idiom(
        "weighted crossentropy",
        weighted_crossentropy,
        (CLASSES, SHARES),
        lambda t, g: -(t * np.log(g) * WEIGHTS).sum(-1),
    ),
    Idiom(
        "crossentropy with weights of NumPy",
        crossentropy_with_weights_of_numpy,
        (CLASSES, SHARES),
        lambda t, g: -(t * np.log(g) * WEIGHTS).sum(-1),
    ),
    Idiom("balanced crossentropy", balanced_crossentropy, PAIR, balanced_crossentropy_by_numpy),
    Idiom(
        "smoothed labels",
        smoothed,
        (CLASSES, SHARES),
        lambda t, g: -((t * 0.9 + 0.1 / 3) * np.log(g)).sum(-1),
    ),
    Idiom(
        "sparse crossentropy of floats",
        lambda K, t, g: K.sparse_categorical_crossentropy(t, g),
        (np.array([[0.0], [2.0], [1.0], [1.0]], "float32"), SHARES),
        lambda t, g: -np.log(g[range(4), t[:, 0].astype(int)]),
    ),
    Idiom(
        "perplexity",
        lambda K, t, g: K.pow(2.0, K.mean(K.categorical_crossentropy(t, g)) / float(np.log(2))),
        (CLASSES, SHARES),
        lambda t, g: np.exp(-np.log((t * g).sum(-1)).mean()),
    ),
    Idiom("huber", huber, (TARGETS, FOUND), huber_by_numpy),
    Idiom(
        "smooth distance by a mask",
        smooth_l1_by_mask,
        (TARGETS, FOUND),
        lambda t, g: huber_by_numpy(t, g).mean(),
    ),
    Idiom(
        "quantile",
        partial(quantile, 0.9),
        (TARGETS, FOUND),
        lambda t, g: np.maximum(0.9 * (t - g), -0.1 * (t - g)).mean(-1),
    ),
    Idiom(
        "logarithm of cosh",
        log_cosh,
        (TARGETS, FOUND),
        lambda t, g: np.log(np.cosh(g - t)).mean(-1),
    ),
    Idiom(
        "root of the mean square",
        lambda K, t, g: K.sqrt(K.mean(K.square(g - t), axis=-1)),
        (TARGETS, FOUND),
        lambda t, g: np.sqrt(((g - t) ** 2).mean(-1)),
    ),
    Idiom(
        "relative error",
        lambda K, t, g: 100.0 * K.mean(K.abs((t - g) / K.clip(K.abs(t), K.epsilon(), None)), -1),
        (TARGETS, FOUND),
        lambda t, g: 100 * abs((t - g) / t).mean(-1),
    ),
    Idiom(
        "logarithmic error",
        lambda K, t, g: K.mean(K.square(K.log(t + 1.0) - K.log(g + 1.0)), -1),
        (FOUND, GUESS),
        lambda t, g: ((np.log1p(t) - np.log1p(g)) ** 2).mean(-1),
    ),
    Idiom(
        "hinge",
        lambda K, t, g: K.mean(K.maximum(1.0 - (2 * t - 1) * g, 0.0), axis=-1),
        PAIR,
        lambda t, g: np.maximum(1 - (2 * t - 1) * g, 0).mean(-1),
    ),
    Idiom(
        "wasserstein", lambda K, t, g: K.mean(t * g), (TARGETS, FOUND), lambda t, g: (t * g).mean()
    ),
    Idiom("triplets in one tensor", triplet, (EMBEDDINGS,), triplet_by_numpy),
    Idiom(
        "triplets in three tensors",
        triplet_of_a_list,
        (MEANS, MEANS[::-1], SHARES),
        lambda a, p, n: np.maximum(((a - p) ** 2 - (a - n) ** 2).sum(-1) + 1, 0).mean(),
    ),
    Idiom("hardest triplets", hardest_triplets, (EMBEDDINGS,), hardest_triplets_by_numpy),
    Idiom("contrastive loss", contrastive, (TRUTH[:, :1], MEANS, SHARES), contrastive_by_numpy),
    Idiom("cosine proximity", cosine, (TARGETS, FOUND), cosine_by_numpy),
    Idiom(
        "contrast of a batch", contrast_of_a_batch, (TARGETS, FOUND), contrast_of_a_batch_by_numpy
    ),
    Idiom(
        "coefficient of determination",
        determination,
        (TARGETS, FOUND),
        lambda t, g: 1 - ((t - g) ** 2).sum() / ((t - t.mean()) ** 2).sum(),
    ),
    Idiom(
        "correlation",
        correlation,
        (TARGETS, FOUND),
        lambda x, y: np.corrcoef(x.ravel(), y.ravel())[0, 1],
    ),
    Idiom("f1", f1, PAIR, f1_by_numpy),
    Idiom(
        "divergence of a code",
        divergence_of_a_code,
        (MEANS, SHARES),
        lambda m, v: -0.5 * (1 + v - m * m - np.exp(v)).sum(-1),
    ),
    Idiom(
        "divergence of distributions",
        lambda K, p, q: K.sum(p * K.log(p / q), axis=-1),
        (SHARES, SHARES[::-1]),
        lambda p, q: (p * np.log(p / q)).sum(-1),
    ),
    Idiom("boxes of SSD", multibox, (BOXES,), multibox_by_numpy),
    Idiom(
        "policy gradient",
        policy,
        (CLASSES, SHARES),
        lambda a, p: -np.mean(np.log((a * p).sum(-1)) - 0.01 * (p * np.log(p)).sum(-1)),
    ),
    Idiom(
        "error of known values",
        masked_error,
        PAIR,
        lambda t, g: np.sqrt((((t - g) * t) ** 2).sum() / t.sum()),
    ),
    Idiom("ordinal crossentropy", ordinal, (CLASSES, SHARES), ordinal_by_numpy),
    Idiom("mixture density", mixture, (MEANS, TARGETS), mixture_by_numpy),
    Idiom(
        "specificity",
        lambda K, t, g: K.sum(K.cast(K.equal(t, 0), "float32") * (1 - K.round(g)))
        / (K.sum(1 - t) + K.epsilon()),
        PAIR,
        lambda t, g: ((1 - t) * (1 - g.round())).sum() / (1 - t).sum(),
    ),
    Idiom(
        "error of most of a batch",
        lambda K, t, g: K.max(K.abs(t - g), axis=[0, 1]),
        (TARGETS, FOUND),
        lambda t, g: abs(t - g).max(),
    ),
]
