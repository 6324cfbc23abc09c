"""A new tensor that gets ``requires_grad_()`` and is returned: a leaf made inside a graph would lose its history.

The report must show one break (GB8985) at ``requires_grad_()``. ``fixed()`` returns the plain tensor; the caller makes
it a leaf.
"""

import torch

BREAKS = "GB8985"


def prompt(embedding):
    start = embedding.mean(0).repeat(4, 1)
    start = torch.tanh(start).detach().requires_grad_()
    return start * 2


def prompt_plain(embedding):
    start = embedding.mean(0).repeat(4, 1)
    return torch.tanh(start).detach() * 2


def build(model=prompt):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(10, 8),)}


def fixed():
    return build(prompt_plain)
