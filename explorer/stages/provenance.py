"""What became of what: Dynamo node, AOTAutograd node, post-grad node, kernel call, kernel, as far as torch tells.

Torch tracks the forward from Dynamo's names to kernels. Of a backward that is compiled on its own it keeps only the
kernels' user lines; a live capture knows more, from the nodes themselves. What has no link is counted, and listed in
``unmapped_*`` listings: one ref a line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from explorer.parse.generated import Generated
from explorer.parse.graph_change import without_identity
from explorer.parse.launches import LAUNCH_LABEL, Launches
from explorer.parse.node_origins import ORIGIN_LABEL, Origins
from explorer.parse.output_code import read_output_code
from explorer.parse.provenance import Mappings, nodes_of, read_lines, read_mappings
from explorer.parse.rewrites import REWRITE_LABELS, Rewrite, placed, stands_for
from explorer.parse.statements import PLACEHOLDER, statements
from explorer.parse.units import RANKS, Unit, backward_ids, last_attempts, units
from explorer.report import Link, Listing, Metric, Part, StageRecord, Texts, line_ref, make_ref
from explorer.report.ref import Direction
from explorer.tracing.event import Event, Trace

LABELS = frozenset(
    {
        "inductor_provenance_tracking_node_mappings",
        "inductor_provenance_tracking_kernel_stack_traces",
        "inductor_post_to_pre_grad_nodes",
        "inductor_triton_kernel_to_post_grad_nodes",
        LAUNCH_LABEL,
    }
)

STAGE = "provenance"

OFF = "torch recorded no node mapping: provenance tracking was off (INDUCTOR_PROVENANCE=1 turns it on)"
BACKWARD = "torch maps no nodes of a backward that is compiled on its own"

Names = Mapping[str, str]
"""The nodes of a graph: name to what it is the result of."""


def fold(trace: Trace, texts: Texts) -> Part:
    """Links of every compile, and a record of each direction that says what is unmapped."""
    earlier = _Graphs(trace)
    compiled = units(trace.of(*RANKS))
    rewrites = list(placed(trace.of(*REWRITE_LABELS), backward_ids(compiled)))
    launches, origins = Launches(trace.of(LAUNCH_LABEL)), Origins(trace.of(ORIGIN_LABEL))
    links: list[Link] = []
    stages: dict[str, tuple[StageRecord, ...]] = {}
    for key in dict.fromkeys((*earlier.keys, *compiled)):
        links += earlier.links(key)
        traced = [
            Traced(unit, earlier, launches, origins.of(key).lowered(unit.index), rewrites)
            for unit in compiled.get(key, ())
            if unit.compiled and unit.text("inductor_output_code")
        ]
        links += (link for each in traced for link in each.links())
        directions: tuple[Direction, ...] = ("fwd", "bwd")
        by_direction = {
            direction: [each for each in traced if each.unit.direction == direction] for direction in directions
        }
        stages[key] = tuple(_record(key, direction, found, texts) for direction, found in by_direction.items() if found)
    return Part(stages={key: records for key, records in stages.items() if records}, links=tuple(links))


class _Graphs:
    """The nodes of the graphs before Inductor's passes, by compile key, direction and index among DDP's splits."""

    _LABELS: Mapping[str, tuple[Direction, str]] = {
        "dynamo_output_graph": ("dynamo", "dynamo"),
        "after_pre_grad_graph": ("dynamo", "pre_grad"),
        "aot_joint_graph": ("joint", "aot"),
        "aot_forward_graph": ("fwd", "aot"),
        "aot_inference_graph": ("fwd", "aot"),
        "aot_backward_graph": ("bwd", "aot"),
    }

    def __init__(self, trace: Trace) -> None:
        self._names: dict[tuple[str, Direction, str], list[Names]] = defaultdict(list)
        self.keys: dict[str, None] = {}
        for event in last_attempts(trace.of(*self._LABELS)):
            if event.key is not None and event.payload:
                direction, stage = self._LABELS[event.label]
                self.keys[event.key] = None
                self._names[event.key, direction, stage].append(statements(without_identity(event.payload)))

    def of(self, key: str, direction: Direction, stage: str, index: int = 0) -> Names:
        """The nodes of one graph; empty when it was not printed."""
        found = self._names.get((key, direction, stage), ())
        return found[index] if index < len(found) else {}

    def captured(self, unit: Unit[Event]) -> tuple[str, str, Names]:
        """Stage, prefix and nodes of the graph that torch's node mappings start from.

        Its names are those of Dynamo's graph, but where DDP has split that graph each part names its nodes anew.
        """
        if self.count(unit.key, "dynamo", "pre_grad") > 1:
            return "pre_grad", unit.prefix, self.of(unit.key, "dynamo", "pre_grad", unit.index)
        return "dynamo", "", self.of(unit.key, "dynamo", "dynamo")

    def count(self, key: str, direction: Direction, stage: str) -> int:
        """How many graphs there are."""
        return len(self._names.get((key, direction, stage), ()))

    def links(self, key: str) -> Iterator[Link]:
        """Links between nodes that are the same node in two graphs: same name, same operation."""
        pairs: tuple[tuple[Direction, str, Direction, str], ...] = (
            ("dynamo", "dynamo", "dynamo", "pre_grad"),
            ("joint", "aot", "fwd", "aot"),
            ("joint", "aot", "bwd", "aot"),
        )
        for source, source_stage, target, target_stage in pairs:
            count = self.count(key, target, target_stage)
            if count != self.count(key, source, source_stage):
                continue
            for index in range(count):
                prefix = f"{index}." if index else ""
                before, after = self.of(key, source, source_stage, index), self.of(key, target, target_stage, index)
                for name in _kept(before, after):
                    yield _lowered(
                        make_ref(key, source, source_stage, "node", prefix + name),
                        make_ref(key, target, target_stage, "node", prefix + name),
                    )


class Traced:
    """One generated module with what torch says about the nodes in its kernels."""

    def __init__(
        self,
        unit: Unit[Event],
        earlier: _Graphs,
        launches: Launches,
        origins: Mapping[str, list[str]],
        rewrites: Iterable[Rewrite],
    ) -> None:
        self.unit = unit
        self.mappings: Mappings | None = read_mappings(unit.text("inductor_provenance_tracking_node_mappings"))
        self.code: Generated = read_output_code(unit.text("inductor_output_code") or "")
        self.nodes: Names = statements(unit.text("inductor_post_grad_graph", "after_post_grad_graph") or "")
        self._fused = nodes_of(self.code, self.mappings, self.nodes, launches.of(unit.key, unit.direction, self.code))
        self.heard = bool(self._fused)
        self._lines = read_lines(unit.text("inductor_provenance_tracking_kernel_stack_traces"))
        self._stage, self._prefix, self._captured = earlier.captured(unit)
        self._origins = origins if self._stage == "dynamo" else {}
        self._aot = earlier.of(unit.key, unit.direction, "aot", unit.index)
        mine = (each for each in rewrites if each.key == unit.key and each.direction in ("joint", unit.direction))
        self._replaced = {name: old for name, old in stands_for(mine).items() if name in self.nodes}

    def links(self) -> Iterator[Link]:
        """From Dynamo's nodes, AOTAutograd's nodes and user lines, through post-grad nodes and calls, to kernels."""
        kept = dict.fromkeys(_kept(self._aot, self.nodes))
        for name in kept:
            yield _lowered(self._ref("aot", name), self._ref("post_grad", name))
        for name, replaced in self._replaced.items():
            for old in replaced:
                yield _lowered(self._ref("aot", old), self._ref("post_grad", name))
        for source, target in self._lowered():
            yield _lowered(self._source(source), self._ref("post_grad", target))
            if target in kept:
                yield _lowered(self._source(source), self._ref("aot", target))
        for call in self.code.calls:
            target = self._ref("codegen", call.name, "call")
            for node in self._fused.get(call.name, ()):
                yield Link(source=self._ref("post_grad", node), target=target, kind="fused")
            if self.unit.direction == "bwd":
                for file, line in dict.fromkeys(self._lines.get(call.name, ())):
                    yield Link(source=line_ref(file, line), target=target, kind="line")
            yield Link(source=target, target=self._ref("codegen", call.kernel, "kernel"), kind="code")

    def unmapped(self) -> Iterator[str]:
        """Refs of the captured nodes of which torch does not tell what they became."""
        mapped = {source for source, _ in self._lowered()}
        return (self._source(name) for name in operations(self._captured) if name not in mapped)

    def unfused(self) -> Iterator[str]:
        """Refs of the post-grad nodes that are in no kernel: views, and what torch does not tell."""
        inside = {node for nodes in self._fused.values() for node in nodes}
        return (self._ref("post_grad", node) for node in operations(self.nodes) if node not in inside)

    def unmapped_calls(self) -> Iterator[str]:
        """Refs of the calls of which torch tells no node."""
        return (self._ref("codegen", call.name, "call") for call in self.code.calls if not self._fused.get(call.name))

    def _lowered(self) -> Iterator[tuple[str, str]]:
        """As torch tells; of nodes of which it does not, as AOTAutograd's nodes that are still there remember it."""
        told = self.mappings.lowered if self.mappings else {}
        known = {target for targets in told.values() for target in targets}
        became = {name: [name] for name in _kept(self._aot, self.nodes)}
        for name, replaced in self._replaced.items():
            for old in replaced if name not in known else ():
                became.setdefault(old, []).append(name)
        for source in dict.fromkeys((*told, *self._origins)):
            if source in self._captured:
                heard = (name for target in self._origins.get(source, ()) for name in became.get(target, ()))
                targets = (*told.get(source, ()), *(name for name in heard if name not in known))
                yield from ((source, target) for target in dict.fromkeys(targets) if target in self.nodes)

    def _source(self, name: str) -> str:
        return make_ref(self.unit.key, "dynamo", self._stage, "node", self._prefix + name)

    def _ref(self, stage: str, name: str, kind: str = "node") -> str:
        return make_ref(self.unit.key, self.unit.direction, stage, kind, self.unit.prefix + name)


