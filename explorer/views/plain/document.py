"""The text as a whole: its sections in order, never wider than asked."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.report import Report
from explorer.views.clean import fit, width_of
from explorer.views.outline.code import graph_texts, kernel_texts
from explorer.views.outline.graphs import graph_rows
from explorer.views.outline.index import Index
from explorer.views.outline.lines import line_map
from explorer.views.plain.attention import attention_lines
from explorer.views.plain.body import line_lines
from explorer.views.plain.cards import card_lines
from explorer.views.plain.compiler import aliasing_lines, decomposition_lines, fusion_lines, metric_lines, saved_lines
from explorer.views.plain.ends import code_lines, error_lines, hint_lines
from explorer.views.plain.flow import flow_lines
from explorer.views.plain.ledger import break_cost_lines, ledger_lines
from explorer.views.plain.measured import memory_lines, numeric_lines, time_lines
from explorer.views.plain.modes import mode_lines, state_lines
from explorer.views.plain.operators import operator_lines
from explorer.views.plain.paint import Paint, unpainted
from explorer.views.plain.passes import pass_lines
from explorer.views.plain.runs import run_lines
from explorer.views.plain.steps import dynamo_step_lines
from explorer.views.plain.symbols import symbol_lines
from explorer.views.plain.tables import (
    cache_lines,
    graph_lines,
    guard_lines,
    phase_lines,
    recompile_lines,
    settings_lines,
)
from explorer.views.plain.top import finding_lines, step_lines, title_lines, verdict_lines
from explorer.views.plain.trace_times import trace_time_lines
from explorer.views.plain.tuning import candidate_lines, recording_lines
from explorer.views.plain.versions import version_lines

LEAST_WIDTH = 40


def write(report: Report, *, width: int = 100, color: bool = False, full: bool = False) -> str:
    """The report as text in lines of at most ``width`` columns (40 at least), ended by a new line.

    ``color`` adds terminal colours; ``full`` adds every guard, graph and generated kernel.
    """
    width, paint, index = max(LEAST_WIDTH, width), Paint(color), Index(report)
    blocks, more = line_map(index)
    graphs = graph_rows(index, blocks)
    sections: list[list[str]] = [
        title_lines(index, width, paint),
        verdict_lines(index, width, paint),
        step_lines(index, width, paint),
        finding_lines(index, width, paint),
        card_lines(index, width, paint, full=full),
        line_lines(blocks, more, width, paint),
        flow_lines(index, width, paint),
        graph_lines(index, graphs, width, paint),
        recompile_lines(index, width, paint),
        version_lines(index, width, paint),
        symbol_lines(index, width, paint),
        run_lines(index, width, paint, full=full),
        dynamo_step_lines(index, width, paint, full=full),
        error_lines(index, width, paint),
        time_lines(index, width, paint),
        ledger_lines(index, width, paint, full=full),
        break_cost_lines(index, width, paint),
        numeric_lines(index, width, paint, full=full),
        memory_lines(index, width, paint),
        saved_lines(index, width, paint, full=full),
        aliasing_lines(index, width, paint, full=full),
        operator_lines(index, width, paint, full=full),
        decomposition_lines(index, width, paint, full=full),
        pass_lines(index, width, paint, full=full),
        fusion_lines(index, width, paint, full=full),
        attention_lines(index, width, paint, full=full),
        mode_lines(index, width, paint, full=full),
        recording_lines(index, width, paint, full=full),
        candidate_lines(index, width, paint, full=full),
        phase_lines(index, width, paint),
        trace_time_lines(index, width, paint, full=full),
        metric_lines(index, width, paint, full=full),
        guard_lines(index, graphs, width, paint, full=full),
        state_lines(index, width, paint, full=full),
        cache_lines(index, width, paint),
        settings_lines(index, width, paint),
    ]
    if full:
        sections.append(code_lines(index, "Graph", graph_texts(index), width, paint)[1:])
        sections.append(code_lines(index, "Generated code", kernel_texts(index), width, paint)[1:])
    return _joined([*sections, hint_lines(index, width)], width)


def _joined(sections: Iterable[list[str]], width: int) -> str:
    """Sections with an empty line between. Our own short sentences are cut here where the text is very narrow."""
    lines = ("\n".join(_cut(line, width) for line in section) for section in sections if section)
    return "\n\n".join(lines) + "\n"


def _cut(line: str, width: int) -> str:
    bare = unpainted(line)
    return line if width_of(bare) <= width else fit(bare, width)
