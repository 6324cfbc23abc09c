"""A decoder layer: attention to itself and to a memory, and attention that returns its weights.

The report must show that nn.MultiheadAttention takes no fast path, for itself and for the memory with different
reasons; that both run in the fused kernel all the same; and that the last one, which is asked for its weights, runs as
matrix products and a softmax. ``fixed()`` does not ask for the weights.
"""

import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, width: int = 8, weights: bool = True) -> None:
        super().__init__()
        self.layer = nn.TransformerDecoderLayer(width, 2, 2 * width, batch_first=True)
        self.last = nn.MultiheadAttention(width, 2, batch_first=True)
        self.weights = weights

    def forward(self, tokens, memory):
        hidden = self.layer(tokens, memory)
        return self.last(hidden, memory, memory, need_weights=self.weights)[0]


def _program(weights: bool):
    torch.manual_seed(0)
    inputs = (torch.randn(2, 5, 8), torch.randn(2, 3, 8))
    return {"model": Decoder(weights=weights).eval(), "inputs": inputs, "contexts": [torch.no_grad]}


def build():
    return _program(True)


def fixed():
    return _program(False)
