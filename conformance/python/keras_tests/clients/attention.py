"""Attention layers, and the other layers of transformers."""

from __future__ import annotations

from typing import Any

from client import Client, classified, classifier, integers, numbers
from library import L

SEQUENCES = numbers(6, 8)
WORDS = integers(20, 6)


def self_attention(**options: Any) -> Any:
    from keras_self_attention import SeqSelfAttention

    return classifier(
        L.Embedding(20, 8, input_length=6, mask_zero="attention_width" in options),
        SeqSelfAttention(units=5, name="attention", **options),
        L.Lambda(lambda x: x, output_shape=(6, 8)),
    )


def weighted_attention() -> Any:
    from keras_self_attention import ScaledDotProductAttention, SeqWeightedAttention

    sequence = L.Input((6, 8))
    seen = ScaledDotProductAttention()([L.Dense(8)(sequence), sequence, sequence])
    return classified(sequence, SeqWeightedAttention()(seen))


def multi_head_attention() -> Any:
    from keras_multi_head import MultiHeadAttention

    return classifier(
        L.Embedding(20, 8, input_length=6), MultiHeadAttention(head_num=2, history_only=True)
    )


def multi_head() -> Any:
    from keras_multi_head import MultiHead

    sequence = L.Input((6, 8))
    heads = MultiHead(L.LSTM(3, return_sequences=True), layer_num=2)(sequence)
    return classified(sequence, L.Flatten()(heads))


def positions() -> Any:
    from keras_pos_embd import PositionEmbedding, TrigPosEmbedding

    return classifier(
        L.Embedding(20, 8, input_length=6),
        PositionEmbedding(input_dim=6, output_dim=8, mode=PositionEmbedding.MODE_ADD),
        TrigPosEmbedding(mode=TrigPosEmbedding.MODE_ADD),
    )


def feed_forward() -> Any:
    from keras_position_wise_feed_forward import FeedForward

    return classifier(FeedForward(units=12, input_shape=(6, 8)))


def layer_normalization() -> Any:
    from keras_layer_normalization import LayerNormalization

    return classifier(L.Dense(8, input_shape=(6, 8)), LayerNormalization())


def similarity() -> Any:
    from keras_embed_sim import EmbeddingRet, EmbeddingSim

    words = L.Input((6,))
    embedded, weights = EmbeddingRet(20, 8)(words)
    alike = EmbeddingSim()([L.Dense(8)(embedded), weights])
    return classified(words, L.Flatten()(alike))


def masks() -> Any:
    from keras_trans_mask import CreateMask, RemoveMask, RestoreMask

    words = L.Input((6,))
    embedded = L.Embedding(20, 8, mask_zero=True)(words)
    convolved = L.Conv1D(8, 3, padding="same")(RemoveMask()(embedded))
    first = L.LSTM(4, return_sequences=True)(RestoreMask()([convolved, embedded]))
    second = RestoreMask()([RemoveMask()(first), CreateMask(mask_value=1)(words)])
    return classified(words, L.LSTM(4)(second))


CLIENTS = {
    "self-attention": Client("keras-self-attention", self_attention, WORDS),
    "self-attention, local": Client(
        "keras-self-attention",
        lambda: self_attention(attention_width=3, attention_activation="sigmoid"),
        WORDS,
    ),
    "self-attention, multiplicative": Client(
        "keras-self-attention",
        lambda: self_attention(
            attention_type="multiplicative", attention_regularizer_weight=1e-3, history_only=True
        ),
        WORDS,
    ),
    "weighted attention": Client("keras-self-attention", weighted_attention, SEQUENCES),
    "multi-head attention": Client("keras-multi-head", multi_head_attention, WORDS),
    "multi-head": Client("keras-multi-head", multi_head, SEQUENCES),
    "positions": Client("keras-pos-embd", positions, WORDS),
    "feed-forward": Client("keras-position-wise-feed-forward", feed_forward, SEQUENCES),
    "layer normalization": Client("keras-layer-normalization", layer_normalization, SEQUENCES),
    "embedding similarity": Client("keras-embed-sim", similarity, WORDS),
    "masks": Client("keras-trans-mask", masks, WORDS),
}
