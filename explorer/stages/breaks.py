"""Graph breaks: one finding for each place and kind of break, with its worst effect and what runs before and after.

The records of Dynamo are the truth here: ``torch._dynamo.explain`` and the counters lose breaks and count one break
once for each caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from explorer.parse.break_hints import fixability
from explorer.parse.break_reason import BreakReason, expression, read_break
from explorer.parse.compiles import COMPILE_LABELS, Compile, compiles
from explorer.parse.stacks import user_frame
from explorer.report import Cut, Finding, Part, Place, Texts, is_library, make_ref, show_place
from explorer.report.query import EFFECTS
from explorer.tracing.event import Event, Trace

LABELS = frozenset(("dynamo_graph_break_reason",))

_EFFECT_WORDS = {
    "branch_resumed": "Python decides the branch, and a new graph starts on the side that it takes",
    "resumed": "Python runs this line, and a new graph starts after it",
    "rest_skipped": "the rest of the function runs in Python, uncompiled",
    "frame_skipped": "the whole function runs in Python, uncompiled",
}


class _Met(NamedTuple):
    """One record and the compile it came from."""

    key: str
    event: Event
    reason: BreakReason


def fold(trace: Trace, texts: Texts) -> Part:
    """Findings of kind ``break``.

    Their attributes: ``gb_type``, ``expression`` (the user's code that stopped Dynamo), ``effect``, ``explanation``,
    ``hints`` (one a line), ``context``, ``then`` (the break met while handling this one), ``fixability``, ``function``,
    ``chain`` (the calls that lead to it, of several ``forward at model.py:9 → helper at model.py:4``), ``registry``
    (torch's general explanation), and ``before`` and ``after``, the compile keys whose graphs run around the break,
    separated by commas.
    """
    known = compiles(trace.of(*COMPILE_LABELS))
    registry = next((event.data for event in trace.of("explorer.registry")), None) or {}
    merged: dict[tuple[str, int, str], list[_Met]] = {}
    for met in _met(trace):
        merged.setdefault((met.reason.file, met.reason.line, met.reason.said.gb_type), []).append(met)
    findings = (_finding(trace, texts, group, known, registry) for group in merged.values())
    return Part(findings=tuple(findings))


def _met(trace: Trace) -> Iterable[_Met]:
    for event in trace.of("dynamo_graph_break_reason"):
        reason = read_break(event.payload or "")
        if reason is not None:
            yield _Met(event.key or "-/-", event, reason)


def _finding(
    trace: Trace, texts: Texts, group: list[_Met], known: dict[str, Compile], registry: dict[str, dict[str, object]]
) -> Finding:
    first = group[0]
    reason = first.reason
    effect = max((met.reason.effect for met in group), key=EFFECTS.index)
    keys = tuple(dict.fromkeys(met.key for met in group))
    before, after = _around(group, known, effect)
    code = reason.said.gb_id or _id_of(reason.said.gb_type, registry) or "BREAK"
    place = _place(trace, reason)
    chain = _chain(trace, group, [known[key] for key in keys if key in known])
    return Finding(
        ref=make_ref(first.key, "dynamo", "breaks", "finding", f"{reason.file}:{reason.line}:{reason.said.gb_type}"),
        kind="break",
        code=code,
        severity="warning",
        title=f"{show_place(place, trace.cwd)}: {_EFFECT_WORDS[effect]}. {reason.said.gb_type}.",
        message=_with(reason.said.explanation or reason.said.gb_type, _around_it(chain, len(keys))),
        place=place,
        user_place=_user_place(trace, reason, place),
        count=len(group),
        compilations=keys,
        refs=tuple(make_ref(key, "dynamo", "dynamo", "graph", "graph") for key in (*before, *after)),
        attributes={
            "gb_type": reason.said.gb_type,
            "expression": expression(reason),
            "effect": effect,
            "explanation": reason.said.explanation or None,
            "hints": "\n".join(reason.said.hints) or None,
            "context": reason.said.context or None,
            "then": next((met.reason.said.then for met in group if met.reason.said.then), None),
            "operator": reason.said.operator,
            "fixability": fixability(reason.said.hints),
            "function": place.function,
            "chain": " → ".join(chain) or None,
            "registry": _explained(code, registry),
            "before": ", ".join(before) or None,
            "after": ", ".join(after) or None,
        },
        text=texts.add(first.event.payload or ""),
        cuts=tuple(_cuts(trace, group, known, place)),
    )


def _place(trace: Trace, reason: BreakReason) -> Place:
    inner = reason.frames[-1] if reason.frames else None
    same = inner is not None and (inner.file, inner.line) == (reason.file, reason.line)
    return trace.place(
        reason.file,
        reason.line,
        function=inner.function if inner and same else None,
        source=inner.source if inner and same else None,
    )


def _chain(trace: Trace, group: list[_Met], cut: Iterable[Compile]) -> list[str]:
    """The calls of the user's code that lead to a break, the outermost that was compiled first; none for a single one.

    A break in a helper is met once for each function around it: the longest of these stacks has them all.
    """
    frames = max((met.reason.frames for met in group), key=len)
    compiled = {(each.function.file, each.name) for each in cut if each.function is not None}
    first = next((at for at, frame in enumerate(frames) if (frame.file, frame.function) in compiled), 0)
    own = [frame for frame in frames[first:] if not is_library(frame.file)]
    places = [trace.place(frame.file, frame.line, function=frame.function) for frame in own]
    calls = [f"{place.function or 'module'} at {show_place(place, trace.cwd)}" for place in places]
    return calls if len(calls) > 1 else []


def _with(sentence: str, more: str) -> str:
    return f"{sentence}{'' if sentence.endswith('.') else '.'} {more}" if more else sentence


def _around_it(chain: list[str], times: int) -> str:
    """What a break deep in the program does to the functions around it."""
    if not chain:
        return ""
    way = ", ".join(chain[:-1])
    return f"It cuts the functions around it too: {way}." if times > 1 else f"It is reached through {way}."


def _user_place(trace: Trace, reason: BreakReason, place: Place) -> Place | None:
    if not is_library(place.file):
        return place
    frame = user_frame(reason.frames)
    return None if frame is None else trace.place(frame.file, frame.line, function=frame.function, source=frame.source)


def _cuts(trace: Trace, group: list[_Met], known: dict[str, Compile], place: Place) -> Iterator[Cut]:
    """Each compiled function that the break cuts, with the worst effect on it."""
    worst: dict[str, _Met] = {}
    for met in group:
        held = worst.get(met.key)
        if held is None or EFFECTS.index(met.reason.effect) > EFFECTS.index(held.reason.effect):
            worst[met.key] = met
    for key, met in worst.items():
        compiled = known.get(key)
        lines = [line for _, _, line in _cut(met, compiled) if line is not None] if compiled is not None else []
        file = compiled.function.file if compiled is not None and compiled.function is not None else place.file
        at = place
        if compiled is not None and lines and (file, max(lines)) != (place.file, place.line):
            at = trace.place(file, max(lines), function=compiled.name)
        yield Cut(compilation=key, place=at, effect=met.reason.effect)


def _around(group: list[_Met], known: dict[str, Compile], effect: str) -> tuple[list[str], list[str]]:
    """The compiles whose graphs run before the break, and those that take up the functions after it."""
    if effect == "frame_skipped":
        return [], []
    cut = [known[met.key] for met in group if met.key in known]
    before = [each.key for each in cut if each.graphs]
    waiting = {place for met in group if met.key in known for place in _cut(met, known[met.key])}
    after = [each.key for each in known.values() if each.graphs and _resumes(each) in waiting]
    return list(dict.fromkeys(before)), after


def _cut(met: _Met, compiled: Compile) -> set[tuple[str, str | None, int | None]]:
    """Where the break cuts the compiled function: file, function, line. In a helper it cuts the caller at the call."""
    file = compiled.function.file if compiled.function is not None else ""
    frames = (frame for frame in met.reason.frames if (frame.file, frame.function) == (file, compiled.name))
    return {(file, compiled.name, frame.line) for frame in frames}


def _resumes(each: Compile) -> tuple[str, str | None, int | None]:
    """The place after which a function goes on, in the form of :func:`_cut`."""
    file = each.function.file if each.function is not None else ""
    return file, each.name if each.is_resumed else None, each.resumed_after


def _id_of(gb_type: str, registry: dict[str, dict[str, object]]) -> str | None:
    return next((gb_id for gb_id, entry in registry.items() if entry.get("gb_type") == gb_type), None)


def _explained(code: str, registry: dict[str, dict[str, object]]) -> str | None:
    explanation = registry.get(code, {}).get("explanation")
    return str(explanation) if explanation else None
