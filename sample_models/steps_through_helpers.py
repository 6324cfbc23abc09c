"""Functions that call functions, and a print between them: what Dynamo follows, instruction by instruction.

With ``steps=True`` the report must show the calls of ``scale`` and ``gate`` as deeper steps with their own lines, the
guard on ``factor``, the break at the print in the first attempt, the restart, and the second attempt that stops there.
``fixed()`` does without the print: one attempt, one graph.
"""

import torch


def scale(x, factor):
    spread = x.std(dim=-1, keepdim=True)
    return x / spread * factor


def gate(x, factor):
    scaled = scale(x, factor)
    return torch.sigmoid(scaled) * x


def step(x, factor):
    gated = gate(x, factor)
    print("mean:", gated.mean())
    return gated + scale(x, factor)


def quiet_step(x, factor):
    gated = gate(x, factor)
    return gated + scale(x, factor)


def build(model=step):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8), 3)}


def fixed():
    return build(quiet_step)
