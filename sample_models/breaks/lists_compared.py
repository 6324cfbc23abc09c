"""Two lists of tensors compared with ``==``: the answer depends on values.

The report must show one break (GB6622) at the comparison. ``fixed()`` compares with tensor operations and picks with
``torch.where``.
"""

import torch

BREAKS = "GB6622"


def steady(x, weight):
    before = [x.amin(), x.amax()]
    y = x @ weight
    if [y.amin(), y.amax()] == before:
        return x
    return torch.tanh(y)


def steady_by_tensor(x, weight):
    y = x @ weight
    same = (y.amin() == x.amin()) & (y.amax() == x.amax())
    return torch.where(same, x, torch.tanh(y))


def build(model=steady):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8), torch.randn(8, 8))}


def fixed():
    return build(steady_by_tensor)
