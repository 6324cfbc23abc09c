"""torch.func in one graph: per-sample gradients (a gradient inside vmap) and a Jacobian.

The report must show one graph, and for each operation which transforms it runs inside: the loss in ``vmap (4) > grad``,
what is around it in none.
"""

import torch
from torch import nn
from torch.func import functional_call, grad, jacrev, vmap


class PerSample(nn.Module):
    def __init__(self, width: int = 3) -> None:
        super().__init__()
        self.layer = nn.Linear(width, 2)

    def loss(self, weights, row):
        out = functional_call(self.layer, weights, (row,))
        return out.tanh().square().sum()

    def forward(self, x):
        weights = {name: value.detach() for name, value in self.layer.named_parameters()}
        scaled = x * 2
        gradients = vmap(grad(self.loss), in_dims=(None, 0))(weights, scaled)
        jacobian = jacrev(torch.sin)(scaled[0])
        return gradients["weight"].mean(0), jacobian


def build():
    torch.manual_seed(0)
    return {"model": PerSample(), "inputs": (torch.randn(4, 3),)}
