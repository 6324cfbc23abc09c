"""Attention calls with each kernel that can run them: CPUs have two of torch's kernels, and say why not the others."""

from __future__ import annotations

import pytest
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

import explorer
from explorer.measure.measurers import MEASURERS


@pytest.fixture(autouse=True)
def attention_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = [each for each in MEASURERS if each.name == "the times of attention kernels"]
    monkeypatch.setattr("explorer.measuring.MEASURERS", mine)


def attend(q: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.scaled_dot_product_attention(q * 2, q, q)


def can_run(backend: SDPBackend, q: torch.Tensor) -> bool:
    try:
        with sdpa_kernel(backend):
            attend(q)
    except RuntimeError:
        return False
    return True


def plus_one(x: torch.Tensor) -> torch.Tensor:
    return x + 1


@pytest.mark.parametrize("shape", [(1, 2, 8, 16), (2, 8, 16)], ids=["four dimensions", "three dimensions"])
def test_each_kernel_is_timed_or_says_why_not(shape: tuple[int, ...]) -> None:
    q = torch.randn(shape)
    found = explorer.explain(attend, backend="aot_eager", measure=True, time_limit=0.5, probe=False)(q)
    table = found.frames["attention_times"].set_index("backend")
    names = {name for name in SDPBackend.__members__ if name not in ("ERROR", "OVERRIDEABLE")}
    assert set(table.index) == {"chosen", *names}
    for name in names:
        runs = can_run(SDPBackend.__members__[name], q)
        assert table["ms"].notna()[name] == runs
        assert table["refused"].isna()[name] == runs
        if runs:
            assert 0 < table.loc[name, "ms_low"] <= table.loc[name, "ms"] <= table.loc[name, "ms_high"]
            ratio = table.loc["chosen", "ms"] / table.loc[name, "ms"]
            assert table.loc[name, "speedup"] == pytest.approx(ratio)
    assert table["node"].unique().tolist() == ["0/0/dynamo/dynamo/node.scaled_dot_product_attention"]
    assert "Measured attention kernels" in found.text()
    assert "cannot run" in found.bundle()["text/html"]


def test_a_program_without_attention_has_no_such_table() -> None:
    found = explorer.explain(plus_one, backend="eager", measure=True, time_limit=0.2)(torch.ones(2))
    assert found.report.attention_times == ()
    assert found.frames["attention_times"].empty
    assert "chosen ÷ this" not in found.text(full=True)
