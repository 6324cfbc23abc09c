"""So little work that compiling cannot help: guards and the way into compiled code cost more than the work itself.

With --measure the report must show that compiled is slower than eager, that most of a call lies around the graph, and
that compiling never pays.
"""

import torch


def model(x):
    return x * 0.9 + 0.1


def build():
    return {"model": model, "inputs": (torch.ones(8),)}
