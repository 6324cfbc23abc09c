"""Guards as a tree in plain text: each value with what must hold of it, the line that asked, and who called that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from explorer.report import Compilation, Guard, Place, Report, is_library
from explorer.report.guard_tree import Value, guard_tree, guard_words
from explorer.views.clean import one_line
from explorer.views.format import UNKNOWN, duration, many
from explorer.views.outline.index import Index
from explorer.views.plain.table import Column, table


def render_guards(report: Report, versions: Mapping[str, Sequence[Guard]], *, width: int = 100) -> str:
    """A tree for each version, in lines of at most ``width`` columns (40 at least), ended by a new line."""
    index, width = Index(report), max(40, width)
    compilations = {each.id: each for each in report.compilations}
    parts = ["\n".join(_version(index, compilations.get(name), guards, width)) for name, guards in versions.items()]
    return "\n\n".join(part for part in parts if part) + "\n"


def _version(index: Index, version: Compilation | None, guards: Sequence[Guard], width: int) -> list[str]:
    columns = (Column("value", wraps=True, least=12), Column("must be", wraps=True, least=16),
               Column("because of", drop=2), Column("called from", drop=1))  # fmt: skip
    rows = list(_rows(index, guard_tree(guards), 0))
    name = f"{version.id} {index.function(version)}" if version is not None else ""
    head = one_line(f"{name}: {many(len(guards), 'guard')}, {check_cost(version)}", width)
    return [head, *(f"  {line}" for line in table(columns, rows, width - 2))] if rows else [head]


def check_cost(version: Compilation | None) -> str:
    """What one check of all guards of a version costs, torch's own included."""
    metrics = {m.name: m for s in (version.stages if version else ()) if s.stage == "guards" for m in s.metrics}
    check, cold = metrics.get("check"), metrics.get("latency")
    if check is not None and isinstance(check.value, float):
        spread = f" [{duration(check.low)}, {duration(check.high)}] in {check.count} rounds"
        return f"one check of all: {duration(check.value)}{spread}"
    if cold is not None and isinstance(cold.value, float):
        return f"one check of all, caches cold: {duration(cold.value)}, one run"
    return "the cost of checking was not measured"


def _rows(index: Index, value: Value, depth: int) -> Iterator[tuple[str, str, str, str]]:
    indent = ". " * (depth - 1)
    name = one_line(value.name, 60)
    for guard in value.guards:
        asked, *above = _stack(guard) or (None,)
        callers = ", ".join(index.place(place) for place in above[:2])
        yield f"{indent}{name}" if value.name else UNKNOWN, _words(guard), index.place(asked), callers
        name = ""
    if not value.guards and value.name:
        yield f"{indent}{name}", "", "", ""
    for inner in value.values.values():
        yield from _rows(index, inner, depth + 1)


def _stack(guard: Guard) -> list[Place]:
    """The user's lines behind a guard, the nearest first; that of a library alone where no other is known."""
    inner = [guard.place] if guard.place is not None else []
    own = [place for place in (*inner, *guard.callers) if not is_library(place.file)]
    return own or inner


def _words(guard: Guard) -> str:
    failed = f" (failed: {', '.join(guard.failed)})" if guard.failed else ""
    return one_line(guard_words(guard), 160) + failed
