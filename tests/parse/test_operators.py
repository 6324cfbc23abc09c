"""The kinds of operators by torch's own text, and whose operators are torch's own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from explorer.parse.fx_graph import read_graphs
from explorer.parse.operators import body_links, is_custom
from explorer.report import Graph, Texts
from explorer.tracing.event import Trace

TEXT = """class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[4][1]cpu"):
        l_x_ = L_x_
        body_0 = self.body_0
        made = {call}
        return (made,)

    class body_0(torch.nn.Module):
        def forward(self, x: "f32[4][1]cpu"):
            inner_0 = self.inner_0
            each = torch.ops.higher_order.map_impl(inner_0, [x], [])
            return (each,)

        class inner_0(torch.nn.Module):
            def forward(self, x: "f32[][]cpu"):
                sin = torch.ops.aten.sin.default(x)
                return (sin,)
"""


def read(call: str) -> tuple[Graph, ...]:
    text = TEXT.replace("{call}", call)
    return read_graphs(
        text, key="0/0", direction="dynamo", stage="dynamo", texts=Texts(), place=Trace([]).place
    ).graphs  # fmt: skip


@pytest.mark.parametrize(
    ("call", "facts"),
    [
        ("torch.ops._c10d_functional.all_reduce.default(l_x_, 'sum', '0')",
         {"kind": "collective", "operator": "all_reduce", "reduces": "sum", "group": "0"}),
        ("torch.ops._c10d_functional.reduce_scatter_tensor.default(l_x_, 'avg', 2, '3')",
         {"kind": "collective", "operator": "reduce_scatter_tensor", "reduces": "avg", "group": "3"}),
        ("torch.ops._c10d_functional.all_gather_into_tensor.default(l_x_, 2, 'tp')",
         {"kind": "collective", "operator": "all_gather_into_tensor", "group": "tp"}),
        ("torch.ops._c10d_functional.wait_tensor.default(l_x_)", {"kind": "collective", "operator": "wait_tensor"}),
        ("torch.ops.mine.scale(l_x_, 2.0)", {"kind": "custom", "operator": "mine::scale"}),
        ("torch.ops.mine.scale.default(l_x_, 2.0)", {"kind": "custom", "operator": "mine::scale"}),
        ("torch.ops.aten.sin.default(l_x_)", {}),
        ("torch.sin(l_x_)", {}),
        ("torch.ops.higher_order.auto_functionalized_v2(torch.ops.mine.mark.default, _x_base_index = 0)",
         {"kind": "higher order", "operator": "auto_functionalized_v2", "wraps": "mine::mark"}),
        ("torch.ops.higher_order.wrap(body_0, l_x_)",
         {"kind": "higher order", "operator": "wrap", "bodies": "body_0"}),
    ],
)  # fmt: skip
def test_what_a_node_says(call: str, facts: dict[str, str]) -> None:
    (node,) = (node for node in read(call)[0].nodes if node.name == "made")
    assert node.attributes == facts


def test_a_graph_in_a_graph_is_linked_to_its_own() -> None:
    graphs = read("torch.ops.higher_order.wrap(body_0, l_x_)")
    assert [graph.name for graph in graphs] == ["graph", "graph.body_0", "graph.body_0.inner_0"]
    links = {(link.source.rpartition("node.")[2], link.target.rpartition("graph.")[2]) for link in body_links(graphs)}
    assert links == {("made", "body_0"), ("body_0.each", "body_0.inner_0")}


def test_the_operators_that_torch_brings_are_no_custom_ones() -> None:
    program = (
        "import torch, torch._dynamo, torch._inductor.compile_fx, torch.distributed\n"
        "print(*{name.split('::')[0] for name in torch._C._dispatch_get_all_op_names()})"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    spaces = done.stdout.split()
    assert "aten" in spaces and [space for space in spaces if is_custom(space)] == []
