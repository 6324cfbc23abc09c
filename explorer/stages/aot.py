"""AOTAutograd: the joint, forward, backward or inference graphs, what is saved between them, the code around them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from explorer.parse.fx_graph import read_graphs
from explorer.parse.graph_change import prefixed
from explorer.parse.outcome import Outcome
from explorer.parse.units import AOT_HIT, last_attempts
from explorer.report import Graph, Link, Listing, Node, Part, StageRecord, Texts, make_ref
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

LABELS = frozenset({*_GRAPHS, *_LISTINGS})

FROM_CACHE = "from AOTAutograd's cache: source lines may be those of the program that filled it"
NO_GRADIENT = "no gradient was needed, so AOTAutograd made an inference graph"

_SAVED = re.compile(r"^(\w+): SavedForBackwardsAOTOutput\(", re.MULTILINE)


def fold(trace: Trace, texts: Texts) -> Part:
    """Records of the joint graph, the forward (or inference) and the backward of each compile."""
    outcome = Outcome(trace.of(*Outcome.LABELS))
    hits = {event.key for event in trace.of(AOT_HIT)}
    found = _by_key(trace)
    stages: dict[str, tuple[StageRecord, ...]] = {}
    links: list[Link] = []
    for key in dict.fromkeys((*found, *outcome.keys)):
        graphs = _graphs(trace, texts, found.get(key, []))
        if graphs:
            listings = _listings(texts, found[key])
            stages[key] = tuple(_records(key, graphs, listings, outcome, cached=key in hits))
            links += _saved(graphs)
        else:
            missed = outcome.missing(key, "the backend does not use AOTAutograd")
            stages[key] = (StageRecord(stage=STAGE, direction="fwd", state=missed.state, reason=missed.reason),)
    return Part(stages=stages, links=tuple(links))


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
            listings=tuple(listings.get(direction, ())),
        )


def _why(key: str, outcome: Outcome, *, inference: bool) -> str:
    return NO_GRADIENT if inference else outcome.missing(key, "torch did not print this graph").reason


def _saved(graphs: dict[Direction, list[Graph]]) -> Iterator[Link]:
    """Links from what the forward keeps to the backward's input of that name, as torch notes beside the outputs."""
    backward = {graph.name: graph for graph in graphs.get("bwd", ())}
    for graph in graphs.get("fwd", ()):
        if graph.name not in backward:
            continue
        prefix = graph.name.removesuffix("graph")
        inputs = {node.name: node.ref for node in backward[graph.name].nodes if node.op == "placeholder"}
        made = {node.name: node.ref for node in graph.nodes}
        for name in (prefix + name for node in graph.nodes for name in _kept(node)):
            if name in inputs and name in made:
                yield Link(source=made[name], target=inputs[name], kind="saved")


def _kept(node: Node) -> list[str]:
    return _SAVED.findall(node.note) if node.op == "output" and node.note else []
