"""The tables of a report as pandas DataFrames, each made when it is asked for, with the same typed columns when empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from explorer.report import Place, Report, short_file
from explorer.report.verdict import make_verdict
from explorer.views.format import spec
from explorer.views.outline.graphs import graph_rows
from explorer.views.outline.index import Index
from explorer.views.outline.lines import line_map

if TYPE_CHECKING:
    import pandas

TEXT, INT, FLOAT, BOOL = "string", "Int64", "Float64", "boolean"
"""The types of columns. All of them can hold a missing value, which means unknown or not measured."""

Rows = Iterable[Mapping[str, Any]]


class Frames(Mapping[str, "pandas.DataFrame"]):
    """The tables by name. A name that is not there raises ``KeyError`` with the names that are."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._made: dict[str, pandas.DataFrame] = {}

    def __getitem__(self, name: str) -> pandas.DataFrame:
        if name not in TABLES:
            raise KeyError(f"no table {name!r}; there are {', '.join(TABLES)}")
        if name not in self._made:
            self._made[name] = TABLES[name](self._report)
        return self._made[name].copy()

    def __iter__(self) -> Iterator[str]:
        return iter(TABLES)

    def __len__(self) -> int:
        return len(TABLES)

    def __repr__(self) -> str:
        return f"<tables {', '.join(TABLES)}>"


def frames(report: Report) -> Frames:
    """The tables of ``report``, by name."""
    return Frames(report)


def _frame(columns: Mapping[str, str], rows: Rows) -> pandas.DataFrame:
    import pandas

    told = list(rows)
    made = {name: pandas.array([row.get(name) for row in told], dtype=kind) for name, kind in columns.items()}
    return pandas.DataFrame(made, columns=list(columns))


def _at(report: Report, place: Place | None, prefix: str = "") -> dict[str, Any]:
    if place is None:
        return {}
    cell = None if place.execution_count is None else f"In[{place.execution_count}]"
    return {f"{prefix}file": cell or short_file(place.file, report.program.cwd), f"{prefix}line": place.line}


def graphs(report: Report) -> pandas.DataFrame:
    """A row for each graph that a backend was handed.

    ``graph`` its number, ``compile_id`` torch's id, ``key`` the compile key, ``function``, ``file``, ``line`` where the
    function begins, ``lines`` the range that runs in it, ``trigger`` (``first call``, ``resume``, ``recompile``),
    ``call`` of the program (from 0), ``ops`` call nodes, ``inputs`` placeholders, ``kernels`` generated, ``extern``
    library calls, ``guards``, ``seconds`` of the whole compile.
    """
    columns = {
        "graph": INT, "compile_id": TEXT, "key": TEXT, "function": TEXT, "file": TEXT, "line": INT, "lines": TEXT,
        "trigger": TEXT, "call": INT, "ops": INT, "inputs": INT, "kernels": INT, "extern": INT, "guards": INT, "seconds": FLOAT,
    }  # fmt: skip
    index = Index(report)

    def rows() -> Rows:
        for row in graph_rows(index, line_map(index, limit=10**9)[0]):
            compilation = index.compilations[row.key]
            _, graph = index.graphs[row.number - 1]
            yield {
                "graph": row.number, "compile_id": compilation.id, "key": row.key, "function": row.function,
                **_at(report, compilation.place), "lines": row.lines, "trigger": compilation.trigger, "call": compilation.call,
                "ops": row.ops, "inputs": sum(node.op == "placeholder" for node in graph.nodes), "kernels": row.kernels,
                "extern": row.extern, "guards": row.guards, "seconds": row.seconds,
            }  # fmt: skip

    return _frame(columns, rows())


def nodes(report: Report) -> pandas.DataFrame:
    """A row for each node of every graph of every stage.

    ``graph`` its number (missing for a compile without one), ``stage``, ``direction`` (``dynamo``, ``joint``, ``fwd``,
    ``bwd``), ``name`` of the graph in ``in_graph``, ``node``, ``op``, ``target``, ``makes`` (``f32[8, 64]``), ``dtype``,
    ``device``, ``file``, ``line`` and ``source`` of the user's line, ``module`` path, ``code``, ``ref``.
    """
    columns = {
        "graph": INT, "stage": TEXT, "direction": TEXT, "in_graph": TEXT, "node": TEXT, "op": TEXT, "target": TEXT,
        "makes": TEXT, "dtype": TEXT, "device": TEXT, "file": TEXT, "line": INT, "source": TEXT, "module": TEXT, "code": TEXT,
        "ref": TEXT,
    }  # fmt: skip
    numbers = Index(report).numbers

    def rows() -> Rows:
        for compilation in report.compilations:
            for stage in compilation.stages:
                for graph in stage.graphs:
                    for node in graph.nodes:
                        first = node.specs[0] if node.specs else None
                        yield {
                            "graph": numbers.get(compilation.key), "stage": stage.stage, "direction": stage.direction,
                            "in_graph": graph.name, "node": node.name, "op": node.op, "target": node.target,
                            "makes": ", ".join(map(spec, node.specs)) or None, "dtype": first.dtype if first else None,
                            "device": first.device if first else None, **_at(report, node.place),
                            "source": node.place.source if node.place else None, "module": node.module,
                            "code": node.code or None, "ref": node.ref,
                        }  # fmt: skip

    return _frame(columns, rows())


