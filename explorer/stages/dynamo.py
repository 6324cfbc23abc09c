"""Dynamo: each compile of a function, why it happened, how it ended, its graph and its bytecode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from explorer.parse.bytecode import named_lines, source_lines
from explorer.parse.captured import node_facts, with_user_lines
from explorer.parse.compiles import COMPILE_LABELS, Compile, compiles
from explorer.parse.fx_graph import read_graphs
from explorer.parse.global_state import modes_of, states
from explorer.parse.modes import MARKS, Modes, with_modes
from explorer.parse.operators import OPERATOR_LABEL, OperatorFacts, body_links
from explorer.parse.runs import RUNS_LABEL, Runs
from explorer.parse.runs import STAGE as BYTECODE
from explorer.parse.stacks import user_frame
from explorer.parse.symbols import SYMBOL_LABELS, Pinned, Raw, read_symbols
from explorer.report import (
    Anchor,
    Finding,
    Graph,
    Link,
    Listing,
    Part,
    Place,
    StageRecord,
    Symbol,
    Texts,
    line_ref,
    make_ref,
    show_place,
)
from explorer.report.document import State
from explorer.tracing.event import Event, Trace

_BYTECODE = {"_ORIGINAL_BYTECODE": "original_bytecode", "_MODIFIED_BYTECODE": "modified_bytecode"}

LABELS = frozenset(
    (
        *("dynamo_start", "dynamo_output_graph", "explorer.bytecode", "explorer.graph", OPERATOR_LABEL),
        *(f"*{end}" for end in _BYTECODE),
        *SYMBOL_LABELS,
    )
)
"""A label that starts with ``*`` stands for every label with that end: torch puts the function's name in front."""


def fold(trace: Trace, texts: Texts) -> Part:
    """For each compile its facts, symbols, graph (and those of attempts that were given up), bytecode, and lines.

    The graph of the last attempt is named ``graph``, those before it ``attempt_0``, ``attempt_1``, and the bodies of
    higher-order operators ``graph.NAME``. Links of kind ``line`` tie each line to the nodes that it became.
    """
    known = compiles(trace.of(*COMPILE_LABELS))
    reader = _Reader(trace, texts, known)
    stages: dict[str, tuple[StageRecord, ...]] = {key: (reader.record(each),) for key, each in known.items()}
    return Part(
        stages=stages,
        facts={key: _facts(trace, each) for key, each in known.items()},
        symbols={key: symbols for key in known if (symbols := reader.symbols(key))},
        findings=tuple(reader.problems),
        links=tuple(_links(stages.values())),
    )


def _facts(trace: Trace, each: Compile) -> dict[str, object]:
    function = each.function
    caller = user_frame(each.stack[:-1])
    trigger = "recompile" if each.reasons is not None else "resume" if each.is_resumed else "first call"
    reasons = each.metrics.get("restart_reasons")
    return {
        "function": each.title,
        "place": trace.place(function.file, function.line, function=each.name) if function is not None else None,
        "called_from": trace.place(caller.file, caller.line, function=caller.function, source=caller.source)
        if caller is not None
        else None,
        "trigger": trigger if function is not None else "unknown",
        "reason": each.reasons[0].guard.expression if each.reasons else None,
        "status": each.status,
        "attempts": each.attempts,
        "restarts": tuple(str(reason).partition("\n")[0] for reason in reasons) if isinstance(reasons, list) else (),
        "started": each.started - trace.start if each.started is not None else None,
        "seconds": each.seconds,
    }


def _links(stages: Iterable[tuple[StageRecord, ...]]) -> Iterator[Link]:
    for records in stages:
        graphs = [graph for record in records for graph in record.graphs if not graph.name.startswith("attempt_")]
        yield from body_links(graphs)
        for graph in graphs:
            for node in graph.nodes:
                if node.place is not None and node.place.line is not None:
                    yield Link(source=line_ref(node.place.file, node.place.line), target=node.ref, kind="line")


