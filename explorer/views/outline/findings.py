"""Findings as people read them: a word and a place, what happened, why, and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.report import Finding, Place
from explorer.report.causes import Cause
from explorer.views.clean import one_line, sentence
from explorer.views.format import duration, many
from explorer.views.outline.index import Index

WORDS = {
    "break": "Break",
    "recompile": "Recompile",
    "limit": "Limit hit",
    "error": "Error",
    "cache": "Cache",
    "eager": "Ran in eager",
    "slower": "Slower",
    "mismatch": "Numbers differ",
    "attention": "Attention",
    "cudagraphs": "CUDA graphs",
    "transform": "Transform",
    "region": "Region",
    "precompiled": "Compiled before",
    "nothing_compiled": "Nothing compiled",
    "degraded": "Part missing",
    "touched": "Touched",
}
"""The word that a finding starts with, by its kind; any other kind starts with its severity."""


FEW = 4
"""Up to so many findings are read at a glance and need no summary of what to do first."""


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding. ``word`` and ``where`` open it (``Break``, ``line 23``); every text is clean and on one line."""

    word: str
    where: str
    severity: str
    title: str
    message: str
    advice: tuple[str, ...]
    line: str = ""

    @property
    def head(self) -> str:
        """``Break, tiny_lm.py:23``."""
        return f"{self.word}, {self.where}" if self.where else self.word


def finding_rows(index: Index, *, limit: int = 40) -> tuple[list[FindingRow], int]:
    """A row for each cause, the one to mend first in front (see ``report/causes.py``), and the number left out.

    Recompiles because of the same line are one row: the table of recompiles tells them apart.
    """
    groups: dict[object, list[Cause]] = {}
    for number, cause in enumerate(index.causes):
        groups.setdefault(_alike(cause.finding) or number, []).append(cause)
    shown = list(groups.values())[:limit]
    return [_row(index, group) for group in shown], len(groups) - len(shown)


def _alike(finding: Finding) -> object:
    """What findings must share to be told as one; None for a finding that stands alone."""
    place = finding.place
    if finding.kind != "recompile" or place is None:
        return None
    return finding.code, place.file, place.line, finding.attributes.get("function")


def _row(index: Index, group: list[Cause]) -> FindingRow:
    cause = group[0]
    finding = cause.finding
    where = index.place(where_of(finding))
    title = sentence(finding.title.removeprefix(f"{where}: "), 300)
    # What an error says in full, and its trace, have a section of their own.
    message = "" if finding.kind == "error" and finding.severity == "error" else sentence(finding.message, 600)
    words = [message] if message != title else []
    if finding.count > 1:
        words.append(f"Seen {many(finding.count, 'time')}.")
    words += [_cost(cause), *_also(index, group)]
    return FindingRow(
        word=WORDS.get(finding.kind) or {"error": "Error", "warning": "Warning"}.get(finding.severity, "Note"),
        where=where,
        severity=finding.severity,
        title=title[:1].upper() + title[1:] if finding.title.startswith(f"{where}: ") else title,
        message=" ".join(word for word in words if word),
        advice=tuple(sentence(each, 400) for each in finding.advice[:4]),
        line=_code(finding),
    )


def _cost(cause: Cause) -> str:
    """What a break costs: measured, else the ops compiled apart."""
    if cause.seconds is not None:
        return f"Costs {duration(cause.seconds)} in each call."
    if not cause.cut_off:
        return ""
    return f"{many(cause.cut_off, 'op')} {'is' if cause.cut_off == 1 else 'are'} compiled apart because of it."


def _also(index: Index, group: list[Cause]) -> list[str]:
    """The findings that come of the same cause."""
    also = [pair for cause in group for pair in cause.also]
    again = sum(each.kind == "recompile" and why == "duplicate" for each, why in also) + len(group) - 1
    words = [f"{many(again, 'more recompile')} because of this line."] if again else []
    breaks = [index.place(each.place) for each, why in also if each.kind == "break" and why == "duplicate"]
    if breaks:
        words.append(f"Also met at {', '.join(breaks[:3])}{' and more' if len(breaks) > 3 else ''}.")
    follows = [f"{index.place(where_of(each))} ({each.code})" for each, why in also if why == "follows"]
    if follows:
        words.append(f"With it may go {', '.join(follows[:3])}{' and more' if len(follows) > 3 else ''}.")
    return words


def first_steps(index: Index) -> list[tuple[str, str]]:
    """What to do first, with the place; none when the findings are so few that they say it themselves."""
    rows, more = finding_rows(index, limit=FEW + 1)
    if len(rows) + more <= FEW:
        return []
    places = {finding.advice[0]: where_of(finding) for finding in reversed(index.report.findings) if finding.advice}
    return [(index.place(places.get(action)), sentence(action, 400)) for action in index.verdict.actions]


def where_of(finding: Finding) -> Place | None:
    """The place to name first: the user's own line when there is one."""
    return finding.user_place or finding.place


def _code(finding: Finding) -> str:
    place = where_of(finding)
    return one_line(place.source, 160) if place is not None and place.source else ""
