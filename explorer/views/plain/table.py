"""Tables in plain text that fit a width: columns that may be dropped, columns that wrap, numbers at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.views.clean import pad, width_of, wrap

GAP = "  "


@dataclass(frozen=True, slots=True)
class Column:
    """A column. One that ``wraps`` gives way first when room is short; then columns go by ``drop`` (0: never)."""

    head: str
    right: bool = False
    wraps: bool = False
    drop: int = 0
    least: int = 12


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """The lines of a table, its head first, none wider than ``width``."""
    keep = [index for index in range(len(columns)) if not _empty(rows, index)]
    widths = _widths(columns, rows, keep)
    while _total(widths, keep) > width:
        over = _total(widths, keep) - width
        wrapping = [index for index in keep if columns[index].wraps and widths[index] > columns[index].least]
        if wrapping:
            widest = max(wrapping, key=lambda index: widths[index])
            widths[widest] = max(columns[widest].least, widths[widest] - over)
            continue
        dropping = [index for index in keep if columns[index].drop]
        if not dropping:
            break
        keep.remove(min(dropping, key=lambda index: columns[index].drop))
        widths = _widths(columns, rows, keep)
    lines = [_line([columns[index].head for index in keep], columns, widths, keep)]
    for row in rows:
        lines += _row(row, columns, widths, keep)
    return [pad(line, width).rstrip() for line in lines]


def _empty(rows: Sequence[Sequence[str]], index: int) -> bool:
    return bool(rows) and not any(row[index] for row in rows)


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[str]], keep: Sequence[int]) -> dict[int, int]:
    return {index: max(width_of(columns[index].head), *(width_of(row[index]) for row in rows), 1) for index in keep}


def _total(widths: dict[int, int], keep: Sequence[int]) -> int:
    return sum(widths[index] for index in keep) + len(GAP) * (len(keep) - 1)


def _row(row: Sequence[str], columns: Sequence[Column], widths: dict[int, int], keep: Sequence[int]) -> list[str]:
    cells = [wrap(row[i], widths[i]) if columns[i].wraps else [row[i]] for i in keep]
    deep = max(map(len, cells), default=0)
    return [
        _line([cell[level] if level < len(cell) else "" for cell in cells], columns, widths, keep)
        for level in range(deep)
    ]


def _line(cells: Sequence[str], columns: Sequence[Column], widths: dict[int, int], keep: Sequence[int]) -> str:
    return GAP.join(pad(cell, widths[i], right=columns[i].right) for cell, i in zip(cells, keep, strict=True)).rstrip()
