"""Printed graphs are read back and held against the torch graphs that were printed, node by node."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
import torch
from torch._dynamo.backends.common import aot_autograd
from torch.utils._pytree import tree_leaves

from explorer.parse.fx_graph import Reading, parse_graph, read_graphs
from explorer.report import Node, Place, Texts
from explorer.report.query import call_nodes
from explorer.tracing.event import Trace
from explorer.tracing.trace_log import read_log


def place(file: str, line: int | None, *, function: str | None = None, source: str | None = None) -> Place:
    return Place(file=file, line=line, function=function, source=source)


def read(text: str, **more: Any) -> Reading:
    return read_graphs(text, key="0/0", direction="fwd", stage="aot", texts=Texts(), place=place, **more)


class Block(torch.nn.Module):
    """Buffers, in-place changes, indexing, operators, attributes: most forms that a graph can print."""

    def __init__(self) -> None:
        super().__init__()
        self.seq = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.BatchNorm1d(4))
        self.register_buffer("count", torch.zeros(4))

    def forward(self, x: torch.Tensor, k: int = 2, *, z: Any = None) -> dict[str, Any]:
        self.count.add_(1)
        h = self.seq(x).relu().clone()
        h[0] = 1.0
        h += x
        y = -h + (~(h > 0)).float()
        y = (y @ y.t())[:, 1:3, None]
        a, b = y.split(1, dim=1)
        w = x.new_zeros(x.shape[0] // 2 + 1, dtype=torch.float64)
        with torch.no_grad():
            c = torch.where(a > b, a, b)
        q = torch.full((2,), float("inf"), device=x.device)
        return {"o": (a + b).sum() + c.mean(), "w": w, "q": q, "size": x.shape[0] * 3}


def higher_order(x: torch.Tensor) -> torch.Tensor:
    y = torch.cond(x.sum() > 0, lambda v: v.sin() * 2, lambda v: v.cos(), (x,))
    return torch.utils.checkpoint.checkpoint(lambda v: (v * 2).exp(), y, use_reentrant=False)


def sizes(x: torch.Tensor, n: int) -> Any:
    unbacked = x.nonzero()
    scaled = x * math.sqrt(x.shape[0])
    return unbacked.shape[0] + n, torch.arange(n), x.view(x.shape[0], -1), x.max(1), scaled


def attention(q: torch.Tensor) -> Any:
    attended = torch.nn.functional.scaled_dot_product_attention(q, q, q, is_causal=True)
    return attended, torch.nn.functional.dropout(q, 0.1)


def operators(x: torch.Tensor) -> Any:
    wide = torch.nn.functional.interpolate(x[None, None], scale_factor=2.0, mode="bilinear")
    return torch.einsum("ij,jk->ik", x, x), wide, x**2, 2 - x, 3 // (x + 5), x % 2, x @ x, x.T


def item(x: torch.Tensor) -> torch.Tensor:
    return x + x.sum().item()


PROGRAMS: dict[str, tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = {
    "block": (Block(), (torch.randn(3, 4),), {}),
    "block, dynamic": (Block(), (torch.randn(3, 4),), {"dynamic": True}),
    "higher order": (higher_order, (torch.randn(3, requires_grad=True),), {}),
    "sizes": (sizes, (torch.randn(3, 4), 7), {"dynamic": True}),
    "attention": (attention, (torch.randn(1, 2, 3, 4, requires_grad=True),), {}),
    "operators": (operators, (torch.randn(3, 3),), {}),
    "item": (item, (torch.randn(3, 3),), {}),
}


class Printed(NamedTuple):
    """A graph as torch prints it, and what torch knows of its nodes at that moment."""

    text: str
    nodes: list[dict[str, Any]]


def printed(graph: Any, **how: Any) -> Printed:
    text = graph.print_readable(print_output=False, include_stride=True, include_device=True, **how)
    return Printed(text, [_facts(node) for node in graph.graph.nodes])


def _facts(node: Any) -> dict[str, Any]:
    value = node.meta.get("val", node.meta.get("example_value"))
    target = node.target
    if callable(target):
        target = torch.fx.node._get_qualified_name(target).replace("_operator.", "operator.")
    return {
        "name": node.name,
        "op": node.op,
        "target": target.removeprefix("builtins."),
        "inputs": [each.name for each in node.all_input_nodes],
        "value": _spec(value),
        "shown": node.stack_trace is not None,
    }


def _spec(value: Any) -> tuple[Any, ...] | None:
    if isinstance(value, torch.Tensor):
        text = lambda items: [str(each) for each in items]  # noqa: E731
        return str(value.dtype).removeprefix("torch."), text(value.shape), text(value.stride()), str(value.device)
    kinds = {torch.SymInt: "int", torch.SymFloat: "float", torch.SymBool: "bool"}
    return next(((word, None) for kind, word in kinds.items() if isinstance(value, kind)), None)


def graphs_of(name: str) -> Iterator[Printed]:
    """Dynamo's graph, AOTAutograd's forward (in both ways of printing) and backward of a program."""
    function, arguments, options = PROGRAMS[name]
    found: list[Printed] = []

    def forward(graph: Any, _: Any) -> Any:
        found.extend((printed(graph, expanded_def=True), printed(graph)))
        return graph

    def backward(graph: Any, _: Any) -> Any:
        found.append(printed(graph, expanded_def=True))
        return graph

    def backend(graph: Any, inputs: Any) -> Any:
        found.append(printed(graph))
        return aot_autograd(fw_compiler=forward, bw_compiler=backward)(graph, inputs)

    torch._dynamo.reset()
    capture = {"capture_scalar_outputs": True, "capture_dynamic_output_shape_ops": True}
    with torch._dynamo.config.patch(capture):
        output = torch.compile(function, backend=backend, **options)(*arguments)
    grown = next((leaf for leaf in tree_leaves(output) if getattr(leaf, "requires_grad", False)), None)
    if grown is not None:
        grown.sum().backward()
    torch._dynamo.reset()
    yield from found


@pytest.mark.filterwarnings("ignore:Your compiler for AOTAutograd")
@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_every_node_is_what_torch_says(name: str) -> None:
    seen = 0
    for graph in graphs_of(name):
        reading = read(graph.text)
        assert reading.problem is None
        check(reading.graphs[0].nodes, graph)
        seen += 1
    assert seen >= 3


def check(nodes: tuple[Node, ...], graph: Printed) -> None:
    names = {node.ref: node.name for node in nodes}
    assert [node.name for node in nodes] == [known["name"] for known in graph.nodes]
    lines = graph.text.split("\n")
    for node, known in zip(nodes, graph.nodes, strict=True):
        assert (node.op, node.target) == (known["op"], known["target"])
        assert [names[ref] for ref in node.inputs] == known["inputs"]
        assert node.line is not None
        assert node.op == "output" or {node.name, node.target} & set(re.findall(r"\w+", lines[node.line - 1]))
        if known["value"] is not None:
            (spec,) = node.specs
            given = (spec.dtype, spec.shape and [str(size) for size in spec.shape])
            assert given[0] == known["value"][0]
            assert (given[1] or None) == (known["value"][1] or None)
            if spec.stride is not None:
                assert ([str(size) for size in spec.stride], spec.device) == known["value"][2:]
        if node.op in ("call_function", "call_method"):
            assert node.code
            assert (node.place is not None) == known["shown"]


def test_call_nodes_are_as_many_as_torch_counts(recorded_traces: Any) -> None:
    checked = 0
    for name in ("break_effects", "recompile_kinds"):
        trace = Trace(read_log(recorded_traces[name]))
        counts = {event.key: event.data["graph_op_count"] for event in trace.of("compilation_metrics")}
        for event in trace.of("dynamo_output_graph"):
            graph = read(event.payload or "").graphs[0]
            assert len(call_nodes(graph)) == counts[event.key]
            checked += 1
    assert checked > 30


SMALL = """class <lambda>(torch.nn.Module):
    def forward(self, L_x_: "f32[4, s77][s77, 1]cuda:0", n: "Sym(s77)"):
        l_x_ = L_x_
        w = self.w;  w = None

        # File: /home/me/model.py:12 in forward, code: y = x.sin() + x
        sin: "f32[4, s77][s77, 1]cuda:0" = l_x_.sin()
        add: "f32[4, s77][s77, 1]cuda:0" = sin + l_x_;  sin = None

        # File: C:\\\\me\\\\model.py:13 in <lambda>, code: y += "# File: no.py:1 in f, code: no"
        add += l_x_;  iadd = add

        # No stacktrace found for following nodes
        getitem: "b8[]cpu" = iadd[0]
        return (getitem, n, None)
