"""A gradient switched on by assigning to ``requires_grad`` in the middle of the function.

The report must show one break (GB0206) at the assignment. ``fixed()`` makes the tensor a leaf with a gradient before
the compiled call and passes it in.
"""

import torch

BREAKS = "GB0206"


def adversarial(x, noise):
    noise = noise.clamp(-0.1, 0.1)
    noise.requires_grad = True
    return torch.tanh(x + noise).sum()


def adversarial_given(x, noise):
    return torch.tanh(x + noise).sum()


def build():
    torch.manual_seed(0)
    return {"model": adversarial, "inputs": (torch.randn(4, 8), torch.randn(4, 8))}


def fixed():
    torch.manual_seed(0)
    x, noise = torch.randn(4, 8), torch.randn(4, 8)
    return {"model": adversarial_given, "inputs": (x, noise.clamp(-0.1, 0.1).requires_grad_())}
