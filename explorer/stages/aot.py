"""AOTAutograd: the joint, forward, backward or inference graphs, what is saved between them, the code around them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from explorer.parse.aliasing import aliasing
from explorer.parse.aot_steps import aot_steps, in_place
from explorer.parse.cut import Attributes, saved_names, with_recomputed, with_saved
from explorer.parse.fx_graph import read_graphs
from explorer.parse.graph_change import prefixed, without_identity
from explorer.parse.graph_inputs import argument_names, graph_input
from explorer.parse.node_origins import ORIGIN_LABEL, Origins
from explorer.parse.operators import body_links
from explorer.parse.outcome import Outcome
from explorer.parse.subclasses import with_inner
from explorer.parse.symbols import SYMBOL_LABELS, known_sizes
from explorer.parse.units import AOT_HIT, last_attempts
from explorer.report import Graph, Link, Listing, Metric, Part, StageRecord, Step, Texts, make_ref
from explorer.report.ref import Direction
from explorer.tracing.event import Event, Trace

STAGE = "aot"

_GRAPHS: dict[str, Direction] = {
    "aot_joint_graph": "joint",
    "aot_forward_graph": "fwd",
    "aot_inference_graph": "fwd",
    "aot_backward_graph": "bwd",
}

_LISTINGS: dict[str, tuple[Direction, str, str]] = {
    "aot_forward_graph_fw_metadata": ("fwd", "metadata", "python"),
    "aot_forward_graph_fw_subclass_metadata": ("fwd", "subclass_metadata", "python"),
    "aot_inference_graph_after_hop_passes": ("fwd", "graph_after_hop_passes", "python"),
    "aot_saved_tensors_hooks_graphs": ("fwd", "saved_tensors_hooks", "python"),
    "torch._functorch.config": ("fwd", "config", "json"),
    "min_cut_information": ("joint", "min_cut", "json"),
    "eager_compile_backwards_failure": ("bwd", "failure", "text"),
    **{
        name: ("bwd" if "backward" in name else "fwd", name, "python")
        for name in [
            "backward_prologue",
            "backward_epilogue",
            "backward_subclass_unwrap",
            "backward_subclass_wrapper",
            "compiled_function_forward",
            "compiled_function_backward",
            "compiled_fn_wrapper",
            "runtime_wrapper_orchestration",
            "debug_assert_wrapper",
            "dedup_wrapper",
            "effect_tokens_wrapper",
            "mutation_epilogue",
            "output_alias_wrapper",
            "subclass_wrapper",
            "synthetic_base_wrapper",
        ]
    },
}
"""What torch prints beside the graphs: direction, name and language of its listing. The functions are those that
torch/_functorch/_aot_autograd/subclass_codegen.py runs around the compiled code."""

LABELS = frozenset({*_GRAPHS, *_LISTINGS, ORIGIN_LABEL})

FROM_CACHE = "from AOTAutograd's cache: source lines may be those of the program that filled it"
NO_GRADIENT = "no gradient was needed, so AOTAutograd made an inference graph"


def fold(trace: Trace, texts: Texts) -> Part:
    """Records of the joint graph, the forward (or inference) and the backward of each compile."""
    outcome = Outcome(trace.of(*Outcome.LABELS))
    hits = {event.key for event in trace.of(AOT_HIT)}
    found = _by_key(trace)
    origins = Origins(trace.of(ORIGIN_LABEL))
    stages: dict[str, tuple[StageRecord, ...]] = {}
    links: list[Link] = []
    for key in dict.fromkeys((*found, *outcome.keys)):
        graphs = _graphs(trace, texts, found.get(key, []))
        if graphs:
            told = _Told(trace, key, found[key], origins)
            graphs = told.explained(graphs)
            listings = _listings(texts, found[key])
            listings["fwd"] += told.aliasing(texts, graphs)
            cached = key in hits
            steps = {} if cached else aot_steps(key, graphs, told.given(texts), told.writing())
            stages[key] = tuple(_records(key, graphs, listings, outcome, steps, cached=cached))
            links += [*_saved(graphs), *told.links(graphs)]
            links += [link for of_direction in graphs.values() for link in body_links(of_direction)]
        else:
            missed = outcome.missing(key, "the backend does not use AOTAutograd")
            stages[key] = (StageRecord(stage=STAGE, direction="fwd", state=missed.state, reason=missed.reason),)
    return Part(stages=stages, links=tuple(links))


class _Told:
    """What the trace tells of one compile's graphs beside their text: where nodes come from, what is kept, aliases."""

    def __init__(self, trace: Trace, key: str, events: list[Event], origins: Origins) -> None:
        captured = [event for event in last_attempts(trace.of("dynamo_output_graph")) if event.key == key]
        parts = [event for event in last_attempts(trace.of("optimize_ddp_split_child")) if event.key == key]
        self._key = key
        self._arguments = argument_names(captured[-1].payload or "") if captured else []
        self._of_parts = [argument_names(event.payload or "") for event in parts]
        self._sizes = known_sizes((each.label, each.data) for each in trace.of(*SYMBOL_LABELS) if each.key == key)
        self._metadata = next((e.payload or "" for e in events if e.label == "aot_forward_graph_fw_metadata"), "")
        self._origins = origins.of(key)
        changed = [event for event in last_attempts(trace.of("after_pre_grad_graph")) if event.key == key]
        self._given = [event.payload for event in (*captured, *changed) if event.payload][-1:]

    def given(self, texts: Texts) -> str | None:
        """The text of the graph that AOTAutograd was given: Dynamo's, after Inductor's first passes."""
        return texts.add(without_identity(self._given[0])) if self._given else None

    def writing(self) -> frozenset[str]:
        """The nodes of that graph that change their operand in place."""
        return in_place(self._given[0]) if self._given else frozenset()

    def explained(self, graphs: dict[Direction, list[Graph]]) -> dict[Direction, list[Graph]]:
        """The graphs with what is known of their nodes in the nodes' attributes."""
        named = {
            direction: [self._origins.explained(graph, at) for at, graph in enumerate(_outer(of_direction))]
            + [graph for graph in of_direction if graph not in _outer(of_direction)]
            for direction, of_direction in graphs.items()
        }
        named = {
            direction: [with_inner(graph, self._arguments_of(graph)) for graph in of_direction]
            for direction, of_direction in named.items()
        }
        forwards = {graph.name: graph for graph in named.get("fwd", ())}
        if "fwd" in named:
            named["fwd"] = [with_saved(graph, self._arguments_of(graph), self._sizes) for graph in named["fwd"]]
        if "bwd" in named:
            named["bwd"] = [
                with_recomputed(graph, forwards[graph.name], self._origins.asked) if graph.name in forwards else graph
                for graph in named["bwd"]
            ]
        return named

    def _arguments_of(self, graph: Graph) -> list[str]:
        """The arguments of the graph that AOTAutograd was given: Dynamo's, or that of one of DDP's parts."""
        number = graph.name.partition(".")[0]
        at = int(number) if number.isdigit() else 0
        return self._of_parts[at] if at < len(self._of_parts) else self._arguments

    def links(self, graphs: dict[Direction, list[Graph]]) -> Iterator[Link]:
        """From the nodes of Dynamo's graph to what they became, where DDP has not split that graph."""
        for of_direction in graphs.values():
            outer = _outer(of_direction)
            for node in outer[0].nodes if len(outer) == 1 else ():
                for name in self._origins.behind(node):
                    source = make_ref(self._key, "dynamo", "dynamo", "node", name)
                    yield Link(source=source, target=node.ref, kind="lowered")

    def aliasing(self, texts: Texts, graphs: dict[Direction, list[Graph]]) -> list[Listing]:
        """What is changed in place and what is returned as a view, one sentence a line."""
        outer = _outer(graphs.get("fwd", []))
        if not outer:
            return []
        given = [node for node in outer[0].nodes if node.op == "placeholder"]
        written = {node.inputs[0] for node in outer[0].nodes if node.target.endswith("aten.copy_.default")}
        names = [graph_input(node, self._arguments).name or node.name for node in given]
        copied = frozenset(at for at, node in enumerate(given) if node.ref in written)
        sentences = aliasing(self._metadata, names, copied)
        ref = make_ref(self._key, "fwd", STAGE, "listing", "aliasing")
        text = texts.add("\n".join(sentences)) if sentences else ""
        return [Listing(ref=ref, name="aliasing", language="text", text=text)] if sentences else []


