"""A position in a sequence passed as a Python integer: its first value is compiled in, the next one compiles again.

The report must show one recompile with the guard on ``at``. ``fixed()`` passes the position as a tensor, which is an
input of the graph like any other.
"""

import torch
from torch import nn

CODE, GUARD, RECOMPILES = "RECOMPILE_INT", "at == 3", 1


class Rotary(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.register_buffer("rates", 1 / 100 ** (torch.arange(0, width, 2) / width))

    def forward(self, x, at):
        angle = at * self.rates
        even, odd = x[..., 0::2], x[..., 1::2]
        return torch.cat((even * angle.cos() - odd * angle.sin(), even * angle.sin() + odd * angle.cos()), -1)


def build(kind=int):
    torch.manual_seed(0)
    x = torch.randn(2, 8)
    calls = [((x, kind(at)), {}) for at in (4, 5, 6)]
    return {"model": Rotary(), "inputs": (x, kind(3)), "calls": calls}


def fixed():
    return build(torch.tensor)
