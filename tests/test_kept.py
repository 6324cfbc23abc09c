"""What a forward keeps for its backward, held against what plain torch packs for it."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from typing import Any

import pytest
import torch

import explorer
from explorer import samples


def packed(model: Any, *args: Any) -> list[torch.Tensor]:
    """The tensors that plain torch saves when the compiled model runs."""
    kept: list[torch.Tensor] = []

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        kept.append(tensor)
        return tensor

    torch._dynamo.reset()
    compiled = torch.compile(model, backend="aot_eager")
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        compiled(*args)
    torch._dynamo.reset()
    return kept


def size(tensors: list[torch.Tensor]) -> int:
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def sample(which: str) -> dict[str, Any]:
    module = runpy.run_path(str(samples.path("kept_activations")))
    return dict(module[which]())


@pytest.mark.parametrize("which", ["build", "fixed"])
def test_the_bytes_are_those_that_torch_keeps(which: str) -> None:
    program = sample(which)
    kept = packed(program["model"], *program["inputs"])
    program = sample(which)
    x = explorer.explain(program["model"], train=True, probe=False, backend="aot_eager")(*program["inputs"])
    saved = x.frames["saved"]
    assert sorted(saved["bytes"]) == sorted(size([tensor]) for tensor in kept)
    (forward,) = (
        stage for stage in x.report.compilations[0].stages if (stage.stage, stage.direction) == ("aot", "fwd")
    )
    assert {metric.name: metric.value for metric in forward.metrics}["saved_bytes"] == size(kept)


def test_inputs_parameters_and_activations_are_told_apart() -> None:
    program = sample("build")
    x = explorer.explain(program["model"], train=True, probe=False, backend="aot_eager")(*program["inputs"])
    saved = x.frames["saved"].set_index("tensor")
    assert saved.loc["x", ["kept_as", "bytes", "output"]].tolist() == ["input", 16 * 32 * 4, False]
    parameters = saved.query("kept_as == 'parameter'")
    assert parameters.index.tolist() == ["self.down.weight"]
    activations = saved.query("kept_as == 'activation'")
    source = samples.path("kept_activations").read_text().split("\n")
    assert {source[line - 1].strip() for line in activations["line"].dropna()} <= {
        "hidden = torch.sigmoid(self.up(x))",
        "return self.down(torch.tanh(hidden) * hidden)",
    }
    assert "self.seen is changed in place" in x.text(width=200, sections=("aliasing", "saved"))


def test_checkpointing_keeps_fewer_activations_and_says_who_asked() -> None:
    found = {}
    for which in ("build", "fixed"):
        program = sample(which)
        x = explorer.explain(program["model"], train=True, probe=False, backend="aot_eager")(*program["inputs"])
        nodes = [
            node
            for stage in x.report.compilations[0].stages
            if (stage.stage, stage.direction) == ("aot", "bwd")
            for graph in stage.graphs
            for node in graph.nodes
            if node.attributes.get("recomputed")
        ]
        found[which] = x.frames["saved"].query("kept_as == 'activation'")["bytes"].sum(), nodes
    assert found["fixed"][0] < found["build"][0]
    assert any("activation checkpointing asked" in str(node.attributes["why"]) for node in found["fixed"][1])
    assert not any("checkpointing" in str(node.attributes["why"]) for node in found["build"][1])


def changes_its_input(x: torch.Tensor) -> torch.Tensor:
    x.add_(1)
    return x * 2


def returns_a_view(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return x.view(-1), x


@pytest.mark.parametrize(
    ("function", "sentences"),
    [
        (changes_its_input, ["x is changed in place: the graph makes the new value and writes it back at its end."]),
        (returns_a_view, ["Output 0 is a view of x, made again from it after the graph has run."]),
        (lambda x: x * 2, []),
    ],
)
def test_mutations_and_aliases_in_words(function: Callable[..., Any], sentences: list[str]) -> None:
    x = explorer.explain(function, probe=False, backend="aot_eager")(torch.ones(2, 2))
    told = [
        line
        for stage in x.report.compilations[0].stages
        for listing in stage.listings
        if listing.name == "aliasing"
        for line in x.report.texts[listing.text].split("\n")
    ]
    assert told == sentences
