"""Errors: what the user's program or its compile raised, each told once, the user's line first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.parse.break_hints import specific
from explorer.parse.compiles import COMPILE_LABELS, Compile, compiles
from explorer.parse.failures import Failure, make_failure, read_failure, same, trimmed
from explorer.parse.stacks import Frame
from explorer.parse.symbolic_errors import SymbolicError
from explorer.report import Finding, Part, Texts, make_ref, show_place
from explorer.tracing.event import Event, Trace

LABELS = frozenset(("explorer.error", "dynamo_error", "compilation_metrics", "bwd_compilation_metrics"))

_STAGES = {"InductorError": "inductor", "BackendCompilerFailed": "backend"}


@dataclass
class _Raised:
    """A failure and where it was met; ``caught`` says why torch itself ran the function in eager instead."""

    failure: Failure
    stage: str | None = None
    key: str | None = None
    call: int | None = None
    caught: str = ""


def fold(trace: Trace, texts: Texts) -> Part:
    """Findings of kind ``error``; of kind ``eager`` for a failure that torch turned into eager code.

    Attributes: ``type`` (dotted), ``stage`` (``dynamo``, ``backend``, ``inductor`` or ``run``), ``gb_type``,
    ``gb_id``, ``context``, ``hints`` (one a line), ``call``, and for an operator that failed while Dynamo traced it
    ``inner`` (its own error) and ``custom_operator`` (whether it is one that torch does not bring with it). For an
    error about symbolic sizes ``symbolic`` (``constraint violation`` or ``data-dependent guard``), ``subject`` (the
    size), ``value`` (what the code fixes it to), ``expression`` (the condition) and ``fixes`` (torch's, one a line).
    """
    merged: list[_Raised] = []
    for raised in (*_told(trace), *_of_compiles(trace)):
        alike = (other for other in merged if other.caught == raised.caught)
        known = next((other for other in alike if same(other.failure, raised.failure)), None)
        if known is None:
            merged.append(raised)
            continue
        known.key = known.key or raised.key
        if not known.failure.frames:
            known.failure = known.failure._replace(frames=raised.failure.frames)
    return Part(findings=tuple(_finding(trace, texts, number, raised) for number, raised in enumerate(merged)))


def _told(trace: Trace) -> Iterator[_Raised]:
    """What the program raised, as the capture saw it."""
    for event in trace.of("explorer.error"):
        data = event.data
        frames = tuple(
            Frame(str(frame["filename"]), int(frame["line"] or 0), frame.get("name"), frame.get("loc") or None)
            for frame in data.get("frames") or ()
        )
        failure = make_failure(str(data["type"]), str(data.get("message") or ""), frames)
        yield _Raised(failure, data.get("stage"), event.key, data.get("call"))


def _of_compiles(trace: Trace) -> Iterator[_Raised]:
    """What ended a compile, unless Dynamo only skipped the function or met its recompile limit: those are no errors.

    Where ``fullgraph`` is not asked for, Dynamo leaves a function that it cannot trace to Python: the program, whose
    errors a live capture sees, does not notice.
    """
    told = [raised.failure for raised in _told(trace)]
    seen = next(iter(trace.of("explorer.call")), None) is not None
    printed: dict[str | None, Event] = {event.key: event for event in trace.of("dynamo_error")}
    for each in compiles(trace.of(*COMPILE_LABELS, "dynamo_error")).values():
        if each.status in ("skipped", "limit"):
            continue
        event = printed.get(each.key)
        failure = read_failure(event.payload or "") if event is not None else None
        failure = failure or (make_failure(*each.failure) if each.failure is not None else None)
        if failure is not None:
            survived = seen and failure.name == "Unsupported" and not any(same(failure, other) for other in told)
            suppressed = each.metrics.get("config_suppress_errors") is True
            caught = "for suppress_errors is set" if suppressed else "as it cannot be traced" if survived else ""
            yield _Raised(_with_place(failure, each), _STAGES.get(failure.name, "dynamo"), each.key, caught=caught)


def _with_place(failure: Failure, each: Compile) -> Failure:
    """The user's line from torch's summary where the message names none; at least the function."""
    if failure.frames:
        return failure
    file, line = each.metrics.get("fail_user_frame_filename"), each.metrics.get("fail_user_frame_lineno")
    if file and isinstance(line, int):
        return failure._replace(frames=(Frame(str(file), line, each.name, None),))
    return failure._replace(frames=each.stack[-1:])


def _finding(trace: Trace, texts: Texts, number: int, raised: _Raised) -> Finding:
    failure, said = raised.failure, raised.failure.said
    frame = failure.frame
    place = trace.place(frame.file, frame.line, function=frame.function, source=frame.source) if frame else None
    where = f"{show_place(place, trace.cwd)}: " if place is not None else ""
    outcome = f"; the function runs in eager, {raised.caught}" if raised.caught else ""
    symbolic = failure.symbolic
    what = symbolic.headline if symbolic is not None else failure.headline
    return Finding(
        ref=make_ref(raised.key or "-/-", "dynamo", "errors", "finding", str(number)),
        kind="eager" if raised.caught else "error",
        code=failure.name,
        severity="warning" if raised.caught else "error",
        title=f"{where}{failure.inner or f'{failure.name}: {what}'}{outcome}",
        message=said.explanation or failure.message,
        advice=specific(said.hints),
        place=place,
        user_place=place,
        compilations=(raised.key,) if raised.key is not None else (),
        attributes={
            "type": failure.type,
            "stage": raised.stage,
            "gb_type": said.gb_type if said.explanation else None,
            "gb_id": said.gb_id,
            "context": said.context or None,
            "hints": "\n".join(said.hints) or None,
            "call": raised.call,
            "inner": failure.inner,
            "custom_operator": failure.of_custom_operator if failure.inner else None,
            **_about_sizes(symbolic),
        },
        text=texts.add(trimmed(failure)),
    )


def _about_sizes(error: SymbolicError | None) -> dict[str, str | None]:
    if error is None:
        return {}
    return {
        "symbolic": error.kind,
        "subject": error.subject,
        "value": error.value,
        "expression": error.expression,
        "fixes": "\n".join(error.fixes) or None,
    }
