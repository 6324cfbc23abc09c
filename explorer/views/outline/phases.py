"""Where the compile time went: torch's phases, nested, summed over every graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from explorer.report import Span
from explorer.views.clean import one_line
from explorer.views.outline.index import Index

MAX_DEPTH = 40

SAME = 0.97
"""A phase that takes this share of the one around it is the same thing under a second name."""


@dataclass(frozen=True, slots=True)
class PhaseRow:
    """A phase: how deep it lies in others, how often it ran, its seconds in all, ``own`` outside of those inside it.

    ``waiting``: for another program.
    """

    depth: int
    name: str
    times: int
    seconds: float
    own: float
    waiting: bool


@dataclass(slots=True)
class _Phase:
    times: int = 0
    seconds: float = 0.0
    waiting: bool = False
    inside: dict[str, _Phase] = field(default_factory=dict)


def phase_rows(index: Index, *, share: float = 0.005, limit: int = 80) -> tuple[list[PhaseRow], int]:
    """The phases in the order they first ran, and how many were left out.

    Left out are those shorter than ``share`` of the whole, and what is beyond ``limit`` rows.
    """
    top = _Phase()
    for _, stage in index.all_stages("phases"):
        _merge(top, stage.spans)
    _merge(top, index.report.spans)
    total = sum(each.seconds for each in top.inside.values())
    rows = [row for row in _flatten(top, 0) if row.seconds > 0]
    shown = [row for row in rows if row.seconds >= share * total][:limit]
    return shown, len(rows) - len(shown)


def _merge(top: _Phase, spans: Sequence[Span]) -> None:
    known = {span.ref for span in spans}
    children: dict[str | None, list[Span]] = defaultdict(list)
    for span in sorted(spans, key=lambda each: each.start):
        children[span.parent if span.parent in known and span.parent != span.ref else None].append(span)
    level: list[tuple[_Phase, str | None, int]] = [(top, None, 0)]
    while level:
        phase, ref, depth = level.pop()
        for span in children.pop(ref, ()):
            inner = phase.inside.setdefault(one_line(span.name, 100), _Phase())
            inner.times += 1
            inner.seconds += span.seconds
            inner.waiting = inner.waiting or span.waiting
            if depth < MAX_DEPTH:
                level.append((inner, span.ref, depth + 1))


def _flatten(phase: _Phase, depth: int) -> list[PhaseRow]:
    rows: list[PhaseRow] = []
    for name, inner in phase.inside.items():
        core = _core(inner)
        rows.append(PhaseRow(depth, name, inner.times, inner.seconds, _own(core), inner.waiting))
        rows += _flatten(core, depth + 1)
    return rows


def _own(phase: _Phase) -> float:
    """The seconds of ``phase`` that no phase inside it takes; builds in worker threads overlap, so at least 0."""
    return max(0.0, phase.seconds - sum(inner.seconds for inner in phase.inside.values()))


def _core(phase: _Phase) -> _Phase:
    """What to list inside ``phase``: not a lone phase that is all of it, but what that one holds."""
    while True:
        whole = [each for each in phase.inside.values() if each.seconds >= SAME * phase.seconds and not each.waiting]
        if len(whole) != 1 or not whole[0].inside or whole[0].times != phase.times:
            return phase
        phase = whole[0]
