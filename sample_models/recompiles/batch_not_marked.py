"""Batches of several sizes: the size of the first is compiled in, the second compiles again for any size.

The report must show one recompile, with the guard on dimension 0 of ``x``, and none for the sizes after it. ``fixed()``
says so on the first input with ``torch._dynamo.mark_dynamic``: one version from the start.
"""

import torch
from torch import nn

CODE, GUARD, RECOMPILES = "RECOMPILE_SIZE", "tensor 'x' size mismatch at index 0. expected 4, actual 6", 1


class Encoder(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        return torch.layer_norm(torch.relu(self.linear(x)), x.shape[1:])


def first_batch(x):
    return x


def first_batch_marked(x):
    torch._dynamo.mark_dynamic(x, 0)
    return x


def build(prepare=first_batch):
    torch.manual_seed(0)
    model, (first, *more) = Encoder().eval(), [torch.randn(size, 8) for size in (4, 6, 9)]
    return {"model": model, "inputs": (prepare(first),), "calls": [((x,), {}) for x in more]}


def fixed():
    return build(first_batch_marked)
