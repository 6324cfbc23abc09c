"""The top of the text view: title, verdict, what to do first, findings."""

from __future__ import annotations

from explorer.views.clean import fit, flow, width_of, wrap
from explorer.views.format import many
from explorer.views.outline.findings import FindingRow, finding_rows, first_steps
from explorer.views.outline.head import Fact, title, verdict_facts
from explorer.views.outline.index import Index
from explorer.views.plain.paint import Paint

WIDE = 100
"""From this width on there is room for wider gaps and for findings beside their place."""


def title_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """The name and its facts, on as many lines as they need."""
    told = title(index)
    lines = flow([told.name, *told.facts], width, "   " if width >= WIDE else "  ")
    return [
        paint(told.name, "bold") + lines[0][len(told.name) :] if lines[0].startswith(told.name) else lines[0],
        *lines[1:],
    ]


def verdict_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """The facts of the verdict, none broken inside."""
    facts = verdict_facts(index)
    lines = flow([str(fact) for fact in facts], width - 2, "    " if width >= WIDE else "  ")
    return ["  " + _painted(line, facts, paint) for line in lines]


def _painted(line: str, facts: list[Fact], paint: Paint) -> str:
    for fact in facts:
        if fact.bad and str(fact) in line:
            line = line.replace(str(fact), paint(str(fact), "break"), 1)
    return line


def step_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """What to do first, when there are many findings."""
    lines = []
    for number, (where, action) in enumerate(first_steps(index), 1):
        told = wrap(f"{where}: {action}" if where else action, width - 5)
        lines += [f"  {number}  {told[0]}", *(f"     {line}" for line in told[1:])]
    return [f"  {paint('Do first', 'bold')}", *lines] if lines else []


def finding_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """The findings, the first to deal with first."""
    rows, more = finding_rows(index)
    lines: list[str] = []
    for row in rows:
        lines += _finding(row, width, paint)
    if more:
        lines.append(f'  -  {many(more, "more finding")} in x.frames["findings"]')
    return lines


def _finding(row: FindingRow, width: int, paint: Paint) -> list[str]:
    bad = row.severity in ("error", "warning")
    sign = paint("!", "break" if row.severity == "error" or row.word == "Break" else "warn") if bad else "-"
    where = fit(row.where, width // 2)
    taken = 5 + width_of(where) + (2 if where else 0)
    indent = taken if width >= WIDE and taken <= 37 else 5
    body = wrap(f"{row.title} {row.message}".strip(), width - indent, first=max(0, width - taken))
    first = "  ".join(part for part in (paint(where, "bold"), body[0]) if part)
    lines = [f"  {sign}  {first}", *(" " * indent + line for line in body[1:])]
    for advice in row.advice:
        told = wrap(advice, width - indent - 2)
        lines += [" " * indent + text for text in (f"> {told[0]}", *(f"  {line}" for line in told[1:]))]
    return lines
