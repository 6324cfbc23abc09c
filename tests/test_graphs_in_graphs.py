"""Graphs inside a compiled graph: each branch of a cond is scheduled on its own, as torch's schedulers tell."""

from __future__ import annotations

import pytest
import torch
from torch._inductor.scheduler import Scheduler

import explorer


def up(x: torch.Tensor) -> torch.Tensor:
    return x.sin().sum(0) * 2


def down(x: torch.Tensor) -> torch.Tensor:
    return (x.cos() + 1).relu().sum(0)


def chooses(x: torch.Tensor) -> torch.Tensor:
    return torch.cond(x.sum() > 0, up, down, (x,)) + 1


def square(x: torch.Tensor) -> torch.Tensor:
    return x @ x


def cube(x: torch.Tensor) -> torch.Tensor:
    return x @ x @ x


def chooses_a_product(x: torch.Tensor, which: torch.Tensor) -> torch.Tensor:
    return torch.cond(which, square, cube, (x,)) @ x


def test_the_branches_stand_beside_the_graph_that_chooses() -> None:
    inputs = torch.ones(4, 4), torch.tensor(True)
    x = explorer.explain(chooses_a_product, probe=False, contexts=[torch.no_grad])(*inputs)
    counts = scheduled(x, "after_fusion")
    assert (counts["true_graph_0"], counts["false_graph_0"]) == (1, 2)
    assert counts[""] >= 2


@pytest.fixture(scope="module")
def x() -> explorer.Exploration:
    return explorer.explain(chooses, probe=False, contexts=[torch.no_grad])(torch.ones(64, 64))


def scheduled(x: explorer.Exploration, when: str) -> dict[str, int]:
    """How many nodes each graph of the scheduler has, by its path."""
    (stage,) = (stage for stage in x.report.compilations[0].stages if stage.stage == "inductor")
    graphs = {graph.name: len(graph.nodes) for graph in stage.graphs if graph.name.endswith(when)}
    return {name.removesuffix(when).rstrip("."): count for name, count in graphs.items()}


@pytest.mark.slow
def test_every_graph_that_inductor_schedules_is_there(x: explorer.Exploration, monkeypatch: pytest.MonkeyPatch) -> None:
    after: dict[str, int] = {}
    original = Scheduler.codegen

    def codegen(scheduler: Scheduler) -> None:
        from torch._inductor.virtualized import V

        after[V.graph.name or ""] = len(scheduler.nodes)
        original(scheduler)

    monkeypatch.setattr(Scheduler, "codegen", codegen)
    torch._dynamo.reset()
    with torch.no_grad(), torch._inductor.config.patch(fx_graph_cache=False):
        torch.compile(chooses)(torch.ones(64, 64))
    torch._dynamo.reset()
    assert set(after) == {"", "true_graph_0", "false_graph_0"}
    assert scheduled(x, "after_fusion") == after


@pytest.mark.slow
def test_nodes_of_a_branch_lead_to_its_own_graph(x: explorer.Exploration) -> None:
    (stages,) = (compilation.stages for compilation in x.report.compilations)
    nodes = {node.ref: node for stage in stages for graph in stage.graphs for node in graph.nodes}
    into = [link for link in x.report.links if "/inductor/before_node.true_graph_0_op" in link.target]
    assert {nodes[link.source].name for link in into} == {"true_graph_0.sin", "true_graph_0.sum_1", "true_graph_0.mul"}
    calls = {link.source: link.target for link in x.report.links if link.kind == "fused"}
    groups = [ref for ref in nodes if "/inductor/node." in ref and "graph_0" in ref]
    assert groups and len({calls[ref] for ref in groups}) == 2


@pytest.mark.slow
def test_the_branches_are_fused_and_counted(x: explorer.Exploration) -> None:
    fusion = x.frames["fusion"].query("fused")
    assert fusion[["first", "second"]].values.tolist() == [["true_graph_0_op0", "true_graph_0_op1"]]
    (stage,) = (stage for stage in x.report.compilations[0].stages if stage.stage == "inductor")
    counts = {metric.name: metric.value for metric in stage.metrics}
    assert counts["nodes_after_fusion"] == sum(scheduled(x, "after_fusion").values())
    assert "true_graph_0_op0_true_graph_0_op1" in x.text(width=200, full=True)
