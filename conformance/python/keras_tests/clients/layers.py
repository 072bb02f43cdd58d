"""Other layers: graphs, arithmetic, attention as a block."""

from __future__ import annotations

from typing import Any

import numpy as np
from client import LABELS, SAMPLES, Client, classified, classifier, numbers
from library import L, Sequential, keras

NODES = 5
EDGES = np.tile(np.eye(NODES) + np.eye(NODES, k=1) + np.eye(NODES, k=-1), (SAMPLES, 1, 1))
FEATURES = numbers(NODES, 4)
SEQUENCES = numbers(6, 8)


def graph() -> Any:
    from keras_gcn import GraphAveragePool, GraphConv, GraphMaxPool

    features, edges = L.Input((NODES, 4)), L.Input((NODES, NODES))
    x = GraphConv(6, step_num=2, activation="relu")([features, edges])
    pooled = [GraphMaxPool()([x, edges]), GraphAveragePool()([x, edges])]
    return classified([features, edges], L.Flatten()(L.concatenate(pooled)))


def arithmetic() -> Any:
    from keras_nalu.nalu import NALU

    return classifier(NALU(6, input_shape=(8,)), NALU(4))


def blocks(kind: str, inputs: int, **options: Any) -> Any:
    import keras_attention_block

    sequences = [L.Input((6, 8)) for _ in range(inputs)]
    layer = getattr(keras_attention_block, kind)(similarity="additive", **options)
    seen = layer(sequences if inputs > 1 else sequences[0])
    return classified(sequences, L.Flatten()(seen))


def agent() -> Any:
    from rl.agents import DQNAgent
    from rl.memory import SequentialMemory

    network = Sequential([L.Flatten(input_shape=(1, 8)), L.Dense(6, activation="relu"), L.Dense(3)])
    made = DQNAgent(
        network,
        nb_actions=3,
        memory=SequentialMemory(limit=10, window_length=1),
        enable_dueling_network=True,
    )
    made.compile(keras.optimizers.Adam(), [])
    return made.trainable_model


CLIENTS = {
    "graph": Client("keras-gcn", graph, [FEATURES, EDGES]),
    "arithmetic": Client("keras-nalu", arithmetic, numbers(8)),
    "block, attention": Client(
        "keras-attention-block",
        lambda: blocks("Attention1DLayer", 2),
        [SEQUENCES, numbers(6, 8, seed=2)],
    ),
    "agent": Client(
        "keras-rl",
        agent,
        [numbers(1, 8), numbers(3, seed=2), LABELS],
        [np.zeros(SAMPLES), numbers(3, seed=2)],
        None,
    ),
    "block, self-attention": Client(
        "keras-attention-block",
        lambda: blocks("SelfAttention1DLayer", 1, kernel_size=(3, 4)),
        [SEQUENCES],
    ),
}
