"""Prints the seconds that an epoch of an example of Keras takes.

The networks, optimizers and sizes are those of Keras's examples mnist_mlp.py, mnist_cnn.py and imdb_lstm.py; the data are random. A short
epoch comes first, to compile, and is not measured.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from curves import optimizer
from networks import L, Sequential

Data = tuple[np.ndarray, np.ndarray]


def digits(samples: int, *shape: int) -> Data:
    random = np.random.RandomState(0)
    x = random.rand(samples, *shape).astype("float32")
    return x, np.eye(10, dtype="float32")[random.randint(0, 10, samples)]


def mlp() -> Any:
    network = Sequential()
    network.add(L.Dense(512, activation="relu", input_shape=(784,)))
    network.add(L.Dropout(0.2))
    network.add(L.Dense(512, activation="relu"))
    network.add(L.Dropout(0.2))
    network.add(L.Dense(10, activation="softmax"))
    network.compile(optimizer("rmsprop"), "categorical_crossentropy")
    return network


def cnn() -> Any:
    network = Sequential()
    network.add(L.Conv2D(32, 3, activation="relu", input_shape=(28, 28, 1)))
    network.add(L.Conv2D(64, 3, activation="relu"))
    network.add(L.MaxPooling2D(2))
    network.add(L.Dropout(0.25))
    network.add(L.Flatten())
    network.add(L.Dense(128, activation="relu"))
    network.add(L.Dropout(0.5))
    network.add(L.Dense(10, activation="softmax"))
    network.compile(optimizer("adadelta"), "categorical_crossentropy")
    return network


def lstm() -> Any:
    network = Sequential()
    network.add(L.Embedding(20000, 128))
    network.add(L.LSTM(128, dropout=0.2, recurrent_dropout=0.2, recurrent_activation="sigmoid"))
    network.add(L.Dense(1, activation="sigmoid"))
    network.compile(optimizer("adam"), "binary_crossentropy")
    return network


def reviews(samples: int) -> Data:
    random = np.random.RandomState(0)
    return random.randint(0, 20000, (samples, 80)), random.randint(0, 2, (samples, 1))


# By name: the network, its data, the samples of an epoch and of a batch.
EXAMPLES: dict[str, tuple[Any, Any, int, int]] = {
    "mnist_mlp": (mlp, lambda samples: digits(samples, 784), 60000, 128),
    "mnist_cnn": (cnn, lambda samples: digits(samples, 28, 28, 1), 60000, 128),
    "imdb_lstm": (lstm, reviews, 25000, 32),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("example", choices=EXAMPLES)
    parser.add_argument(
        "--share", type=float, default=1, help="share of the samples of an epoch (default: 1)"
    )
    options = parser.parse_args()
    make, data, samples, batch = EXAMPLES[options.example]
    x, y = data(int(samples * options.share) // batch * batch)
    network = make()
    network.fit(x[: 2 * batch], y[: 2 * batch], batch_size=batch, verbose=0)
    start = time.perf_counter()
    network.fit(x, y, batch_size=batch, verbose=0)
    print(time.perf_counter() - start)


if __name__ == "__main__":
    main()
