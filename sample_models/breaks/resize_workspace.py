"""A work tensor brought to size with ``resize_()``: it changes the memory of a tensor, not only its values.

The report must show one break (GB0126) at ``resize_``. ``fixed()`` makes a tensor of the right size.
"""

import torch

BREAKS = "GB0126"


def padded(x):
    work = torch.zeros(0)
    work.resize_(x.shape[0] + 2, x.shape[1])
    work[0] = work[-1] = 0
    work[1:-1] = x.exp()
    return work.cumsum(0)


def padded_new(x):
    work = torch.zeros(x.shape[0] + 2, x.shape[1])
    work[1:-1] = x.exp()
    return work.cumsum(0)


def build(model=padded):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(padded_new)
