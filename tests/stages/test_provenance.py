"""Links from Dynamo's nodes to kernels: checked against the user lines that torch records for each kernel."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest

from explorer.build import build
from explorer.parse.provenance import read_lines
from explorer.report import Report, Texts, line_ref
from explorer.stages import provenance
from explorer.tracing.event import Trace
from explorer.tracing.trace_log import read_log
from tests.generated import OLD
from tests.traces import event, trace

GRAPH = """class GraphModule(torch.nn.Module):
    def forward(self, {argument}: "f32[2]"):
        # File: model.py:3 in forward, code: return torch.relu(x)
        relu: "f32[2]" = {function}({argument})
        return (relu,)
"""


def refs(report: Report) -> set[str]:
    stages = [stage for compilation in report.compilations for stage in compilation.stages]
    nodes = {node.ref for stage in stages for graph in stage.graphs for node in graph.nodes}
    kernels = [kernel for stage in stages for kernel in stage.kernels]
    return nodes | {kernel.ref for kernel in kernels} | {call.ref for kernel in kernels for call in kernel.calls}


def upstream(report: Report) -> dict[str, set[str]]:
    """Everything that a ref came from, directly or not."""
    before: dict[str, set[str]] = defaultdict(set)
    for link in report.links:
        if link.kind in ("lowered", "fused"):
            before[link.target].add(link.source)
    found: dict[str, set[str]] = {}
    for ref in list(before):
        waiting, seen = [ref], set()
        while waiting:
            for source in before.get(waiting.pop(), set()) - seen:
                seen.add(source)
                waiting.append(source)
        found[ref] = seen
    return found


@pytest.mark.parametrize("program", ["inference", "training", "breaks", "shapes", "cached"])
def test_every_link_joins_two_things_of_the_report(recorded_traces, program: str) -> None:
    report = build(read_log(recorded_traces[program]))
    known = refs(report)
    for link in report.links:
        assert link.target in known
        assert link.source in known or link.source.startswith("source:")
    assert len(set(report.links)) == len(report.links)


@pytest.mark.parametrize(
    ("program", "key"), [("inference", "0/0"), ("training", "0/0"), ("shapes", "0/0"), ("shapes", "0/1")]
)
def test_kernels_come_from_the_lines_that_torch_says(recorded_traces, program: str, key: str) -> None:
    recorded = Trace(read_log(recorded_traces[program]))
    report = build(recorded.events)
    traces = recorded.of("inductor_provenance_tracking_kernel_stack_traces")
    lines = read_lines(next(each.payload for each in traces if each.key == key))
    (compilation,) = (each for each in report.compilations if each.key == key)
    dynamo = next(stage for stage in compilation.stages if stage.stage == "dynamo")
    places = {node.ref: (node.place.file, node.place.line) for node in dynamo.graphs[0].nodes if node.place}
    came = upstream(report)
    assert lines
    for name, told in lines.items():
        found = {places[ref] for ref in came[f"{key}/fwd/codegen/call.{name}"] if ref in places}
        assert found == set(told)


def test_a_lazy_backward_keeps_its_kernels_lines_and_is_unmapped(recorded_traces) -> None:
    recorded = Trace(read_log(recorded_traces["training"]))
    texts = Texts()
    part = provenance.fold(recorded, texts)
    (record,) = (each for each in part.stages["0/0"] if each.direction == "bwd")
    assert (record.state, record.reason) == ("absent", provenance.BACKWARD)
    metrics = {metric.name: metric.value for metric in record.metrics}
    listed = {each.name: texts.by_key[each.text].split("\n") for each in record.listings}
    calls = [link.source for link in part.links if link.kind == "code" and "/bwd/" in link.source]
    assert listed["unmapped_kernels"] == calls and metrics["unmapped_kernels"] == len(calls)
    assert metrics["unfused_nodes"] == len(listed["unfused_nodes"])
    program = next(recorded.of("compilation_metrics")).data["co_filename"]
    sources = {link.source for link in part.links if link.kind == "line" and "/bwd/" in link.target}
    assert sources == {line_ref(program, 13), line_ref(program, 14)}


def test_calls_of_the_forward_do_not_leak_into_the_backward(recorded_traces) -> None:
    part = provenance.fold(Trace(read_log(recorded_traces["shapes"])), Texts())
    fused = [link for link in part.links if link.kind == "fused" and link.target.startswith("0/1/bwd")]
    assert fused and {link.source.split("/")[2] for link in fused} == {"bwd"}
    assert {link.target for link in fused} == {"0/1/bwd/codegen/call.cpp_fused_expand_mul_tanh_tanh_backward_0:2"}


def mapped(*mapping: dict[str, object], graphs: int = 1) -> list[tuple[str, str]]:
    """The ``lowered`` links between stages of a compile with as many parts as mappings."""
    events = [event("dynamo_output_graph", GRAPH.format(argument="x", function="torch.relu"))]
    for each in mapping:
        events += [
            event("after_pre_grad_graph", GRAPH.format(argument="x", function="torch.relu")),
            event("aot_inference_graph", GRAPH.format(argument="arg0_1", function="torch.ops.aten.relu.default")),
            event("inductor_post_grad_graph", GRAPH.format(argument="arg0_1", function="torch.ops.aten.relu.default")),
            event("inductor_output_code", OLD),
            event("inductor_provenance_tracking_node_mappings", json.dumps(each)),
        ]
    links = provenance.fold(trace(*events), Texts()).links
    return [(link.source[4:], link.target[4:]) for link in links if link.kind == "lowered" and "relu" in link.source]


def test_a_node_is_linked_to_each_graph_after_it() -> None:
    assert mapped({"preToPost": {"relu": ["relu", "gone"], "no_node": ["relu"]}, "cppCodeToPost": {}}) == [
        ("dynamo/dynamo/node.relu", "dynamo/pre_grad/node.relu"),
        ("fwd/aot/node.relu", "fwd/post_grad/node.relu"),
        ("dynamo/dynamo/node.relu", "fwd/post_grad/node.relu"),
        ("dynamo/dynamo/node.relu", "fwd/aot/node.relu"),
    ]


def test_parts_of_a_split_graph_are_not_mixed_up_with_dynamos_names() -> None:
    both = {"preToPost": {"relu": ["relu"]}, "cppCodeToPost": {}}
    found = mapped(both, both)
    assert not [link for link in found if link[0].startswith("dynamo/dynamo")]
    assert ("dynamo/pre_grad/node.1.relu", "fwd/post_grad/node.1.relu") in found


def test_without_tracking_it_says_so() -> None:
    events = [
        event("inductor_post_grad_graph", GRAPH.format(argument="x", function="f")),
        event("inductor_output_code", OLD),
    ]
    (record,) = provenance.fold(trace(*events), Texts()).stages["0/0"]
    assert (record.state, record.reason) == ("absent", provenance.OFF)
    assert {metric.name: metric.value for metric in record.metrics}["unmapped_kernels"] == 3