def breaks(report: Report) -> pandas.DataFrame:
    """A row for each graph break, with the columns of the verdict's ``graph_breaks``.

    ``file``, ``line`` innermost, ``user_file``, ``user_line`` outside of packages, ``source``, ``gb_type``, ``code``,
    ``effect``, ``count`` of records merged, ``call``, ``fixability``, ``hints`` (separated by line ends).
    """
    columns = {
        "file": TEXT, "line": INT, "user_file": TEXT, "user_line": INT, "source": TEXT, "gb_type": TEXT, "code": TEXT,
        "effect": TEXT, "count": INT, "call": INT, "fixability": TEXT, "hints": TEXT,
    }  # fmt: skip
    told = make_verdict(report).graph_breaks
    return _frame(columns, ({name: getattr(each, name) for name in columns} | {"hints": "\n".join(each.hints)} for each in told))


def recompiles(report: Report) -> pandas.DataFrame:
    """A row for each recompile, with the columns of the verdict's ``recompiles`` and the values, where they are known.

    ``compile_id`` of the new version, ``function``, ``call``, ``guard`` that failed, ``old`` and ``new`` value,
    ``file``, ``line``, ``source`` of what the guard is about, ``advice``.
    """
    columns = {
        "compile_id": TEXT, "function": TEXT, "call": INT, "guard": TEXT, "old": TEXT, "new": TEXT, "file": TEXT, "line": INT,
        "source": TEXT, "advice": TEXT,
    }  # fmt: skip
    told = make_verdict(report).recompiles
    values = [finding.attributes for finding in report.findings if finding.kind == "recompile"]
    return _frame(
        columns,
        (
            {**{name: getattr(each, name, None) for name in columns}, "old": _text(facts.get("old")), "new": _text(facts.get("new"))}
            for each, facts in zip(told, values, strict=True)
        ),
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def guards(report: Report) -> pandas.DataFrame:
    """A row for each guard.

    ``graph`` number, ``kind`` (torch's type), ``expression`` that must hold, ``source`` it looks at, ``file``, ``line``
    that asked for it, ``noise`` (global state that a normal program never changes), ``failed`` (it caused a recompile),
    ``ref``.
    """
    columns = {
        "graph": INT, "kind": TEXT, "expression": TEXT, "source": TEXT, "file": TEXT, "line": INT, "noise": BOOL,
        "failed": BOOL, "ref": TEXT,
    }  # fmt: skip
    index = Index(report)

    def rows() -> Rows:
        for compilation, stage in index.all_stages("guards"):
            for guard in stage.guards:
                yield {
                    "graph": index.numbers.get(compilation.key), "kind": guard.kind, "expression": guard.expression,
                    "source": guard.source, **_at(report, guard.place), "noise": guard.noise, "failed": bool(guard.failed),
                    "ref": guard.ref,
                }  # fmt: skip

    return _frame(columns, rows())


def kernels(report: Report) -> pandas.DataFrame:
    """A row for each kernel.

    ``graph`` number, ``direction`` (``fwd``, ``bwd``), ``kernel``, ``language`` (``cpp``, ``triton``, ``extern``),
    ``extern`` (a library call), ``device``, ``calls`` in the wrapper, ``fuses`` (nodes of the graph after Inductor's
    passes, over all calls), ``lines`` of code (missing for library calls), ``code``, ``ref``.
    """
    columns = {
        "graph": INT, "direction": TEXT, "kernel": TEXT, "language": TEXT, "extern": BOOL, "device": TEXT, "calls": INT,
        "fuses": INT, "lines": INT, "code": TEXT, "ref": TEXT,
    }  # fmt: skip
    index = Index(report)

    def rows() -> Rows:
        for compilation, stage in index.all_stages("codegen"):
            texts = {listing.ref: index.text(listing.text) for listing in stage.listings}
            for kernel in stage.kernels:
                code = texts.get(kernel.listing or "")
                yield {
                    "graph": index.numbers.get(compilation.key), "direction": stage.direction, "kernel": kernel.name,
                    "language": kernel.language, "extern": kernel.extern, "device": kernel.device, "calls": len(kernel.calls),
                    "fuses": len({node for call in kernel.calls for node in call.nodes}),
                    "lines": len(code.splitlines()) if code else None, "code": code, "ref": kernel.ref,
                }  # fmt: skip

    return _frame(columns, rows())


def findings(report: Report) -> pandas.DataFrame:
    """A row for each finding, the one to deal with first is first.

    ``kind``, ``code``, ``severity``, ``title``, ``message``, ``advice`` (separated by line ends), ``file``, ``line``,
    ``user_file``, ``user_line``, ``count`` of events merged, ``ref``.
    """
    columns = {
        "kind": TEXT, "code": TEXT, "severity": TEXT, "title": TEXT, "message": TEXT, "advice": TEXT, "file": TEXT,
        "line": INT, "user_file": TEXT, "user_line": INT, "count": INT, "ref": TEXT,
    }  # fmt: skip
    return _frame(
        columns,
        (
            {
                "kind": each.kind, "code": each.code, "severity": each.severity, "title": each.title, "message": each.message,
                "advice": "\n".join(each.advice), **_at(report, each.place), **_at(report, each.user_place, "user_"),
                "count": each.count, "ref": each.ref,
            }
            for each in report.findings
        ),
    )  # fmt: skip


TABLES: Mapping[str, Callable[[Report], pandas.DataFrame]] = {
    "graphs": graphs,
    "nodes": nodes,
    "breaks": breaks,
    "recompiles": recompiles,
    "guards": guards,
    "kernels": kernels,
    "findings": findings,
}
