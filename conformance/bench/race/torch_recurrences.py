"""Long short-term memory and gated recurrent units on PyTorch, which class a sequence by their last output."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch_networks import linear, parameter


class Recurrent(nn.Module):
    """By the layer of PyTorch."""

    def __init__(
        self,
        layer: type[nn.RNNBase],
        kernel: Tensor,
        recurrent: Tensor,
        bias: Tensor,
        w: Tensor,
        b: Tensor,
        recurrent_bias: Tensor | None = None,
    ) -> None:
        super().__init__()
        self.layer = layer(len(kernel), len(recurrent), batch_first=True)
        self.layer.weight_ih_l0 = parameter(kernel.t().contiguous())
        self.layer.weight_hh_l0 = parameter(recurrent.t().contiguous())
        self.layer.bias_ih_l0 = parameter(bias)
        if recurrent_bias is None:
            self.layer.bias_hh_l0 = nn.Parameter(torch.zeros_like(bias), requires_grad=False)
        else:
            self.layer.bias_hh_l0 = parameter(recurrent_bias)
        self.layer.flatten_parameters()  # as the layer's own are: cuDNN wants them side by side
        self.classes = linear(w, b)

    def forward(self, x: Tensor, *states: Tensor) -> Tensor:
        initial = tuple(state.unsqueeze(0) for state in states)
        outputs, _ = self.layer(x, initial if len(initial) > 1 else initial[0])
        return self.classes(outputs[:, -1])


class Masked(nn.Module):
    """A loop that keeps the states of a sample at masked steps."""

    def __init__(
        self,
        kernel: Tensor,
        recurrent: Tensor,
        bias: Tensor,
        w: Tensor,
        b: Tensor,
        recurrent_bias: Tensor | None = None,
    ) -> None:
        super().__init__()
        self.entrance = linear(kernel, bias)
        self.recurrent = linear(recurrent, recurrent_bias)
        self.classes = linear(w, b)

    def forward(self, x: Tensor, *states_and_mask: Tensor) -> Tensor:
        *states, present = states_and_mask
        for now, here in zip(
            self.entrance(x).unbind(1), present.unsqueeze(-1).unbind(1), strict=True
        ):
            following = self.step(now, *states)
            states = [
                torch.where(here, new, old) for new, old in zip(following, states, strict=True)
            ]
        return self.classes(states[0])

    def step(self, now: Tensor, *states: Tensor) -> tuple[Tensor, ...]:
        """The next states; the first is the output."""
        raise NotImplementedError


class MaskedLSTM(Masked):
    def step(self, now: Tensor, *states: Tensor) -> tuple[Tensor, ...]:
        before, carry = states
        entering, kept, new, shown = (now + self.recurrent(before)).chunk(4, -1)
        cell = torch.sigmoid(kept) * carry + torch.sigmoid(entering) * torch.tanh(new)
        return torch.sigmoid(shown) * torch.tanh(cell), cell


class MaskedGRU(Masked):
    def step(self, now: Tensor, *states: Tensor) -> tuple[Tensor, ...]:
        (before,) = states
        outer, inner = now.chunk(3, -1), self.recurrent(before).chunk(3, -1)
        reset, old = (torch.sigmoid(outer[i] + inner[i]) for i in (0, 1))
        new = torch.tanh(outer[2] + reset * inner[2])
        return ((1 - old) * new + old * before,)
