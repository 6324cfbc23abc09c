"""A chain of operators in bfloat16: compiled and eager differ visibly, and compiled is the one nearer to the truth.

With --measure the report must show that the outputs differ with inductor and not before, that compiled is nearer to
float64, and that the two agree with torch._inductor.config.emulate_precision_casts: eager rounds after every operator,
a fused kernel once.
"""

import torch


def model(x, w):
    h = x
    for _ in range(4):
        h = (h * w + x) * 0.7
        h = h + torch.sin(h) * 0.1
    return h


def build():
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(64, 64).bfloat16(), torch.randn(64).bfloat16())}
