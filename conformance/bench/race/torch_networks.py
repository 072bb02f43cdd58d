"""Networks on PyTorch, as modules made of weights in the layout of the API."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from workload import HEADS, NORMALIZATION_EPSILON


def channels_first(x: Tensor) -> Tensor:
    """Images, sequences or volumes as PyTorch numbers their dimensions: a view."""
    return x.movedim(-1, 1)


def channels_last(x: Tensor) -> Tensor:
    return x.movedim(1, -1)


def as_weights(kernel: Tensor) -> Tensor:
    """A kernel with the filters and channels first, laid out as images are."""
    weights = kernel.movedim((-1, -2), (0, 1))
    formats = {4: torch.channels_last, 5: torch.channels_last_3d}
    return weights.contiguous(memory_format=formats.get(kernel.ndim, torch.contiguous_format))


def parameter(tensor: Tensor) -> nn.Parameter:
    """A copy, which training may change."""
    return nn.Parameter(tensor.clone())


def linear(weights: Tensor, bias: Tensor | None = None) -> nn.Linear:
    layer = nn.Linear(*weights.shape, bias=bias is not None)
    layer.weight = parameter(weights.t().contiguous())
    if bias is not None:
        layer.bias = parameter(bias)
    return layer


def convolution(kernel: Tensor, bias: Tensor | None = None, padding: int = 0) -> nn.Conv2d:
    rows, columns, channels, filters = kernel.shape
    layer = nn.Conv2d(channels, filters, (rows, columns), padding=padding, bias=bias is not None)
    layer.weight = parameter(as_weights(kernel))
    if bias is not None:
        layer.bias = parameter(bias)
    return layer


def normalization(gamma: Tensor, beta: Tensor, *moments: Tensor) -> nn.BatchNorm2d:
    """By the mean and the variance, if they are given, or else by those of the batch."""
    layer = nn.BatchNorm2d(len(gamma), NORMALIZATION_EPSILON, track_running_stats=bool(moments))
    layer.weight, layer.bias = parameter(gamma), parameter(beta)
    if moments:
        layer.running_mean, layer.running_var = moments
    return layer


class OnImages(nn.Sequential):
    """Layers whose images have their channels last, in memory and in number."""

    def forward(self, x: Tensor) -> Tensor:
        return channels_last(super().forward(channels_first(x)))


def pooled(kernel: Tensor, bias: Tensor, padding: int = 0) -> list[nn.Module]:
    return [convolution(kernel, bias, padding), nn.ReLU(), nn.MaxPool2d(2)]


def dense(w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor, w3: Tensor, b3: Tensor) -> nn.Module:
    return nn.Sequential(linear(w1, b1), nn.ReLU(), linear(w2, b2), nn.ReLU(), linear(w3, b3))


def images(k1: Tensor, b1: Tensor, k2: Tensor, b2: Tensor, w: Tensor, b: Tensor) -> nn.Module:
    features = OnImages(*pooled(k1, b1, 1), *pooled(k2, b2, 1))
    return nn.Sequential(features, nn.Flatten(), linear(w, b))


def digits(
    k1: Tensor,
    b1: Tensor,
    k2: Tensor,
    b2: Tensor,
    w3: Tensor,
    b3: Tensor,
    w4: Tensor,
    b4: Tensor,
) -> nn.Module:
    features = OnImages(*pooled(k1, b1), *pooled(k2, b2))
    return nn.Sequential(features, nn.Flatten(), linear(w3, b3), nn.ReLU(), linear(w4, b4))


class Residual(nn.Module):
    def __init__(self, **weights: Tensor) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for place in (1, 2):
            moments = [
                weights[f"{name}{place}"] for name in ("mean", "variance") if "mean1" in weights
            ]
            gamma, beta = weights[f"gamma{place}"], weights[f"beta{place}"]
            layers += [
                convolution(weights[f"k{place}"], padding=1),
                normalization(gamma, beta, *moments),
                nn.ReLU(),
            ]
        self.change = OnImages(*layers[:-1])

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(self.change(x) + x)


def separable(depthwise: Tensor, pointwise: Tensor, b: Tensor) -> nn.Module:
    channels = depthwise.shape[2]
    alone = nn.Conv2d(channels, channels, 3, padding=1, groups=channels, bias=False)
    alone.weight = parameter(as_weights(depthwise.transpose(2, 3)))
    return OnImages(alone, convolution(pointwise, b), nn.ReLU())


class Attention(nn.Module):
    def __init__(self, wq: Tensor, wk: Tensor, wv: Tensor, wo: Tensor) -> None:
        super().__init__()
        self.entrance = linear(torch.cat((wq, wk, wv), 1))
        self.exit = linear(wo)

    def forward(self, x: Tensor) -> Tensor:
        split = (each.unflatten(-1, (HEADS, -1)) for each in self.entrance(x).chunk(3, -1))
        queries, keys, values = (each.transpose(1, 2) for each in split)
        attended = F.scaled_dot_product_attention(queries, keys, values)
        return self.exit(attended.transpose(1, 2).flatten(2))


def acoustic(w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor) -> nn.Module:
    return nn.Sequential(linear(w1, b1), nn.ReLU(), linear(w2, b2))


class Embedding(nn.Module):
    def __init__(self, table: Tensor, w: Tensor, b: Tensor) -> None:
        super().__init__()
        self.words = nn.EmbeddingBag.from_pretrained(table.clone(), freeze=False, mode="mean")
        self.classes = linear(w, b)

    def forward(self, x: Tensor) -> Tensor:
        return self.classes(self.words(x))


class Eight(nn.Module):
    def __init__(self, w: Tensor, b: Tensor) -> None:
        super().__init__()
        self.w, self.b = parameter(w), parameter(b)

    def forward(self, x: Tensor) -> Tensor:
        first = torch.tanh(x * self.w + self.b)
        second = torch.sigmoid(first * self.w - self.b)
        return torch.relu(second * first + x) * x
