"""``one_hot`` without a number of classes: it must look for the largest label to know its own size.

The report must show one break (GB0246) at ``one_hot`` and two graphs. ``fixed()`` says how many classes there are.
"""

import torch
import torch.nn.functional as F

BREAKS = "GB0246"


def smoothed_targets(labels, logits):
    predicted = logits.log_softmax(-1)
    targets = F.one_hot(labels) * 0.9 + 0.05
    return -(targets * predicted).sum(-1).mean()


def smoothed_targets_sized(labels, logits):
    predicted = logits.log_softmax(-1)
    targets = F.one_hot(labels, num_classes=logits.shape[-1]) * 0.9 + 0.05
    return -(targets * predicted).sum(-1).mean()


def build(model=smoothed_targets):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.tensor([0, 2, 1]), torch.randn(3, 3))}


def fixed():
    return build(smoothed_targets_sized)
