"""AOTAutograd's graphs: which there are, why one is absent, what is saved, what came from a cache."""

from __future__ import annotations

import pytest

from explorer.report import Part, StageRecord, Texts
from explorer.stages import aot
from explorer.tracing.event import Trace
from explorer.tracing.trace_log import read_log
from tests.traces import event, trace

FORWARD = """class GraphModule(torch.nn.Module):
    def forward(
        self,
        primals_1: "f32[2]",  # PlainAOTInput(idx=0)
    ):
        cos: "f32[2]" = torch.ops.aten.cos.default(primals_1)
        return (
            cos,  # PlainAOTOutput(idx=0)
            primals_1,  # SavedForBackwardsAOTOutput(idx=0)
            cos,  # SavedForBackwardsAOTOutput(idx=1)
        )
"""
BACKWARD = """class GraphModule(torch.nn.Module):
    def forward(
        self,
        primals_1: "f32[2]",
        tangents_1: "f32[2]",
    ):
        mul: "f32[2]" = torch.ops.aten.mul.Tensor(tangents_1, primals_1)
        return (mul,)
"""


def fold(path) -> tuple[Part, Trace]:
    recorded = Trace(read_log(path))
    return aot.fold(recorded, Texts()), recorded


def records(part: Part, key: str = "0/0") -> dict[str, StageRecord]:
    return {record.direction: record for record in part.stages[key]}


def targets(record: StageRecord) -> list[str]:
    return [node.target for node in record.graphs[0].nodes if node.op.startswith("call")]


def test_inference_has_one_graph_and_says_why(recorded_traces) -> None:
    part, _ = fold(recorded_traces["inference"])
    found = records(part)
    names = "permute.default addmm.default relu.default permute.default addmm.default sigmoid.default mul.Tensor"
    assert targets(found["fwd"]) == [f"torch.ops.aten.{name}" for name in names.split()]
    assert [(found[direction].state, found[direction].reason) for direction in ("joint", "bwd")] == [
        ("absent", aot.NO_GRADIENT)
    ] * 2


def test_training_has_three_graphs_with_user_lines(recorded_traces) -> None:
    part, recorded = fold(recorded_traces["training"])
    found = records(part)
    assert all(found[direction].state == "done" for direction in ("joint", "fwd", "bwd"))
    assert targets(found["fwd"]) == [
        f"torch.ops.aten.{name}.default" for name in ("permute", "addmm", "relu", "permute", "addmm", "sum")
    ]
    program = next(iter(recorded.of("compilation_metrics"))).data["co_filename"]
    places = {(node.place.file, node.place.line) for node in found["bwd"].graphs[0].nodes if node.place}
    assert places == {(program, 13), (program, 14)}
    assert {"metadata", "config"} <= {each.name for each in found["fwd"].listings}
    if next(recorded.of("backward_prologue"), None) is not None:  # torch 2.11 and 2.12 do not trace it
        assert "compiled_function_forward" in {each.name for each in found["fwd"].listings}
        assert "backward_prologue" in {each.name for each in found["bwd"].listings}


def test_what_the_forward_saves_is_linked_to_the_backward(recorded_traces) -> None:
    part, _ = fold(recorded_traces["training"])
    names = [link.source.rpartition(".")[2] for link in part.links]
    assert all(
        link.kind == "saved" and link.target.endswith(name) for link, name in zip(part.links, names, strict=True)
    )
    inputs = {node.name for node in records(part)["bwd"].graphs[0].nodes if node.op == "placeholder"}
    assert set(names) == {name for name in inputs if not name.startswith("tangents")}


def test_each_part_of_a_split_graph_saves_its_own() -> None:
    events = [event(label, text) for _ in range(2) for label, text in (
        ("aot_joint_graph", FORWARD), ("aot_forward_graph", FORWARD), ("aot_backward_graph", BACKWARD)
    )]  # fmt: skip
    part = aot.fold(trace(*events), Texts())
    assert [graph.name for graph in records(part)["fwd"].graphs] == ["graph", "1.graph"]
    assert [(link.source, link.target) for link in part.links] == [
        (f"0/0/fwd/aot/node.{name}", f"0/0/bwd/aot/node.{name}") for name in ("primals_1", "1.primals_1")
    ]


def test_a_hit_is_from_the_cache(recorded_traces) -> None:
    part, _ = fold(recorded_traces["cached"])
    assert {record.state for record in part.stages["0/0"]} <= {"done", "cached"}
    again = records(part, "1.0/0")
    assert {(record.state, record.reason) for record in again.values()} == {("cached", aot.FROM_CACHE)}
    assert all(record.graphs for record in again.values())


@pytest.mark.parametrize(
    ("events", "state", "word"),
    [
        ([event("dynamo_output_graph", "x")], "absent", "does not use AOTAutograd"),
        (
            [
                event("dynamo_output_graph", "x"),
                event("compilation_metrics", data={"fail_type": "BackendCompilerFailed"}),
            ],
            "not_reached",
            "BackendCompilerFailed",
        ),
        ([event("dynamo_output_graph", "x"), event("dynamo_error", "Traceback")], "not_reached", "failed"),
    ],
)
def test_without_a_graph_it_says_why(events, state: str, word: str) -> None:
    (record,) = aot.fold(trace(*events), Texts()).stages["0/0"]
    assert record.state == state
    assert word in (record.reason or "")


def test_the_graphs_of_an_attempt_that_was_given_up_are_not_shown() -> None:
    part = aot.fold(
        trace(event("aot_inference_graph", BACKWARD), event("aot_inference_graph", FORWARD, attempt=1)), Texts()
    )
    assert targets(records(part)["fwd"]) == ["torch.ops.aten.cos.default"]
