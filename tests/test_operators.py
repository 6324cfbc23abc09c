"""Operators that are no plain ones, against what plain torch says of the same programs."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch._inductor.compile_fx import compile_fx  # noqa: F401 - registers what AOTAutograd asks for
from torch.fx import GraphModule

import explorer
from explorer import samples
from explorer.exploration import Exploration
from explorer.report import Graph, Node
from tests.sample_models.test_behaviour import load


def explained(name: str, **keywords: Any) -> Exploration:
    program = load(name).build()
    given = {key: program[key] for key in ("train", "config") if key in program}
    return explorer.explain(program["model"], backend="aot_eager", **given, **keywords)(*program["inputs"])


def captured(name: str) -> GraphModule:
    """The graph that plain torch hands to a backend."""
    found: list[GraphModule] = []

    def backend(graph: GraphModule, _: object) -> Callable[..., Any]:
        found.append(graph)
        return graph.forward

    torch._dynamo.reset()
    program = load(name).build()
    torch.compile(program["model"], backend=backend)(*program["inputs"])
    (graph,) = found
    return graph


def graphs(x: Exploration, stage: str, direction: str) -> dict[str, Graph]:
    records = (each for each in x.report.compilations[0].stages if (each.stage, each.direction) == (stage, direction))
    return {graph.name: graph for record in records for graph in record.graphs}


def special(graph: Graph) -> list[Node]:
    return [node for node in graph.nodes if node.attributes.get("kind")]


# -- higher-order operators -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def control_flow() -> Exploration:
    return explained("higher_order")


def test_the_operator_and_its_graphs(control_flow: Exploration) -> None:
    plain = captured("higher_order")
    expected = {
        str(node.target): [arg.target for arg in node.args if getattr(arg, "op", None) == "get_attr"]
        for node in plain.graph.nodes
        if isinstance(node.target, torch._ops.HigherOrderOperator)
    }
    found = {node.attributes["operator"]: node for node in special(graphs(control_flow, "dynamo", "dynamo")["graph"])}
    assert {name: str(node.attributes["bodies"]).split(", ") for name, node in found.items()} == expected
    assert set(expected) == {"cond", "while_loop"} and all(len(bodies) == 2 for bodies in expected.values())


@pytest.mark.parametrize(("stage", "direction"), [("dynamo", "dynamo"), ("aot", "fwd")])
def test_each_graph_is_there_and_linked(control_flow: Exploration, stage: str, direction: str) -> None:
    known = graphs(control_flow, stage, direction)
    links = {(link.source, link.target) for link in control_flow.report.links if link.kind == "body"}
    for node in special(known["graph"]):
        for name in str(node.attributes["bodies"]).split(", "):
            assert (node.ref, known[f"graph.{name}"].ref) in links
            assert any(inner.op.startswith("call") for inner in known[f"graph.{name}"].nodes)


def test_the_views_tell_it(control_flow: Exploration) -> None:
    rows = control_flow.frames["operators"]
    assert list(rows["operator"]) == ["cond", "while_loop"] and set(rows["kind"]) == {"higher order"}
    text = control_flow.text(width=160, sections=("operators",))
    assert re.search(r"higher order +cond .*cond_true_0 \(1 op\), cond_false_0 \(2 ops\)", text)
    assert not control_flow.verdict.graph_breaks


# -- custom operators -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def custom() -> Exploration:
    return explained("custom_op")


def has_gradient(operator: Any, *arguments: Any) -> bool:
    """Whether an operator has a gradient, found by asking for one."""
    try:
        operator(torch.ones(3, requires_grad=True), *arguments).sum().backward()
    except RuntimeError as error:
        assert "no autograd formula was registered" in str(error)
        return False
    return True


def test_what_a_custom_operator_has(custom: Exploration) -> None:
    operators = torch.ops.explorer_samples
    found = {
        node.attributes["operator"]: node.attributes for node in special(graphs(custom, "dynamo", "dynamo")["graph"])
    }
    assert set(found) == {f"explorer_samples::{name}" for name in ("mark", "shift", "scale")}
    for name in ("shift", "scale"):
        facts = found[f"explorer_samples::{name}"]
        assert facts["autograd"] is has_gradient(getattr(operators, name), 2.0)
        assert facts["schema"] == str(getattr(operators, name).default._schema)
        assert facts["kind"] == "custom" and facts["fake"] is True
    assert found["explorer_samples::mark"]["mutates"] == "seen"
    assert (found["explorer_samples::shift"]["autograd"], found["explorer_samples::scale"]["autograd"]) == (False, True)


def test_where_it_is_defined(custom: Exploration) -> None:
    lines = samples.path("custom_op").read_text().split("\n")
    for node in special(graphs(custom, "dynamo", "dynamo")["graph"]):
        file, _, line = str(node.attributes["defined_at"]).rpartition(":")
        name = str(node.attributes["operator"]).partition("::")[2]
        assert file == str(samples.path("custom_op"))
        # the decorator's line, and the function below it
        assert f"::{name}" in lines[int(line) - 1] and lines[int(line)].startswith(f"def {name}(")


def test_one_that_writes_is_wrapped(custom: Exploration) -> None:
    (row,) = (row for row in custom.frames["operators"].to_dict("records") if row["stage"] == "aot")
    assert row["kind"] == "higher order" and row["operator"].startswith("auto_functionalized")
    assert row["wraps"] == "explorer_samples::mark"


def test_an_operator_of_an_older_kind() -> None:
    library = torch.library.Library("explorer_older", "DEF")
    library.define("quad(Tensor x) -> Tensor")
    library.impl("quad", lambda x: x * 4, "CPU")
    library.impl("quad", torch.empty_like, "Meta")
    x = explorer.explain(lambda x: torch.ops.explorer_older.quad(x) + 1, backend="eager")(torch.ones(3))
    (row,) = x.frames["operators"].to_dict("records")
    assert (row["operator"], row["fake"], row["autograd"]) == ("explorer_older::quad", True, False)
    assert torch._C._dispatch_has_kernel_for_dispatch_key("explorer_older::quad", "Meta")


def test_operators_of_torch_are_plain() -> None:
    x = explorer.explain(lambda x: torch.ops.aten.sin(x) @ x, backend="aot_eager")(torch.ones(3, 3))
    assert x.frames["operators"].empty and "\n  Operators of other kinds\n" not in x.text(sections=("operators",))


# -- tensor subclasses ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def subclass() -> Exploration:
    return explained("tensor_subclass")


def test_the_tensors_inside(subclass: Exploration) -> None:
    (value,) = load("tensor_subclass").build()["inputs"]
    names, _ = value.__tensor_flatten__()
    (row,) = subclass.frames["operators"].to_dict("records")
    assert (row["kind"], row["operator"]) == ("subclass", type(value).__name__)
    assert row["inner"] == ", ".join(f"{name}: float32[4, 8]" for name in names)
    dynamo = graphs(subclass, "dynamo", "dynamo")["graph"]
    assert all(node.attributes["subclass"] == "Interval" for node in dynamo.nodes if node.op != "output")


def test_aot_works_on_what_is_inside(subclass: Exploration) -> None:
    calls = [node.target for node in graphs(subclass, "dynamo", "dynamo")["graph"].nodes if node.op.startswith("call")]
    graph = graphs(subclass, "aot", "fwd")["graph"]
    inner = [node.target for node in graph.nodes if node.op.startswith("call")]
    assert len(inner) == 2 * len(calls)
    given = [node.attributes for node in graph.nodes if node.op == "placeholder"]
    assert [(each["inner_of"], each["inner"]) for each in given] == [("x", "low"), ("x", "high")]


def test_one_that_prints_its_numbers_compiles_as_without_us(monkeypatch: pytest.MonkeyPatch) -> None:
    """A listener to torch's trace makes torch print traced values; that must change nothing."""
    program = load("tensor_subclass").build()
    kind = type(program["inputs"][0])
    monkeypatch.delattr(kind, "__repr__")
    # no listener, pytest's own included
    monkeypatch.setattr(logging.getLogger("torch.__trace"), "handlers", [])
    torch._dynamo.reset()
    try:
        plain = torch.compile(program["model"], backend="aot_eager", fullgraph=True)(*program["inputs"])
    except Exception:
        pytest.skip("this torch prints traced values without a listener, and fails")
    x = explorer.explain(program["model"], backend="aot_eager", fullgraph=True)(*program["inputs"])
    assert x.errors == () and isinstance(x.output, kind)
    assert torch.equal(x.output.low, plain.low) and torch.equal(x.output.high, plain.high)


