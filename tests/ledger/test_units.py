"""Units: every operation and every kernel call is in one, and what a kernel moves is what Inductor says it moves."""

from __future__ import annotations

from collections import Counter

import msgspec
import torch

import explorer
from explorer.exploration import Exploration
from explorer.ledger.traffic import Traffic
from explorer.ledger.units import units
from explorer.report import Compilation, Graph, Kernel, KernelCall, Link, Node, Report, StageRecord
from explorer.report.query import call_nodes, dynamo_graphs
from tests import reports


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
    views = {
        node.ref
        for stage in trained.report.compilations[0].stages
        if stage.stage == "post_grad"
        for graph in stage.graphs
        for node in graph.nodes
        if any(f"aten.{name}." in node.target for name in ("permute", "view", "reshape"))
    }
    for direction in ("fwd", "bwd"):
        sets = [
            {node for called in unit.called for node in called.call.nodes if node not in views}
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


def by_hand(operators: dict[str, str], calls: dict[str, tuple[str, ...]], became: dict[str, tuple[str, ...]]) -> Report:
    """A report of one graph: its post-grad nodes by operator, its kernel calls by nodes, what each operation became."""
    node = lambda name, target, stage: Node(  # noqa: E731
        ref=f"0/0/{stage}/node.{name}", name=name, op="call_function", target=target
    )
    dynamo = Graph(ref="g", name="graph", nodes=tuple(node(name, name, "dynamo/dynamo") for name in became))
    after = tuple(node(name, f"torch.ops.aten.{target}", "fwd/post_grad") for name, target in operators.items())
    kernels = []
    for line, (name, nodes) in enumerate(calls.items()):
        refs = tuple(f"0/0/fwd/post_grad/node.{each}" for each in nodes)
        call = KernelCall(ref=f"{name}:1", line=line, nodes=refs)
        kernels.append(Kernel(ref=name, name=name, language="cpp", calls=(call,)))
    stages = (
        StageRecord(stage="dynamo", direction="dynamo", graphs=(dynamo,)),
        StageRecord(stage="post_grad", direction="fwd", graphs=(Graph(ref="a", name="after", nodes=after),)),
        StageRecord(stage="codegen", direction="fwd", kernels=tuple(kernels)),
    )
    links = tuple(
        Link(source=f"0/0/dynamo/dynamo/node.{source}", target=f"0/0/fwd/post_grad/node.{target}", kind="lowered")
        for source, targets in became.items()
        for target in targets
    )
    return msgspec.structs.replace(
        reports.empty(), compilations=(Compilation(key="0/0", id="0/0", stages=stages),), links=links
    )


def test_a_view_of_a_result_does_not_join_who_makes_it_and_who_reads_it() -> None:
    report = by_hand(
        {"addmm": "addmm.default", "view": "view.default", "relu": "relu.default"},
        {"addmm": ("addmm",), "relu_0": ("view", "relu")},
        {"linear": ("addmm", "view"), "relu": ("relu",)},
    )
    told = [([node.name for node in u.nodes], [called.kernel.name for called in u.called]) for u in units(report)]
    assert told == [(["linear"], ["addmm"]), (["relu"], ["relu_0"])]


def test_a_kernel_of_two_operations_joins_them_and_a_copy_of_a_view_is_its_own() -> None:
    report = by_hand(
        {"mul": "mul.Tensor", "add": "add.Tensor", "permute": "permute.default"},
        {"mul_add_0": ("mul", "add"), "permute_1": ("permute",)},
        {"mul": ("mul",), "add": ("add",), "transpose": ("permute",), "alias": ()},
    )
    told = [([node.name for node in u.nodes], [called.kernel.name for called in u.called]) for u in units(report)]
    assert told == [(["mul", "add"], ["mul_add_0"]), (["transpose"], ["permute_1"]), (["alias"], [])]
