"""A forward hook that counts calls in a Python number: each count is a value that was compiled in.

The report must show one recompile for each further call, with the guard on the hook's ``calls``. ``fixed()`` counts in
a tensor.
"""

import torch
from torch import nn

CODE, GUARD, RECOMPILES = "RECOMPILE_INT_ATTRIBUTE", "['calls'] == 0", 3


class Watched(nn.Module):
    def __init__(self, start, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.watch = {"calls": start}
        self.linear.register_forward_hook(self.count)

    def count(self, module, args, output):
        self.watch["calls"] = self.watch["calls"] + 1
        return output / self.watch["calls"]

    def forward(self, x):
        return torch.relu(self.linear(x))


def build(start=0):
    torch.manual_seed(0)
    x = torch.randn(2, 8)
    return {"model": Watched(start).eval(), "inputs": (x,), "calls": [((x,), {})] * 3}


def fixed():
    return build(torch.tensor(0))
