"""What was measured of the running program, what could not be, and what there is to say about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from explorer.report import Finding, Part, Texts, make_ref
from explorer.report.attention_time import AttentionTime
from explorer.report.memory import Memory
from explorer.report.numerics import Compared, Numerics
from explorer.report.timings import Timings
from explorer.tracing.event import Event, Trace

_RECORDS: dict[str, Any] = {
    "timings": Timings,
    "numerics": Numerics,
    "memory": Memory,
    "attention_times": tuple[AttentionTime, ...],
}
"""The fields of the report that measuring fills, each from the event ``explorer.NAME`` that holds its record."""

LABELS = frozenset({"explorer.measuring", "explorer.unmeasured", *(f"explorer.{name}" for name in _RECORDS)})


def fold(trace: Trace, texts: Texts) -> Part:
    """The records of what was measured; a finding for each refusal, for slower code and for numbers that differ."""
    del texts
    found: dict[str, Any] = {}
    for name, record in _RECORDS.items():
        for event in trace.of(f"explorer.{name}"):
            found[name] = msgspec.convert(_addressed(trace, event.data), record)
    findings = [*map(_unmeasured, trace.of("explorer.unmeasured"))]
    findings += _slower(found.get("timings"), compiled=any(True for _ in trace.of("dynamo_output_graph")))
    findings += _mismatch(found.get("numerics"))
    return Part(report=found, findings=tuple(findings))


def _addressed(trace: Trace, data: Any) -> Any:
    """``data`` with every ``where`` (a node or a line as measuring knows it) as ``ref``, ``target`` and ``place``."""
    if isinstance(data, list | tuple):
        return [_addressed(trace, each) for each in data]
    if not isinstance(data, dict):
        return data
    told = {name: _addressed(trace, each) for name, each in data.items() if name != "where"}
    where = data.get("where")
    if where is None:
        return told
    if where.get("file"):
        told["place"] = msgspec.to_builtins(
            trace.place(where["file"], where.get("line"), function=where.get("function"))
        )
    if where.get("node"):
        key = _key(trace, where["compile_id"])
        told |= {"ref": _node_ref(key, where["node"]), "target": where["target"]}
        if "among" in told:
            told["among"] = [_node_ref(key, name) for name in told["among"]]
    return told


def _key(trace: Trace, compile_id: str) -> str:
    keys = (event.key for event in trace.of("dynamo_output_graph") if event.compile_id == compile_id)
    return next((key for key in keys if key is not None), compile_id)


def _node_ref(key: str, name: str) -> str:
    return make_ref(key, "dynamo", "dynamo", "node", name)


def _unmeasured(event: Event) -> Finding:
    what, why = str(event.data["what"]), str(event.data["why"])
    return Finding(
        ref=make_ref("-/-", "dynamo", "runtime", "finding", f"unmeasured.{what}"),
        kind="degraded",
        code="NOT_MEASURED",
        severity="warning",
        title="Nothing was measured." if what == "everything" else f"Not measured: {what}.",
        message=f"{why[:1].upper()}{why[1:].rstrip('.')}.",
    )


def _slower(timings: Timings | None, *, compiled: bool) -> Iterator[Finding]:
    """A finding for a program that is slower when it is compiled, beyond doubt."""
    if timings is None or not timings.conclusive or timings.speedup.median >= 1:
        return
    around = timings.overhead
    fixed = around is not None and around.median > timings.compiled.median / 2
    why = "Most of a call is spent around the graphs: guards and Python. " if fixed else ""
    yield Finding(
        ref=make_ref("-/-", "dynamo", "runtime", "finding", "slower"),
        kind="slower",
        code="SLOWER_THAN_EAGER",
        severity="warning",
        title=f"Compiled is slower than eager: {timings.speedup.median:.2f}× "
        f"[{timings.speedup.low:.2f}, {timings.speedup.high:.2f}].",
        message=f"{why}Entering compiled code costs the same however little there is to do."
        if compiled
        else "There is no compiled code: looking for some is what it costs.",
        advice=(
            "Compile more at once: the function that calls this one, or larger inputs; or leave this one in eager.",
        )
        if compiled
        else ("Leave this one in eager, or mend what keeps it from being compiled.",),
    )


def _mismatch(numerics: Numerics | None) -> Iterator[Finding]:
    """A finding for numbers that differ. Other random numbers, and rounding no worse than eager's, are but notes."""
    if numerics is None or numerics.match:
        return
    wrong = [each for each in numerics.compared if not each.match]
    rounded = all(each.rounding or _as_near(each) for each in wrong) or numerics.nearer in ("compiled", "equal")
    why = ", for it draws other random numbers" if numerics.other_draws else ""
    first = numerics.first_node
    yield Finding(
        ref=make_ref("-/-", "dynamo", "runtime", "finding", "mismatch"),
        kind="mismatch",
        code="NUMBERS_DIFFER",
        severity="note" if rounded or numerics.other_draws else "warning",
        title=f"Compiled differs from eager{why}: {', '.join(each.what for each in wrong[:4])}"
        f"{f' and {len(wrong) - 4} more' if len(wrong) > 4 else ''}.",
        message=" ".join((*_from(numerics), *numerics.explained)),
        place=first.place if first is not None else None,
        user_place=first.place if first is not None else None,
        refs=(first.ref, *first.among) if first is not None else (),
    )


def _as_near(each: Compared) -> bool:
    """Whether eager is about as far from float64: what an optimizer makes of a gradient near zero, for example."""
    if each.eager_error is None or each.compiled_error is None:
        return False
    return each.compiled_error <= 2 * each.eager_error


def _from(numerics: Numerics) -> Iterator[str]:
    by = _shown({"by": numerics.max_abs, "relative": numerics.max_rel})
    stage = f"; it begins with {numerics.first_stage}" if numerics.first_stage else ""
    yield f"By {by}{stage}."
    if numerics.nearer == "compiled":
        yield "Compiled is the nearer one to float64."


def _shown(values: Mapping[str, float | None]) -> str:
    known = {name: value for name, value in values.items() if value is not None}
    return (
        ", ".join(f"{'' if name == 'by' else f'{name} '}{value:.2g}" for name, value in known.items()) or "NaN or Inf"
    )
