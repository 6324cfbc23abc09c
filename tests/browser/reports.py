"""Reports for the browser tests: a real one of a small model, compiled once for all of them."""

from __future__ import annotations

import functools

from explorer.exploration import Exploration


@functools.cache
def explored() -> Exploration:
    """A training step with one break, of the default backend, followed step by step."""
    import torch

    import explorer
    from tests.browser.model import Small

    torch.manual_seed(0)
    x = torch.randn(8, 16)
    return explorer.explain(Small(), train=True, steps=True)(x)
