"""Where each line runs: the user's functions that the compile reached, line by line, with the graph of each line."""

from __future__ import annotations

from dataclasses import dataclass, field

from explorer.report import Place, is_library
from explorer.views.clean import clean, fit, one_line
from explorer.views.format import many, ranges
from explorer.views.outline.functions import MODULE, Function, functions_of, innermost
from explorer.views.outline.index import Index
from explorer.views.outline.marks import Mark, Marks, marks_of, shapes

MAX_TEXT = 2_000_000
"""A source longer than this (characters) is not searched for functions: its lines are shown from the nodes alone."""


@dataclass(frozen=True, slots=True)
class LineRow:
    """A source line. ``graphs`` are the numbers of the graphs that run it (``own``: with an op that comes from it).

    ``sign`` is ``error``, ``break``, ``recompile`` or empty, ``note`` its words, ``makes`` the shapes of the values.
    """

    line: int
    code: str
    graphs: tuple[int, ...] = ()
    own: bool = False
    sign: str = ""
    note: str = ""
    makes: str = ""

    @property
    def label(self) -> str:
        """The graph numbers in short: ``1``, ``1,4-6``."""
        text = ranges(self.graphs).replace(" ", "")
        return text if len(text) <= 9 else f"{self.graphs[0]}+{len(self.graphs) - 1}"


@dataclass(frozen=True, slots=True)
class Block:
    """A function and its lines. ``left_out`` counts lines that were cut."""

    function: str
    file: str
    rows: tuple[LineRow, ...]
    left_out: int = 0


@dataclass(slots=True)
class _Region:
    """A function with the marks inside it."""

    function: Function
    marks: dict[int, Mark] = field(default_factory=dict)


def line_map(index: Index, *, limit: int = 400) -> tuple[list[Block], int]:
    """The blocks in the order of their source, at most ``limit`` lines in all, and how many functions were left out."""
    marks = marks_of(index)
    files = [file for file in marks if marks[file] and not is_library(file)] or list(marks)
    blocks: list[Block] = []
    for file in files:
        blocks += _blocks(index, file, marks)
    shown: list[Block] = []
    for block in blocks:
        if limit <= 0:
            break
        shown.append(Block(block.function, block.file, block.rows[:limit], max(0, len(block.rows) - limit)))
        limit -= len(block.rows)
    return shown, len(blocks) - len(shown)


def _blocks(index: Index, file: str, marks: Marks) -> list[Block]:
    source = next((each for each in index.report.sources if each.file == file), None)
    text = index.text(source.text) if source else ""
    label = index.file(Place(
        file=file,
        cell_id=source.cell_id if source else None,
        execution_count=source.execution_count if source else None,
    ))  # fmt: skip
    if not text or len(text) > MAX_TEXT:
        return _without_source(label, marks[file])
    lines = clean(text).split("\n")
    return [_block(region, lines, label) for region in _regions(functions_of(text), marks[file])]


def _regions(functions: tuple[Function, ...], marks: dict[int, Mark]) -> list[_Region]:
    regions: dict[int, _Region] = {}
    for line in sorted(marks):
        function = innermost(functions, line) or Function(MODULE, line, line, line)
        regions.setdefault(function.start, _Region(function)).marks[line] = marks[line]
    return [regions[start] for start in sorted(regions)]


def _block(region: _Region, lines: list[str], label: str) -> Block:
    function = region.function
    numbers = [
        number
        for number in range(function.body, min(function.end, len(lines)) + 1)
        if number in region.marks or (_tells(lines[number - 1]) and number not in function.skip)
    ]
    # A line of the signature can carry a mark too: a default, or a break at the call of the function itself.
    numbers = sorted({*numbers, *(number for number in region.marks if function.start <= number < function.body)})
    numbers = [number for number in numbers if number <= len(lines)]
    margin = min((_indent(lines[number - 1]) for number in numbers), default=0)
    outer = {number for number in numbers if _indent(lines[number - 1]) == margin}
    graphs = _fill(numbers, region.marks, outer)
    # Where the program failed, the lines after it ran nowhere.
    otherwise = "" if any(mark.errors for mark in region.marks.values()) else "in Python"
    rows = (
        _row(n, lines[n - 1].expandtabs(4)[margin:].rstrip(), region.marks.get(n), graphs[n], otherwise)
        for n in numbers
    )
    name = "at the top of the file" if function.name == MODULE else function.name
    return Block(one_line(name, 120), label, tuple(rows))


