"""Attention: which kernel each call gets and why no other, and whether the modules of torch.nn took their fast path."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from explorer.parse.attention import (
    CALLS,
    FUSED,
    MATH,
    OPAQUE,
    arguments,
    fast_path_reason,
    kernel_made,
    kernel_of,
    needs_weights,
    reasons,
    short_name,
)
from explorer.parse.captured import CAPTURED_LABELS, captured
from explorer.parse.fx_graph import read_graphs
from explorer.report import Finding, Graph, Node, Part, StageRecord, Step, Texts, is_library, make_ref, show_place
from explorer.tracing.event import Trace

LABELS = frozenset({"explorer.attention", "explorer.fast_path"})

STAGE = "attention"


Facts = dict[str, str | int | float | bool | None]


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each compile with attention: a step for each call of its graph, then for each module of torch.nn.

    A call's attributes: ``kernel`` (``flash (CPU)``, ``math``, …), ``known_from`` (``graph``: AOTAutograd's, ``torch``:
    torch was asked), ``operators``, ``fused_with`` (changes that would give a fused kernel), ``query``, ``key``,
    ``value``, ``mask``, ``causal``, ``dropout``. A module's: ``fast_path``, ``why`` not, ``layout`` (``variable
    length``, ``padded``, ``no padding mask``). Both have ``module``, its path; what a log does not tell is absent.
    Attention that the program writes out is a call (``attention written out``) where Inductor replaced it.
    """
    del texts
    reader = _Reader(trace)
    stages: dict[str, tuple[StageRecord, ...]] = {}
    findings: list[Finding] = []
    graphs = dict(captured(trace.of(*CAPTURED_LABELS), CALLS, trace.place))
    if set(reader.written) - set(graphs):
        graphs |= {
            key: graph
            for key, graph in captured(trace.of(*CAPTURED_LABELS), ("",), trace.place)
            if key in reader.written
        }
    for key in dict.fromkeys((*graphs, *reader.modules)):
        calls = list(reader.calls(key, graphs[key])) if key in graphs else []
        calls += reader.written_out(key, graphs[key], len(calls)) if key in graphs else []
        steps = [*calls, *reader.module_steps(key, len(calls))]
        if steps:
            stages[key] = (StageRecord(stage=STAGE, direction="dynamo", steps=tuple(steps)),)
            findings += _findings(trace, key, calls)
    return Part(stages=stages, findings=tuple(findings))


class _Reader:
    """What the trace tells of attention, by compile key and node."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._asked = {(event.data["key"], event.data["node"]): event.data for event in trace.of("explorer.attention")}
        self._called = {event.key: event.data.get("attention") or {} for event in trace.of("explorer.graph")}
        self._aten = {event.key: _operators(event.data["nodes"]) for event in trace.of("explorer.aot_nodes")}
        self.written: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for event in trace.of("explorer.rewrite"):
            # the patterns of torch/_inductor/fx_passes/fuse_attention.py; not every torch tells their names
            if event.key is not None and kernel_made(event.data.get("made") or ()):
                self.written[event.key].append(event.data)
        self._origins = {event.key: event.data["nodes"] for event in trace.of("explorer.aot_nodes")}
        self.modules: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for event in trace.of("explorer.fast_path"):
            if event.key is not None and event.data not in self.modules[event.key]:
                self.modules[event.key].append(event.data)

    def calls(self, key: str, graph: Graph) -> Iterator[Step]:
        """A step for each operation of Dynamo's graph that is attention."""
        nodes = [node for node in graph.nodes if short_name(node.target) in CALLS]
        if key not in self._aten:
            self._aten[key] = dict(_printed(self._trace, key, nodes))
        for index, node in enumerate(nodes):
            call = self._called.get(key, {}).get(node.name) or {}
            asked = self._asked.get((key, node.name)) or {}
            kernel, facts = self._kernel(key, node, asked)
            why = reasons(asked.get("refused") or {}, weights=bool(call) and needs_weights(call))
            yield Step(
                ref=make_ref(key, "dynamo", STAGE, "step", node.name),
                name=short_name(node.target),
                index=index,
                place=node.place,
                detail=" ".join(why) if kernel == MATH and why else None,
                refs=(node.ref,),
                attributes={"kernel": kernel, "module": node.module, **facts, **(arguments(call) if call else {})},
            )

    def _kernel(self, key: str, node: Node, asked: Mapping[str, Any]) -> tuple[str | None, Facts]:
        """The kernel, and what it is known from; the graph that runs is believed before torch's answer for it."""
        name = short_name(node.target)
        if name in OPAQUE:
            return OPAQUE[name], {"known_from": "graph", "opaque": True}
        if name in FUSED:
            return FUSED[name], {"known_from": "graph"}
        aten = self._aten.get(key, {}).get(node.name, ())
        operators = aten or asked.get("operators") or ()
        facts: Facts = {"known_from": "graph" if aten else "torch" if asked else None}
        facts["operators"] = ", ".join(dict.fromkeys(map(str, operators))) or None
        facts["fused_with"] = "; ".join(asked.get("fused_with") or ()) or None
        return kernel_of(operators), facts

    def written_out(self, key: str, graph: Graph, first: int) -> Iterator[Step]:
        """A step for each attention that the program writes out and that Inductor replaced by a fused kernel."""
        known = {node.name: node for node in graph.nodes}
        for index, data in enumerate(self.written.get(key, ()), first):
            facts = self._origins.get(key, {})
            origins = dict.fromkeys(str(facts.get(name, {}).get("origin")) for name in data["nodes"])
            nodes = [known[name] for name in origins if name in known]
            middle = next((node for node in nodes if "softmax" in node.target), nodes[0] if nodes else None)
            yield Step(
                ref=make_ref(key, "dynamo", STAGE, "step", f"{data['pattern']}.{index}"),
                name="attention written out",
                index=index,
                place=middle.place if middle is not None else None,
                refs=tuple(node.ref for node in nodes),
                attributes={
                    "kernel": kernel_made(data.get("made") or ()),
                    "known_from": "graph",
                    "pattern": data["pattern"],
                    "module": middle.module if middle is not None else None,
                },
            )

    def module_steps(self, key: str, first: int) -> Iterator[Step]:
        """A step for each module of torch.nn that has a fast path, as Dynamo traced them."""
        for index, data in enumerate(self.modules.get(key, ()), first):
            why, user = data.get("why"), data.get("user") or {}
            place = self._trace.place(user["filename"], user["line"], function=user.get("name")) if user else None
            yield Step(
                ref=make_ref(key, "dynamo", STAGE, "module", str(index)),
                name=str(data["type"]),
                index=index,
                place=place,
                detail=fast_path_reason(why) if why else None,
                attributes={
                    "module": data.get("module"),
                    "fast_path": None if why is None else not why,
                    "why": why or None,
                    "layout": _layout(data),
                },
            )


