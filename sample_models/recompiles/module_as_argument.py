"""A layer passed as an argument: the compiled code is for the layer's class, and another class compiles again.

The report must show one recompile for each further class, with the guard on the type of ``activation``. ``fixed()``
applies the layer outside and passes what comes of it.
"""

import torch
from torch import nn

CODE, GUARD, RECOMPILES = "RECOMPILE_TYPE", "___check_type_id(activation", 2


def gated(x, gate, activation):
    return x * activation(gate) + x.mean(-1, keepdim=True)


def gated_by_tensor(x, open_gate):
    return x * open_gate + x.mean(-1, keepdim=True)


def build():
    torch.manual_seed(0)
    x, gate = torch.randn(2, 4, 8).unbind()
    calls = [((x, gate, layer), {}) for layer in (nn.Tanh(), nn.ReLU())]
    return {"model": gated, "inputs": (x, gate, nn.Sigmoid()), "calls": calls}


def fixed():
    program = build()
    args = [program["inputs"], *(args for args, _ in program["calls"])]
    (first, *more) = [(x, activation(gate)) for x, gate, activation in args]
    return {"model": gated_by_tensor, "inputs": first, "calls": [(each, {}) for each in more]}
