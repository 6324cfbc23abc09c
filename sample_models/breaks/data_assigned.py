"""New values put into a tensor through ``.data``: Dynamo follows that only for tensors made outside.

The report must show one break (GB0056) at the assignment. ``fixed()`` copies the values in with ``copy_``.
"""

import torch

BREAKS = "GB0056"


def averaged(x, weight):
    y = x @ weight
    target = torch.zeros_like(y)
    target.data = y.detach() * 0.9
    return (y - target).square().mean()


def averaged_by_copy(x, weight):
    y = x @ weight
    target = torch.zeros_like(y)
    target.copy_(y.detach() * 0.9)
    return (y - target).square().mean()


def build(model=averaged):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8), torch.randn(8, 8))}


def fixed():
    return build(averaged_by_copy)
