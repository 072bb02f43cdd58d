"""The workloads on PyTorch, in inference mode; images are in the memory format channels_last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from native import EXPRESSIONS, Function, Peer, Prepare
from torch import Tensor, nn
from torch_networks import as_weights, channels_first, channels_last, images
from torch_programs import as_it_is, is_training, prediction, programs, shares
from workload import (
    CLASSES,
    COPIES,
    CUT,
    DROPPED,
    FUZZ,
    LEAK,
    NORMALIZATION_EPSILON,
    PROBABILITY,
    RANDOM_SHAPE,
    SATURATION,
    SLICED,
    SMALLEST_NORM,
    TOP,
    TRUNCATED_SHAPE,
    Setting,
    Unsupported,
    Workload,
    same_padding,
)


def open_peer(setting: Setting) -> Peer:
    prepare_torch(setting)
    return TorchPeer(setting)


def prepare_torch(setting: Setting) -> None:
    """Raises Unsupported if the device is missing."""
    torch.set_num_threads(setting.threads)
    torch.set_float32_matmul_precision("highest")
    torch.backends.cuda.matmul.allow_tf32 = setting.tf32
    torch.backends.cudnn.allow_tf32 = setting.tf32
    if setting.device == "cuda" and not torch.cuda.is_available():
        built = f"is built for CUDA {torch.version.cuda}" if torch.version.cuda else "has no CUDA"
        raise Unsupported(f"PyTorch {torch.__version__}, which {built}, finds no device of CUDA")


def describe(setting: Setting) -> str:
    if setting.device == "cpu":
        return "cpu"
    cudnn = torch.backends.cudnn.version()
    return f"{torch.cuda.get_device_name()}, CUDA {torch.version.cuda}, cuDNN {cudnn}"


def relu_leaky(x: Tensor) -> Tensor:
    return F.leaky_relu(x, LEAK).clamp_(max=SATURATION)


def hard_sigmoid(x: Tensor) -> Tensor:
    return (0.2 * x).add_(0.5).clamp_(0.0, 1.0)


def categorical_crossentropy(x: Tensor, y: Tensor) -> Tensor:
    shares = x / x.sum(-1, keepdim=True)
    return -(y * shares.clamp_(FUZZ, 1 - FUZZ).log_()).sum(-1)


def sparse_categorical_crossentropy(x: Tensor, y: Tensor) -> Tensor:
    share = x.gather(1, y.long().unsqueeze(1)).squeeze(1) / x.sum(-1)
    return -share.clamp_(FUZZ, 1 - FUZZ).log_()


def binary_crossentropy(x: Tensor, y: Tensor) -> Tensor:
    return F.binary_cross_entropy(x.clamp(FUZZ, 1 - FUZZ), y, reduction="none")


def in_top_k(x: Tensor, y: Tensor) -> Tensor:
    """Faster than topk: fewer than k elements are larger than the named one."""
    return (x > x.gather(1, y.long().unsqueeze(1))).sum(-1, dtype=torch.int32) < TOP


def one_hot(x: Tensor) -> Tensor:
    return torch.zeros(len(x), CLASSES, device=x.device).scatter_(1, x.long().unsqueeze(1), 1.0)


def repeat(x: Tensor) -> Tensor:
    return x.unsqueeze(1).expand(-1, COPIES, -1).contiguous()


def random_functions(device: str) -> dict[str, Function]:
    def uniform() -> Tensor:
        return torch.rand(RANDOM_SHAPE, device=device)

    def normal() -> Tensor:
        return torch.randn(RANDOM_SHAPE, device=device)

    def truncated_normal() -> Tensor:
        return nn.init.trunc_normal_(torch.empty(TRUNCATED_SHAPE, device=device), a=-CUT, b=CUT)

    def binomial() -> Tensor:
        """Faster than torch.bernoulli."""
        return (torch.rand(RANDOM_SHAPE, device=device) < PROBABILITY).float()

    return {
        "uniform": uniform,
        "normal": normal,
        "truncated-normal": truncated_normal,
        "binomial": binomial,
    }


def greedy_decoding(scores: Tensor, frames: Tensor) -> tuple[Tensor, Tensor]:
    samples, steps, classes = scores.shape
    highest, best = scores.max(-1)
    counts = torch.arange(steps, device=scores.device) < frames.unsqueeze(1)
    score = -highest.add_(FUZZ).log_().mul_(counts).sum(1, keepdim=True)
    kept = counts & (best != classes - 1)
    kept[:, 1:] &= best[:, 1:] != best[:, :-1]
    places = kept.cumsum(1)
    decoded = torch.full((samples, int(places[:, -1].max())), -1, device=scores.device)
    rows, columns = kept.nonzero(as_tuple=True)
    decoded[rows, places[rows, columns] - 1] = best[rows, columns]
    return decoded, score


def ctc_loss(labels: Tensor, scores: Tensor, frames: Tensor, lengths: Tensor) -> Tensor:
    logarithms = F.log_softmax((scores + FUZZ).log_(), -1).transpose(0, 1)
    blank = scores.shape[-1] - 1
    costs = F.ctc_loss(
        logarithms, labels, frames.squeeze(1), lengths.squeeze(1), blank, reduction="none"
    )
    return costs.unsqueeze(1)


def on_images(function: Function) -> Prepare:
    """Of a function of images in channels_last: its result has the channels last in number, too."""

    def prepare(x: Tensor) -> Callable[[], Tensor]:
        images = channels_first(x)
        return lambda: channels_last(function(images))

    return prepare


def convolution(convolve: Function, **options: Any) -> Prepare:
    def prepare(x: Tensor, y: Tensor) -> Callable[[], Tensor]:
        weights = as_weights(y)
        return on_images(lambda images: convolve(images, weights, **options))(x)

    return prepare


def conv2d_channels_first(x: Tensor, y: Tensor) -> Callable[[], Tensor]:
    weights = y.permute(3, 2, 0, 1).contiguous()
    return lambda: F.conv2d(x, weights, padding=1)


def conv2d_first_layer(images: Tensor, weights: Tensor) -> Tensor:
    rows, columns = (same_padding(images.shape[i], weights.shape[i], 2) for i in (2, 3))
    return F.conv2d(F.pad(images, (*columns, *rows)), weights, stride=2)


def conv1d(x: Tensor, y: Tensor) -> Callable[[], Tensor]:
    """As images of one row, because channels_last exists only for images."""
    prepared = convolution(F.conv2d, padding=(0, len(y) // 2))(x.unsqueeze(1), y.unsqueeze(0))
    return lambda: prepared().squeeze(1)


def depthwise_conv2d(x: Tensor, y: Tensor) -> Callable[[], Tensor]:
    channels = y.shape[2]
    return convolution(F.conv2d, padding=1, groups=channels)(x, y.transpose(2, 3))


def conv2d_transpose(images: Tensor, weights: Tensor) -> Tensor:
    """Padding "same" drops the last row and column."""
    return F.conv_transpose2d(images, weights, stride=2)[:, :, :-1, :-1]


def local_conv1d(x: Tensor, y: Tensor) -> Tensor:
    samples, _, channels = x.shape
    windows, features, _ = y.shape
    seen = x.as_strided((windows, samples, features), (channels, x.stride(0), 1))
    return torch.bmm(seen, y).transpose(0, 1).contiguous()


def average_pool2d(images: Tensor) -> Tensor:
    """Windows that reach beyond the end count what lies inside."""
    return F.avg_pool2d(images, 3, 2, ceil_mode=True)


def resize_bilinear(images: Tensor) -> Tensor:
    """Row i lies at i / 2: the aligned corners of the images with their last row and column once more."""
    rows, columns = images.shape[2:]
    padded = F.pad(images, (0, 1, 0, 1), mode="replicate")
    size = (2 * rows + 1, 2 * columns + 1)
    resized = F.interpolate(padded, size, mode="bilinear", align_corners=True)
    return resized[:, :, :-1, :-1]


def batch_normalization(
    x: Tensor, mean_: Tensor, variance: Tensor, beta: Tensor, gamma: Tensor
) -> Callable[[], Tensor]:
    return on_images(
        lambda images: F.batch_norm(images, mean_, variance, gamma, beta, eps=NORMALIZATION_EPSILON)
    )(x)


def normalize_batch_in_training(x: Tensor, gamma: Tensor, beta: Tensor) -> Callable[[], Tensor]:
    return on_images(
        lambda images: F.batch_norm(
            images, None, None, gamma, beta, training=True, eps=NORMALIZATION_EPSILON
        )
    )(x)


FUNCTIONS: dict[str, Function] = {
    **EXPRESSIONS,
    "relu": lambda x: torch.relu(x),
    "relu-leaky": relu_leaky,
    "elu": lambda x: F.elu(x),
    "sigmoid": lambda x: torch.sigmoid(x),
    "tanh": lambda x: torch.tanh(x),
    "softplus": lambda x: F.softplus(x),
    "softsign": lambda x: F.softsign(x),
    "hard-sigmoid": hard_sigmoid,
    "softmax": lambda x: torch.softmax(x, -1),
    "softmax-first-axis": lambda x: torch.softmax(x, 0),
    "softmax-middle-axis": lambda x: torch.softmax(x, 1),
    "max-pool2d-channels-first": lambda x: F.max_pool2d(x, 2),
    "local-conv1d": local_conv1d,
    "loss": ctc_loss,
    "greedy-decoding": greedy_decoding,
    "exp": lambda x: torch.exp(x),
    "log": lambda x: torch.log(x),
    "sqrt": lambda x: torch.sqrt(x),
    "square": lambda x: torch.square(x),
    "sin": lambda x: torch.sin(x),
    "cos": lambda x: torch.cos(x),
    "abs": lambda x: torch.abs(x),
    "sign": lambda x: torch.sign(x),
    "round": lambda x: torch.round(x),
    "clip": lambda x: torch.clamp(x, -1.0, 1.0),
    "pow": lambda x: torch.pow(x, 3),
    "cast-to-half": lambda x: x.to(torch.float16),
    "cast-to-integers": lambda x: x.to(torch.int32),
    "maximum": lambda x, y: torch.maximum(x, y),
    "dot-sequence": lambda x, y: x @ y,
    "batch-dot": lambda x, y: torch.bmm(x, y),
    "batch-dot-rows": lambda x, y: torch.linalg.vecdot(x, y).unsqueeze(1),
    "categorical-crossentropy": categorical_crossentropy,
    "categorical-crossentropy-of-logits": lambda x, y: F.cross_entropy(x, y, reduction="none"),
    "sparse-categorical-crossentropy": sparse_categorical_crossentropy,
    "sparse-categorical-crossentropy-of-logits": (
        lambda x, y: F.cross_entropy(x, y.long(), reduction="none")
    ),
    "binary-crossentropy": binary_crossentropy,
    "binary-crossentropy-of-logits": (
        lambda x, y: F.binary_cross_entropy_with_logits(x, y, reduction="none")
    ),
    "in-top-k": in_top_k,
    "transpose": lambda x: x.t().contiguous(),
    "channels-last-to-first": lambda x: x.permute(0, 3, 1, 2).contiguous(),
    "heads-to-front": lambda x: x.permute(0, 2, 1, 3).contiguous(),
    "reshape": lambda x: x.reshape(-1, 64).contiguous(),
    "flatten": lambda x: x.flatten(1).contiguous(),
    "expand-dims": lambda x: x.unsqueeze(1).contiguous(),
    "tile": lambda x: x.repeat(2, 2),
    "repeat": repeat,
    "repeat-elements": lambda x: x.repeat_interleave(2, dim=1),
    "reverse": lambda x: x.flip(1),
    "slice": lambda x: x[:, SLICED].contiguous(),
    "one-hot": one_hot,
    "gather": lambda x, y: x.index_select(0, y),
    "concatenate": lambda x, y: torch.cat((x, y), -1),
    "concatenate-first-axis": lambda x, y: torch.cat((x, y)),
    "stack": lambda x, y: torch.stack((x, y), 1),
    "pad-images": lambda x: F.pad(x, (0, 0, 1, 1, 1, 1)),
    "pad-images-channels-first": lambda x: F.pad(x, (1, 1, 1, 1)),
    "pad-sequences": lambda x: F.pad(x, (0, 0, 2, 2)),
    "zeros-like": lambda x: torch.zeros_like(x),
    "l2-normalize": lambda x: F.normalize(x, dim=-1, eps=SMALLEST_NORM),
    "dropout": lambda x: F.dropout(x, DROPPED),
    "max": lambda x: x.amax(-1),
    "max-first-axis": lambda x: x.amax(0),
    "variance": lambda x: x.var(-1, correction=0),
    "standard-deviation": lambda x: x.std(0, correction=0),
    "logsumexp": lambda x: x.logsumexp(-1),
    "argmax": lambda x: x.argmax(-1),
    "argmax-first-axis": lambda x: x.argmax(0),
    "any": lambda x: x.any(-1).to(torch.uint8),
    "all": lambda x: x.all().to(torch.uint8),
}

PREPARATIONS: dict[str, Prepare] = {
    "conv2d": convolution(F.conv2d, padding=1),
    "conv2d-channels-first": conv2d_channels_first,
    "conv2d-deep": convolution(F.conv2d, padding=1),
    "conv2d-first-layer": convolution(conv2d_first_layer),
    "conv2d-pointwise": convolution(F.conv2d),
    "conv2d-dilated": convolution(F.conv2d, padding=2, dilation=2),
    "conv1d": conv1d,
    "conv3d": convolution(F.conv3d, padding=1),
    "depthwise-conv2d": depthwise_conv2d,
    "conv2d-transpose": convolution(conv2d_transpose),
    "max-pool2d": on_images(lambda images: F.max_pool2d(images, 2)),
    "average-pool2d": on_images(average_pool2d),
    "max-pool3d": on_images(lambda images: F.max_pool3d(images, 2)),
    "resize-nearest": on_images(lambda images: F.interpolate(images, scale_factor=2)),
    "resize-bilinear": on_images(resize_bilinear),
    "batch-normalization": batch_normalization,
    "normalize-batch-in-training": normalize_batch_in_training,
    "predict-images": prediction(images, shares, as_it_is),
    **programs(as_it_is),
}


class TorchPeer(Peer):
    name = "torch"
    version = torch.__version__
    functions = FUNCTIONS
    preparations = PREPARATIONS

    def __init__(self, setting: Setting) -> None:
        self.torch_device = torch.device(setting.device)
        self.device = describe(setting)
        if setting.tf32:
            self.name += " (TF32)"
        if self.functions:
            self.functions = {**self.functions, **random_functions(setting.device)}

    def tensor(self, array: np.ndarray) -> Tensor:
        return torch.from_numpy(array).to(self.torch_device)

    def array(self, tensor: Tensor) -> np.ndarray:
        return tensor.cpu().numpy()

    def mode(self, workload: Workload) -> AbstractContextManager[Any]:
        return nullcontext() if is_training(workload.name) else torch.inference_mode()

    def prepared(self, workload: Workload, inputs: Mapping[str, np.ndarray]) -> Callable[[], Any]:
        call = super().prepared(workload, inputs)
        if self.torch_device.type == "cpu":
            return call

        def finished() -> Any:
            result = call()
            torch.cuda.synchronize()
            return result

        return finished
