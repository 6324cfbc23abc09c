"""A loss asked for with ``.item()`` in every round of a loop: a break inside a loop gives up the whole function.

The report must show the break (GB0124) with the effect "whole frame skipped", because of the loop (GB7000); only the
layer that the loop calls is compiled, by itself. ``fixed()`` collects tensors and gives the numbers back as one.
"""

import torch
from torch import nn

BREAKS, FIRST = "GB7000", "GB0124"


class Refine(nn.Linear):
    def forward(self, x):
        return x + torch.tanh(super().forward(x))


class Score(nn.Linear):
    def forward(self, x):
        return torch.sigmoid(super().forward(x)).mean()


class Solver(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.refine, self.score = Refine(width, width), Score(width, 1)

    def forward(self, x):
        scores = []
        for _ in range(3):
            x = self.refine(x)
            scores.append(self.score(x).item())
        return x, torch.tensor(scores)


class SolverWithoutNumbers(Solver):
    def forward(self, x):
        scores = []
        for _ in range(3):
            x = self.refine(x)
            scores.append(self.score(x))
        return x, torch.stack(scores)


def build(model=Solver):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 8),), "contexts": [torch.no_grad]}


def fixed():
    return build(SolverWithoutNumbers)
