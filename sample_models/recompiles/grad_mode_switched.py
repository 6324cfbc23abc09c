"""A model called with gradients, then under ``torch.no_grad()``: the mode is part of what was compiled.

The report must show one recompile with the guard on the grad mode. ``fixed()`` stays in one mode; a training loop that
needs both pays for two versions once, which is all that it costs.
"""

import torch
from torch import nn

CODE, GUARD, RECOMPILES = "RECOMPILE_GRAD_MODE", "GLOBAL_STATE changed: grad_mode", 1


class Scorer(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, 1)

    def forward(self, x):
        return torch.sigmoid(self.linear(x)).squeeze(-1)


def build(first=torch.enable_grad):
    torch.manual_seed(0)
    x = torch.randn(4, 8)
    contexts = [first, torch.no_grad, torch.no_grad]
    return {"model": Scorer().eval(), "inputs": (x,), "calls": [((x,), {})] * 2, "contexts": contexts}


def fixed():
    return build(torch.no_grad)
