"""Errors of the user's program: their line first, one sentence, then the trimmed trace."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.views.clean import clean, one_line, sentence, shorten
from explorer.views.outline.findings import where_of
from explorer.views.outline.index import Index


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """An error. ``type`` is the exception's dotted type, ``trace`` its trimmed traceback."""

    place: str
    line: str
    type: str
    sentence: str
    trace: str


def error_rows(index: Index, *, limit: int = 10, kilobytes: int = 8) -> tuple[list[ErrorRow], int]:
    """The errors in order, at most ``limit``, and how many were left out. A trace is cut after ``kilobytes`` kB."""
    errors = index.of("error")
    rows = []
    for finding in errors[:limit]:
        place = where_of(finding)
        said = f"{finding.attributes.get('inner') or ''} {finding.message or finding.title}".strip()
        trace, more = shorten(index.text(finding.text), kilobytes)
        rows.append(
            ErrorRow(
                place=index.place(place),
                line=one_line(place.source, 160) if place and place.source else "",
                type=one_line(str(finding.attributes.get("type") or finding.code), 120),
                sentence=sentence(said, 600),
                trace=clean(trace).rstrip() + (f"\n… cut, {more} kB more in the JSON" if more else ""),
            )
        )
    return rows, max(0, len(errors) - limit)
