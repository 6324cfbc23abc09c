"""Which operator became which, held against what plain torch dispatches and against its table of decompositions."""

from __future__ import annotations

import runpy
from typing import Any

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

import explorer
from explorer import samples


class Dispatched(TorchDispatchMode):
    """The ATen operators that run, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.names.append(str(func).removesuffix(".default"))
        return func(*args, **(kwargs or {}))


def program() -> dict[str, Any]:
    return dict(runpy.run_path(str(samples.path("decompositions")))["build"]())


@pytest.fixture(scope="module")
def table() -> Any:
    found = program()
    x = explorer.explain(found["model"], train=True, probe=False, backend="aot_eager_decomp_partition")(
        *found["inputs"]
    )
    return x.frames["decompositions"]


def test_the_aten_operators_are_those_that_eager_runs(table: Any) -> None:
    found = program()
    with Dispatched() as seen:
        found["model"](*found["inputs"])
    called = {name for row in table["aten"].dropna() for name in row.split(", ")}
    functional = {name.replace("add_.", "add.") for name in seen.names}
    assert called - {"aten.detach"} == functional - {"aten.detach"}


@pytest.mark.parametrize(
    ("operator", "decomposed"), [("gelu", True), ("layer_norm", True), ("softmax", True), ("matmul", False)]
)
def test_what_torch_can_decompose_is_decomposed(table: Any, operator: str, decomposed: bool) -> None:
    (row,) = (row for _, row in table.iterrows() if operator in row["operator"])
    assert bool(row["decomposed"]) is decomposed
    if decomposed:
        assert row["aten"].split(", ")[0] not in row["becomes"].split(", ")
        assert len(row["becomes"].split(", ")) > 2
    assert row["gradient"]


def test_in_place_operators_are_made_functional(table: Any) -> None:
    (row,) = (row for _, row in table.iterrows() if row["functional"])
    assert (row["operator"], row["becomes"], row["source"]) == ("add_", "aten.add.Tensor", "hidden.add_(1)")


def test_a_graph_without_a_gradient_has_the_forward_alone() -> None:
    def soft(x: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.softplus(x)

    x = explorer.explain(soft, probe=False, backend="aot_eager_decomp_partition")(torch.ones(3))
    (row,) = (row for _, row in x.frames["decompositions"].iterrows())
    assert row["aten"] == "aten.softplus"
    assert row["decomposed"] and not isinstance(row["gradient"], str)
    assert "What each operator became" in x.text(width=140, sections=("decompositions",))
