"""Random labels filled in with ``Tensor.random_``: this in-place form is not traced.

The report must show one break (GB0107) at ``random_``. ``fixed()`` is given the labels: the caller draws them,
which also keeps the random numbers equal to those of eager.
"""

import torch

BREAKS = "GB0107"


def corrupted(tokens, keep):
    replaced = torch.empty_like(tokens).random_(0, 100)
    return torch.where(keep, tokens, replaced) * 2


def corrupted_given(tokens, keep, replaced):
    return torch.where(keep, tokens, replaced) * 2


def build():
    torch.manual_seed(0)
    return {"model": corrupted, "inputs": (torch.arange(8), torch.ones(8, dtype=torch.bool))}


def fixed():
    program = build()
    drawn = torch.empty_like(program["inputs"][0]).random_(0, 100)
    return program | {"model": corrupted_given, "inputs": (*program["inputs"], drawn)}