class _Reader:
    """Looks up the records of one compile after another; ``problems`` are findings about what could not be read."""

    def __init__(self, trace: Trace, texts: Texts, compiled: dict[str, Compile]) -> None:
        self._trace = trace
        self._texts = texts
        self._graphs = _by_key(trace.of("dynamo_output_graph"))
        self._facts = node_facts(trace.of("explorer.graph"))
        known = states(trace.of("dynamo_cpp_guards_str"))
        self._around = {key: modes_of(state) for key, state in known.items()}
        self._operators = OperatorFacts(trace.of(OPERATOR_LABEL))
        self._symbols = _by_key(trace.of(*SYMBOL_LABELS))
        self._bytecode = _by_key(event for event in trace.events if _listing_name(event) is not None)
        self._runs = Runs(trace.of(RUNS_LABEL), compiled)
        self.problems: list[Finding] = []

    def record(self, each: Compile) -> StageRecord:
        """The stage of one compile."""
        graphs = tuple(self._read_graphs(each.key))
        state, reason = _state(each, bool(graphs))
        return StageRecord(
            stage="dynamo",
            direction="dynamo",
            state=state,
            reason=reason,
            seconds=_own_seconds(each),
            graphs=graphs,
            listings=(*self._listings(each), *self._operators.sources(each.key, self._texts)),
        )

    def symbols(self, key: str) -> tuple[Symbol, ...]:
        """The dynamic sizes of one compile."""
        found = read_symbols((event.label, event.data) for event in self._symbols.get(key, ()))
        return tuple(
            Symbol(
                name=facts.name,
                hint=facts.hint,
                range=facts.range,
                source=facts.source,
                place=self._place(facts.frame),
                specialized=self._specialized(facts.pinned) if facts.pinned is not None else None,
            )
            for facts in found
        )

    def _specialized(self, pinned: Pinned) -> str:
        place = self._place(pinned.frame)
        at = f" at {show_place(place, self._trace.cwd)}" if place is not None else ""
        code = f" ({place.source})" if place is not None and place.source else ""
        return f"fixed to {pinned.value}{at}{code}" + (f": {pinned.why}" if pinned.why else "")

    def _place(self, frame: Raw | None) -> Place | None:
        line = frame.get("line") if frame is not None else None
        if frame is None or not isinstance(line, int):
            return None
        source = str(frame.get("loc") or "").strip()
        return self._trace.place(str(frame.get("filename")), line, function=frame.get("name"), source=source or None)

    def _read_graphs(self, key: str) -> Iterator[Graph]:
        events = self._graphs.get(key, [])
        for number, event in enumerate(events):
            last = event is events[-1]
            name = "graph" if last else f"attempt_{number}"
            reading = read_graphs(
                event.payload or "",
                key=key,
                direction="dynamo",
                stage="dynamo",
                texts=self._texts,
                place=self._trace.place,
                name=name,
                attempt=0 if last else number,
                node_kind="node" if last else "given_up_node",
                modules=self._module_paths(key),
            )
            if reading.problem:
                self.problems.append(_unread(key, name, reading.problem, reading.graphs[0].text))
            facts = self._facts.get(key, {})
            for graph in reading.graphs:
                told = with_user_lines(graph, facts, self._trace.place)
                if any(mark in (event.payload or "") for mark in MARKS):
                    told = with_modes(told, self._around.get(key, Modes()))
                yield self._operators.explained(key, told) if last else told

    def _module_paths(self, key: str) -> dict[str, str]:
        facts = self._facts.get(key, {})
        return {name: str(about["module"]) for name, about in facts.items() if about.get("module")}

    def _listings(self, each: Compile) -> Iterator[Listing]:
        found = {_listing_name(event): event for event in self._bytecode.get(each.key, ())}
        for name in _BYTECODE.values():
            event = found.get(name)
            if event is None or not event.payload:
                continue
            yield Listing(
                ref=make_ref(each.key, "dynamo", "dynamo", "listing", name),
                name=name,
                language="bytecode",
                text=self._texts.add(event.payload),
                anchors=(*_anchors(each, event.payload), *self._calls(each.key, event.payload)),
            )

    def _calls(self, key: str, listing: str) -> Iterator[Anchor]:
        """The lines of new bytecode that name a compiled graph, or a function that goes on after a break."""
        for part in self._runs.parts(key):
            refs = [make_ref(after, "dynamo", BYTECODE, "step", "0") for after in self._runs.next(part)]
            if part["kind"] == "graph":
                refs = [make_ref(key, "dynamo", "dynamo", "graph", "graph")]
            for line in named_lines(listing, str(part.get("name"))):
                yield from (Anchor(line=line, ref=ref) for ref in refs)


def _anchors(each: Compile, listing: str) -> Iterator[Anchor]:
    file = each.function.file if each.function is not None else None
    for first, last, source in source_lines(listing) if file else ():
        yield Anchor(line=first, end=last, ref=line_ref(str(file), source))


def _listing_name(event: Event) -> str | None:
    if event.kind == "explorer.bytecode":
        return f"{event.data.get('when')}_bytecode"
    return next((name for end, name in _BYTECODE.items() if event.label.endswith(end)), None)


def _by_key(events: Iterable[Event]) -> dict[str, list[Event]]:
    found: dict[str, list[Event]] = {}
    for event in events:
        if event.key is not None:
            found.setdefault(event.key, []).append(event)
    return found


def _own_seconds(each: Compile) -> float | None:
    """The compile without the backend's part and without the backward."""
    whole, backend = each.metrics.get("entire_frame_compile_time_s"), each.metrics.get("backend_compile_time_s")
    return None if whole is None else whole - (backend or 0.0)


def _state(each: Compile, has_graph: bool) -> tuple[State, str | None]:
    """The state of the stage, and why there is no graph."""
    if has_graph:
        return "done", None
    if each.status == "limit":
        return "not_reached", "the recompile limit was hit: the function runs uncompiled"
    if each.status == "skipped":
        return "absent", f"Dynamo skipped the function: {each.skipped or 'no reason given'}"
    if each.failure is not None:
        kind, message = each.failure
        return "failed", f"{kind}: {message.partition(chr(10))[0]}"
    return "absent", "no tensor operation to compile"


def _unread(key: str, name: str, problem: str, text: str | None) -> Finding:
    return Finding(
        ref=make_ref(key, "dynamo", "dynamo", "finding", f"unread.{name}"),
        kind="degraded",
        code="GRAPH_TEXT",
        severity="note",
        title=f"The graph {name} of {key}: {problem}.",
        compilations=(key,),
        refs=(make_ref(key, "dynamo", "dynamo", "graph", name),),
        text=text,
    )