def _operators(nodes: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    """The ATen operators of the forward that each node of Dynamo's graph called, by its name."""
    found: dict[str, list[str]] = defaultdict(list)
    for facts in nodes.values():
        if facts.get("origin") and facts.get("aten") and not facts.get("backward"):
            found[str(facts["origin"])].append(str(facts["aten"]))
    return found


def _printed(trace: Trace, key: str, calls: list[Node]) -> Iterator[tuple[str, list[str]]]:
    """The ATen operators of each call as a log tells them: those on its line, where no other call has it."""
    printed = [event for event in trace.of("aot_joint_graph", "aot_inference_graph") if event.key == key]
    if not printed or not calls:
        return
    where: Any = {"key": key, "direction": "joint", "stage": "aot", "texts": Texts(), "place": trace.place}
    by_line: dict[Any, list[str]] = defaultdict(list)
    for node in read_graphs(printed[-1].payload or "", **where).graphs[0].nodes:
        if node.op == "call_function" and node.place is not None:
            by_line[node.place.file, node.place.line].append(node.target.removeprefix("torch.ops."))
    lines = [(call.place.file, call.place.line) if call.place is not None else None for call in calls]
    for call, line in zip(calls, lines, strict=True):
        if line is not None and lines.count(line) == 1 and by_line.get(line):
            yield call.name, by_line[line]


def _layout(data: Mapping[str, Any]) -> str:
    if data.get("nested"):
        return "variable length"
    return "padded" if data.get("padding") else "no padding mask"


def _findings(trace: Trace, key: str, calls: list[Step]) -> Iterator[Finding]:
    opaque = [call for call in calls if call.attributes.get("opaque")]
    if opaque:
        yield _opaque(key, opaque)
    alike: dict[object, list[Step]] = defaultdict(list)
    for call in calls:
        if call.attributes["kernel"] == MATH:
            alike[call.place, call.detail, call.attributes.get("fused_with")].append(call)
    for group in alike.values():
        yield _unfused(trace, key, group)


def _opaque(key: str, calls: list[Step]) -> Finding:
    name, many = calls[0].name, len(calls)
    return Finding(
        ref=make_ref(key, "dynamo", STAGE, "finding", "opaque"),
        kind="attention",
        code="OPAQUE_ATTENTION",
        severity="note",
        title=f"The compiled graph keeps {f'{many} calls' if many > 1 else 'a call'} of {name}: {OPAQUE[name]}.",
        message="torch.nn took its fast path. Inductor calls the operator as it is and fuses nothing into it.",
        advice=(
            "Compare with torch.backends.mha.set_fastpath_enabled(False) before the first call: the layers become "
            "ordinary operations that can be fused. Measure both.",
        ),
        place=calls[0].place,
        user_place=_user(calls[0]),
        count=many,
        compilations=(key,),
        refs=tuple(ref for call in calls for ref in call.refs),
    )


def _unfused(trace: Trace, key: str, calls: list[Step]) -> Finding:
    """One finding for the calls on one line that are unfused for one reason."""
    call = calls[0]
    change = call.attributes.get("fused_with")
    where = f"{show_place(call.place, trace.cwd)}: " if call.place is not None else ""
    return Finding(
        ref=make_ref(key, "dynamo", STAGE, "finding", call.refs[0].rpartition(".")[2]),
        kind="attention",
        code="UNFUSED_ATTENTION",
        severity="note",
        title=f"{where}{'a' if where else 'A'}ttention runs as matrix products and a softmax, not as one kernel.",
        message=call.detail or "",
        advice=(f"torch picks a fused kernel with {change}.",) if change else (),
        place=call.place,
        user_place=_user(call),
        count=len(calls),
        compilations=(key,),
        refs=tuple(ref for each in calls for ref in each.refs),
    )


def _user(call: Step) -> Any:
    return None if call.place is None or is_library(call.place.file) else call.place
