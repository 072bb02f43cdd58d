"""Prints the metrics that Keras on kassay.keras reports, and those that NumPy computes from its predictions, as JSON by name."""

from __future__ import annotations

import json
from typing import Any

import keras
import numpy as np

import kassay.keras

SAMPLES, CLASSES = 64, 3
kassay.keras.clear_session()
numbers = np.random.RandomState(1)
x = numbers.rand(SAMPLES, 4).astype("float32")
labels = np.eye(CLASSES, dtype="float32")[numbers.randint(0, CLASSES, SAMPLES)]


def made() -> Any:
    model = keras.models.Sequential(
        [keras.layers.Dense(CLASSES, input_shape=(4,), activation="softmax")]
    )
    model.compile("sgd", "categorical_crossentropy", metrics=["accuracy", "mse"])
    return model


def expected(model: Any) -> list[float]:
    y = model.predict(x)
    loss = -np.log((labels * y).sum(axis=1)).mean()
    accuracy = (y.argmax(axis=1) == labels.argmax(axis=1)).mean()
    return [float(each) for each in (loss, accuracy, ((y - labels) ** 2).mean())]


model = made()
right = expected(model)
found = {f"evaluate in batches of {n}": (model.evaluate(x, labels, n, 0), right) for n in (64, 16)}
found["test_on_batch"] = model.test_on_batch(x, labels), right
before = expected(model)
history = model.fit(x, labels, batch_size=SAMPLES, epochs=1, verbose=0).history
found["fit"] = [history[name][0] for name in history], before
model = made()
before = expected(model)
found["train_on_batch"] = model.train_on_batch(x, labels), before
print(json.dumps({name: [list(map(float, one)), other] for name, (one, other) in found.items()}))
