"""``torch.allclose`` to see whether an iteration has settled: its answer is a Python bool, known only by running.

The report must show one break (GB0033) at ``allclose``. ``fixed()`` picks with ``torch.where`` on a tensor of the same
meaning.
"""

import torch

BREAKS = "GB0033"


def settled(x, weight):
    y = torch.tanh(x @ weight)
    z = torch.tanh(y @ weight)
    if torch.allclose(y, z, atol=1e-3):
        return y
    return z * 2


def settled_by_tensor(x, weight):
    y = torch.tanh(x @ weight)
    z = torch.tanh(y @ weight)
    same = torch.isclose(y, z, atol=1e-3).all()
    return torch.where(same, y, z * 2)


def build(model=settled):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8), torch.randn(8, 8))}


def fixed():
    return build(settled_by_tensor)
