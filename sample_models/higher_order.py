"""Higher-order operators: control flow that stays in one graph, as graphs inside it.

The report must show the operators cond and while_loop as what they are, each with the graphs that it is given (both
branches; the condition and the body) and a link to them. There is no break, though both depend on data.
"""

import torch
from torch._higher_order_ops import while_loop


def model(x):
    y = torch.cond(x.sum() > 0, torch.sin, lambda each: torch.cos(each) * 2, (x,))
    steps = torch.zeros((), dtype=torch.int64)
    _, halved = while_loop(lambda i, each: i < 3, lambda i, each: (i + 1, each / 2), (steps, y))
    return halved + 1


def build():
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8),)}
