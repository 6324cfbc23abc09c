"""nn.TransformerEncoder for inference: each layer becomes one opaque operation that nothing is fused into.

Without gradients PyTorch takes the encoder's fast path, so the report must show one graph that holds
``_transformer_encoder_layer_fwd`` once a layer. ``fixed()`` switches the fast path off: the layers become ordinary
operations that the compiler can see and fuse.
"""

import warnings
from contextlib import contextmanager

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, width: int = 32, layers: int = 2) -> None:
        super().__init__()
        layer = nn.TransformerEncoderLayer(width, 4, 2 * width, batch_first=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.encoder = nn.TransformerEncoder(layer, layers)
        self.head = nn.Linear(width, 3)

    def forward(self, tokens):
        return self.head(self.encoder(tokens).mean(1))


@contextmanager
def without_fast_path():
    before = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        with torch.no_grad():
            yield
    finally:
        torch.backends.mha.set_fastpath_enabled(before)


def build():
    torch.manual_seed(0)
    return {"model": Encoder().eval(), "inputs": (torch.randn(2, 8, 32),), "contexts": [torch.no_grad]}


def fixed():
    return build() | {"contexts": [without_fast_path]}
