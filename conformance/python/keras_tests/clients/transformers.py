"""Language models."""

from __future__ import annotations

from typing import Any

import numpy as np
from client import Client, classified, integers
from library import L, Model

WORDS = integers(20, 6, least=1)
NEXT = np.roll(WORDS, -1, axis=1)[..., None]


def transformer() -> Any:
    from keras_transformer import get_model

    return get_model(
        token_num=20,
        embed_dim=8,
        encoder_num=2,
        decoder_num=1,
        head_num=2,
        hidden_dim=16,
        dropout_rate=0.0,
    )


def bert(training: bool) -> Any:
    from keras_bert import get_model
    from keras_bert.activations import gelu_fallback

    made = get_model(
        token_num=20,
        pos_num=6,
        seq_len=6,
        embed_dim=8,
        transformer_num=2,
        head_num=2,
        feed_forward_dim=16,
        dropout_rate=0.0,
        # With TensorFlow, "gelu" would be a different function.
        feed_forward_activation=gelu_fallback.gelu,
        training=training,
    )
    if training:
        return made
    inputs, outputs = made
    return classified(inputs[:2], L.Lambda(lambda x: x[:, 0], output_shape=(8,))(outputs))


def warmup() -> Any:
    from keras_bert import AdamWarmup

    return AdamWarmup(
        decay_steps=8, warmup_steps=3, lr=1e-2, weight_decay=1e-2, weight_decay_pattern=["kernel"]
    )


def gpt_2() -> Any:
    from keras_gpt_2 import get_model

    return get_model(n_vocab=20, n_ctx=6, n_embd=8, n_head=2, n_layer=2)


def adaptive() -> Any:
    from keras_adaptive_softmax import AdaptiveEmbedding, AdaptiveSoftmax

    words = L.Input((6,))
    cut = {"embed_dim": 8, "cutoffs": [5, 12], "div_val": 2}
    embedded, *others = AdaptiveEmbedding(
        input_dim=20,
        output_dim=8,
        return_embeddings=True,
        return_projections=True,
        force_projection=True,
        **cut,
    )(words)
    followed = L.LSTM(8, return_sequences=True)(embedded)
    softmax = AdaptiveSoftmax(
        input_dim=8, output_dim=20, bind_embeddings=True, force_projection=True, **cut
    )
    return Model(words, softmax([followed, *others]))


def language_model() -> Any:
    from keras_bi_lm import BiLM

    model = BiLM(
        token_num=20,
        embedding_dim=8,
        rnn_layer_num=2,
        rnn_units=5,
        rnn_keep_num=2,
        rnn_type="lstm",
        rnn_dropouts=0.0,
        rnn_recurrent_dropouts=0.0,
    )
    return model.model


def words_and_characters() -> Any:
    from keras_wc_embd import get_embedding_layer

    inputs, embedded = get_embedding_layer(
        word_dict_len=20,
        char_dict_len=15,
        max_word_len=4,
        word_embd_dim=5,
        char_embd_dim=4,
        char_hidden_dim=3,
        char_hidden_layer_type="lstm",
    )
    return classified(inputs, L.LSTM(4)(embedded))


SEGMENTS = np.tile(np.arange(6) // 3, (len(WORDS), 1))
MASKED = (WORDS % 4 == 0).astype("int32")
CLIENTS = {
    "transformer": Client(
        "keras-transformer", transformer, [WORDS, WORDS], NEXT, "sparse_categorical_crossentropy"
    ),
    "bert, pre-training": Client(
        "keras-bert",
        lambda: bert(True),
        [WORDS, SEGMENTS, MASKED],
        [NEXT, WORDS[:, :1] % 2],
        "sparse_categorical_crossentropy",
    ),
    "bert, fine-tuning": Client(
        "keras-bert", lambda: bert(False), [WORDS, SEGMENTS], optimizer=warmup
    ),
    "gpt-2": Client("keras-gpt-2", gpt_2, WORDS, NEXT, "sparse_categorical_crossentropy"),
    "adaptive softmax": Client(
        "keras-adaptive-softmax", adaptive, WORDS, NEXT, "sparse_categorical_crossentropy"
    ),
    "bidirectional language model": Client(
        "keras-bi-lm",
        language_model,
        WORDS,
        [NEXT, NEXT],
        "sparse_categorical_crossentropy",
    ),
    "words and characters": Client(
        "keras-word-char-embd",
        words_and_characters,
        [WORDS, integers(15, 6, 4)],
    ),
}
