"""What a thread compiles belongs to the exploration that runs in it, and to nobody afterwards."""

from __future__ import annotations

import threading

import pytest
import torch

import explorer
from explorer.tracing import live


def doubled(x: torch.Tensor) -> torch.Tensor:
    return x * 2


@pytest.mark.parametrize("available", [True, False])
def test_nobody_owns_what_is_compiled_afterwards(monkeypatch: pytest.MonkeyPatch, available: bool) -> None:
    if not available:
        monkeypatch.setattr(live.TraceLogger, "attach", lambda _: False)
    found = explorer.explain(doubled, backend="eager")(torch.ones(2))
    assert torch.equal(found.output, torch.full((2,), 2.0))
    assert not live.owned(threading.get_ident())
