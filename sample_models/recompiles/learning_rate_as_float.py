"""A learning rate that a schedule changes, passed as a Python float: the first value is compiled in.

The report must show one recompile with the guard on ``rate``. ``fixed()`` passes the rate as a tensor, as
``torch.optim`` does for ``SGD(…, lr=torch.tensor(0.1))``.
"""

import torch

CODE, GUARD, RECOMPILES = "RECOMPILE_FLOAT", "rate == 0.1", 1


def update(weight, gradient, momentum, rate):
    momentum = 0.9 * momentum + gradient
    return weight - rate * momentum, momentum


def build(kind=float):
    torch.manual_seed(0)
    tensors = torch.randn(3, 8).unbind()
    calls = [((*tensors, kind(rate)), {}) for rate in (0.05, 0.025)]
    return {"model": update, "inputs": (*tensors, kind(0.1)), "calls": calls}


def fixed():
    return build(torch.tensor)
