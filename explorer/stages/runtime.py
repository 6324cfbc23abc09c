"""What was measured of the running program, and what could not be."""

from __future__ import annotations

import msgspec

from explorer.report import Finding, Part, Texts, make_ref
from explorer.report.memory import Memory
from explorer.report.numerics import Numerics
from explorer.report.timings import Timings
from explorer.tracing.event import Event, Trace

_RECORDS: dict[str, type] = {"timings": Timings, "numerics": Numerics, "memory": Memory}
"""The fields of the report that measuring fills, each from the event ``explorer.NAME`` that holds its record."""

LABELS = frozenset({"explorer.measuring", "explorer.unmeasured", *(f"explorer.{name}" for name in _RECORDS)})


def fold(trace: Trace, texts: Texts) -> Part:
    """The records of what was measured; a finding for each refusal."""
    del texts
    found: dict[str, object] = {}
    for name, record in _RECORDS.items():
        for event in trace.of(f"explorer.{name}"):
            found[name] = msgspec.convert(event.data, record)
    return Part(report=found, findings=tuple(map(_unmeasured, trace.of("explorer.unmeasured"))))


def _unmeasured(event: Event) -> Finding:
    what, why = str(event.data["what"]), str(event.data["why"])
    return Finding(
        ref=make_ref("-/-", "dynamo", "runtime", "finding", f"unmeasured.{what}"),
        kind="degraded",
        code="NOT_MEASURED",
        severity="warning",
        title="Nothing was measured." if what == "everything" else f"Not measured: {what}.",
        message=f"{why[:1].upper()}{why[1:]}.",
    )
