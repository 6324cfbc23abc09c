"""The top of the HTML: title, verdict, findings, errors."""

from __future__ import annotations

from explorer.views.format import many
from explorer.views.markup.blocks import Room, fold, head, long_text, note
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc, prose
from explorer.views.outline.errors import error_rows
from explorer.views.outline.findings import FindingRow, finding_rows, first_steps
from explorer.views.outline.head import title, verdict_facts
from explorer.views.outline.index import Index


def title_html(index: Index, look: Look) -> str:
    """The name and the facts beside it."""
    told = title(index)
    return f"<h1{look.at('title')}>{esc(told.name)}</h1>\n<p{look.at('where')}>{esc(' · '.join(told.facts))}</p>\n"


def verdict_html(index: Index, look: Look) -> str:
    """The verdict: facts in a line. Trouble is bold as a whole, else the number alone."""
    told = []
    for fact in verdict_facts(index):
        number, word = esc(fact.number), esc(fact.word)
        told.append(f"<b>{number} {word}</b>" if fact.bad else f"<b>{number}</b> {word}" if number else word)
    return f"<p{look.at('verdict')}>{' &nbsp;|&nbsp; '.join(told)}</p>\n"


def steps_html(index: Index, look: Look) -> str:
    """What to do first, when there are many findings."""
    steps = [
        f"<li>{f'<b>{esc(where)}</b> ' if where else ''}{prose(action)}</li>" for where, action in first_steps(index)
    ]
    return f"{head(look, 'Do first')}<ol{look.at('steps')}>{''.join(steps)}</ol>\n" if steps else ""


def findings_html(index: Index, look: Look, room: Room) -> str:
    """The findings as a list; each starts with a word and a place."""
    rows, more = finding_rows(index, limit=room.limits.findings)
    items = "\n".join(_finding(row, look) for row in rows)
    rest = note(look, f"{many(more, 'more finding')} in the JSON and in x.frames") if more else ""
    return f"<ul{look.at('list')}>\n{items}\n</ul>\n{rest}" if rows else ""


def _finding(row: FindingRow, look: Look) -> str:
    bad = row.severity == "error" or row.word == "Break"
    role = "finding bad" if bad else "finding warn" if row.severity == "warning" else "finding"
    message = f" {prose(row.message)}" if row.message else ""
    advice = "".join(f"<br><span{look.at('advice')}>→ {prose(each)}</span>" for each in row.advice)
    word = f"<span{look.at('word')}>{esc(row.head)}</span>"
    return f"<li{look.at(role)}>{word} <b>{prose(row.title)}</b>{message}{advice}</li>"


def errors_html(index: Index, look: Look, room: Room) -> str:
    """The errors: the user's line, one sentence, then the trimmed trace in a fold."""
    rows, more = error_rows(index, limit=min(10, room.limits.findings), kilobytes=min(20, room.limits.text))
    if not rows:
        return ""
    items = []
    for row in rows:
        where = f"<b>{esc(row.place)}</b>" + (f" &nbsp;<code>{esc(row.line)}</code>" if row.line else "")
        trace = fold(look, "Trace", long_text(look, row.trace, room), inner=True) if row.trace.strip() else ""
        items.append(f"<li{look.at('finding bad')}>{where}<br>{esc(row.type)}: {prose(row.sentence)}{trace}</li>")
    rest = note(look, f"{many(more, 'more error')} in the JSON") if more else ""
    return f"{head(look, 'Errors')}<ul{look.at('list')}>{''.join(items)}</ul>{rest}"
