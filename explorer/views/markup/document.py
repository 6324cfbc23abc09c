"""The HTML as a whole: a page that stands alone, and a fragment for notebooks."""

from __future__ import annotations

from explorer.report import Report
from explorer.report.redact import redact as redacted
from explorer.views.markup import viewer
from explorer.views.markup.attention import attention_html
from explorer.views.markup.blocks import Limits, Room, note
from explorer.views.markup.cards import cards_html
from explorer.views.markup.compiler import aliasing_html, decompositions_html, fusion_html, metrics_html, saved_html
from explorer.views.markup.flow import flow_html
from explorer.views.markup.ledger import ledger_html
from explorer.views.markup.lines import lines_html
from explorer.views.markup.look import Look
from explorer.views.markup.measured import measured_html
from explorer.views.markup.modes import modes_html, state_html
from explorer.views.markup.operators import operators_html
from explorer.views.markup.sheet import SHEET
from explorer.views.markup.steps import dynamo_steps_html, passes_html, runs_html
from explorer.views.markup.symbols import symbols_html
from explorer.views.markup.tables import graphs_html, guards_html, phases_html, recompiles_html, settings_html
from explorer.views.markup.tags import esc
from explorer.views.markup.texts import bytecode_html, graphs_text_html, kernels_html, raw_html
from explorer.views.markup.top import errors_html, findings_html, steps_html, title_html, verdict_html
from explorer.views.markup.trace_times import trace_times_html
from explorer.views.markup.tuning import candidates_html, recording_html
from explorer.views.markup.versions import versions_html
from explorer.views.outline.graphs import graph_rows
from explorer.views.outline.head import title
from explorer.views.outline.index import Index
from explorer.views.outline.lines import line_map

PAGE = Limits(findings=200, lines=3000, rows=500, text=200, texts=4000)
SUMMARY = Limits(findings=20, lines=300, rows=60, text=40, texts=120)


def page(report: Report, *, redact: bool = False) -> str:
    """One HTML file, light and dark, that works from ``file://`` and loads nothing: the viewer with the whole report.

    Where scripts are off it shows the summary and every text instead. ``redact`` leaves out source text, paths and the
    environment.
    """
    if redact:
        report = redacted(report)
    index, look, room = Index(report), Look(inline=False), Room(PAGE)
    body = _content(index, look, room) + bytecode_html(index, look, room) + graphs_text_html(index, look, room)
    return document(title(index).name, body + raw_html(index, look, room), report)


def document(name: str, body: str, report: Report) -> str:
    """A whole HTML document around ``body``. Its policy lets it load nothing and run nothing but the viewer."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{viewer.policy()}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f'<title>{esc(name)}, compiled</title>\n<style id="ce-summary-style">{SHEET}</style>\n'
        f"<style>{viewer.style()}</style></head>\n"
        f'<body><main id="ce-summary">\n{body}\n</main>\n{viewer.viewer_html(report)}</body></html>\n'
    )


def summary(report: Report, *, limits: Limits = SUMMARY, line: str = "") -> str:
    """A fragment for notebooks: no script, no style sheet, no class; ``line`` is a sentence to add at its end."""
    index, look, room = Index(report), Look(inline=True), Room(limits)
    body = _content(index, look, room) + raw_html(index, look, room)
    end = note(look, line or "Static summary. x.to_html(…) writes the whole report as one file.")
    return f"<div{look.at('summary')}>\n{body}{end}\n</div>"


def _content(index: Index, look: Look, room: Room) -> str:
    blocks, more = line_map(index, limit=room.limits.lines)
    graphs = graph_rows(index, blocks)
    return "".join(
        (
            title_html(index, look),
            verdict_html(index, look),
            steps_html(index, look),
            findings_html(index, look, room),
            errors_html(index, look, room),
            lines_html(blocks, more, look),
            flow_html(index, look, room),
            graphs_html(index, graphs, look, room),
            recompiles_html(index, look, room),
            versions_html(index, look, room),
            symbols_html(index, look, room),
            measured_html(index, look, room),
            ledger_html(index, look, room),
            "<br>\n" if look.inline else "",
            cards_html(index, look, room),
            kernels_html(index, look, room),
            guards_html(index, graphs, look, room),
            state_html(index, look, room),
            saved_html(index, look, room),
            aliasing_html(index, look, room),
            operators_html(index, look, room),
            decompositions_html(index, look, room),
            fusion_html(index, look, room),
            runs_html(index, look, room),
            dynamo_steps_html(index, look, room),
            passes_html(index, look, room),
            attention_html(index, look, room),
            modes_html(index, look, room),
            recording_html(index, look, room),
            candidates_html(index, look, room),
            phases_html(index, look, room),
            trace_times_html(index, look, room),
            metrics_html(index, look, room),
            settings_html(index, look),
        )
    )