"""


def test_the_parts_of_a_node() -> None:
    graph = parse_graph(SMALL, key="0/1", direction="dynamo", stage="dynamo", texts=Texts(), place=place)
    node = {each.name: each for each in graph.nodes}
    assert list(node) == ["l_x_", "n", "w", "sin", "add", "iadd", "getitem", "output"]
    assert (node["l_x_"].op, node["l_x_"].target) == ("placeholder", "L_x_")
    assert (node["w"].op, node["w"].target) == ("get_attr", "w")
    assert node["sin"].ref == "0/1/dynamo/dynamo/node.sin"
    assert (node["sin"].op, node["sin"].target, node["sin"].code) == ("call_method", "sin", "l_x_.sin()")
    assert (node["iadd"].target, node["iadd"].code) == ("operator.iadd", "add += l_x_")
    assert node["sin"].specs[0].shape == (4, "s77")
    assert node["sin"].specs[0].device == "cuda:0"
    assert (node["n"].specs[0].dtype, node["n"].note) == ("int", "Sym(s77)")
    assert node["sin"].place == Place(file="/home/me/model.py", line=12, function="forward", source="y = x.sin() + x")
    assert node["iadd"].place is not None
    assert node["iadd"].place.line == 13
    assert node["getitem"].place is None
    assert node["output"].inputs == (node["getitem"].ref, node["n"].ref)


def test_the_joint_graph_and_what_torch_wrote_beside_it() -> None:
    text = """class inner_f(torch.nn.Module):
    def forward(
        self,
        primals,
        tangents,
    ):
        primals_1: "f32[8, 8][8, 1]cpu"  # PlainAOTInput(idx=0)
        tangents_1: "f32[8][1]cpu"  # TangentAOTInput(output=PlainAOTOutput(idx=0))
        primals_1, tangents_1, = fx_pytree.tree_flatten_spec([primals, tangents], self._in_spec)
        # File: m.py:3 in f, code: x.t()
        permute: "f32[8, 8][1, 8]cpu" = torch.ops.aten.permute.default(primals_1, [1, 0]);  primals_1 = None
        return pytree.tree_unflatten([
            permute,  # PlainAOTOutput(idx=0)
            None,  # None
            tangents_1,  # GradAOTOutput(grad_of=PlainAOTInput(idx=0))
        ], self._out_spec)
