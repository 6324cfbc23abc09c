"""Inductor's passes before autograd: both graphs, one step, and why there is none."""

from __future__ import annotations

import pytest

from explorer.report import Texts
from explorer.stages import pre_grad
from explorer.tracing.event import Trace
from explorer.tracing.trace_log import read_log
from tests.traces import event, trace

GRAPH = (
    "class GraphModule(torch.nn.Module):\n    def forward(self, x):\n        y = torch.{name}(x)\n        return (y,)\n"
)


def test_a_step_with_both_texts(recorded_traces) -> None:
    recorded, texts = Trace(read_log(recorded_traces["training"])), Texts()
    (record,) = pre_grad.fold(recorded, texts).stages["0/0"]
    (step,) = record.steps
    dynamo = next(recorded.of("dynamo_output_graph")).payload
    assert step.changed is False and step.before == step.after
    assert texts.by_key[step.before].split() == dynamo.split()
    metrics = next(recorded.of("compilation_metrics")).data
    assert record.seconds == step.seconds == pytest.approx(metrics["pre_grad_pass_time_us"] / 1e6)
    assert [graph.name for graph in record.graphs] == ["before", "after"]


def test_a_pass_that_changes_the_graph() -> None:
    addresses = ("\n\n # graph id: 1234", "\n\n # graph id: 5678")
    before, after = (GRAPH.format(name=name) + address for name, address in zip(("sin", "cos"), addresses, strict=True))
    part = pre_grad.fold(trace(event("before_pre_grad_graph", before), event("after_pre_grad_graph", after)), Texts())
    (record,) = part.stages["0/0"]
    assert record.steps[0].changed is True
    same = trace(
        event("before_pre_grad_graph", before), event("after_pre_grad_graph", GRAPH.format(name="sin") + addresses[1])
    )
    assert pre_grad.fold(same, Texts()).stages["0/0"][0].steps[0].changed is False


def test_several_pairs_are_several_steps() -> None:
    pair = [
        event("before_pre_grad_graph", GRAPH.format(name="sin")),
        event("after_pre_grad_graph", GRAPH.format(name="sin")),
    ]
    (record,) = pre_grad.fold(trace(*pair, *pair), Texts()).stages["0/0"]
    assert [graph.name for graph in record.graphs] == ["before", "after", "1.before", "1.after"]
    assert len({step.ref for step in record.steps}) == 2


@pytest.mark.parametrize(
    ("more", "state", "reason"),
    [
        ([], "absent", pre_grad.NOT_INDUCTOR),
        ([event("inductor_output_code", "x")], "absent", pre_grad.UNPRINTED),
        ([event("aotautograd_cache_hit", "{}")], "cached", "AOTAutograd's cache had the compiled code, so no pass ran"),
    ],
)
def test_without_graphs_it_says_why(more, state: str, reason: str) -> None:
    (record,) = pre_grad.fold(trace(event("dynamo_output_graph", "x"), *more), Texts()).stages["0/0"]
    assert (record.state, record.reason) == (state, reason)
