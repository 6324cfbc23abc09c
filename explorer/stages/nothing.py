"""Nothing compiled: why not, and what to do."""

from __future__ import annotations

from explorer.parse.before import before_name, before_remedy
from explorer.report import Finding, Part, Texts, make_ref
from explorer.tracing.event import Trace

LABELS = frozenset({"explorer.switched_off"})


FEW = 3
"""So many functions that were compiled before are named."""


def fold(trace: Trace, texts: Texts) -> Part:
    """A finding when Dynamo started no compile in this trace."""
    del texts
    if next(trace.of("dynamo_start", "recompile_reasons"), None) is not None:
        return Part()
    code, title, advice = _failed(trace) or _why(trace)
    return Part(
        findings=(
            Finding(
                ref=make_ref("-/-", "dynamo", "nothing", "finding", code),
                kind="nothing_compiled",
                code=code,
                severity="warning" if advice else "note",
                title=title,
                advice=(advice,) if advice else (),
            ),
        )
    )


def _failed(trace: Trace) -> tuple[str, str, str] | None:
    """The program failed first: its error is the finding, and no remedy is one for this."""
    error = next(trace.of("explorer.error"), None)
    if error is None:
        return None
    how = "was interrupted" if error.data.get("stage") == "interrupted" else "failed"
    return "PROGRAM_FAILED", f"Nothing compiled before the program {how}.", ""


def _why(trace: Trace) -> tuple[str, str, str]:
    """Code, sentence and remedy, the surest reason first."""
    off = next(trace.of("explorer.switched_off"), None)
    if off is not None:
        return (
            "SWITCHED_OFF",
            f"Nothing compiled: {off.data['why']}.",
            "Switch the compiler on again (unset it, or torch.compiler.set_stance('default')) and repeat.",
        )
    before = list(trace.of("explorer.precompiled"))
    full = [event.data for event in before if event.data.get("limit_reached")]
    if full:
        return (
            "LIMIT_REACHED",
            f"Nothing compiled: {before_name(full[0])} reached its recompile limit before and runs in eager for new "
            "inputs.",
            before_remedy(full),
        )
    if before:
        names = list(dict.fromkeys(before_name(event.data) for event in before))
        more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
        return (
            "COMPILED_BEFORE",
            "Nothing compiled. These were compiled before this capture, and calling them compiles nothing: "
            f"{', '.join(names[:FEW])}{more}.",
            before_remedy(event.data for event in before),
        )
    return _never_asked(trace)


def _never_asked(trace: Trace) -> tuple[str, str, str]:
    probe = next(trace.of("explorer.probe"), None)
    if probe is not None and probe.data.get("disabled"):
        return "DISABLED", "Nothing compiled: disable=True.", "Leave disable=True out, and torch.compile compiles."
    if probe is not None:
        reason = probe.data.get("message") or "Dynamo met no frame that it compiles"
        return (
            "SKIPPED",
            f"Nothing compiled: {reason.strip().rstrip('.')}.",
            "Call it with tensors, and see that its code is Python that Dynamo may trace (not a library it skips).",
        )
    return (
        "NOT_ASKED",
        "Nothing compiled: no function under torch.compile was called for the first time here.",
        "Wrap the model: model = torch.compile(model); or let explorer.explain(model)(inputs) do it.",
    )
