"""Tensors put in order with Python's ``sorted``: each comparison needs a number that only running gives.

The report must show one break (GB0207) at ``sorted``. ``fixed()`` stacks them and lets ``torch.sort`` order them.
"""

import torch

BREAKS = "GB0207"


def trimmed(predictions, target):
    losses = [(prediction - target).square().mean() for prediction in predictions.unbind()]
    kept = sorted(losses)[:-1]
    return torch.stack(kept).mean().sqrt()


def trimmed_by_tensor(predictions, target):
    losses = [(prediction - target).square().mean() for prediction in predictions.unbind()]
    kept = torch.sort(torch.stack(losses)).values[:-1]
    return kept.mean().sqrt()


def build(model=trimmed):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(3, 8), torch.randn(8))}


def fixed():
    return build(trimmed_by_tensor)