def _tells(line: str) -> bool:
    """Whether a line is more than a comment or nothing."""
    bare = line.strip()
    return bool(bare) and not bare.startswith("#")


def _indent(line: str) -> int:
    wide = line.expandtabs(4)
    return len(wide) - len(wide.lstrip())


def _fill(numbers: list[int], marks: dict[int, Mark], outer: set[int]) -> dict[int, tuple[int, ...]]:
    """The graphs of each line. A line without an op of its own takes part in the graphs around it, up to a break.

    An ``outer`` line, one that every way through the function takes, belongs to all of them; a line inside a branch or
    a loop to those of the nearest op.
    """
    filled: dict[int, tuple[int, ...]] = {}
    for segment in _segments(numbers, marks):
        every = tuple(sorted({graph for number in segment if number in marks for graph in marks[number].graphs}))
        above, below = _spread(segment, marks), _spread(segment[::-1], marks)
        for number in segment:
            own = marks[number].graphs if number in marks else ()
            near = every if number in outer else above[number] or below[number]
            filled[number] = own or (() if number in marks and _breaks(marks[number]) else near)
    return filled


def _breaks(mark: Mark) -> bool:
    return bool(mark.breaks or mark.callers)


def _segments(numbers: list[int], marks: dict[int, Mark]) -> list[list[int]]:
    """The lines between breaks. A line that breaks ends its segment: what it holds of a graph ran before the break."""
    segments: list[list[int]] = [[]]
    for number in numbers:
        segments[-1].append(number)
        if number in marks and _breaks(marks[number]):
            segments.append([])
    return [segment for segment in segments if segment]


def _spread(numbers: list[int], marks: dict[int, Mark]) -> dict[int, tuple[int, ...]]:
    """For each line the graphs of the last op up to it."""
    current: tuple[int, ...] = ()
    found: dict[int, tuple[int, ...]] = {}
    for number in numbers:
        current = (marks[number].graphs if number in marks else ()) or current
        found[number] = current
    return found


def _row(number: int, code: str, mark: Mark | None, graphs: tuple[int, ...], otherwise: str = "") -> LineRow:
    code = fit(code, 400)
    if mark is None:
        return LineRow(number, code, graphs, note="" if graphs else otherwise)
    return LineRow(
        number,
        code,
        graphs,
        own=bool(mark.nodes),
        sign=_sign(mark),
        note=_note(mark) or ("" if graphs else otherwise),
        makes=shapes(mark),
    )


def _sign(mark: Mark) -> str:
    if mark.errors:
        return "error"
    return "break" if _breaks(mark) else "recompile" if mark.recompiles else ""


def _note(mark: Mark) -> str:
    told = [f"error {each.code}" for each in mark.errors] + [f"break {each.code}" for each in mark.breaks]
    words = list(dict.fromkeys(told)) or mark.callers[:1]
    if mark.recompiles:
        words.append(many(mark.recompiles, "recompile"))
    return one_line(", ".join(words), 120)


def _without_source(label: str, marks: dict[int, Mark]) -> list[Block]:
    """Blocks of a file whose text is not in the report: only the lines that something is known of."""
    by_function: dict[str, list[LineRow]] = {}
    for line in sorted(marks):
        mark = marks[line]
        row = _row(line, one_line(mark.source or "(source not in the report)"), mark, mark.graphs)
        by_function.setdefault(one_line(mark.function or MODULE, 120), []).append(row)
    return [Block(name, label, tuple(rows)) for name, rows in by_function.items()]
