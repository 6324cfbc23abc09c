"""A branch on ``torch.is_inference_mode_enabled()``: Dynamo does not trace the question.

The report must show one break (GB0046) at the question and two graphs. ``fixed()`` asks ``self.training``, which is
known when the code is compiled.
"""

import torch
from torch import nn

BREAKS = "GB0046"


class Head(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, 4)

    def forward(self, x):
        logits = self.linear(x)
        if torch.is_inference_mode_enabled():
            return logits.softmax(-1)
        return logits.log_softmax(-1)


class HeadByTraining(Head):
    def forward(self, x):
        logits = self.linear(x)
        return logits.log_softmax(-1) if self.training else logits.softmax(-1)


def build(model=Head):
    torch.manual_seed(0)
    return {"model": model(), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(HeadByTraining)
