"""A comparison as HTML: a page of its own, and a fragment for notebooks, neither with a script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from explorer.report.comparison import Comparison
from explorer.views.comparison.words import (
    SIGNS,
    change_cells,
    finding_words,
    headline,
    output_cells,
    side_words,
)
from explorer.views.format import count
from explorer.views.markup.blocks import head, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.sheet import SHEET
from explorer.views.markup.tags import esc, prose

MOST = 200
"""Rows of one kind that are shown."""


def page(comparison: Comparison, *, cwd: str | None = None) -> str:
    """One HTML file that loads nothing."""
    name = f"{comparison.before.name} and {comparison.after.name}, compared"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{esc(name)}</title>\n<style>{SHEET}</style></head>\n"
        f"<body><main>\n{_body(comparison, Look(inline=False), cwd)}</main></body></html>\n"
    )


def fragment(comparison: Comparison, *, cwd: str | None = None) -> str:
    """For a notebook's output: no script, no style sheet."""
    look = Look(inline=True)
    return f"<div{look.at('summary')}>\n{_body(comparison, look, cwd)}</div>"


def _body(comparison: Comparison, look: Look, cwd: str | None) -> str:
    name = " → ".join(dict.fromkeys((comparison.before.name, comparison.after.name)))
    where = " · ".join(f"{word}: {told}" for word, told in side_words(comparison, cwd))
    return "".join(
        (
            f"<h1{look.at('title')}>{esc(name)}</h1>\n<p{look.at('where')}>{esc(where)}</p>\n",
            f"<p{look.at('verdict')}><b>{esc(headline(comparison))}</b></p>\n",
            *(note(look, each) for each in comparison.notes),
            _findings(comparison, look, cwd),
            _table(look, "Numbers", ("", "before", "after", ""), map(change_cells, comparison.changes), (1, 2)),
            _table(look, "Outputs", ("output", "", "largest difference", "tolerance", ""),
                   map(output_cells, comparison.outputs)),
            _table(look, "Functions that Dynamo compiled", ("", "function", "before", "after", "ops", "ops after"),
                   ((SIGNS[each.fate], each.function, " ".join(each.before), " ".join(each.after),
                     count(each.ops_before), count(each.ops_after)) for each in comparison.functions), (4, 5)),
            _table(look, "Kernels, alike by their code", ("", "kernel", "calls", "calls after"),
                   ((SIGNS[each.fate], each.name, count(each.calls_before), count(each.calls_after))
                    for each in comparison.kernels), (2, 3)),
        )
    )  # fmt: skip


def _findings(comparison: Comparison, look: Look, cwd: str | None) -> str:
    items = []
    for each in comparison.findings[:MOST]:
        told = finding_words(each, cwd)
        role = {"new": "finding bad", "kept": "finding warn"}.get(each.fate, "finding")
        places = " → ".join(dict.fromkeys((told.before, told.after)))
        line = f" <code>{esc(told.line)}</code>" if told.line else ""
        word = f"<span{look.at('word')}>{esc(f'{told.sign} {told.noun} {told.fate}')}</span>"
        items.append(f"<li{look.at(role)}>{word} <b>{esc(places)}</b>{line}<br>{prose(told.title)}</li>")
    if not items:
        return ""
    return f"{head(look, 'Breaks, recompiles and errors')}<ul{look.at('list')}>{''.join(items)}</ul>\n"


def _table(
    look: Look, title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()
) -> str:
    cells = [[esc(cell) for cell in row] for row in rows]
    if not cells:
        return ""
    more = note(look, f"{count(len(cells) - MOST)} more in the JSON") if len(cells) > MOST else ""
    return head(look, title) + table(look, heads, cells[:MOST], right=right) + more
