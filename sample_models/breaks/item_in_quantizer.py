"""A quantisation scale taken out of its tensor with ``.item()``: the graph must end so that Python sees the number.

The report must show one break (GB0124) at ``.item()`` and two graphs. ``fixed()`` keeps the scale a tensor of no
dimensions; ``torch.clamp`` and the division take it as it is. ``fullgraph=True`` captures the number as a symbol.
"""

import torch

BREAKS = "GB0124"


def quantized(x):
    scale = (x.abs().max() / 127).item()
    steps = torch.round(x / scale).clamp(-127, 127)
    return steps * scale


def quantized_by_tensor(x):
    scale = x.abs().max() / 127
    steps = torch.round(x / scale).clamp(-127, 127)
    return steps * scale


def build(model=quantized):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(8, 8),)}


def fixed():
    return build(quantized_by_tensor)