"""
    first, second, permute, output = read(text).graphs[0].nodes
    assert (first.op, first.name, first.note) == ("placeholder", "primals_1", "PlainAOTInput(idx=0)")
    assert second.note == "TangentAOTInput(output=PlainAOTOutput(idx=0))"
    assert permute.inputs == (first.ref,)
    assert output.inputs == (permute.ref, second.ref)
    assert "permute: PlainAOTOutput(idx=0)\n" in (output.note or "")


def test_submodules_are_graphs_of_their_own() -> None:
    reading = read("""class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3]"):
        wrap_body_0 = self.wrap_body_0
        wrap = torch.ops.higher_order.wrap(wrap_body_0, x);  wrap_body_0 = None
        return (wrap,)

    class wrap_body_0(torch.nn.Module):
        def forward(self, x: "f32[3]"):
            sin: "f32[3]" = x.sin()
            return sin

        class 0(torch.nn.Module):
            def forward(self, y):
                return y
""")
    assert [graph.name for graph in reading.graphs] == ["graph", "graph.wrap_body_0", "graph.wrap_body_0.0"]
    assert [node.name for node in reading.graphs[1].nodes][1] == "wrap_body_0.sin"
    assert reading.graphs[1].nodes[1].inputs == ("0/0/fwd/aot/node.wrap_body_0.x",)
    assert [node.op for node in reading.graphs[0].nodes] == ["placeholder", "get_attr", "call_function", "output"]


def test_modules_and_names_of_refs() -> None:
    graph = read(SMALL, name="before", node_kind="before_node", attempt=2, modules={"sin": "layers.0"}).graphs[0]
    sin = graph.nodes[3]
    assert (sin.module, sin.ref) == ("layers.0", "0/0_2/fwd/aot/before_node.sin")
    assert graph.ref == "0/0_2/fwd/aot/graph.before"


def test_what_is_no_python_is_read_by_line_and_said() -> None:
    text = SMALL.replace("sin + l_x_;", "torch.weird(sin, <Thing object at 0x7f>, l_x_, a b);")
    reading = read(text)
    assert reading.problem is not None
    add = reading.graphs[0].nodes[4]
    assert (add.name, add.target) == ("add", "torch.weird")
    assert add.code == "torch.weird(sin, <Thing object at 0x7f>, l_x_, a b)"
    assert [ref.rpartition(".")[2] for ref in add.inputs] == ["sin", "l_x_"]
    assert [node.name for node in reading.graphs[0].nodes] == [node.name for node in read(SMALL).graphs[0].nodes]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00",
        "graph():\n    %x : [num_users=1]",
        "class A(torch.nn.Module):\n",
        "(" * 5000,
        "def forward(self",
        "\ud800",
    ],
)
def test_other_texts_give_a_graph_without_nodes(text: str) -> None:
    reading = read(text)
    assert reading.problem is not None
    assert reading.graphs[0].nodes == ()


def test_operators_are_named_as_in_the_operator_module() -> None:
    lines = {"a + x": "add", "a[1:2]": "getitem", "not a": "not_", "a <= x": "le", "-a": "neg", "a @ x": "matmul"}
    for code, name in lines.items():
        text = f"class G(torch.nn.Module):\n    def forward(self, a, x):\n        out = {code}\n        return out\n"
        node = read(text).graphs[0].nodes[2]
        assert node.target == f"operator.{name}"
        assert callable(getattr(operator, name))
