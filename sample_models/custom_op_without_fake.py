"""A custom operator that does not say what shape it returns: the program fails when it is compiled.

The report must show the error at the line that calls the operator. ``fixed()`` calls an operator of the same work
that has a fake implementation.
"""

import torch


@torch.library.custom_op("explorer_samples::double_bare", mutates_args=())
def double_bare(x: torch.Tensor) -> torch.Tensor:
    return x * 2


@torch.library.custom_op("explorer_samples::double", mutates_args=())
def double(x: torch.Tensor) -> torch.Tensor:
    return x * 2


@double.register_fake
def _(x):
    return torch.empty_like(x)


def with_bare(x):
    return double_bare(torch.sin(x)) + 1


def with_fake(x):
    return double(torch.sin(x)) + 1


def build():
    torch.manual_seed(0)
    return {"model": with_bare, "inputs": (torch.randn(8),)}


def fixed():
    torch.manual_seed(0)
    return {"model": with_fake, "inputs": (torch.randn(8),)}
