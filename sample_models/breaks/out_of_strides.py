"""A result written with ``out=`` into every second column: the target must be contiguous to be traced.

The report must show one break (GB0242) at the call with ``out=``. ``fixed()`` assigns the result to those columns.
"""

import torch

BREAKS = "GB0242"


def interleaved(x):
    waves = torch.zeros(x.shape[0], 2 * x.shape[1])
    torch.sin(x, out=waves[:, 0::2])
    waves[:, 1::2] = torch.cos(x)
    return waves


def interleaved_by_assignment(x):
    waves = torch.zeros(x.shape[0], 2 * x.shape[1])
    waves[:, 0::2] = torch.sin(x)
    waves[:, 1::2] = torch.cos(x)
    return waves


def build(model=interleaved):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(interleaved_by_assignment)
