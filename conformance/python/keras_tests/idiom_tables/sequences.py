"""Code of transformers, taggers and other networks for sequences."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import EVERYWHERE, Idiom, S, numbers, positive

TOKENS = np.array([[3, 5, 0], [1, 2, 4]], "int32")
TABLE = numbers(6, 4)
CHANGES = numbers(5, 5)
TAGS = np.eye(5, dtype="float32")[[[0, 3, 2], [4, 4, 1]]]
SCORES = numbers(2, 3, 5)
MASK = np.array([[1, 1, 0], [1, 1, 1]], "float32")
GAIN, SHIFT = positive(4), numbers(4)
QUERIES, KEYS = numbers(2, 3, 4), positive(2, 5, 4)
LARGE = 1e10


def softmax(x: Any) -> Any:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def layer_norm(K: Any, x: Any) -> Any:
    mean = K.mean(x, axis=-1, keepdims=True)
    variance = K.mean(K.square(x - mean), axis=-1, keepdims=True)
    outputs = (x - mean) / K.sqrt(variance + K.epsilon())
    return outputs * K.variable(GAIN) + K.variable(SHIFT)


def layer_norm_by_numpy(x: Any) -> Any:
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-7) * GAIN + SHIFT


def gelu(K: Any, x: Any) -> Any:
    return 0.5 * x * (1.0 + K.tanh(np.sqrt(2.0 / np.pi) * (x + 0.044715 * K.pow(x, 3))))


def gelu_by_numpy(x: Any) -> Any:
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def sinusoids(K: Any, x: Any) -> Any:
    """Positional encoding, sines before cosines."""
    length, features = K.shape(x)[1], K.int_shape(x)[-1]
    powers = K.pow(10000.0, 2 * K.arange(0, features // 2, dtype="float32") / features)
    angles = K.expand_dims(K.arange(0, length, dtype=K.floatx()), 1) / K.expand_dims(powers, 0)
    return x + K.expand_dims(K.concatenate([K.sin(angles), K.cos(angles)], axis=-1), 0)


def sinusoids_by_numpy(x: Any) -> Any:
    angles = np.arange(x.shape[1])[:, None] / 10000 ** (np.array([0, 2]) / 4)
    return x + np.concatenate([np.sin(angles), np.cos(angles)], -1)


def positions_of_ones(K: Any, x: Any) -> Any:
    """Positions as cumulative sums of ones: users write this if arange does not take a size."""
    places = K.cumsum(K.ones_like(x[:, :, 0]), 1) - 1
    powers = 1.0 / K.pow(10000.0, 2 * K.arange(2, dtype="float32") / 4)
    angles = K.dot(K.expand_dims(places, 2), K.expand_dims(powers, 0))
    return K.concatenate([K.cos(angles), K.sin(angles)], 2) + x


def positions_of_ones_by_numpy(x: Any) -> Any:
    angles = np.arange(x.shape[1])[:, None] / 10000 ** (np.array([0, 2]) / 4)
    return np.concatenate([np.cos(angles), np.sin(angles)], -1) + x


def learned_positions(K: Any, x: Any) -> Any:
    sizes, table = K.shape(x), K.variable(TABLE)
    rows = K.slice(table, [0, 0], [sizes[1], 4])
    return x + K.tile(K.expand_dims(rows, 0), [sizes[0], 1, 1])


def looked_up(K: Any, tokens: Any) -> Any:
    table = K.variable(TABLE)
    found = K.gather(table, tokens) + K.gather(table, K.zeros_like(tokens) + 1)
    return found * K.cast(K.not_equal(tokens, 0), "float32")[:, :, None]


def lookup_by_one_hot(K: Any, tokens: Any) -> Any:
    return K.dot(K.one_hot(tokens, 6), K.constant(TABLE))


def tied_output(K: Any, x: Any) -> Any:
    return K.softmax(K.dot(x, K.transpose(K.variable(TABLE))))


def causal(K: Any, q: Any, k: Any) -> Any:
    """Causal attention: masks later steps by their positions."""
    e = K.batch_dot(q, k, axes=2) / np.sqrt(K.int_shape(q)[-1])
    rows = K.expand_dims(K.arange(0, K.shape(k)[1]), axis=0)
    columns = K.expand_dims(K.arange(0, K.shape(q)[1]), axis=-1)
    e = e - 10000.0 * K.expand_dims(K.cast(rows > columns, K.floatx()), axis=0)
    e = K.exp(e - K.max(e, axis=-1, keepdims=True))
    return K.batch_dot(e / K.sum(e, axis=-1, keepdims=True), k)


def causal_by_numpy(q: Any, k: Any) -> Any:
    later = np.arange(k.shape[1]) > np.arange(q.shape[1])[:, None]
    return softmax(q @ k.transpose(0, 2, 1) / 2 - 1e4 * later) @ k


def lower_triangle(K: Any, q: Any, k: Any) -> Any:
    """The mask of GPT-2: a band that depends on the sizes of the tensors."""
    nd, ns = K.shape(q)[1], K.shape(k)[1]
    i, j = K.arange(0, nd)[:, None], K.arange(0, ns)
    m = K.cast(i >= j - ns + nd, "float32")
    w = K.batch_dot(q, K.permute_dimensions(k, (0, 2, 1)))
    b = K.reshape(m, [1, nd, ns])
    return K.softmax(w * b - 1e10 * (1 - b))


def lower_triangle_by_numpy(q: Any, k: Any) -> Any:
    nd, ns = q.shape[1], k.shape[1]
    m = np.arange(nd)[:, None] >= np.arange(ns) - ns + nd
    return softmax(np.where(m, q @ k.transpose(0, 2, 1), -1e10))


def triangle_of_ones(K: Any, x: Any) -> Any:
    length = K.shape(x)[1]
    mask = K.cumsum(K.eye(3), 1) + 0 * K.sum(x) * K.cast(length, "float32")
    return mask[None] * x[:, :, :3]


def masked_attention(K: Any, q: Any, mask: Any) -> Any:
    scores = K.batch_dot(q, q, axes=[2, 2]) / K.sqrt(K.cast(K.shape(q)[-1], "float32"))
    scores = scores + (1.0 - K.expand_dims(mask, 1)) * -LARGE
    return K.batch_dot(K.softmax(scores), q, axes=[2, 1])


def masked_attention_by_numpy(q: Any, mask: Any) -> Any:
    return softmax(np.where(mask[:, None] > 0, q @ q.transpose(0, 2, 1) / 2, -np.inf)) @ q


def several_heads(K: Any, x: Any) -> Any:
    """Turns heads into samples, and back."""
    batch, length, features = K.shape(x)[0], K.shape(x)[1], K.int_shape(x)[-1]
    split = K.reshape(x, (batch, length, 2, features // 2))
    split = K.reshape(K.permute_dimensions(split, (0, 2, 1, 3)), (batch * 2, length, features // 2))
    seen = K.batch_dot(K.softmax(K.batch_dot(split, split, axes=2) / 2**0.5), split)
    joined = K.permute_dimensions(K.reshape(seen, (-1, 2, length, features // 2)), [0, 2, 1, 3])
    return K.reshape(joined, (-1, length, features))


def several_heads_by_numpy(x: Any) -> Any:
    h = x.reshape(*x.shape[:2], 2, 2).transpose(0, 2, 1, 3)
    seen = softmax(h @ h.transpose(0, 1, 3, 2) / 2**0.5) @ h
    return seen.transpose(0, 2, 1, 3).reshape(x.shape)


def repeated_mask(K: Any, mask: Any, x: Any) -> Any:
    """Repeats a mask for every head and every query."""
    mask = K.expand_dims(mask, axis=1)
    mask = K.tile(mask, [1, K.shape(x)[1], 1])
    return K.reshape(K.stack([mask, mask], axis=1), (-1, K.shape(x)[1], K.shape(mask)[2]))


def additive_attention(K: Any, x: Any) -> Any:
    e = K.squeeze(
        K.dot(K.tanh(K.dot(x, K.variable(CHANGES[:4, :4]))), K.variable(SHIFT[:, None])), -1
    )
    a = K.exp(e)
    a /= K.cast(K.sum(a, axis=1, keepdims=True) + K.epsilon(), K.floatx())
    return K.sum(x * K.expand_dims(a), axis=1)


def additive_attention_by_numpy(x: Any) -> Any:
    a = softmax(np.tanh(x @ CHANGES[:4, :4]) @ SHIFT)
    return (x * a[..., None]).sum(1)


def relative_positions(K: Any, q: Any, k: Any) -> Any:
    """Selects rows of a table by clipped distances."""
    rows = K.expand_dims(K.arange(0, K.shape(q)[1], dtype="int32"), 1)
    columns = K.expand_dims(K.arange(0, K.shape(k)[1], dtype="int32"), 0)
    places = K.clip(columns - rows, -2, 2) + 2
    return K.gather(K.constant(TABLE), places)


def relative_positions_by_numpy(q: Any, k: Any) -> Any:
    return TABLE[np.clip(np.arange(k.shape[1]) - np.arange(q.shape[1])[:, None], -2, 2) + 2]


def pooled(K: Any, x: Any, mask: Any) -> Any:
    """The first step, and the mean and the maximum without padding."""
    mask = K.expand_dims(mask, -1)
    greatest = K.max(x - (1 - mask) * LARGE, 1)
    mean = K.sum(x * mask, 1) / K.sum(mask, 1)
    return K.concatenate([x[:, 0], mean, greatest], axis=-1)


def pooled_by_numpy(x: Any, mask: Any) -> Any:
    n = mask.sum(1).astype(int)
    rows = [np.concatenate([r[0], r[:m].mean(0), r[:m].max(0)]) for r, m in zip(x, n)]
    return np.stack(rows)


def last_of_each(K: Any, x: Any, mask: Any) -> Any:
    """The last step before the padding, by one_hot."""
    last = K.cast(K.sum(mask, axis=1) - 1, "int32")
    return K.batch_dot(K.one_hot(last, K.int_shape(x)[1]), x, axes=[1, 1])


def last_of_each_by_numpy(x: Any, mask: Any) -> Any:
    return x[range(len(x)), mask.sum(1).astype(int) - 1]


def log_normalizer(K: Any, scores: Any) -> Any:
    """The sum of all paths of a CRF, as a recursion of rnn."""
    changes = K.expand_dims(K.constant(CHANGES), 0)

    def step(inputs: Any, states: Any) -> Any:
        before = K.expand_dims(states[0], 2)
        found = K.logsumexp(before + changes, 1) + inputs
        return found, [found]

    last, _, _ = K.rnn(step, scores[:, 1:], [scores[:, 0]], unroll=False)
    return K.logsumexp(last, 1, keepdims=True)


def log_normalizer_by_numpy(scores: Any) -> Any:
    found = scores[:, 0].astype(float)
    for t in range(1, scores.shape[1]):
        found = np.log(np.exp(found[:, :, None] + CHANGES).sum(1)) + scores[:, t]
    return np.log(np.exp(found).sum(1, keepdims=True))


def masked_log_normalizer(K: Any, scores: Any, mask: Any) -> Any:
    """CRF layers append the mask to the scores like this."""
    changes = K.constant(CHANGES)[None]
    inputs = K.concatenate([scores, K.expand_dims(mask, 2)], axis=2)

    def step(inputs: Any, states: Any) -> Any:
        inputs, mask = inputs[:, :-1], inputs[:, -1:]
        found = K.logsumexp(K.expand_dims(states[0], 2) + changes, 1) + inputs
        found = mask * found + (1 - mask) * states[0]
        return found, [found]

    last, _, _ = K.rnn(step, inputs[:, 1:], [inputs[:, 0, :-1]])
    return K.logsumexp(last, 1)


def masked_log_normalizer_by_numpy(scores: Any, mask: Any) -> Any:
    return np.concatenate(
        [log_normalizer_by_numpy(s[None, : int(m.sum())])[:, 0] for s, m in zip(scores, mask)]
    )


def path_score(K: Any, scores: Any, tags: Any) -> Any:
    points = K.sum(K.sum(scores * tags, 2), 1, keepdims=True)
    before, after = K.expand_dims(tags[:, :-1], 3), K.expand_dims(tags[:, 1:], 2)
    changes = K.expand_dims(K.expand_dims(K.variable(CHANGES), 0), 0)
    moves = K.sum(K.sum(changes * (before * after), [2, 3]), 1, keepdims=True)
    return points + moves


def path_score_by_numpy(scores: Any, tags: Any) -> Any:
    moves = np.einsum("btj,btk,jk->b", tags[:, :-1], tags[:, 1:], CHANGES)
    return (scores * tags).sum((1, 2))[:, None] + moves[:, None]


def best_path(K: Any, scores: Any) -> Any:
    """The scores of the best paths, and the previous tag of each step."""

    def step(inputs: Any, states: Any) -> Any:
        ways = K.expand_dims(states[0], 2) + K.constant(CHANGES)[None]
        best = K.max(ways, axis=1) + inputs
        return K.cast(K.argmax(ways, axis=1), K.floatx()), [best]

    _, came, states = K.rnn(step, scores[:, 1:], [scores[:, 0]])
    return [came, states[0]]


def best_path_by_numpy(scores: Any) -> Any:
    best, came = scores[:, 0], []
    for t in range(1, scores.shape[1]):
        ways = best[:, :, None] + CHANGES
        came.append(ways.argmax(1))
        best = ways.max(1) + scores[:, t]
    return [np.stack(came, 1), best]


def gradient_of_normalizer(K: Any, scores: Any) -> Any:
    return K.gradients(K.sum(log_normalizer(K, scores)), scores)[0]


def marginals_by_numpy(scores: Any) -> Any:
    found, step = np.zeros(scores.shape), 1e-5
    for place in np.ndindex(*scores.shape):
        change = np.zeros(scores.shape)
        change[place] = step
        high, low = (log_normalizer_by_numpy(scores + c).sum() for c in (change, -change))
        found[place] = (high - low) / (2 * step)
    return found


def shifted_loss(K: Any, tokens: Any, scores: Any) -> Any:
    """The loss of a language model: each step predicts the next token."""
    truth, mask = tokens[:, 1:], K.cast(K.not_equal(tokens[:, 1:], 0), "float32")
    cost = K.sparse_categorical_crossentropy(truth, scores[:, :-1], from_logits=True)
    return K.sum(cost * mask) / K.sum(mask)


def shifted_loss_by_numpy(tokens: Any, scores: Any) -> Any:
    rows = -np.log(softmax(scores[:, :-1].astype(float)))
    cost = np.take_along_axis(rows, tokens[:, 1:, None] % 5, 2)[..., 0]
    mask = tokens[:, 1:] != 0
    return (cost * mask).sum() / mask.sum()


def spread(K: Any, x: Any) -> Any:
    """Appends one vector of each sample to all its steps."""
    vector = K.sum(x, axis=1)
    return K.concatenate([x, K.repeat(vector, K.int_shape(x)[1])], axis=-1)


def highway(K: Any, x: Any) -> Any:
    gate = K.sigmoid(K.dot(x, K.variable(CHANGES[:4, :4])))
    return gate * K.tanh(x) + (1 - gate) * x


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


IDIOMS = [
    Idiom("layer normalization", layer_norm, (S,), layer_norm_by_numpy),
    Idiom("gelu", gelu, (S,), gelu_by_numpy),
    Idiom(
        "swish and mish",
        lambda K, x: [x * K.sigmoid(x), x * K.tanh(K.softplus(x))],
        (S,),
        lambda x: [x * _sigmoid(x), x * np.tanh(np.log1p(np.exp(x)))],
    ),
    Idiom("sines of positions", sinusoids, (S,), sinusoids_by_numpy),
    Idiom("positions by cumsum of ones", positions_of_ones, (S,), positions_of_ones_by_numpy),
    Idiom("learned positions", learned_positions, (S,), lambda x: x + TABLE[:3], ways=EVERYWHERE),
    Idiom(
        "embedding of tokens",
        looked_up,
        (TOKENS,),
        lambda t: (TABLE[t] + TABLE[1]) * (t != 0)[..., None],
        ways=EVERYWHERE,
    ),
    Idiom("embedding by one_hot", lookup_by_one_hot, (TOKENS,), lambda t: TABLE[t]),
    Idiom(
        "output that is tied to the embedding", tied_output, (S,), lambda x: softmax(x @ TABLE.T)
    ),
    Idiom("causal attention by positions", causal, (QUERIES, KEYS), causal_by_numpy),
    Idiom("mask of GPT-2", lower_triangle, (QUERIES, KEYS), lower_triangle_by_numpy),
    Idiom(
        "triangle by cumsum of eye",
        triangle_of_ones,
        (S,),
        lambda x: np.triu(np.ones((3, 3))) * x[..., :3],
    ),
    Idiom("attention with a mask", masked_attention, (S, MASK), masked_attention_by_numpy),
    Idiom("attention of several heads", several_heads, (S,), several_heads_by_numpy),
    Idiom(
        "a mask for every head",
        repeated_mask,
        (MASK, S),
        lambda m, x: np.repeat(np.repeat(m[:, None], 3, 1), 2, 0),
    ),
    Idiom("additive attention", additive_attention, (S,), additive_attention_by_numpy),
    Idiom(
        "relative positions",
        relative_positions,
        (QUERIES, KEYS),
        relative_positions_by_numpy,
        ways=EVERYWHERE,
    ),
    Idiom("pooling without padding", pooled, (S, MASK), pooled_by_numpy),
    Idiom("last step of each sample", last_of_each, (S, MASK), last_of_each_by_numpy),
    Idiom("normalizer of a CRF", log_normalizer, (SCORES,), log_normalizer_by_numpy),
    Idiom(
        "normalizer of a CRF with a mask",
        masked_log_normalizer,
        (SCORES, MASK),
        masked_log_normalizer_by_numpy,
    ),
    Idiom("score of a path of a CRF", path_score, (SCORES, TAGS), path_score_by_numpy),
    Idiom("best path of a CRF", best_path, (SCORES,), best_path_by_numpy),
    Idiom(
        "gradient of the normalizer of a CRF", gradient_of_normalizer, (SCORES,), marginals_by_numpy
    ),
    Idiom("loss of a language model", shifted_loss, (TOKENS % 5, SCORES), shifted_loss_by_numpy),
    Idiom(
        "one vector for every step",
        spread,
        (S,),
        lambda x: np.concatenate([x, x * 0 + x.sum(1, keepdims=True)], -1),
    ),
    Idiom("highway", highway, (S,), lambda x: _sigmoid(x @ CHANGES[:4, :4]) * (np.tanh(x) - x) + x),
    Idiom(
        "order of tokens reversed",
        lambda K, t: [K.reverse(t, axes=1), t[:, ::-1], K.concatenate([t[:, 1:], t[:, :1]], 1)],
        (TOKENS,),
        lambda t: [t[:, ::-1], t[:, ::-1], np.roll(t, -1, 1)],
        "int32",
    ),
    Idiom(
        "n-grams",
        lambda K, x: K.concatenate([x[:, :-2], x[:, 1:-1], x[:, 2:]], axis=-1),
        (KEYS,),
        lambda x: np.concatenate([x[:, :-2], x[:, 1:-1], x[:, 2:]], -1),
        static=(None, 3, 12),
    ),
    Idiom(
        "shift of a sequence",
        lambda K, x: K.concatenate([K.zeros_like(x[:, :1]), x[:, :-1]], axis=1),
        (S,),
        lambda x: np.concatenate([0 * x[:, :1], x[:, :-1]], 1),
        static=(None, 3, 4),
    ),
    Idiom(
        "shift by padding",
        lambda K, x: K.temporal_padding(x, (1, 0))[:, :-1],
        (S,),
        lambda x: np.concatenate([0 * x[:, :1], x[:, :-1]], 1),
    ),
]
