"""A text argument with many values: after eight compiles torch gives up and runs the function in eager.

The report must show the recompiles with the guard on ``mode`` and, as an error, that the limit was hit and that later
calls are not compiled. ``fixed()`` turns the text into a tensor before the call.
"""

import torch

MODES = tuple("abcdefghij")


def scaled(x, mode):
    return torch.relu(x) * (1 + MODES.index(mode))


def scaled_by_tensor(x, index):
    return torch.relu(x) * (1 + index)


def build():
    torch.manual_seed(0)
    x = torch.randn(4)
    return {"model": scaled, "inputs": (x, MODES[0]), "calls": [((x, mode), {}) for mode in MODES[1:]]}


def fixed():
    torch.manual_seed(0)
    x = torch.randn(4)
    calls = [((x, torch.tensor(index)), {}) for index in range(1, len(MODES))]
    return {"model": scaled_by_tensor, "inputs": (x, torch.tensor(0)), "calls": calls}
