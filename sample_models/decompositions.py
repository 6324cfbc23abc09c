"""How the operators of a model become ATen operators and then simpler ones.

The report must show that gelu, layer_norm and softmax are each made of several operators, that matmul is not taken
apart, that ``add_`` on a value of the graph became an ``add`` that changes nothing in place, and which operators the
gradient of each one is made of.
"""

import torch


def model(x, weight):
    hidden = torch.nn.functional.gelu(x @ weight)
    hidden.add_(1)
    hidden = torch.nn.functional.layer_norm(hidden, (8,))
    return hidden.softmax(-1).sum()


def build():
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8), torch.randn(8, 8, requires_grad=True)), "train": True}
