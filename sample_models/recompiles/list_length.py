"""A list of tensors whose length changes: Dynamo unrolls the loop over it, so each length is a program of its own.

The report must show one recompile for each new length, with the guard on ``len(parts)``. ``fixed()`` stacks the parts
into one tensor and says that its first size varies.
"""

import torch

CODE, GUARD, RECOMPILES = "RECOMPILE_LENGTH", "len(parts) == 2", 3


def pooled(parts):
    total = torch.zeros_like(parts[0])
    for part in parts:
        total = total + torch.tanh(part)
    return total / len(parts)


def pooled_stack(parts):
    return torch.tanh(parts).sum(0) / len(parts)


def build():
    torch.manual_seed(0)
    (first, *more) = [[torch.randn(8) for _ in range(length)] for length in (2, 3, 4, 5)]
    return {"model": pooled, "inputs": (first,), "calls": [((parts,), {}) for parts in more]}


def fixed():
    program = build()
    calls = [((torch.stack(parts),), {}) for (parts,), _ in program["calls"]]
    inputs = (torch.stack(program["inputs"][0]),)
    return {"model": pooled_stack, "inputs": inputs, "calls": calls, "compile_kwargs": {"dynamic": True}}
