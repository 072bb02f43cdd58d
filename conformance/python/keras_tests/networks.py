"""Small networks of every kind. As a program: trains them with Keras on kassay.keras, saves and loads them, and prints their losses
by name as JSON.

KERAS_LIBRARY=tf_keras makes the same networks with TensorFlow's Keras.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import tempfile
from collections.abc import Callable
from typing import Any

import numpy as np

LIBRARY = os.environ.get("KERAS_LIBRARY", "keras")
# Keras 2.3.1 has this function only for TensorFlow. kassay.keras is imported before Keras.
clear_session: Any = importlib.import_module(
    "kassay.keras" if LIBRARY == "keras" else "tf_keras.backend"
).clear_session
keras: Any = importlib.import_module(LIBRARY)
K, L = keras.backend, keras.layers
Model, Sequential = keras.models.Model, keras.models.Sequential

SAMPLES, CLASSES, EPOCHS, BATCH = 32, 3, 2, 8
LABELS = np.eye(CLASSES, dtype="float32")[np.arange(SAMPLES) % CLASSES]


def numbers(*shape: int) -> np.ndarray:
    return np.random.RandomState(1).rand(SAMPLES, *shape).astype("float32")


def integers(most: int, *shape: int) -> np.ndarray:
    return np.random.RandomState(1).randint(0, most, (SAMPLES, *shape))


# The defaults of these options differ between versions of Keras.
def lstm(units: int, **options: Any) -> Any:
    return L.LSTM(units, recurrent_activation="sigmoid", **options)


def gru(units: int, **options: Any) -> Any:
    return L.GRU(units, recurrent_activation="sigmoid", reset_after=False, **options)


def classifier(*layers: Any) -> Any:
    return Sequential([*layers, L.Dense(CLASSES, activation="softmax")])


def residual() -> Any:
    image = L.Input((8, 8, 4))
    x = L.Activation("relu")(
        L.BatchNormalization()(L.Conv2D(4, 3, padding="same", use_bias=False)(image))
    )
    x = L.BatchNormalization()(L.Conv2D(4, 3, padding="same")(x))
    x = L.GlobalMaxPooling2D()(L.Activation("relu")(L.add([image, x])))
    return Model(image, L.Dense(CLASSES, activation="softmax")(x))


def attention() -> Any:
    sequence = L.Input((6, 8))
    queries, keys, values = (L.Dense(8)(sequence) for _ in range(3))
    scores = L.Lambda(lambda x: x / np.sqrt(8.0))(L.dot([queries, keys], axes=2))
    seen = L.dot([L.Activation("softmax")(scores), values], axes=(2, 1))
    return Model(sequence, L.Dense(CLASSES, activation="softmax")(L.Flatten()(seen)))


def autoencoder() -> Any:
    image = L.Input((None, None, 1))
    x = L.Conv2D(4, 3, strides=2, padding="same", activation="relu")(image)
    x = L.Conv2DTranspose(4, 3, strides=2, padding="same", activation="relu")(x)
    return Model(image, L.Conv2D(1, 3, padding="same", activation="sigmoid")(x))


def acoustic() -> Any:
    sound, labels = L.Input((12, 4)), L.Input((3,))
    times, lengths = L.Input((1,), dtype="int64"), L.Input((1,), dtype="int64")
    shares = L.Dense(6, activation="softmax")(
        L.Bidirectional(lstm(5, return_sequences=True))(sound)
    )
    cost = L.Lambda(lambda x: K.ctc_batch_cost(*x))([labels, shares, times, lengths])
    return Model([sound, labels, times, lengths], cost)


class Scale(L.Layer):
    def build(self, shape: Any) -> None:
        self.weights_of_channels = self.add_weight(
            name="scale", shape=(shape[-1],), initializer="ones"
        )
        super().build(shape)

    def call(self, x: Any) -> Any:
        return K.tanh(x * self.weights_of_channels) + K.sum(x, axis=-1, keepdims=True)[:, :1]


def with_penalty(truth: Any, guess: Any) -> Any:
    return K.mean(K.square(truth - guess), axis=-1) + 0.01 * K.sum(K.abs(guess))


def the_cost(_: Any, cost: Any) -> Any:
    return cost


# By name: the function that makes the network, the inputs, and options that differ from a classifier trained by Adam.
Network = tuple[Callable[[], Any], Any, dict[str, Any]]
SHORT = numbers(5, 4)
MASKED = SHORT * (np.arange(5) < 3)[None, :, None]
SOUNDS = [numbers(12, 4), integers(5, 3), np.full((SAMPLES, 1), 12), np.full((SAMPLES, 1), 3)]
NETWORKS: dict[str, Network] = {
    "dense": (
        lambda: classifier(
            L.Dense(16, activation="relu", input_shape=(8,)), L.BatchNormalization()
        ),
        numbers(8),
        {},
    ),
    "dense, dropout": (
        lambda: classifier(L.Dense(16, input_shape=(8,)), L.Dropout(0.3)),
        numbers(8),
        {"is_random": True},
    ),
    "convolutional": (
        lambda: classifier(
            L.Conv2D(4, 3, activation="relu", input_shape=(12, 12, 1)),
            L.MaxPooling2D(2),
            L.Conv2D(8, 3, padding="same"),
            L.AveragePooling2D(2),
            L.Flatten(),
        ),
        numbers(12, 12, 1),
        {},
    ),
    "separable": (
        lambda: classifier(
            L.SeparableConv2D(8, 3, input_shape=(12, 12, 2)),
            L.DepthwiseConv2D(3),
            L.GlobalAveragePooling2D(),
        ),
        numbers(12, 12, 2),
        {},
    ),
    "residual": (residual, numbers(8, 8, 4), {}),
    "lstm": (lambda: classifier(lstm(6, input_shape=(5, 4))), SHORT, {}),
    "lstm, time unknown, dropout": (
        lambda: classifier(lstm(6, dropout=0.2, recurrent_dropout=0.2, input_shape=(None, 4))),
        SHORT,
        {"is_random": True},
    ),
    "lstm, masked": (
        lambda: classifier(L.Masking(input_shape=(5, 4)), lstm(6, return_sequences=True), lstm(4)),
        MASKED,
        {},
    ),
    "lstm, stateful": (
        lambda: classifier(lstm(6, stateful=True, batch_input_shape=(BATCH, 5, 4))),
        SHORT,
        {},
    ),
    "gru, bidirectional": (
        lambda: classifier(
            L.Bidirectional(gru(6, return_sequences=True), input_shape=(5, 4)), gru(4)
        ),
        SHORT,
        {},
    ),
    "time-distributed": (
        lambda: classifier(
            L.TimeDistributed(L.Conv2D(2, 3), input_shape=(None, 6, 6, 1)),
            L.TimeDistributed(L.Flatten()),
            L.SimpleRNN(3),
        ),
        numbers(3, 6, 6, 1),
        {},
    ),
    "embedding, masked": (
        lambda: classifier(L.Embedding(10, 5, mask_zero=True), lstm(4)),
        integers(10, 6),
        {},
    ),
    "attention": (attention, numbers(6, 8), {}),
    "the last time step": (
        lambda: classifier(
            lstm(6, return_sequences=True, input_shape=(5, 4)), L.Lambda(lambda x: x[:, -1, :])
        ),
        SHORT,
        {},
    ),
    "custom layer and loss": (
        lambda: Sequential([Scale(input_shape=(8,)), L.Dense(CLASSES)]),
        numbers(8),
        {"loss": with_penalty},
    ),
    "autoencoder": (
        autoencoder,
        numbers(8, 8, 1),
        {"targets": numbers(8, 8, 1), "loss": "binary_crossentropy"},
    ),
    "ctc": (acoustic, SOUNDS, {"targets": np.zeros((SAMPLES, 1)), "loss": the_cost}),
    "noise": (
        lambda: classifier(
            L.GaussianNoise(0.1, input_shape=(5, 4)), L.SpatialDropout1D(0.2), L.Flatten()
        ),
        SHORT,
        {"is_random": True},
    ),
    **{
        f"trained by {optimizer}": (
            lambda: classifier(
                L.Dense(5, input_shape=(8,), kernel_constraint="max_norm", kernel_regularizer="l2")
            ),
            numbers(8),
            {"optimizer": optimizer},
        )
        for optimizer in ("sgd", "rmsprop", "adagrad", "adadelta", "adamax", "nadam")
    },
}


def trained(make: Callable[[], Any], inputs: Any, options: dict[str, Any]) -> list[float]:
    """The losses of all epochs. Raises AssertionError if the saved and loaded network gives other predictions."""
    clear_session()
    np.random.seed(0)
    network = make()
    network.compile(
        options.get("optimizer", "adam"), options.get("loss", "categorical_crossentropy")
    )
    targets = options.get("targets", LABELS)
    history = network.fit(inputs, targets, epochs=EPOCHS, batch_size=BATCH, verbose=0)
    network.evaluate(inputs, targets, batch_size=BATCH, verbose=0)
    network.reset_states()
    answers = network.predict(inputs, batch_size=BATCH)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "network.h5")
        network.save(path)
        own = {each.__name__: each for each in (Scale, with_penalty, the_cost)}
        loaded = keras.models.load_model(path, custom_objects={**own, "K": K})
    np.testing.assert_array_equal(loaded.predict(inputs, batch_size=BATCH), answers)
    return [float(loss) for loss in history.history["loss"]]


def main() -> None:
    losses = {name: trained(*network) for name, network in NETWORKS.items()}
    json.dump({"keras": keras.__version__, "losses": losses}, sys.stdout)


if __name__ == "__main__":
    main()
