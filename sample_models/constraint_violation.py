"""A size that was marked as dynamic and that the code fixes to one value: the compile fails.

The report must show the error as what it is, with the argument, the dimension, the value, and the line that fixes it.
``fixed()`` does not compare the size with a number.
"""

import torch


def compares(x):
    if x.shape[0] == 4:
        return torch.sin(x)
    return torch.cos(x)


def chooses(x):
    return torch.where(x > 0, torch.sin(x), torch.cos(x))


def build(model=compares):
    torch.manual_seed(0)
    x = torch.randn(4, 8)
    torch._dynamo.mark_dynamic(x, 0)
    return {"model": model, "inputs": (x,)}


def fixed():
    return build(chooses)
