"""What no other stage understands, kept as torch wrote it: nothing that the trace holds is lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from explorer.report import Finding, Listing, Part, StageRecord, Texts, make_ref
from explorer.tracing.event import Event, Trace

LABELS = frozenset({"describe_tensor", "describe_storage", "describe_source"})
"""Understood here: what the inputs are, one line a record, in a listing called ``inputs``."""

STAGE = "raw"
_DESCRIBED = "described"


def fold(trace: Trace, texts: Texts, *, handled: frozenset[str]) -> Part:
    """Listings of the records whose label is not in ``handled``, under their compile; findings for those outside any.

    A label in ``handled`` that starts with ``*`` stands for every label with that ending.
    """
    endings = tuple(label[1:] for label in handled if label.startswith("*"))
    kept: dict[str, dict[str, list[Event]]] = defaultdict(lambda: defaultdict(list))
    outside: dict[str, list[Event]] = defaultdict(list)
    for event in trace.events:
        if event.label not in LABELS and (event.label in handled or event.label.endswith(endings)):
            continue
        if event.key is not None:
            kept[event.key]["inputs" if event.label in LABELS else event.label].append(event)
        else:
            outside[event.label].append(event)
    described = [event for label in LABELS for event in outside.pop(label, ())]
    if described:
        outside[_DESCRIBED] = described
    return Part(
        stages={key: (_record(key, found, texts),) for key, found in kept.items()},
        findings=tuple(_finding(label, events, texts) for label, events in outside.items()),
    )


def _record(key: str, found: dict[str, list[Event]], texts: Texts) -> StageRecord:
    listings = (listing for label, events in found.items() for listing in _listings(key, label, events, texts))
    return StageRecord(stage=STAGE, direction="dynamo", listings=tuple(listings))


def _listings(key: str, label: str, events: Sequence[Event], texts: Texts) -> Iterator[Listing]:
    """A listing for each record with a text; records without one share a listing, one line each."""
    bare = [event for event in events if event.payload is None]
    texted = [event for event in events if event.payload is not None]
    parts = [("json", "\n".join(map(_data, bare)))] if bare else []
    parts += [(_language(event), event.payload or "") for event in texted]
    for index, (language, text) in enumerate(parts, 1):
        name = label if index == 1 else f"{label}#{index}"
        ref = make_ref(key, "dynamo", STAGE, "listing", name)
        yield Listing(ref=ref, name=name, language=language, text=texts.add(text))


def _finding(label: str, events: Sequence[Event], texts: Texts) -> Finding:
    text = "\n\n".join(event.payload if event.payload is not None else _data(event) for event in events)
    return Finding(
        ref=make_ref("-/-", "dynamo", STAGE, "finding", label),
        kind="unknown",
        code="UNKNOWN_RECORD",
        severity="note",
        title=f"torch wrote records of a kind that is not understood here: {label}."
        if label != _DESCRIBED
        else "Tensors were traced outside of any compile, as torch.export does.",
        message="They are kept as they are.",
        count=len(events),
        text=texts.add(text),
    )


def _data(event: Event) -> str:
    return msgspec.json.encode(event.data, enc_hook=repr).decode()


def _language(event: Event) -> str:
    encoding = event.data.get("encoding") if isinstance(event.data, dict) else None
    return "json" if encoding == "json" else "text"
