"""Where the compile time went: torch's phases as nested spans, and the builds of kernels that ran beside them.

On a CPU ``async_compile.wait`` is waiting for g++, whose runs are ``compile_file`` phases in worker threads.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

from explorer.parse.chromium import Phase, read_phases
from explorer.report import Finding, Part, Span, StageRecord, Texts, make_ref
from explorer.report.ref import Direction
from explorer.tracing.event import Trace

LABELS = frozenset({"chromium_event"})

STAGE = "phases"

DEEPEST = 1000
"""How deep phases are nested at most, when the one that holds a worker's is looked for."""

_BUILDING = "compile_file"
_WAITING = "async_compile.wait"
_BACKWARD = "entire_backward_compile"


def fold(trace: Trace, texts: Texts) -> Part:
    """The spans of each compile, in seconds since the trace began; those of a backward apart when it ran on its own."""
    phases, shift = read_phases(trace.of(*LABELS))
    placed = _Placed(phases, _zero(trace, phases, shift))
    stages: dict[str, tuple[StageRecord, ...]] = {}
    for key, by_direction in placed.spans().items():
        stages[key] = tuple(
            StageRecord(
                stage=STAGE,
                direction=direction,
                seconds=sum(span.seconds for span in spans if span.parent is None and span.lane is None),
                spans=tuple(spans),
            )
            for direction, spans in by_direction.items()
        )
    homeless = placed.homeless()
    return Part(stages=stages, findings=(_beside(homeless, texts),) if homeless else ())


def _zero(trace: Trace, phases: list[Phase], shift: float) -> float:
    """When the trace began, on the phases' clock: a first phase begins a moment before the record that tells of it."""
    return min([trace.start + shift, *(phase.start for phase in phases)])


class _Placed:
    """Phases as spans of a compile and a direction."""

    def __init__(self, phases: list[Phase], zero: float) -> None:
        self._phases = phases
        self._zero = zero
        self._compiling = [at for at, phase in enumerate(phases) if phase.key is not None]
        self._starts = [phases[at].start for at in self._compiling]
        self._owners = [self._owner(at, phase) for at, phase in enumerate(phases)]
        self._roots: list[int] = []
        for at, owner in enumerate(self._owners):
            self._roots.append(at if owner is None else self._roots[owner])
        self._built = [phase for phase in phases if phase.name == _BUILDING]

    def spans(self) -> dict[str, dict[Direction, list[Span]]]:
        """The spans by compile key and direction, in the order in which they began."""
        found: dict[str, dict[Direction, list[Span]]] = defaultdict(lambda: defaultdict(list))
        for at, phase in enumerate(self._phases):
            root = self._compile(at)
            if root is not None and root.key is not None:
                found[root.key][_direction(root)].append(self._span(at, phase, root.key, _direction(root)))
        return found

    def homeless(self) -> list[Phase]:
        """Phases that no compile holds."""
        return [phase for at, phase in enumerate(self._phases) if self._compile(at) is None]

    def _owner(self, at: int, phase: Phase) -> int | None:
        """The position of the enclosing phase, always smaller; for a worker the innermost that holds it in time."""
        if phase.key is not None:
            return phase.parent
        holder = self._before(phase)
        for _ in range(DEEPEST):
            if holder is None or _holds(self._phases[holder], phase):
                return holder if holder is not None and holder < at else None
            holder = self._phases[holder].parent
        return None

    def _before(self, phase: Phase) -> int | None:
        """The position of the last phase of a compile that began before this one."""
        at = bisect_right(self._starts, phase.start) - 1
        return self._compiling[at] if at >= 0 else (self._compiling[0] if self._compiling else None)

    def _compile(self, at: int) -> Phase | None:
        """The outermost phase of the compile that this one belongs to; a worker's belongs to the compile before it."""
        root = self._phases[self._roots[at]]
        if root.key is not None:
            return root
        before = self._before(root)
        return None if before is None else self._phases[self._roots[before]]

    def _span(self, at: int, phase: Phase, key: str, direction: Direction) -> Span:
        owner = self._owners[at]
        name, waiting = self._told(phase)
        return Span(
            ref=make_ref(key, direction, STAGE, "span", str(at)),
            name=name,
            start=round(phase.start - self._zero, 6),
            seconds=round(phase.end - phase.start, 6),
            parent=None if owner is None else make_ref(key, direction, STAGE, "span", str(owner)),
            lane=None if phase.lane is None else f"worker {phase.lane}",
            waiting=waiting,
            attributes={**phase.arguments, **({} if name == phase.name else {"event": phase.name})},
        )

    def _told(self, phase: Phase) -> tuple[str, bool]:
        """The name that people read, and whether torch waits for another program."""
        if phase.name == _BUILDING:
            return ("waiting for g++" if phase.lane is None else "g++"), True
        if phase.name == _WAITING:
            building = any(_overlap(phase, built) for built in self._built)
            return ("waiting for g++" if building else "waiting for kernels to be built"), True
        return phase.name, False


def _direction(root: Phase) -> Direction:
    return "bwd" if root.name == _BACKWARD or root.arguments.get("is_forward") is False else "dynamo"


def _holds(outer: Phase, inner: Phase) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _overlap(one: Phase, other: Phase) -> bool:
    return one.start < other.end and other.start < one.end


def _beside(phases: list[Phase], texts: Texts) -> Finding:
    """Phases outside every compile have no record to stand in: they are told in a note."""
    lines = "\n".join(_lines(phases))
    return Finding(
        ref=make_ref("-/-", "dynamo", STAGE, "finding", "outside"),
        kind="unknown",
        code="PHASE_OUTSIDE_COMPILE",
        severity="note",
        title="Some phases that torch timed belong to no compile of this report.",
        message=lines,
        count=len(phases),
        text=texts.add(lines),
    )


def _lines(phases: list[Phase]) -> Iterator[str]:
    for phase in phases:
        yield f"{phase.name}: {phase.end - phase.start:.6f} s"
