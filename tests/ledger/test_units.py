"""Units: every operation and every kernel call is in one, and what a kernel moves is what Inductor says it moves."""

from __future__ import annotations

from collections import Counter

import torch

import explorer
from explorer.exploration import Exploration
from explorer.ledger.traffic import Traffic
from explorer.ledger.units import units
from explorer.report.query import call_nodes, dynamo_graphs


def test_every_operation_and_every_call_is_in_one_unit(trained: Exploration) -> None:
    (compilation,) = trained.report.compilations
    found = units(trained.report)
    for direction in ("fwd", "bwd"):
        mine = [unit for unit in found if unit.direction == direction]
        calls = Counter(called.call.ref for unit in mine for called in unit.called)
        made = [
            call.ref
            for stage in compilation.stages
            if (stage.stage, stage.direction) == ("codegen", direction)
            for kernel in stage.kernels
            for call in kernel.calls
        ]
        assert calls == Counter(made) and made
        nodes = [node.name for unit in mine for node in unit.nodes]
        assert len(nodes) == len(set(nodes))
        if direction == "fwd":
            (graph,) = dynamo_graphs(compilation)
            assert sorted(nodes) == sorted(node.name for node in call_nodes(graph))


def test_no_two_units_share_a_node_of_a_kernel(trained: Exploration) -> None:
    for direction in ("fwd", "bwd"):
        sets = [
            {node for called in unit.called for node in called.call.nodes}
            for unit in units(trained.report)
            if unit.direction == direction
        ]
        assert sum(map(len, sets)) == len(set().union(*sets))


def test_a_kernel_for_each_operation_of_the_mlp(trained: Exploration) -> None:
    names = [[node.name for node in unit.nodes] for unit in units(trained.report) if unit.direction == "fwd"]
    assert names == [["layer_norm"], ["linear"], ["hidden"], ["linear_1"], ["add"]]


def test_traffic_is_what_inductors_scheduler_says(trained: Exploration) -> None:
    """Inductor counts the bytes of a group itself (``get_read_write_buffers_sizes``)."""
    report = trained.report
    fused = {link.source: link.target for link in report.links if link.kind == "fused"}
    said = {
        fused[node.ref]: node.attributes["bytes_moved"]
        for compilation in report.compilations
        for stage in compilation.stages
        if (stage.stage, stage.direction) == ("inductor", "fwd")
        for graph in stage.graphs
        if graph.name == "after_fusion"
        for node in graph.nodes
    }
    traffic = Traffic(report)
    counted = {
        called.call.ref: sum(part or 0 for part in traffic.of(unit.key, unit.direction, called.call.nodes))
        for unit in units(report)
        if unit.direction == "fwd"
        for called in unit.called
    }
    assert counted == said and len(said) == 5


def test_gradients_of_a_module_that_is_all_torchs_own_have_their_operations() -> None:
    """No line of the user leads to the calls in ``nn.Sequential``, and torch then keeps none on the nodes."""
    model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.GELU())
    report = explorer.explain(model, train=True, backend="aot_eager", probe=False)(torch.ones(2, 4)).report
    (compilation,) = report.compilations
    (graph,) = dynamo_graphs(compilation)
    refs = {node.ref for node in call_nodes(graph)}
    became = {link.source for link in report.links if "/bwd/aot/" in link.target}
    assert refs <= became and len(refs) == 2
