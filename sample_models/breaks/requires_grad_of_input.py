"""A function that switches on the gradient of its own input with ``requires_grad_()``.

The report must show one break (GB0125) at ``requires_grad_``. ``fixed()`` is given an input that already needs a
gradient.
"""

import torch
from torch import nn

BREAKS = "GB0125"


class Saliency(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, 3)

    def forward(self, x):
        shifted = x - x.mean()
        x.requires_grad_()
        return torch.log_softmax(self.linear(shifted + x), -1)


class SaliencyOfLeaf(Saliency):
    def forward(self, x):
        shifted = x.detach() - x.detach().mean()
        return torch.log_softmax(self.linear(shifted + x), -1)


def build(model=Saliency, *, needs_gradient=False):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 8, requires_grad=needs_gradient),)}


def fixed():
    return build(SaliencyOfLeaf, needs_gradient=True)