def operations(names: Names) -> Iterator[str]:
    """The nodes that compute something: neither inputs nor attributes."""
    return (name for name, value in names.items() if value != PLACEHOLDER and not value.startswith("self."))


def _kept(before: Names, after: Names) -> Iterator[str]:
    return (name for name, value in after.items() if name in before and _same(before[name], value))


def _same(before: str, after: str) -> bool:
    """Whether a node of that name is the same one: Inductor's passes turn views into reshapes."""
    return before == after or (before.endswith("aten.view.default") and after.endswith("aten.reshape.default"))


def _lowered(source: str, target: str) -> Link:
    return Link(source=source, target=target, kind="lowered")


def _record(key: str, direction: Direction, found: list[Traced], texts: Texts) -> StageRecord:
    """What is unmapped. The captured nodes are asked for in the forward alone."""
    recorded = any(each.mappings or each.heard for each in found)
    counted: dict[str, list[str]] = {}
    if direction == "fwd":
        counted["unmapped_nodes"] = list(dict.fromkeys(ref for each in found for ref in each.unmapped()))
    counted["unfused_nodes"] = [ref for each in found for ref in each.unfused()]
    counted["unmapped_kernels"] = [ref for each in found for ref in each.unmapped_calls()]
    return StageRecord(
        stage=STAGE,
        direction=direction,
        state="done" if recorded else "absent",
        reason=None if recorded else (BACKWARD if direction == "bwd" and _tracked(found) else OFF),
        metrics=tuple(_metric(key, direction, name, len(refs)) for name, refs in counted.items()),
        listings=tuple(_listing(key, direction, name, refs, texts) for name, refs in counted.items() if refs),
    )


def _tracked(found: list[Traced]) -> bool:
    return any(call.handle is not None for each in found for call in each.code.calls)


def _metric(key: str, direction: Direction, name: str, value: int) -> Metric:
    return Metric(ref=make_ref(key, direction, STAGE, "metric", name), name=name, value=value, unit="count")


def _listing(key: str, direction: Direction, name: str, refs: Iterable[str], texts: Texts) -> Listing:
    ref = make_ref(key, direction, STAGE, "listing", name)
    return Listing(ref=ref, name=name, language="text", text=texts.add("\n".join(refs)))
