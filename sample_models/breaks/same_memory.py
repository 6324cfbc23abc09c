"""A test whether two tensors share memory by their ``data_ptr()``: addresses exist only when the code runs.

The report must show one break (GB5976) at the comparison. ``fixed()`` compares the objects with ``is``, which Dynamo
knows while tracing.
"""

import torch

BREAKS = "GB5976"


def attend(query, memory):
    scores = query @ memory.T
    if query.data_ptr() == memory.data_ptr():
        scores = scores - torch.diag(scores.diagonal())
    return scores.softmax(-1) @ memory


def attend_by_identity(query, memory):
    scores = query @ memory.T
    if query is memory:
        scores = scores - torch.diag(scores.diagonal())
    return scores.softmax(-1) @ memory


def build(model=attend):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8), torch.randn(4, 8))}


def fixed():
    return build(attend_by_identity)
