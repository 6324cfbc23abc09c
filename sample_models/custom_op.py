"""Custom operators: opaque to the compiler, which calls them and fuses nothing into them.

The report must show each with its namespace, where it is defined, and what it has: ``shift`` a fake implementation
alone, ``scale`` a gradient too, and ``mark`` writes to its argument, for which AOTAutograd puts a higher-order operator
around it.
"""

import torch


@torch.library.custom_op("explorer_samples::shift", mutates_args=())
def shift(x: torch.Tensor, by: float) -> torch.Tensor:
    return x + by


@shift.register_fake
def _(x, by):
    return torch.empty_like(x)


@torch.library.custom_op("explorer_samples::scale", mutates_args=())
def scale(x: torch.Tensor, by: float) -> torch.Tensor:
    return x * by


@scale.register_fake
def _(x, by):
    return torch.empty_like(x)


def keep(ctx, inputs, output):
    ctx.by = inputs[1]


scale.register_autograd(lambda ctx, gradient: (gradient * ctx.by, None), setup_context=keep)


@torch.library.custom_op("explorer_samples::mark", mutates_args=("seen",))
def mark(seen: torch.Tensor) -> None:
    seen.add_(1)


def model(x, seen):
    mark(seen)
    return scale(torch.sin(shift(x.detach(), 1.0) + x), 3.0) * 2


def build():
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(8, requires_grad=True), torch.zeros(1)), "train": True}
