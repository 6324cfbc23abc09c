"""So little work that compiling cannot help: guards and the way into compiled code cost more than the work itself.

With --measure the report must show that compiled is slower than eager, that most of a call lies around the graph, and
that compiling never pays. ``fixed()`` compiles the whole loop that calls the small function, and enters compiled code
once.
"""

import torch


def step(x):
    return x * 0.9 + 0.1


def loop(x):
    for _ in range(50):
        x = step(x)
    return x


def build():
    return {"model": step, "inputs": (torch.ones(8),)}


def fixed():
    return {"model": loop, "inputs": (torch.ones(8),)}
