"""Each pass of Inductor, each step of AOTAutograd, each fusion: against the observers, graphs and files of torch."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from typing import Any

import pytest
import torch
import torch._dynamo
from torch.fx.passes.graph_transform_observer import GraphTransformObserver

import explorer
from explorer.exploration import Exploration
from explorer.parse.aot_steps import in_place
from explorer.report import StageRecord


def program(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    y = (x @ w).add_(1).softmax(-1)
    y = y.permute(1, 0).permute(1, 0)
    return (y * 1 + 0).clone().sum()


@pytest.fixture(scope="module")
def observed() -> list[tuple[str, int, int]]:
    """Name, nodes before and after of each outermost pass, from torch's observer without this package."""
    torch._dynamo.reset()
    found: list[tuple[str, int, int]] = []
    opened: list[tuple[GraphTransformObserver, int]] = []
    enter, leave = GraphTransformObserver.__enter__, GraphTransformObserver.__exit__

    def entering(self: GraphTransformObserver) -> Any:
        opened.append((self, len(self.gm.graph.nodes)))
        return enter(self)

    def leaving(self: GraphTransformObserver, *error: Any) -> None:
        leave(self, *error)
        _, before = opened.pop()
        if not opened:
            found.append((self.passname, before, len(self.gm.graph.nodes)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GraphTransformObserver, "__enter__", entering)
        patch.setattr(GraphTransformObserver, "__exit__", leaving)
        # the caches would leave out the passes of a program that was compiled before
        with (
            torch._inductor.config.patch(fx_graph_cache=False),
            torch._functorch.config.patch(enable_autograd_cache=False),
        ):
            torch.compile(program)(torch.randn(8, 8, requires_grad=True), torch.randn(8, 8)).backward()
    torch._dynamo.reset()
    return found


@pytest.fixture(scope="module")
def explored() -> Iterator[Exploration]:
    torch._dynamo.reset()
    yield explorer.explain(program, train=True, probe=False, steps=True)(
        torch.randn(8, 8, requires_grad=True), torch.randn(8, 8)
    )
    torch._dynamo.reset()


def records(x: Exploration, stage: str) -> dict[str, StageRecord]:
    return {record.direction: record for record in x.report.compilations[0].stages if record.stage == stage}


def whole(x: Exploration) -> list[Any]:
    return [
        step for record in records(x, "passes").values() for step in record.steps if "pattern" not in step.attributes
    ]


def test_every_pass_of_torch_is_a_step_with_as_many_nodes(
    explored: Exploration, observed: list[tuple[str, int, int]]
) -> None:
    ours = [
        (step.name, step.attributes["nodes_before"], step.attributes["nodes_after"])
        for step in whole(explored)
        if step.name != "not reported as a pass"
    ]
    assert len(ours) == len(observed) > 30
    for (name, *nodes), (plain, *counted) in zip(ours, observed, strict=True):
        assert nodes == counted
        assert plain in (name, "pattern_matcher")
    assert "early_patterns" in {name for name, *_ in ours}


def test_what_a_pass_changed_is_the_difference_of_its_graphs(explored: Exploration) -> None:
    texts = explored.report.texts
    changed = [step for step in whole(explored) if step.changed]
    assert {"remove_noop_ops", "early_patterns"} <= {step.name for step in changed}
    for step in whole(explored):
        assert (texts[step.before] != texts[step.after]) is step.changed
    noop = next(step for step in changed if step.name == "remove_noop_ops")
    assert "torch.ops.aten.clone.default" in texts[noop.before]
    assert "torch.ops.aten.clone.default" not in texts[noop.after]


def test_the_graphs_are_those_that_torch_prints(explored: Exploration) -> None:
    post = records(explored, "post_grad")
    for direction, record in post.items():
        steps = [step for step in records(explored, "passes")[direction].steps if "pattern" not in step.attributes]
        before, after = (next(g for g in record.graphs if g.name == name).text for name in ("before", "after"))
        assert (steps[0].before, steps[-1].after) == (before, after)


def test_a_rule_is_where_torch_defines_it(explored: Exploration) -> None:
    from torch._inductor.fx_passes.post_grad import remove_noop_ops

    noop = next(step for step in whole(explored) if step.name == "remove_noop_ops")
    code = remove_noop_ops.__code__
    assert (noop.place.file, noop.place.line) == (code.co_filename, code.co_firstlineno)
    early = next(step for step in whole(explored) if step.name == "early_patterns")
    assert linecache.getline(early.place.file, early.place.line).startswith("early_patterns = ")
    named = [step for step in whole(explored) if step.place is not None]
    assert len(named) > 30
    for step in named:
        file, _, line = step.attributes["called_at"].rpartition(":")
        assert "/torch/_inductor/" in file and linecache.getline(file, int(line)).strip()


def test_a_pattern_stands_behind_the_pass_that_replaced_it(explored: Exploration) -> None:
    steps = records(explored, "passes")["joint"].steps
    names = [step.name for step in steps]
    at = names.index("pattern replaced")
    assert steps[at].attributes["pattern"] == "pointless_permute_pair"
    assert names[at - 1] == "early_patterns"
    assert [step.index for step in steps] == list(range(len(steps)))


def test_a_change_between_two_passes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """torch turns random operators into Inductor's own without reporting a pass, on some releases; this one is ours."""
    from torch._inductor.fx_passes import post_grad

    plain = post_grad.remove_assert_ops

    def sneaky(graph: torch.fx.Graph) -> Any:
        done = plain(graph)
        hidden.append(graph)
        return done

    def enter(self: GraphTransformObserver) -> Any:
        if hidden and self.passname == "pass_pattern_0":
            graph = hidden.pop()
            node = next(node for node in graph.nodes if node.op == "call_function")
            with graph.inserting_after(node):
                graph.call_function(torch.ops.aten.neg.default, (node,)).meta.update(node.meta)
        return original(self)

    hidden: list[torch.fx.Graph] = []
    original = GraphTransformObserver.__enter__
    monkeypatch.setattr(post_grad, "remove_assert_ops", sneaky)
    monkeypatch.setattr(GraphTransformObserver, "__enter__", enter)
    x = explorer.explain(lambda x: x.sin() + 1, probe=False, steps=True)(torch.ones(3))
    found = [step for step in whole(x) if step.name == "not reported as a pass"]
    assert len(found) == 1 and found[0].changed
    assert "aten.neg" in x.report.texts[found[0].after] and "aten.neg" not in x.report.texts[found[0].before]


def test_without_steps_no_pass_is_told_one_by_one() -> None:
    enter = GraphTransformObserver.__enter__
    x = explorer.explain(lambda x: x.sin() + 1, probe=False)(torch.ones(3))
    assert whole(x) == [] and len(x.frames["passes"]) == 0
    assert GraphTransformObserver.__enter__ is enter


def test_tracing_and_cutting_are_steps_between_the_graphs(explored: Exploration) -> None:
    aot, dynamo = records(explored, "aot"), records(explored, "dynamo")["dynamo"]
    joint, forward, backward = (aot[direction].graphs[0].text for direction in ("joint", "fwd", "bwd"))
    traced = aot["joint"].steps[0]
    assert (traced.name, traced.before, traced.after) == ("traced", dynamo.graphs[0].text, joint)
    for direction, text in (("fwd", forward), ("bwd", backward)):
        (cut,) = aot[direction].steps
        assert (cut.name, cut.before, cut.after, cut.changed) == ("cut", joint, text, True)
    saved = next(metric.value for metric in aot["fwd"].metrics if metric.name == "saved_tensors")
    assert f"{saved} values kept for the backward" in aot["fwd"].steps[0].detail


def test_operations_are_decomposed_made_functional_or_kept(explored: Exploration) -> None:
    steps = {str(step.attributes["origin"]): step for step in records(explored, "aot")["joint"].steps[1:]}
    softmax, added, matmul = steps["y"], steps["add_"], steps["matmul"]
    assert (softmax.name, softmax.changed) == ("decomposed", True)
    assert "aten._softmax" in softmax.detail and "aten.amax" in softmax.detail and "backward" in softmax.detail
    assert added.name == "made functional" and matmul.name == "kept" and not matmul.changed
    refs = {node.ref for record in records(explored, "aot").values() for graph in record.graphs for node in graph.nodes}
    dynamo = {node.ref for node in records(explored, "dynamo")["dynamo"].graphs[0].nodes}
    for step in steps.values():
        assert step.refs[0] in dynamo and set(step.refs[1:]) <= refs
        assert step.place.line == program.__code__.co_firstlineno + {"y_1": 2, "permute": 2}.get(
            str(step.attributes["origin"]), step.place.line - program.__code__.co_firstlineno
        )


def test_what_writes_in_place_is_read_from_torchs_text() -> None:
    def writing(x: torch.Tensor) -> torch.Tensor:
        y = x @ x
        y += 1
        y[0] = 2
        y.mul_(2)
        return y**2 + y.__add__(1)

    graphs: list[torch.fx.GraphModule] = []

    def keep(graph: torch.fx.GraphModule, _: Any) -> Any:
        graphs.append(graph)
        return graph.forward

    torch.compile(writing, backend=keep)(torch.ones(2, 2))
    (graph,) = graphs
    plain = {
        node.name
        for node in graph.graph.nodes
        if (node.op == "call_method" and node.target == "mul_")
        or getattr(node.target, "__name__", "") in ("iadd", "setitem")
    }
    assert len(plain) == 3
    assert in_place(graph.print_readable(print_output=False)) == plain


def test_each_fusion_decision_has_its_reason_and_its_line_in_torch(explored: Exploration) -> None:
    steps = [step for record in records(explored, "inductor").values() for step in record.steps]
    assert {step.changed for step in steps if step.name == "fused"} == {True}
    refused = [step for step in steps if step.name == "not fused"]
    assert refused
    for step in refused:
        assert step.changed is False and step.attributes["reason"]
        assert step.place.file.endswith("scheduler.py")
        around = "".join(linecache.getline(step.place.file, step.place.line + n) for n in range(-2, 3))
        assert "why(" in around


def test_the_text_and_the_table(explored: Exploration) -> None:
    table = explored.frames["passes"]
    assert len(table) == len(whole(explored)) and table["changed"].sum() == sum(s.changed for s in whole(explored))
    assert set(table["passes"]) == {"pre-grad", "joint graph", "post-grad"}
    short, full = explored.text(sections=("passes",)), explored.text(full=True)
    assert f"of {len(table)} changed a graph" in short
    assert "stable_sort" not in short and "stable_sort" in full
    assert "-        clone: " in full
    assert max(map(len, full.splitlines())) <= 100