# -- checkpointing ----------------------------------------------------------------------------------------------------


def test_the_region_and_what_is_made_again() -> None:
    x = explained("checkpointing")
    (region,) = special(graphs(x, "dynamo", "dynamo")["graph"])
    assert region.attributes["operator"] == "tag_activation_checkpoint"
    body = graphs(x, "dynamo", "dynamo")[f"graph.{region.attributes['bodies']}"]
    assert {node.target for node in body.nodes} >= {"torch.sigmoid", "torch.tanh"}
    backward = graphs(x, "aot", "bwd")["graph"]
    again = [node for node in backward.nodes if node.attributes.get("recomputed")]
    asked = {node.attributes["aten"] for node in again if "checkpointing asked" in str(node.attributes["why"])}
    assert {"aten.sigmoid.default", "aten.tanh.default"} <= asked
    kept = {
        node.attributes.get("aten") for node in graphs(x, "aot", "fwd")["graph"].nodes if node.attributes.get("saved")
    }
    # what the policy says must be saved is, and is not made again
    assert "aten.addmm.default" in kept and "aten.addmm.default" not in asked


# -- a break deep in the program --------------------------------------------------------------------------------------


def test_the_calls_that_a_break_cuts() -> None:
    x = explained("nested_break")
    (finding,) = (each for each in x.report.findings if each.kind == "break")
    lines = samples.path("nested_break").read_text().split("\n")
    calls = [call.partition(" at ") for call in str(finding.attributes["chain"]).split(" → ")]
    assert [name for name, _, _ in calls] == ["forward", "normalize", "measure"]
    inside = [lines[int(place.rpartition(":")[2]) - 1] for _, _, place in calls]
    assert ["normalize(" in inside[0], "measure(" in inside[1], "print(" in inside[2]] == [True] * 3
    assert "It cuts the functions around it too: forward at" in finding.message
    # each function goes on in a graph of its own
    resumed = [each for each in x.report.compilations if each.trigger == "resume"]
    assert {str(each.function).split(",")[0].split(".")[-1] for each in resumed} == {"forward", "normalize", "measure"}


def test_a_break_in_the_compiled_function_itself_has_no_chain() -> None:
    x = explained("print_in_forward")
    (finding,) = (each for each in x.report.findings if each.kind == "break")
    assert finding.attributes["chain"] is None and "It cuts" not in finding.message


# -- errors about sizes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind", "mark", "said"),
    [
        ("constraint_violation", "constraint violation", "x.shape[0] == 4", "dimension 0 of x"),
        ("data_dependent_guard", "data-dependent guard", "count > 3", "> 3"),
    ],
)
def test_errors_of_symbolic_sizes(name: str, kind: str, mark: str, said: str) -> None:
    program = load(name).build()
    x = explorer.explain(program["model"], backend="eager", **program.get("compile_kwargs", {}))(*program["inputs"])
    (finding,) = (each for each in x.report.findings if each.kind == "error")
    assert finding.attributes["symbolic"] == kind and said in finding.title and finding.advice
    line = samples.path(name).read_text().split("\n")[(finding.place.line if finding.place else 0) - 1]
    assert mark in line
    (error,) = x.verdict.errors
    assert error.line == finding.place.line if finding.place else False
