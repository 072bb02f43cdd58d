"""Activations, losses, normalization and connectionist temporal classification (CTC)."""

import keras
from keras import ops
from keras.ops import (  # noqa: F401  the same names and arguments as ever
    binary_crossentropy,
    categorical_crossentropy,
    elu,
    hard_sigmoid,
    sigmoid,
    softmax,
    softplus,
    softsign,
    sparse_categorical_crossentropy,
    tanh,
)

from kassay.keras3.unsupported import Unsupported


def relu(x, alpha=0.0, max_value=None, threshold=0.0):
    return keras.activations.relu(x, alpha, max_value, threshold)


def l2_normalize(x, axis=None):
    return ops.normalize(x, axis=axis, order=2)


def batch_normalization(x, mean, var, beta, gamma, axis=-1, epsilon=1e-3):
    return ops.batch_normalization(x, mean, var, axis, beta, gamma, epsilon)


def in_top_k(predictions, targets, k):
    return ops.in_top_k(targets, predictions, k)


def ctc_batch_cost(y_true, y_pred, input_length, label_length):
    cost = ops.ctc_loss(
        y_true,
        _logits(y_pred),
        ops.reshape(label_length, (-1,)),
        ops.reshape(input_length, (-1,)),
        mask_index=_blank(y_pred),
    )
    return ops.expand_dims(cost, 1)


def ctc_decode(y_pred, input_length, greedy=True, beam_width=100, top_paths=1):
    decoded, scores = ops.ctc_decode(
        _logits(y_pred),
        input_length,
        strategy="greedy" if greedy else "beam_search",
        beam_width=beam_width,
        top_paths=top_paths,
        mask_index=_blank(y_pred),
    )
    return list(ops.unstack(decoded)), scores


def _logits(y_pred):
    return ops.log(y_pred + keras.config.epsilon())


def _blank(y_pred):
    """The blank is the last class; the default of Keras 3 is the first."""
    classes = y_pred.shape[-1]
    if classes is None:
        raise Unsupported(
            "Keras 3 takes the blank as a number, but the number of classes is unknown"
        )
    return classes - 1
