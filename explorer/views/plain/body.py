"""The middle of the text view: where each line runs."""

from __future__ import annotations

from explorer.views.clean import fit, pad, width_of
from explorer.views.format import many
from explorer.views.outline.lines import Block, LineRow
from explorer.views.plain.paint import Paint


def line_lines(blocks: list[Block], more: int, width: int, paint: Paint) -> list[str]:
    """Each function's lines: number, graph, code, and at the right what the line makes or what is special about it."""
    if not blocks:
        return []
    head = "Where each line runs"
    label = max((len(row.label) for block in blocks for row in block.rows), default=1)
    digits = max((len(str(row.line)) for block in blocks for row in block.rows), default=2)
    right = _right_width(blocks, width)
    lines = [_head(head, right, width, paint)]
    for file in dict.fromkeys(block.file for block in blocks):
        inside = [block for block in blocks if block.file == file]
        for block in inside:
            lines.append("  " + paint(fit(_title(block, len(blocks) > len(inside)), width - 2), "bold"))
            lines += [_row(row, label, max(3, digits), right, width, paint) for row in block.rows]
            if block.left_out:
                lines.append(f"    {many(block.left_out, 'more line')}")
    if more:
        lines.append(f"  {many(more, 'more function')}, in x.to_html(…)")
    return lines


def _head(head: str, right: int, width: int, paint: Paint) -> str:
    makes = pad("makes", right) if right else ""
    return ("  " + paint(head, "bold") + " " * (width - 2 - len(head) - right) + makes).rstrip()


def _title(block: Block, name_file: bool) -> str:
    return f"{block.function}   {block.file}" if name_file else block.function


def _right_width(blocks: list[Block], width: int) -> int:
    """The room for the right column: what its longest text needs, a third of the width at most; none under 60."""
    longest = max((width_of(_right(row)) for block in blocks for row in block.rows), default=0)
    return min(longest, width // 3) if width >= 60 else 0


def _right(row: LineRow) -> str:
    return f"{row.note}  {row.makes}" if row.makes and row.note else row.makes or row.note


def _row(row: LineRow, label: int, digits: int, right: int, width: int, paint: Paint) -> str:
    number = str(row.line).rjust(digits)
    sign = {"error": "!", "break": "!", "recompile": "r"}.get(row.sign, "")
    mark = pad(f"{row.label}|{sign}" if row.graphs else sign, label + 2)
    room = width - 2 - digits - 2 - len(mark) - 1 - (right + 2 if right else 0)
    code = pad(row.code, max(8, room))
    before = f"  {number}  "
    after = f" {code}" + (f"  {pad(_right(row), right)}" if right else "")
    return paint(before, "dim") + _painted(mark, row, paint) + fit(after, width - len(before) - len(mark)).rstrip()


def _painted(mark: str, row: LineRow, paint: Paint) -> str:
    if row.sign:
        return paint(mark, "warn" if row.sign == "recompile" else "break")
    return paint.graph(mark, row.graphs[0]) if row.graphs else mark
