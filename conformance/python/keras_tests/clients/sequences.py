"""Recurrent and temporal networks."""

from __future__ import annotations

from typing import Any

import numpy as np
from client import SAMPLES, Client, classified, classifier, integers, numbers
from library import L, Sequential

SEQUENCES = numbers(6, 8)
WORDS = integers(20, 6, least=1)


def ordered_neurons() -> Any:
    from keras_ordered_neurons import ONLSTM

    return classifier(
        L.Embedding(20, 8, input_length=6),
        L.Bidirectional(ONLSTM(8, chunk_size=2, return_sequences=True)),
        ONLSTM(4, chunk_size=2),
    )


def temporal_convolution() -> Any:
    from tcn import TCN

    sequence = L.Input((16, 4))
    return classified(sequence, TCN(4, kernel_size=2, dilations=[1, 2, 4])(sequence))


def weibull() -> Any:
    from wtte import wtte

    model = Sequential([L.GRU(4, return_sequences=True, input_shape=(6, 8)), L.Dense(2)])
    model.add(L.Activation(wtte.output_activation(init_alpha=2.0, max_beta_value=4.0).activation))
    model.compile("adam", wtte.loss(kind="discrete").loss_function)
    return model


def n_beats() -> Any:
    from nbeats_keras.model import NBeatsNet

    return NBeatsNet(
        backcast_length=10, forecast_length=2, nb_blocks_per_stack=2, hidden_layer_units=8
    ).nbeats


def dna() -> Any:
    from keras_genomics.layers import RevCompConv1D, RevCompConv1DBatchNorm

    return classifier(
        RevCompConv1D(4, 3, input_shape=(12, 4)), RevCompConv1DBatchNorm(), L.MaxPooling1D(2)
    )


def pieces() -> Any:
    from keras_piecewise import Piecewise

    sequence, places = L.Input((6, 8)), L.Input((2,), dtype="int32")
    pieces = Piecewise(L.Lambda(lambda x: x[:, 0], output_shape=(8,)))
    return classified([sequence, places], L.Flatten()(pieces([sequence, places])))


PLACES = np.tile([3, 6], (SAMPLES, 1))
TIMES = np.stack([integers(9, 6, least=1), integers(2, 6, seed=2)], -1)
CLIENTS = {
    "ordered neurons": Client("keras-ordered-neurons", ordered_neurons, WORDS),
    "temporal convolution": Client("keras-tcn", temporal_convolution, numbers(16, 4)),
    "weibull": Client("wtte", weibull, SEQUENCES, TIMES, None),
    "n-beats": Client("nbeats-keras", n_beats, numbers(10, 1), numbers(2, 1, seed=2), "mae"),
    "dna": Client("keras-genomics", dna, numbers(12, 4)),
    "pieces": Client("keras-piecewise", pieces, [SEQUENCES, PLACES]),
}
