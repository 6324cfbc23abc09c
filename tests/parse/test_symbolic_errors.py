"""Errors about symbolic sizes, raised here by torch itself."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch.export import Dim, export

from explorer.parse.symbolic_errors import CONSTRAINT, DATA_DEPENDENT, read_symbolic, split_stack


class Fixes(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.sin() if x.shape[0] == 4 else x


class Limits(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.sin() if x.shape[0] > 6 else x


class Decides(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.sin() if x.sum().item() > 3 else x


def message(run: Callable[[], Any]) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(Exception) as raised:
            run()
    return str(raised.value)


X = torch.ones(4, 3)


def test_a_size_that_the_code_fixes() -> None:
    found = read_symbolic(message(lambda: export(Fixes(), (X,), dynamic_shapes=({0: Dim("batch")},))))
    assert found is not None
    assert (found.kind, found.subject, found.value, found.fixes) == (CONSTRAINT, "batch", "4", ("batch = 4",))
    assert found.headline == "batch was marked as dynamic, but the code fixes it to 4"


def test_a_size_that_the_code_limits() -> None:
    found = read_symbolic(message(lambda: export(Limits(), (X,), dynamic_shapes=({0: Dim("batch", max=16)},))))
    assert found is not None
    assert (found.kind, found.subject, found.value) == (CONSTRAINT, "dimension 0 of x", None)
    assert found.fixes == ("batch = Dim('batch', max=6)",)
    assert found.expression is not None and found.expression.endswith("x.size()[0] <= 6")


def test_a_marked_size_under_torch_compile() -> None:
    x = X.clone()
    torch._dynamo.mark_dynamic(x, 0)
    text = message(lambda: torch.compile(Fixes(), backend="eager")(x))
    found = read_symbolic(text)
    assert found is not None and (found.subject, found.value) == ("dimension 0 of x", "4")
    said, frames = split_stack(text)
    assert frames[-1].function == "forward" and frames[-1].source == "return x.sin() if x.shape[0] == 4 else x"
    assert "User stack" not in said and said.startswith("Constraints violated")


def test_a_decision_on_data() -> None:
    text = message(lambda: torch.compile(Decides(), backend="eager", fullgraph=True)(X))
    found = read_symbolic(text)
    assert found is not None and found.kind == DATA_DEPENDENT
    assert found.expression is not None and found.expression.endswith("> 3.0") and "unhinted" not in found.expression


@pytest.mark.parametrize("text", ["", "shape mismatch", "Not all values are the same", "User stack:"])
def test_other_errors_are_none_of_these(text: str) -> None:
    assert read_symbolic(text) is None
    assert split_stack(text) == (text, ())
