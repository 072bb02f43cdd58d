"""Optimizers, losses and metrics, tested with a network of Keras layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from client import Client, classifier, numbers
from library import L


def network() -> Any:
    return classifier(L.Dense(8, activation="relu", input_shape=(8,)))


def lookahead() -> Any:
    from keras_lookahead import Lookahead

    return Lookahead("adam", sync_period=3)


def rectified_adam() -> Any:
    from keras_radam import RAdam

    return RAdam(total_steps=10, warmup_proportion=0.3, min_lr=1e-4, weight_decay=1e-3)


def measured() -> Any:
    import keras_metrics

    model = network()
    model.compile(
        "adam",
        "categorical_crossentropy",
        [keras_metrics.categorical_precision(), keras_metrics.categorical_recall()],
    )
    return model


def optimized(package: str, make: Callable[[], Any]) -> Client:
    return Client(package, network, numbers(8), optimizer=make)


CLIENTS = {
    "lookahead": optimized("keras-lookahead", lookahead),
    "rectified adam": optimized("keras-radam", rectified_adam),
    "measured": Client("keras-metrics", measured, numbers(8), loss=None),
}
