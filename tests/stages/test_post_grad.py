"""Inductor's passes after autograd: forward and backward, cached, not reached."""

from __future__ import annotations

import pytest

from explorer.report import StageRecord, Texts
from explorer.stages import post_grad
from explorer.tracing.event import Event, Trace
from explorer.tracing.trace_log import read_log
from tests.traces import event, trace


def fold(path, key: str = "0/0") -> tuple[dict[str, StageRecord], Trace, Texts]:
    recorded, texts = Trace(read_log(path)), Texts()
    return {record.direction: record for record in post_grad.fold(recorded, texts).stages[key]}, recorded, texts


def test_inference_has_the_joint_passes_too(recorded_traces) -> None:
    found, recorded, texts = fold(recorded_traces["inference"])
    assert found.keys() == {"fwd"}
    joint, post = found["fwd"].steps
    assert (joint.name, post.name) == ("joint-graph passes", "post-grad passes")
    for step, label in ((joint, "after_joint_graph"), (post, "inductor_post_grad_graph")):
        assert texts.by_key[step.after] == next(recorded.of(label)).payload
    assert [node.target for node in found["fwd"].graphs[-1].nodes if node.target.endswith("relu.default")]


def test_training_has_a_forward_and_a_backward(recorded_traces) -> None:
    found, recorded, texts = fold(recorded_traces["training"])
    labels = ("before_post_grad_graph", "inductor_post_grad_graph")
    before, after = ([each.payload for each in recorded.of(label)] for label in labels)
    for index, direction in enumerate(("fwd", "bwd")):
        (step,) = found[direction].steps
        assert texts.by_key[step.before] == before[index]
        assert texts.by_key[step.after] == after[index]
        assert step.changed is (before[index] != after[index])
        assert [graph.name for graph in found[direction].graphs] == ["before", "after"]
        assert [each.name for each in found[direction].listings] == ["runnable"]
    told = [
        next(recorded.of(label)).data["post_grad_pass_time_us"] / 1e6
        for label in ("compilation_metrics", "bwd_compilation_metrics")
    ]
    assert [found[direction].seconds for direction in ("fwd", "bwd")] == pytest.approx(told)


def test_a_backward_inside_the_forwards_compile_shares_its_time(recorded_traces) -> None:
    found, _, _ = fold(recorded_traces["shapes"], "0/1")
    assert found.keys() == {"fwd", "bwd"}
    assert "tangents_1" in {node.name for node in found["bwd"].graphs[-1].nodes}
    assert {record.seconds for record in found.values()} == {None}


def test_a_hit_has_the_graph_after_the_passes_alone(recorded_traces) -> None:
    found, _, _ = fold(recorded_traces["cached"], "1.0/0")
    for record in found.values():
        assert (record.state, record.reason, record.steps) == ("cached", post_grad.FROM_CACHE, ())
        assert [graph.name for graph in record.graphs] == ["after"]


def test_a_backward_that_did_not_run_is_not_reached() -> None:
    events = [event("aot_backward_graph", "x"), event("inductor_post_grad_graph", "def forward(self, x):")]
    records = post_grad.fold(trace(*events), Texts()).stages["0/0"]
    assert [(record.direction, record.state) for record in records] == [("fwd", "done"), ("bwd", "not_reached")]


def test_another_backend_has_no_passes(recorded_traces) -> None:
    found, _, _ = fold(recorded_traces["breaks"])
    assert found["fwd"].state == "absent"


def test_both_forms_of_the_record_are_read() -> None:
    text = "class GraphModule(torch.nn.Module):\n    def forward(self, x):\n        return (x,)\n"
    for kind, name in (("artifact", "inductor_post_grad_graph"), ("inductor_post_grad_graph", None)):
        events = [Event(kind=kind, name=name, data={"name": name}, payload=text, compile_id="0/0")]
        (record,) = post_grad.fold(trace(*events), Texts()).stages["0/0"]
        assert [node.name for node in record.graphs[0].nodes] == ["x", "output"]
