"""Notes of the capture itself: what it touched, what it could not do, code compiled before, torch's own warnings."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from explorer.parse.before import before_name, before_remedy
from explorer.parse.break_reason import read_break
from explorer.report import Finding, Part, Texts, is_library, make_ref, show_place
from explorer.tracing.event import Event, Trace

FEW = 8
"""So many functions that were compiled before are told one by one."""

_LIMIT = re.compile(r"hit config\.\w*limit \(\d+\)")


def fold(trace: Trace, texts: Texts) -> Part:
    """A finding for each thing that the capture has to say; what is said twice is one finding with a count."""
    merged: dict[tuple[str, str], Finding] = {}
    for label, make in _MAKERS.items():
        for event in trace.of(label):
            finding = make(trace, texts, event)
            if finding is None:
                continue
            same = (finding.code, finding.title)
            known = merged.get(same)
            merged[same] = finding if known is None else msgspec.structs.replace(known, count=known.count + 1)
    return Part(findings=tuple(_few(list(merged.values()))))


def _touched(trace: Trace, texts: Texts, event: Event) -> Finding:
    del trace, texts
    return Finding(
        ref=_ref(event, "touched", str(event.data["what"])),
        kind="touched",
        code="TOUCHED",
        severity="note",
        title=f"Left behind: {event.data['what']}.",
        message=f"{event.data['why']}.",
    )


def _degraded(trace: Trace, texts: Texts, event: Event) -> Finding:
    del trace, texts
    return Finding(
        ref=_ref(event, "degraded", str(event.data["feature"])),
        kind="degraded",
        code="DEGRADED",
        severity="warning",
        title=f"A part is missing: {event.data['feature']}.",
        message=f"{event.data['why']}.",
    )


def _damaged(trace: Trace, texts: Texts, event: Event) -> Finding:
    del trace
    return Finding(
        ref=_ref(event, "damaged", str(event.data["line"])),
        kind="degraded",
        code="LOG_DAMAGED",
        severity="warning",
        title=f"The log has damaged records: {event.data['why']}.",
        message=f"The first is on line {event.data['line']}. They are left out; the rest of the log was read.",
        text=texts.add(event.payload) if event.payload else None,
    )


def _precompiled(trace: Trace, texts: Texts, event: Event) -> Finding:
    del texts
    data = event.data
    place = trace.place(data["file"], data["line"], function=data["function"])
    versions = "one version" if data["entries"] == 1 else f"{data['entries']} versions"
    name = before_name(data)
    where = "" if data.get("wrapper") else f" ({show_place(place, trace.cwd)})"
    return Finding(
        ref=_ref(event, "precompiled", f"{data['file']}:{data['line']}"),
        kind="precompiled",
        code="COMPILED_BEFORE",
        severity="note",
        title=f"{name[:1].upper() if data.get('wrapper') else name[:1]}{name[1:]}{where} was compiled before this "
        f"capture: {versions}.",
        message="What was compiled then is not in this report; only versions made since are.",
        advice=(before_remedy((data,)),),
        place=place,
        user_place=None if is_library(place.file) else place,
        attributes={"function": name, "entries": data["entries"]},
    )


def _few(findings: list[Finding]) -> list[Finding]:
    """``findings`` with at most :data:`FEW` of code compiled before, the others told in one."""
    before = [finding for finding in findings if finding.kind == "precompiled"]
    more = before[FEW:]
    if not more:
        return findings
    names = (str(finding.attributes["function"]) for finding in more)
    rest = Finding(
        ref=make_ref("-/-", "dynamo", "notes", "finding", "precompiled.more"),
        kind="precompiled",
        code="COMPILED_BEFORE",
        severity="note",
        title=f"{len(more)} more functions were compiled before this capture.",
        message=f"{', '.join(dict.fromkeys(names))}."[:400],
        count=len(more),
    )
    return [finding for finding in findings if finding not in more] + [rest]


def _eager_argument(trace: Trace, texts: Texts, event: Event) -> Finding:
    del trace, texts
    text, module = event.data["text"], event.data["module"]
    return Finding(
        ref=_ref(event, "eager", str(text)),
        kind="eager",
        code="EAGER_ARGUMENT",
        severity="warning",
        title=f"{text} ran in eager: only the outermost call is compiled, and {module} was called before it.",
        advice=("Put %%compile_explain above the cell: each compiled call in it is then explored.",),
        attributes={"module": module},
    )


def _unprinted(trace: Trace, texts: Texts, event: Event) -> Finding:
    del trace, texts
    lines = event.data["lines"]
    return Finding(
        ref=_ref(event, "log", "unprinted"),
        kind="log",
        code="UNPRINTED",
        severity="note",
        title=f"While it was measured the program printed {lines} more lines, not shown here.",
        attributes={"lines": lines},
    )


def _assumed(trace: Trace, texts: Texts, event: Event) -> Finding:
    del trace, texts
    return Finding(
        ref=_ref(event, "assumed", str(event.data["isa"])),
        kind="log",
        code="ASSUMED_MACHINE",
        severity="note",
        title=f"The generated C++ is written for an assumed {event.data['isa']} machine and was not built.",
        message=f"torch found no C++ compiler to ask which vector instructions work here: {event.data['why']}",
    )


def _log(trace: Trace, texts: Texts, event: Event) -> Finding | None:
    """A warning of torch; none for limits and breaks, which have findings of their own."""
    message = str(event.data["message"])
    head, _, rest = message.strip().partition("\n")
    if _LIMIT.search(message) or head in _breaks(trace):
        return None
    return Finding(
        ref=_ref(event, "log", head),
        kind="log",
        code="TORCH_WARNING",
        severity="note",
        title=f"torch warned: {head}",
        message=rest.strip(),
        compilations=(event.key,) if event.key is not None else (),
        attributes={"logger": event.data["logger"], "level": event.data["level"]},
        text=texts.add(message) if rest else None,
    )


def _breaks(trace: Trace) -> set[str]:
    reasons = (read_break(event.payload or "") for event in trace.of("dynamo_graph_break_reason"))
    return {reason.said.gb_type for reason in reasons if reason is not None}


def _ref(event: Event, kind: str, name: str) -> str:
    return make_ref(event.key or "-/-", "dynamo", "notes", "finding", f"{kind}.{name}")


_MAKERS: dict[str, Callable[[Trace, Texts, Event], Finding | None]] = {
    "explorer.touched": _touched,
    "explorer.degraded": _degraded,
    "explorer.damaged": _damaged,
    "explorer.precompiled": _precompiled,
    "explorer.eager_argument": _eager_argument,
    "explorer.unprinted": _unprinted,
    "explorer.log": _log,
    "explorer.assumed": _assumed,
}

LABELS = frozenset(_MAKERS)
