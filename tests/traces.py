"""Traces made by hand: a record a line, for stages that are tested without compiling."""

from __future__ import annotations

from typing import Any

from explorer.tracing.event import Event, Trace

ARTIFACTS = ("dynamo_output_graph", "inductor_output_code", "chromium_event", "compilation_metrics", "dynamo_error")
"""Labels that are kinds of their own, beside those that start with ``aot_`` and end with ``_graph``."""


def event(label: str, payload: str | None = None, *, key: str | None = "0/0", data: Any = None, **fields: Any) -> Event:
    """One record: ``label`` is a kind of torch's or the name of an artifact."""
    kind = label in ARTIFACTS or label.startswith(("aot_", "bwd_", "describe_", "explorer.", "guard_"))
    kind = kind and not label.startswith(("aot_forward_graph_fw", "aotautograd"))
    if data is None:
        data = {} if kind else {"name": label, "encoding": "string"}
    return Event(
        kind=label if kind else "artifact",
        name=None if kind else label,
        data=data,
        payload=payload,
        compile_id=key,
        **fields,
    )


def trace(*events: Event) -> Trace:
    """The trace of ``events``."""
    return Trace(events)