def _outer(graphs: list[Graph]) -> list[Graph]:
    """The graphs themselves, without the bodies of their submodules."""
    return [graph for graph in graphs if graph.name.rpartition(".")[2] == "graph"]


def _by_key(trace: Trace) -> dict[str, list[Event]]:
    found: dict[str, list[Event]] = defaultdict(list)
    for event in last_attempts(trace.of(*LABELS)):
        if event.key is not None and event.payload is not None:
            found[event.key].append(event)
    return found


def _graphs(trace: Trace, texts: Texts, events: list[Event]) -> dict[Direction, list[Graph]]:
    """The graphs by direction. Several of one direction are those of DDP's splits, in order."""
    graphs: dict[Direction, list[Graph]] = defaultdict(list)
    seen: dict[Direction, int] = defaultdict(int)
    for event in events:
        direction = _GRAPHS.get(event.label)
        if direction is None:
            continue
        read = read_graphs(
            event.payload or "",
            key=event.key or "",
            direction=direction,
            stage=STAGE,
            texts=texts,
            place=trace.place,
        )
        prefix = f"{seen[direction]}." if seen[direction] else ""
        graphs[direction] += [prefixed(graph, prefix) for graph in read.graphs]
        seen[direction] += 1
    return graphs


def _listings(texts: Texts, events: list[Event]) -> dict[Direction, list[Listing]]:
    listings: dict[Direction, list[Listing]] = defaultdict(list)
    seen: dict[str, int] = defaultdict(int)
    for event in events:
        if event.label not in _LISTINGS:
            continue
        direction, name, language = _LISTINGS[event.label]
        index = seen[name]
        seen[name] += 1
        name = f"{index}.{name}" if index else name
        ref = make_ref(event.key or "", direction, STAGE, "listing", name)
        listings[direction].append(Listing(ref=ref, name=name, language=language, text=texts.add(event.payload or "")))
    return listings


