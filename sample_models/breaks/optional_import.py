"""An optional package imported inside forward, in a ``try``: the import that fails cannot be traced.

The report must show one break (GB0069) at the ``import`` and that the whole function runs in Python; its layers are
compiled one by one. ``fixed()`` imports at the top of the module, once.
"""

import torch
from torch import nn

BREAKS = "GB0069"
try:
    import fast_head_of_some_vendor as fast
except ImportError:
    fast = None


class Embed(nn.Linear):
    def forward(self, x):
        return torch.relu(super().forward(x))


class Head(nn.Linear):
    def forward(self, x):
        return torch.log_softmax(super().forward(x), -1)


class Model(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.embed, self.head = Embed(width, width), Head(width, 3)

    def forward(self, x):
        try:
            import fast_head_of_some_vendor as fast
        except ImportError:
            fast = None
        hidden = self.embed(x)
        return fast.head(hidden) if fast else self.head(hidden)


class ImportedOnce(Model):
    def forward(self, x):
        hidden = self.embed(x)
        return fast.head(hidden) if fast else self.head(hidden)


def build(model=Model):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(ImportedOnce)
