"""Compiles as torch tells of them: why, how they ended, their graphs, bytecode and symbols."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import explorer
from explorer.report import Compilation, Part, Texts, line_ref, parse_ref
from explorer.report.query import call_nodes
from explorer.stages import dynamo
from explorer.tracing.event import Trace
from explorer.tracing.trace_log import read_log
from tests.traces import event, trace

PROGRAMS = ("break_effects", "recompile_kinds", "failures", "shapes")


@pytest.fixture(scope="module", params=PROGRAMS)
def recorded(request: pytest.FixtureRequest, recorded_traces: Any) -> Trace:
    return Trace(read_log(recorded_traces[request.param]))


def fold(recorded: Trace) -> Part:
    return dynamo.fold(recorded, Texts())


def test_facts_agree_with_torchs_metrics(recorded: Trace) -> None:
    part = fold(recorded)
    metrics = {event.key: event.data for event in recorded.of("compilation_metrics")}
    restarted = [key for key, facts in part.facts.items() if facts["attempts"] != 1]
    for key, data in metrics.items():
        facts = part.facts[str(key)]
        assert facts.keys() <= set(Compilation.__struct_fields__)
        if data["co_name"] is None:
            assert facts["status"] == "limit"
            continue
        place: Any = facts["place"]
        assert (place.file, place.line) == (data["co_filename"], data["co_firstlineno"])
        assert (facts["status"] == "ok") == bool(data["has_guarded_code"])
        assert facts["seconds"] == pytest.approx(data["entire_frame_compile_time_s"], rel=0.5) or "bwd" in str(data)
        assert len(facts["restarts"]) == len(data["restart_reasons"])  # type: ignore[arg-type]
        if data["restart_reasons"]:
            assert key in restarted


def test_graphs_have_as_many_calls_and_nodes_as_torch_counts(recorded: Trace) -> None:
    part = fold(recorded)
    metrics = {event.key: event.data for event in recorded.of("compilation_metrics")}
    for key, (record,) in part.stages.items():
        for graph in record.graphs:
            assert graph.ref == f"{key}/dynamo/dynamo/graph.graph"
            if metrics[key]["graph_op_count"] is not None:
                assert len(call_nodes(graph)) == metrics[key]["graph_op_count"]
                assert len(graph.nodes) == metrics[key]["graph_node_count"]
        has_graph = metrics.get(key, {}).get("graph_op_count")
        assert bool(record.graphs) or not has_graph
        assert record.state == ("done" if record.graphs else record.state)


def test_refs_are_unique_and_links_lead_to_nodes(recorded: Trace) -> None:
    part = fold(recorded)
    graphs = [graph for (record,) in part.stages.values() for graph in record.graphs]
    nodes = {node.ref: node for graph in graphs for node in graph.nodes}
    assert len(nodes) == sum(len(graph.nodes) for graph in graphs)
    for link in part.links:
        place = nodes[link.target].place
        assert place is not None and place.line is not None
        assert (link.kind, link.source) == ("line", line_ref(place.file, place.line))
    linked = {link.target for link in part.links}
    assert linked == {ref for ref, node in nodes.items() if node.place is not None}


def test_why_each_compile_happened(recorded_traces: Any) -> None:
    part = fold(Trace(read_log(recorded_traces["break_effects"])))
    why = {str(facts["function"]): (facts["trigger"], facts["status"]) for facts in part.facts.values()}
    assert why["resumed"] == ("first call", "ok")
    assert why["resumed, resumed after line 13"] == ("resume", "ok")
    assert why["frame_skipped"] == ("first call", "skipped")
    again = [facts for facts in part.facts.values() if facts["trigger"] == "recompile"]
    assert [facts["reason"] for facts in again] == ["tensor 'x' size mismatch at index 0. expected 4, actual 5"]


def test_how_compiles_end(recorded_traces: Any) -> None:
    part = fold(Trace(read_log(recorded_traces["failures"])))
    ended: dict[str, list[Any]] = {}
    for key, facts in part.facts.items():
        ended.setdefault(str(facts["function"]), []).append((facts["status"], part.stages[key][0].state))
    assert ended["fails"] == [("failed", "failed")]
    assert ended["breaks"] == [("failed", "failed")]
    assert ended["skipped"] == [("skipped", "absent")]
    assert ended["many"] == [("ok", "done"), ("ok", "done"), ("limit", "not_reached")]
    limit = next(key for key, facts in part.facts.items() if facts["status"] == "limit")
    assert "limit" in (part.stages[limit][0].reason or "")


def test_symbols(recorded_traces: Any) -> None:
    recorded = Trace(read_log(recorded_traces["recompile_kinds"]))
    part = fold(recorded)
    made: dict[str, set[str]] = {}
    for record in recorded.of("create_symbol"):
        made.setdefault(str(record.key), set()).add(record.data["symbol"])
    assert {key: {symbol.name for symbol in symbols} for key, symbols in part.symbols.items()} == made
    (size,) = part.symbols["0/1"]
    assert (size.source, size.hint) == ("L['x'].size()[0]", "5")
    assert size.place is not None and size.place.file.endswith("recompile_kinds.py")


def test_bytecode_of_resumed_functions(recorded_traces: Any) -> None:
    recorded = Trace(read_log(recorded_traces["break_effects"]))
    texts = Texts()
    part = dynamo.fold(recorded, texts)
    if not any(event.label.endswith("_ORIGINAL_BYTECODE") for event in recorded.events):
        pytest.skip("this torch does not trace the bytecode of resumed functions")
    (record,) = part.stages["1/0"]
    assert [listing.name for listing in record.listings] == ["original_bytecode", "modified_bytecode"]
    payload = next(event.payload for event in recorded.events if event.label.endswith("_13_ORIGINAL_BYTECODE"))
    original = record.listings[0]
    assert texts.by_key[original.text] == payload
    lines = str(payload).split("\n")
    anchors = [(anchor.line, anchor.ref.rpartition(":")[2]) for anchor in original.anchors]
    assert anchors
    assert all(lines[line - 1].split()[0] == source for line, source in anchors)


START = {
    "stack": [
        {"filename": "/me/m.py", "line": 9, "name": "main", "loc": "step(x)"},
        {"filename": "/me/m.py", "line": 3, "name": "forward"},
    ]
}
GUARDS = "+- GuardManager: source=L['self'], accessed_by=X, type=<class 'me.Block'>, tag_safe=(True, False)"


def test_names_with_their_class_from_capture_or_guards() -> None:
    told = {"when": "original", "name": "build.<locals>.Net.forward", "file": "/me/m.py", "line": 3}
    part = fold(
        trace(
            event("dynamo_start", data=START),
            event("explorer.bytecode", "  3  0 RESUME 0", data=told),
            event("explorer.graph", data={"nodes": {"sin": {"module": "layers.0"}}}),
            event(
                "dynamo_output_graph",
                "class G(torch.nn.Module):\n    def forward(self, x):\n        sin = x.sin()\n        return (sin,)",
            ),
            event(
                "dynamo_start",
                key="1/0",
                data={"stack": [{**START["stack"][1], "name": "torch_dynamo_resume_in_forward_at_5"}]},
            ),
        )
    )
    assert part.facts["0/0"]["function"] == "Net.forward"
    assert part.facts["1/0"]["function"] == "Net.forward, resumed after line 5"
    assert part.stages["0/0"][0].graphs[0].nodes[1].module == "layers.0"
    called: Any = part.facts["0/0"]["called_from"]
    assert (called.line, called.source) == (9, "step(x)")
    part = fold(trace(event("dynamo_start", data=START), event("dynamo_cpp_guards_str", GUARDS)))
    assert part.facts["0/0"]["function"] == "Block.forward"


def test_an_attempt_that_was_given_up_keeps_its_graph_under_another_name() -> None:
    text = "class G(torch.nn.Module):\n    def forward(self, x):\n        sin = x.sin()\n        return (sin,)"
    part = fold(
        trace(
            event("dynamo_start", data=START),
            event("dynamo_output_graph", text, attempt=0),
            event("dynamo_output_graph", text, attempt=1),
        )
    )
    given_up, last = part.stages["0/0"][0].graphs
    assert (given_up.name, last.name) == ("attempt_0", "graph")
    assert not {node.ref for node in given_up.nodes} & {node.ref for node in last.nodes}
    assert {link.target for link in part.links} == {node.ref for node in last.nodes if node.place}
    assert parse_ref(last.nodes[0].ref)["kind"] == "node"
    assert part.facts["0/0"]["attempts"] == 2


def test_a_graph_that_cannot_be_read_is_said_and_costs_nothing_else() -> None:
    part = fold(trace(event("dynamo_start", data=START), event("dynamo_output_graph", "garbage(")))
    assert part.facts["0/0"]["status"] == "ok"
    (finding,) = part.findings
    assert (finding.kind, finding.code) == ("degraded", "GRAPH_TEXT")


@pytest.mark.parametrize(
    "data",
    [None, {}, {"stack": None}, {"stack": [None]}, {"stack": [{}]}, {"stack": [{"filename": None, "line": "x"}]}],
)
def test_odd_starts(data: Any) -> None:
    part = fold(trace(event("dynamo_start", data=data)))
    assert set(part.facts) == {"0/0"}


def test_a_resumed_method_is_named_after_its_own_class() -> None:
    class Inner(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            y = x + 1
            print("break")
            return y * 2

    class Outer(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = Inner()

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.inner(x).sin()

    found = explorer.explain(Outer(), backend="eager", probe=False)(torch.ones(2)).report.compilations
    assert [(each.function or "").partition(",")[0] for each in found] == [
        "Outer.forward", "Inner.forward", "Inner.forward", "Outer.forward",
    ]  # fmt: skip