def _records(
    key: str,
    graphs: dict[Direction, list[Graph]],
    listings: dict[Direction, list[Listing]],
    outcome: Outcome,
    steps: dict[Direction, tuple[Step, ...]],
    *,
    cached: bool,
) -> Iterator[StageRecord]:
    inside = ("inductor_cumulative_compile_time_us", "pre_grad_pass_time_us")
    took = outcome.seconds(key, "aot_autograd_cumulative_compile_time_us", *inside).fwd
    inference = "bwd" not in graphs and "joint" not in graphs
    for direction in ("joint", "fwd", "bwd"):
        has = direction in graphs
        yield StageRecord(
            stage=STAGE,
            direction=direction,
            state=("cached" if cached else "done") if has else ("absent" if inference else "not_reached"),
            reason=(FROM_CACHE if cached else None) if has else _why(key, outcome, inference=inference),
            seconds=took if direction == "fwd" and not cached else None,
            graphs=tuple(graphs.get(direction, ())),
            metrics=tuple(_metrics(key, direction, graphs.get(direction, ()))),
            listings=tuple(listings.get(direction, ())),
            steps=steps.get(direction, ()),
        )


def _why(key: str, outcome: Outcome, *, inference: bool) -> str:
    return NO_GRADIENT if inference else outcome.missing(key, "torch did not print this graph").reason


def _metrics(key: str, direction: Direction, graphs: Iterable[Graph]) -> Iterator[Metric]:
    """What is kept for the backward, all of it and the activations among it, and what the backward makes again."""
    facts = [node.attributes for graph in graphs for node in graph.nodes if node.attributes]
    kept = [each for each in facts if each.get("saved")]
    made = [each for each in kept if each.get("kept_as") == "activation"]
    again = sum(bool(each.get("recomputed")) for each in facts)
    counted = {
        "fwd": (("saved_tensors", len(kept)), ("saved_bytes", _total(kept)), ("saved_activation_bytes", _total(made))),
        "bwd": (("recomputed_nodes", again),),
    }
    for name, value in counted.get(direction, ()) if kept or again else ():
        unit = "bytes" if name.endswith("bytes") else "count"
        yield Metric(ref=make_ref(key, direction, STAGE, "metric", name), name=name, value=value, unit=unit)


def _total(facts: list[Attributes]) -> int | None:
    """The bytes of all tensors; None when those of one are not known."""
    sizes = [each.get("bytes") for each in facts if each.get("kept_as") != "size"]
    known = [size for size in sizes if isinstance(size, int)]
    return sum(known) if len(known) == len(sizes) else None


def _saved(graphs: dict[Direction, list[Graph]]) -> Iterator[Link]:
    """Links from what the forward keeps to the backward's input of that name, as torch notes beside the outputs."""
    backward = {graph.name: graph for graph in graphs.get("bwd", ())}
    for graph in graphs.get("fwd", ()):
        if graph.name not in backward:
            continue
        inputs = {node.name: node.ref for node in backward[graph.name].nodes if node.op == "placeholder"}
        made = {node.name: node.ref for node in graph.nodes}
        for name in saved_names(graph):
            if name in inputs and name in made:
                yield Link(source=made[name], target=inputs[name], kind="saved")
