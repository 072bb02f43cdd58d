"""Whole programs on PyTorch: predictions and steps of training."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import torch
import torch.nn.functional as F
import torch_networks as networks
import torch_recurrences as recurrences
from native import Function, Prepare
from torch import Tensor, nn
from workload import FEW, LEARNING_RATE, parted

Build = Callable[..., nn.Module]
Compile = Callable[[Function], Function]

# Whose results are logits.
CLASSIFIERS: dict[str, Build] = {
    "dense": networks.dense,
    "digits": networks.digits,
    "lstm": partial(recurrences.Recurrent, nn.LSTM),
    "lstm-masked": recurrences.MaskedLSTM,
    "gru": partial(recurrences.Recurrent, nn.GRU),
    "gru-masked": recurrences.MaskedGRU,
    "embedding": networks.Embedding,
}
# Which are trained to make small numbers.
BLOCKS: dict[str, Build] = {
    "residual": networks.Residual,
    "separable": networks.separable,
    "attention": networks.Attention,
    "eight": networks.Eight,
}


def mean_square(result: Tensor) -> Tensor:
    return result.square().mean()


def shares(logits: Tensor) -> Tensor:
    return F.softmax(logits, -1)


def ctc(logits: Tensor, labels: Tensor, frames: Tensor, lengths: Tensor) -> Tensor:
    logarithms = F.log_softmax(logits, -1).transpose(0, 1)
    blank = logits.shape[-1] - 1
    costs = F.ctc_loss(
        logarithms, labels, frames.squeeze(1), lengths.squeeze(1), blank, reduction="none"
    )
    return costs.mean()


def prediction(build: Build, ending: Function, compiling: Compile) -> Prepare:
    def prepare(**tensors: Tensor) -> Callable[[], Tensor]:
        weights, inputs, _ = parted(tensors)
        network = build(**weights).eval()
        predict = compiling(lambda *inputs: ending(network(*inputs)))
        return lambda: predict(*inputs)

    return prepare


def training(build: Build, loss: Function, compiling: Compile) -> Prepare:
    def prepare(**tensors: Tensor) -> Callable[[], Tensor]:
        weights, inputs, targets = parted(tensors)
        network = build(**weights).train()
        optimizer = torch.optim.SGD(network.parameters(), LEARNING_RATE)
        loss_of = compiling(lambda inputs, targets: loss(network(*inputs), *targets))

        def step() -> Tensor:
            optimizer.zero_grad()
            loss = loss_of(inputs, targets)
            loss.backward()
            optimizer.step()
            return loss.detach()

        return step

    return prepare


def adam(compiling: Compile) -> Prepare:
    def prepare(w: Tensor, gradient: Tensor) -> Callable[[], Tensor]:
        weights = networks.parameter(w)
        weights.grad = gradient
        optimizer = torch.optim.Adam([weights], LEARNING_RATE, fused=True)
        change = compiling(optimizer.step)

        def step() -> Tensor:
            change()
            return weights.detach()[:FEW].clone()

        return step

    return prepare


def as_it_is(function: Function) -> Function:
    return function


def programs(compiling: Compile) -> dict[str, Prepare]:
    found = {
        "train-ctc": training(networks.acoustic, ctc, compiling),
        "adam": adam(compiling),
    }
    for name, build in CLASSIFIERS.items():
        found[f"predict-{name}"] = prediction(build, shares, compiling)
        found[f"train-{name}"] = training(build, F.cross_entropy, compiling)
    for name, build in BLOCKS.items():
        found[f"predict-{name}"] = prediction(build, lambda result: result, compiling)
        found[f"train-{name}"] = training(build, mean_square, compiling)
    return found


def is_training(name: str) -> bool:
    return name == "adam" or name.startswith("train-")
