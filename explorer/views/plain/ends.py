"""The end of the text view: errors with their trace, the generated code when it was asked for, and where to go on."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.views.clean import clean, fit, flow, shorten, wrap
from explorer.views.outline.code import CodeText
from explorer.views.outline.errors import ErrorRow, error_rows
from explorer.views.outline.index import Index
from explorer.views.plain.paint import Paint

TRACE_LINES = 30


def error_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """The errors: the user's line, one sentence, what to do, the trimmed trace."""
    rows, more = error_rows(index)
    lines = [f"  {paint('Errors', 'bold')}"] if rows else []
    for row in rows:
        lines += _error(row, width, paint)
    return lines + ([f'  {more} more in x.frames["findings"]'] if more else [])


def _error(row: ErrorRow, width: int, paint: Paint) -> list[str]:
    head = fit(f"{row.place}  {row.line}".strip() or "somewhere outside your files", width - 5)
    lines = [f"  {paint('!', 'break')}  {paint(head, 'bold')}"]
    lines += [f"     {line}" for line in wrap(f"{row.type}: {row.sentence}", width - 5)]
    trace = [line.expandtabs(4).rstrip() for line in row.trace.split("\n") if line.strip()]
    if len(trace) > TRACE_LINES:
        trace = [*trace[:8], f"… {len(trace) - TRACE_LINES} lines", *trace[8 - TRACE_LINES :]]
    return lines + [f"       {piece}" for line in trace for piece in _wrapped(fit(line, 1000), width - 7)]


def _wrapped(line: str, width: int) -> list[str]:
    """``line`` broken between words, its indent kept on each piece."""
    bare = line.lstrip()
    indent = min(len(line) - len(bare), width // 2)
    return [" " * indent + piece for piece in wrap(bare, width - indent)]


def code_lines(
    index: Index, head: str, texts: list[CodeText], width: int, paint: Paint, *, kilobytes: int = 60
) -> list[str]:
    """Long texts in full, each under its title; a line longer than the width is broken."""
    lines: list[str] = []
    for text in texts:
        graph = f"graph {text.graph}, " if text.graph else ""
        lines += ["", f"  {paint(fit(f'{head}: {graph}{text.title}', width - 2), 'bold')}"]
        shown, more = shorten(index.text(text.text), kilobytes)
        for line in clean(shown).split("\n"):
            lines += [f"  {piece}" for piece in _pieces(line.expandtabs(4).rstrip(), width - 2)]
        lines += [f"  … cut, {more} kB more in the JSON"] if more else []
    return lines


def _pieces(line: str, width: int) -> list[str]:
    """``line`` in pieces that fit; the indent of code is kept, so this is not :func:`wrap`."""
    pieces = []
    while len(line) > 0 and fit(line, width) != line:
        head = fit(line, width)[:-1] or line[:1]
        pieces.append(head)
        line = line[len(head) :]
    return [*pieces, line]


_FILLED_BY = {
    **dict.fromkeys(("times", "ledger", "breaks", "numerics", "memory", "attention-times"), "measure=True, --measure"),
    **dict.fromkeys(("steps", "passes"), "steps=True, --steps"),
}


def absent_lines(names: Sequence[str], width: int) -> list[str]:
    """The sections that were asked for and of which this report has nothing, with the option that fills one."""
    told = [f"{name} ({_FILLED_BY[name]})" if name in _FILLED_BY else name for name in names]
    return [f"  {line}" for line in wrap(f"Nothing in this report for: {', '.join(told)}.", width - 2)] if told else []


def hint_lines(index: Index, width: int, hidden: Sequence[str]) -> list[str]:
    """Where the rest is; ``hidden`` are the sections that are not shown."""
    name = "".join(char for char in index.report.program.name if char.isalnum() or char in "_-")[:40] or "report"
    hints = (
        f'x.to_html("{name}.html") for code, graphs and guards',
        'x.frames["nodes"] for the numbers',
        "x.text(full=True)",
    )
    joined = "     ".join(hints)
    lines = [f"  {joined}"] if len(joined) + 2 <= width else [f"  {fit(hint, width - 2)}" for hint in hints[:2]]
    lines += [f"  {line}" for line in flow(_tries(index), width - 2, "     ")]
    if hidden:
        more = f"More sections: {', '.join(hidden)}: --show NAME,… or --show all; x.text(sections=(…))"
        lines += [f"  {line}" for line in wrap(more, width - 2)]
    return lines


def _tries(index: Index) -> list[str]:
    """What can be tried with a program that can run again."""
    if index.report.program.kind in ("capture", "log"):
        return []
    told = ["x.suggest() for edits that remove breaks"] if index.of("break") else []
    return [*told, "x.try_advice() for options that recompile less"] if index.of("recompile") else told
