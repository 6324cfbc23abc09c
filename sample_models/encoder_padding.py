"""nn.TransformerEncoder with a padding mask: in eager it drops the padding, compiled it keeps it.

The report must show that each layer takes its fast path and stays one opaque operator, and that the encoder does not
make a nested tensor of its padded input, because it cannot look at the mask while it is compiled.
"""

import warnings

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        layer = nn.TransformerEncoderLayer(width, 2, 2 * width, batch_first=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.encoder = nn.TransformerEncoder(layer, 1)

    def forward(self, tokens, padding):
        return self.encoder(tokens, src_key_padding_mask=padding)[:, 0]


def build():
    torch.manual_seed(0)
    padding = torch.tensor([[False] * 5, [False] * 3 + [True] * 2])
    inputs = (torch.randn(2, 5, 8), padding)
    return {"model": Encoder().eval(), "inputs": inputs, "contexts": [torch.no_grad]}
