"""The text as a whole: its sections in order, never wider than asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from explorer.report import SCHEMA, Environment, Program, Report
from explorer.views.clean import fit, width_of
from explorer.views.outline.code import graph_texts, kernel_texts
from explorer.views.outline.graphs import graph_rows
from explorer.views.outline.index import Index
from explorer.views.outline.lines import line_map
from explorer.views.plain.attention import attention_lines
from explorer.views.plain.body import line_lines
from explorer.views.plain.cards import card_lines
from explorer.views.plain.compiler import aliasing_lines, decomposition_lines, fusion_lines, metric_lines, saved_lines
from explorer.views.plain.ends import absent_lines, code_lines, error_lines, hint_lines
from explorer.views.plain.flow import flow_lines
from explorer.views.plain.ledger import break_cost_lines, ledger_lines
from explorer.views.plain.measured import attention_time_lines, memory_lines, numeric_lines, time_lines
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

EMPTY = Report(schema=SCHEMA, program=Program(name="program"), environment=Environment())

SUMMARY = (
    *("lines", "flow", "graphs", "recompiles", "versions", "symbols", "steps", "passes", "errors"),
    *("times", "ledger", "breaks", "numerics", "memory", "attention-times"),
)
"""The sections shown without being asked for: the story, and what was asked for with an option of its own."""

ALL = "all"


def write(
    report: Report,
    *,
    width: int = 100,
    color: bool = False,
    full: bool = False,
    sections: Collection[str] = (ALL,),
) -> str:
    """The report as text in lines of at most ``width`` columns (40 at least), ended by a new line.

    Above stand the program, the verdict, what to do first and the findings; then the summary and ``sections``, by
    name, or all. ``color`` adds terminal colours; ``full`` is all of them uncut, with each guard, graph and kernel.
    """
    width, paint, index = max(LEAST_WIDTH, width), Paint(color), Index(report)
    made = {name: lines for name, lines in _sections(index, width, paint, full=full) if lines}
    chosen = made.keys() if full or ALL in sections else {*SUMMARY, *sections}
    top = [
        title_lines(index, width, paint),
        verdict_lines(index, width, paint),
        step_lines(index, width, paint),
        finding_lines(index, width, paint),
    ]
    shown = [lines for name, lines in made.items() if name in chosen]
    shown.append(absent_lines([name for name in sections if name != ALL and name not in made], width))
    return _joined([*top, *shown, hint_lines(index, width, [name for name in made if name not in chosen])], width)


def section_names() -> tuple[str, ...]:
    """The name of every section, in order."""
    return tuple(name for name, _ in _sections(Index(EMPTY), 80, Paint(False), full=False))


def _sections(index: Index, width: int, paint: Paint, *, full: bool) -> Iterator[tuple[str, list[str]]]:
    """Each section by the name it is asked for with."""
    blocks, more = line_map(index)
    graphs = graph_rows(index, blocks)
    yield "cards", card_lines(index, width, paint, full=full)
    yield "lines", line_lines(blocks, more, width, paint)
    yield "flow", flow_lines(index, width, paint)
    yield "graphs", graph_lines(index, graphs, width, paint)
    yield "recompiles", recompile_lines(index, width, paint)
    yield "versions", version_lines(index, width, paint)
    yield "symbols", symbol_lines(index, width, paint)
    yield "runs", run_lines(index, width, paint, full=full)
    yield "steps", dynamo_step_lines(index, width, paint, full=full)
    yield "errors", error_lines(index, width, paint)
    yield "times", time_lines(index, width, paint)
    yield "ledger", ledger_lines(index, width, paint, full=full)
    yield "breaks", break_cost_lines(index, width, paint)
    yield "numerics", numeric_lines(index, width, paint, full=full)
    yield "memory", memory_lines(index, width, paint)
    yield "attention-times", attention_time_lines(index, width, paint)
    yield "saved", saved_lines(index, width, paint, full=full)
    yield "aliasing", aliasing_lines(index, width, paint, full=full)
    yield "operators", operator_lines(index, width, paint, full=full)
    yield "decompositions", decomposition_lines(index, width, paint, full=full)
    yield "passes", pass_lines(index, width, paint, full=full)
    yield "fusion", fusion_lines(index, width, paint, full=full)
    yield "attention", attention_lines(index, width, paint, full=full)
    yield "modes", mode_lines(index, width, paint, full=full)
    yield "cudagraphs", recording_lines(index, width, paint, full=full)
    yield "autotune", candidate_lines(index, width, paint, full=full)
    yield "phases", phase_lines(index, width, paint)
    yield "functions", trace_time_lines(index, width, paint, full=full)
    yield "metrics", metric_lines(index, width, paint, full=full)
    yield "guards", guard_lines(index, graphs, width, paint, full=full)
    yield "state", state_lines(index, width, paint, full=full)
    yield "caches", cache_lines(index, width, paint)
    yield "settings", settings_lines(index, width, paint)
    if full:
        yield "graph texts", code_lines(index, "Graph", graph_texts(index), width, paint)[1:]
        yield "kernel texts", code_lines(index, "Generated code", kernel_texts(index), width, paint)[1:]


def _joined(sections: Iterable[list[str]], width: int) -> str:
    """Sections with an empty line between. Our own short sentences are cut here where the text is very narrow."""
    lines = ("\n".join(_cut(line, width) for line in section) for section in sections if section)
    return "\n\n".join(lines) + "\n"


def _cut(line: str, width: int) -> str:
    bare = unpainted(line)
    return line if width_of(bare) <= width else fit(bare, width)
