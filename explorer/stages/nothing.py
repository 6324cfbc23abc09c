"""Nothing compiled: why not, and what to do."""

from __future__ import annotations

from explorer.report import Finding, Part, Texts, make_ref
from explorer.tracing.event import Trace

LABELS = frozenset({"explorer.switched_off"})


def fold(trace: Trace, texts: Texts) -> Part:
    """A finding when Dynamo started no compile in this trace."""
    del texts
    if next(trace.of("dynamo_start", "recompile_reasons"), None) is not None:
        return Part()
    code, title, advice = _why(trace)
    return Part(
        findings=(
            Finding(
                ref=make_ref("-/-", "dynamo", "nothing", "finding", code),
                kind="nothing_compiled",
                code=code,
                severity="warning",
                title=title,
                advice=(advice,),
            ),
        )
    )


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
    full = [event.data["function"] for event in before if event.data.get("limit_reached")]
    if full:
        return (
            "LIMIT_REACHED",
            f"Nothing compiled: {full[0]} reached its recompile limit before and runs in eager for new inputs.",
            "See why it recompiles: explorer.explain(function)(inputs) compiles it anew and leaves yours alone.",
        )
    if before:
        names = ", ".join(dict.fromkeys(event.data["function"] for event in before[:3]))
        return (
            "COMPILED_BEFORE",
            f"Nothing compiled: what ran had been compiled before this capture ({names}).",
            "explorer.explain(function)(inputs) compiles it anew, beside your compiled code, and shows everything.",
        )
    return _never_asked(trace)


def _never_asked(trace: Trace) -> tuple[str, str, str]:
    probe = next(trace.of("explorer.probe"), None)
    if probe is not None:
        reason = probe.data.get("message") or "Dynamo met no frame that it compiles"
        return (
            "SKIPPED",
            f"Nothing compiled. {reason[:1].upper()}{reason[1:].rstrip('.')}.",
            "Call it with tensors, and see that its code is Python that Dynamo may trace (not a library it skips).",
        )
    return (
        "NOT_ASKED",
        "Nothing compiled: no function under torch.compile was called for the first time here.",
        "Wrap the model: model = torch.compile(model); or let explorer.explain(model)(inputs) do it.",
    )
