"""The quick reading of a graph's names agrees with the full one."""

from __future__ import annotations

import pytest

from explorer.parse.fx_graph import read_graphs
from explorer.parse.statements import PLACEHOLDER, statements
from explorer.report import Texts
from explorer.tracing.event import Trace
from explorer.tracing.trace_log import read_log

NESTED = """class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[4]"):
        l_x_ = L_x_

        # File: model.py:2 in f, code: return torch.cond(...)
        gt: "b8[]" = l_x_ > 0
        cond_true_0 = self.cond_true_0
        cond = torch.ops.higher_order.cond(gt, cond_true_0, (l_x_,));  gt = cond_true_0 = None
        getitem: "f32[4]" = cond[0];  cond = None
        return (getitem,)

    class cond_true_0(torch.nn.Module):
        def forward(self, l_x_: "f32[4]"):
            l_x__1 = l_x_
            sin: "f32[4]" = l_x__1.sin();  l_x__1 = None
            return (sin,)
"""


def test_names_of_the_graph_and_its_submodules() -> None:
    assert statements(NESTED) == {
        "l_x_": PLACEHOLDER,
        "gt": "l_x_",
        "cond_true_0": "self.cond_true_0",
        "cond": "torch.ops.higher_order.cond",
        "getitem": "cond[0]",
        "cond_true_0.l_x__1": PLACEHOLDER,
        "cond_true_0.sin": "l_x__1.sin",
    }


def test_no_graph_has_no_names() -> None:
    assert statements("") == {}
    assert statements("not a graph = at all") == {}


@pytest.mark.parametrize("program", ["inference", "training", "breaks", "shapes", "cached"])
def test_agrees_with_the_full_reading(recorded_traces, program: str) -> None:
    trace = Trace(read_log(recorded_traces[program]))
    graphs = [event for event in trace.events if event.label.endswith("_graph")]
    assert graphs
    for event in graphs:
        read = read_graphs(
            event.payload or "", key="0/0", direction="fwd", stage="aot", texts=Texts(), place=trace.place
        ).graphs
        nodes = {node.name: node.op for graph in read for node in graph.nodes if node.op != "output"}
        quick = statements(event.payload or "")
        assert quick.keys() == nodes.keys(), event.label
        assert {name for name, op in nodes.items() if op == "placeholder"} == {
            name for name, value in quick.items() if value == PLACEHOLDER
        }
