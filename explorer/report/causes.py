"""What to mend first: findings that come of one cause are one, and the dearest cause stands in front.

A break is worth the time that it costs in a call where that was measured, else the ops that are compiled apart because
of it; where Python runs the rest of a function nobody knows how much that is, so it stands before all that is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from explorer.report.document import Report
from explorer.report.finding import Finding
from explorer.report.passages import Passage, passages
from explorer.report.query import order_findings

Why = Literal["duplicate", "follows"]
"""The same thing met again, or something that goes when the cause is mended."""

_UNCOMPILED = ("rest_skipped", "frame_skipped")
_AFTER = re.compile(r", resumed after line (\d+)$")


@dataclass(frozen=True)
class Cause:
    """A finding to mend and what goes with it.

    ``seconds`` is what it costs in one call (None: not measured). ``cut_off`` counts the ops that are compiled apart
    from those before it; None where Python runs them, untraced, or where nothing is cut (no break).
    """

    finding: Finding
    also: tuple[tuple[Finding, Why], ...] = ()
    seconds: float | None = None
    cut_off: int | None = None

    @property
    def uncompiled(self) -> bool:
        """Whether it leaves code of the user uncompiled."""
        return any(cut.effect in _UNCOMPILED for cut in self.finding.cuts) or (
            self.finding.attributes.get("effect") in _UNCOMPILED
        )


def root_causes(report: Report) -> tuple[Cause, ...]:
    """The causes, the one to mend first in front. Every finding is in exactly one of them."""
    findings = order_findings(report.findings)
    roots: dict[str, str] = {}
    why: dict[str, Why] = {}
    for rule, word in _RULES:
        for finding, root in rule(report, findings):
            if finding.ref not in roots and finding.ref != root.ref:
                roots[finding.ref], why[finding.ref] = root.ref, word
    also: dict[str, list[tuple[Finding, Why]]] = {}
    for finding in findings:
        if finding.ref in roots:
            also.setdefault(_top(finding.ref, roots), []).append((finding, why[finding.ref]))
    walk = passages(report)
    seconds = {cost.finding: cost.seconds.median for cost in report.break_costs if cost.seconds is not None}
    causes = [
        Cause(
            finding=finding,
            also=tuple(also.get(finding.ref, ())),
            seconds=_total([finding, *(each for each, _ in also.get(finding.ref, ()))], seconds),
            cut_off=_cut_off(finding, walk) if finding.kind == "break" else None,
        )
        for finding in findings
        if _top(finding.ref, roots) == finding.ref
    ]
    return tuple(_ranked(causes))


def actions(report: Report, count: int = 3) -> tuple[str, ...]:
    """What to do first: the first advice of each cause that has any, each sentence once."""
    told = (cause.finding.advice[0] for cause in root_causes(report) if cause.finding.advice)
    return tuple(dict.fromkeys(told))[:count]


def _top(ref: str, roots: dict[str, str]) -> str:
    seen = {ref}
    while ref in roots and roots[ref] not in seen:
        ref = roots[ref]
        seen.add(ref)
    return ref


def _ranked(causes: list[Cause]) -> list[Cause]:
    """Breaks among themselves by what they cost; all else keeps its order, and the breaks their place in it."""
    ranked = iter(sorted((cause for cause in causes if cause.finding.kind == "break"), key=_dearest))
    return [next(ranked) if cause.finding.kind == "break" else cause for cause in causes]


def _dearest(cause: Cause) -> tuple[float, bool, int]:
    return -(cause.seconds or 0.0), not cause.uncompiled, -(cause.cut_off or 0)


def _total(findings: Iterable[Finding], seconds: dict[str, float]) -> float | None:
    known = [seconds[finding.ref] for finding in findings if finding.ref in seconds]
    return sum(known) if known else None


def _cut_off(finding: Finding, walk: tuple[Passage, ...]) -> int | None:
    """The ops of the graphs that run after the break until the function that it cuts ends, callees included."""
    if any(cut.effect in _UNCOMPILED for cut in finding.cuts) or not finding.cuts:
        return None
    apart: dict[str, int] = {}
    for at, passage in enumerate(walk):
        if passage.runs != "python" or finding.ref not in passage.breaks:
            continue
        for later in walk[at + 1 :]:
            ended = later.depth < passage.depth or (
                later.depth == passage.depth and (later.function != passage.function or later.resumed_after is None)
            )
            if ended and later.runs != "library":
                break
            if later.runs != "python" and later.compilation is not None:
                apart[later.compilation] = later.ops
    return sum(apart.values())


# -- the rules: pairs of a finding and the one it comes of

Pairs = Iterable[tuple[Finding, Finding]]


def _same_advice(_: Report, findings: list[Finding]) -> Pairs:
    """The same code at the same place about the same value, whatever the value was."""
    return _grouped(findings, _same)


def _same(finding: Finding) -> object:
    place, facts = finding.place, finding.attributes
    if place is None or not finding.advice:
        return None
    return finding.code, place.file, place.line, facts.get("source"), facts.get("dimension")


def _same_call(_: Report, findings: list[Finding]) -> Pairs:
    """Breaks of one kind inside a package that one line of the user calls."""
    return _grouped(findings, _inside)


def _inside(finding: Finding) -> object:
    place, user = finding.place, finding.user_place
    if finding.kind != "break" or place is None or user is None or (place.file, place.line) == (user.file, user.line):
        return None
    return finding.code, user.file, user.line


def _same_change(report: Report, findings: list[Finding]) -> Pairs:
    """One change of a value, met by several functions of the same call: a helper, the rest after a break."""
    calls = {each.key: each.call for each in report.compilations}

    def change(finding: Finding) -> object:
        facts = finding.attributes
        call = calls.get(finding.compilations[0]) if finding.compilations else None
        if finding.kind != "recompile" or call is None or facts.get("old") is None or facts.get("new") is None:
            return None
        return finding.code, call, facts.get("dimension"), facts.get("old"), facts.get("new")

    order = {each.key: number for number, each in enumerate(report.compilations)}
    first = sorted(findings, key=lambda each: order.get(each.compilations[0], 0) if each.compilations else 0)
    return _grouped(first, change)


def _grouped(findings: Iterable[Finding], key: Callable[[Finding], object]) -> Pairs:
    first: dict[object, Finding] = {}
    for finding in findings:
        shared = key(finding)
        if shared is not None:
            yield finding, first.setdefault(shared, finding)


def _carried(_: Report, findings: list[Finding]) -> Pairs:
    """A recompile of the rest after a break because of what lay on Python's stack: it goes with the break."""
    for finding in findings:
        match = _AFTER.search(str(finding.attributes.get("function") or ""))
        if finding.code != "RECOMPILE_CARRIED" or match is None:
            continue
        line = int(match[1])
        root = next((each for each in findings if any(cut.place.line == line for cut in each.cuts)), None)
        if root is not None:
            yield finding, root


def _caused_by_earlier(_: Report, findings: list[Finding]) -> Pairs:
    """A break of which torch says that an earlier one may be its cause: the nearest that cut the same function."""
    breaks = [finding for finding in findings if finding.kind == "break"]
    for finding in breaks:
        if finding.attributes.get("fixability") != "caused_by_earlier":
            continue
        near = [
            each
            for each in breaks
            if each is not finding and each.attributes.get("fixability") != "caused_by_earlier" and _meet(each, finding)
        ]
        if near:
            yield finding, near[0]


def _meet(one: Finding, other: Finding) -> bool:
    functions = {(cut.place.file, cut.place.function) for cut in one.cuts}
    return any((cut.place.file, cut.place.function) in functions for cut in other.cuts)


_RULES: tuple[tuple[Callable[[Report, list[Finding]], Pairs], Why], ...] = (
    (_caused_by_earlier, "follows"),
    (_carried, "follows"),
    (_same_advice, "duplicate"),
    (_same_call, "duplicate"),
    (_same_change, "duplicate"),
)
