"""One random call of a function: its program, its inputs, and the results that PyTorch expects.

The truth, derivatives included (torch.autograd), is what PyTorch computes in float64 from the same inputs. The magnitude of a sum of
products is the same computation on absolute values. If the tested dtype is float64, the truth itself has rounding errors; the
tolerance must then cover both the truth's and the interpreter's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from tolerance import Accuracy, Expected

Tensors = dict[str, torch.Tensor]
Truth = Callable[[Tensors], torch.Tensor]

# As in every gradient of the suite.
GRADIENT_ULPS = 4


@dataclass
class Call:
    """`call` and `results` are parts of a program; each of `results` is evaluated and compared with its element of `expected`."""

    function: str
    args: list[Any]
    kwargs: dict[str, Any]
    inputs: dict[str, np.ndarray]
    expected: list[Expected]
    let: list[Any] = field(default_factory=lambda: ["y"])
    results: list[str] = field(default_factory=lambda: ["y"])
    more_calls: list[dict[str, Any]] = field(default_factory=list)
    known_shapes: bool = True

    def program(self) -> dict[str, Any]:
        """Placeholders for all inputs, the call, and one compiled function for all results."""
        calls: list[dict[str, Any]] = []
        for name, array in self.inputs.items():
            shape = {"shape": list(array.shape)} if self.known_shapes else {"ndim": array.ndim}
            calls.append(
                {
                    "let": [name],
                    "call": "placeholder",
                    "kwargs": {**shape, "dtype": array.dtype.name},
                }
            )
        calls.append(
            {"let": self.let, "call": self.function, "args": self.args, "kwargs": self.kwargs}
        )
        calls += self.more_calls
        lists = [[reference(n) for n in self.inputs], [reference(n) for n in self.results]]
        calls.append({"let": ["compiled"], "call": "function", "args": lists})
        values = [f"{name}_value" for name in self.results]
        arrays = [{"input": name} for name in self.inputs]
        calls.append({"let": [values], "call": reference("compiled"), "args": [arrays]})
        return {"calls": calls, "return": values}

    def summary(self) -> str:
        shapes = ", ".join(f"{n} {a.dtype.name}{list(a.shape)}" for n, a in self.inputs.items())
        arguments = [str(a) for a in self.args if not isinstance(a, dict)]
        arguments += [f"{name}={value}" for name, value in self.kwargs.items()]
        shapes_are = "" if self.known_shapes else "; placeholders of unknown shape"
        return f"{self.function}({'; '.join([shapes, *arguments])}){shapes_are}"


def reference(name: str) -> dict[str, str]:
    return {"ref": name}


def weighted_sum(tensor: str, weights: str, loss: str) -> list[dict[str, Any]]:
    product = f"{loss}_terms"
    return [
        {"let": [product], "call": "operator.mul", "args": [reference(tensor), reference(weights)]},
        {"let": [loss], "call": "sum", "args": [reference(product)]},
    ]


def gradients(loss: str, of: list[str], names: list[str]) -> dict[str, Any]:
    args = [reference(loss), [reference(name) for name in of]]
    return {"let": [names], "call": "gradients", "args": args}


def in_double(inputs: dict[str, np.ndarray], absolute: bool = False) -> Tensors:
    """Floating inputs in float64 with gradients; other inputs unchanged."""
    tensors = {}
    for name, array in inputs.items():
        tensor = torch.from_numpy(np.array(array))
        if tensor.is_floating_point():
            tensor = (tensor.abs() if absolute else tensor).double().requires_grad_()
        tensors[name] = tensor
    return tensors


def differentiated(
    random: np.random.Generator,
    function: str,
    args: list[Any],
    kwargs: dict[str, Any],
    inputs: dict[str, np.ndarray],
    truth: Truth,
    accuracy: Accuracy,
    gradient_terms: dict[str, int],
    *,
    selects: bool = False,
    known_shapes: bool = True,
) -> Call:
    """A call and the derivatives of a weighted sum of its result by the inputs that `gradient_terms` names.

    selects: the function chooses among its inputs, and with absolute values would choose others. Its results are copies, and a
    derivative only adds weights.
    """
    floating = next(a.dtype.name for a in inputs.values() if np.issubdtype(a.dtype, np.floating))
    exact = in_double(inputs)
    y = truth(exact)
    weights = random.standard_normal(tuple(y.shape)).astype(floating)
    sizes = exact if selects else in_double(inputs, absolute=True)
    y_sizes = truth(sizes)
    names = list(gradient_terms)

    def derivatives(result: torch.Tensor, of: Tensors, factors: np.ndarray) -> list[torch.Tensor]:
        loss = (result * torch.from_numpy(factors).double()).sum()
        return list(torch.autograd.grad(loss, [of[name] for name in names], retain_graph=True))

    expected = [
        Expected("result", floating, y.detach().numpy(), y_sizes.detach().abs().numpy(), accuracy)
    ]
    slopes = derivatives(y, exact, weights)
    slope_sizes = derivatives(y_sizes, sizes, np.abs(weights))
    for name, slope, size in zip(names, slopes, slope_sizes, strict=True):
        limit = Accuracy(GRADIENT_ULPS, gradient_terms[name])
        expected.append(
            Expected(f"gradient by {name}", floating, slope.numpy(), size.numpy(), limit)
        )
    wanted = [f"d_{name}" for name in names]
    return Call(
        function,
        args,
        kwargs,
        {**inputs, "weights": weights},
        expected,
        results=["y", *wanted],
        more_calls=[*weighted_sum("y", "weights", "loss"), gradients("loss", names, wanted)],
        known_shapes=known_shapes,
    )
