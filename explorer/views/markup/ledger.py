"""The ledger in HTML."""

from __future__ import annotations

from explorer.views.clean import one_line
from explorer.views.markup.blocks import Room, head, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
from explorer.views.outline.index import Index
from explorer.views.outline.ledger import LedgerLine, break_lines, ledger, ledger_sentences, left_out


def ledger_html(index: Index, look: Look, room: Room) -> str:
    """Eager operations beside the kernels that they became, and what the breaks cost; nothing when not measured."""
    told = ledger(index)
    if not told.lines:
        return ""
    most = room.limits.rows
    heads = (
        "graph", "line", "eager", f"eager, {told.unit}", f"compiled, {told.unit}", "eager ÷ compiled", "95 %",
        "kernels", "moves", "rate", "of the machine", "code",
    )  # fmt: skip
    cells = [_cells(line) for line in told.lines[:most]]
    body = head(look, "The ledger: eager beside compiled, one call")
    body += table(look, heads, cells, right=(3, 4, 5, 8, 9, 10))
    body += note(look, left_out(len(told.lines) - most)) if len(told.lines) > most else ""
    return body + "".join(note(look, each) for each in ledger_sentences(index)) + _breaks(index, look)


def _cells(line: LedgerLine) -> tuple[str, ...]:
    row = line.row
    graph = "" if row.graph is None else f"{row.graph} bwd" if row.direction == "bwd" else str(row.graph)
    code = f"<code>{esc(line.code)}</code>" if line.code else ""
    kernels = f"<code>{esc(one_line(line.kernels, 48))}</code>" if line.kernels else ""
    what = esc(row.title) if row.title else f"<code>{esc(line.ops)}</code>"
    told = esc(line.told) if line.quiet or not line.told else f"<b>{esc(line.told)}</b>"
    return (
        graph, esc(line.where), what, esc(line.eager), esc(line.compiled), told, esc(line.interval), kernels,
        esc(line.moved), esc(line.rate), esc(line.roofline), code,
    )  # fmt: skip


def _breaks(index: Index, look: Look) -> str:
    cells = [
        (esc(row.where), f"<code>{esc(row.code)}</code>", *map(esc, (row.seconds, row.guards, row.crossing, row.lost)))
        for row in break_lines(index)
    ]
    if not cells:
        return ""
    heads = ("break", "", "time at it", "guards in it", "crosses", "lost fusion")
    return head(look, "What the breaks cost in one call") + table(look, heads, cells, right=(2, 3, 4, 5))
