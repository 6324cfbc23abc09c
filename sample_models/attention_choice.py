"""Three calls of scaled_dot_product_attention, of which one gets a fused kernel.

The report must show, for each call, the kernel that runs and torch's reason against the fused one: a query whose last
dimension is not dense, and a mask that needs a gradient, for which torch names no reason but would take the same mask
without one. In ``fixed()`` all three get the fused kernel.
"""

import torch
from torch import nn
from torch.nn.functional import scaled_dot_product_attention as attend


class Reader(nn.Module):
    def __init__(self, heads: int = 2, length: int = 8, fused: bool = False) -> None:
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(length, length))
        self.heads = heads
        self.fused = fused

    def forward(self, q, k, v):
        plain = attend(q, k, v, is_causal=True)
        mask = self.bias.detach() if self.fused else self.bias
        biased = attend(q, k, v, attn_mask=mask)
        spread = q if self.fused else q.mT.contiguous().mT
        return plain.sum() + biased.sum() + attend(spread, k, v).sum()


def build():
    torch.manual_seed(0)
    return {"model": Reader(), "inputs": tuple(torch.randn(1, 2, 8, 16) for _ in range(3))}


def fixed():
    torch.manual_seed(0)
    return {"model": Reader(fused=True), "inputs": tuple(torch.randn(1, 2, 8, 16) for _ in range(3))}
