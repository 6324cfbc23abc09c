"""Tables of what to look at: breaks, recompiles, guards, findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.report import Report
from explorer.report.causes import root_causes
from explorer.report.guard_python import as_python
from explorer.report.verdict import make_verdict
from explorer.views.outline.index import Index
from explorer.views.tables.columns import BOOL, FLOAT, INT, TEXT, Rows, at, frame

if TYPE_CHECKING:
    import pandas


def breaks(report: Report) -> pandas.DataFrame:
    """A row for each graph break, with the columns of the verdict's ``graph_breaks`` and what its card shows.

    ``file``, ``line`` innermost, ``user_file``, ``user_line`` outside of packages, ``source``, ``gb_type``, ``code``,
    ``effect``, ``count`` of records merged, ``call``, ``fixability``, ``hints`` (separated by line ends),
    ``expression`` (the user's code that stopped Dynamo), ``recipe`` (a sample that is mended, as ``demo`` takes it).
    """
    columns = {
        "file": TEXT, "line": INT, "user_file": TEXT, "user_line": INT, "source": TEXT, "gb_type": TEXT, "code": TEXT,
        "effect": TEXT, "count": INT, "call": INT, "fixability": TEXT, "hints": TEXT, "expression": TEXT,
        "recipe": TEXT,
    }  # fmt: skip
    told = make_verdict(report).graph_breaks
    known = [finding.attributes for finding in report.findings if finding.kind == "break"]
    return frame(
        columns,
        (
            {
                **{name: getattr(each, name, None) for name in columns},
                "hints": "\n".join(each.hints),
                "expression": _text(facts.get("expression")),
                "recipe": _text(facts.get("recipe")),
            }
            for each, facts in zip(told, known, strict=True)
        ),
    )


def recompiles(report: Report) -> pandas.DataFrame:
    """A row for each recompile, with the columns of the verdict's ``recompiles`` and the values, where they are known.

    ``compile_id`` of the new version, ``function``, ``call``, ``guard`` that failed, ``old`` and ``new`` value,
    ``file``, ``line``, ``source`` of what the guard is about, ``advice``, ``recipe`` (a sample that is mended).
    """
    columns = {
        "compile_id": TEXT, "function": TEXT, "call": INT, "guard": TEXT, "old": TEXT, "new": TEXT, "file": TEXT,
        "line": INT, "source": TEXT, "advice": TEXT, "recipe": TEXT,
    }  # fmt: skip
    told = make_verdict(report).recompiles
    values = [finding.attributes for finding in report.findings if finding.kind == "recompile"]
    return frame(
        columns,
        (
            {
                **{name: getattr(each, name, None) for name in columns},
                "old": _text(facts.get("old")),
                "new": _text(facts.get("new")),
                "recipe": _text(facts.get("recipe")),
            }
            for each, facts in zip(told, values, strict=True)
        ),
    )


def guards(report: Report) -> pandas.DataFrame:
    """A row for each guard.

    ``graph`` number, ``kind`` (torch's type), ``expression`` that must hold, ``python`` (the same as Python, where it
    can be said), ``source`` it looks at, ``path`` (the same as people write it), ``input`` (the argument that it starts
    from), ``file``, ``line`` that asked for it, ``called_from`` (your lines that led there), ``noise`` (global state
    that a normal program never changes), ``failed`` (it caused a recompile), ``ref``.
    """
    columns = {
        "graph": INT, "kind": TEXT, "expression": TEXT, "python": TEXT, "source": TEXT, "path": TEXT, "input": TEXT,
        "file": TEXT, "line": INT, "called_from": TEXT, "noise": BOOL, "failed": BOOL, "ref": TEXT,
    }  # fmt: skip
    index = Index(report)

    def rows() -> Rows:
        for compilation, stage in index.all_stages("guards"):
            for guard in stage.guards:
                yield {
                    "graph": index.numbers.get(compilation.key), "kind": guard.kind, "expression": guard.expression,
                    "python": as_python(guard), "source": guard.source, "path": guard.path, "input": guard.input,
                    **at(report, guard.place),
                    "called_from": ", ".join(index.place(place) for place in guard.callers) or None,
                    "noise": guard.noise,
                    "failed": bool(guard.failed),
                    "ref": guard.ref,
                }  # fmt: skip

    return frame(columns, rows())


def findings(report: Report) -> pandas.DataFrame:
    """A row for each finding, the one to deal with first is first.

    ``kind``, ``code``, ``severity``, ``title``, ``message``, ``advice`` (separated by line ends), ``file``, ``line``,
    ``user_file``, ``user_line``, ``count`` of events merged, ``ref``.
    """
    columns = {
        "kind": TEXT, "code": TEXT, "severity": TEXT, "title": TEXT, "message": TEXT, "advice": TEXT, "file": TEXT,
        "line": INT, "user_file": TEXT, "user_line": INT, "count": INT, "ref": TEXT,
    }  # fmt: skip
    return frame(
        columns,
        (
            {
                "kind": each.kind, "code": each.code, "severity": each.severity, "title": each.title,
                "message": each.message,
                "advice": "\n".join(each.advice), **at(report, each.place), **at(report, each.user_place, "user_"),
                "count": each.count, "ref": each.ref,
            }
            for each in report.findings
        ),
    )  # fmt: skip


def causes(report: Report) -> pandas.DataFrame:
    """A row for each thing to mend, the first is worth most: findings that come of one cause are one row.

    ``kind``, ``code``, ``title``, ``file``, ``line``, ``user_file``, ``user_line``, ``seconds`` that it costs in a call
    (missing: not measured), ``cut_off`` ops that are compiled apart because of it (missing: unknown, or no break),
    ``uncompiled`` (it leaves code of yours uncompiled), ``also`` (how many other findings come of it), ``advice``,
    ``ref``.
    """
    columns = {
        "kind": TEXT, "code": TEXT, "title": TEXT, "file": TEXT, "line": INT, "user_file": TEXT, "user_line": INT,
        "seconds": FLOAT, "cut_off": INT, "uncompiled": BOOL, "also": INT, "advice": TEXT, "ref": TEXT,
    }  # fmt: skip
    return frame(
        columns,
        (
            {
                "kind": each.finding.kind, "code": each.finding.code, "title": each.finding.title,
                **at(report, each.finding.place), **at(report, each.finding.user_place, "user_"),
                "seconds": each.seconds, "cut_off": each.cut_off, "uncompiled": each.uncompiled,
                "also": len(each.also), "advice": each.finding.advice[0] if each.finding.advice else None,
                "ref": each.finding.ref,
            }
            for each in root_causes(report)
        ),
    )  # fmt: skip


def _text(value: object) -> str | None:
    return None if value is None else str(value)
