"""The tables of Dynamo's steps, of what runs in place of each function, and of Inductor's passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.report import Report
from explorer.views.outline.index import Index
from explorer.views.outline.passes import pass_rows
from explorer.views.outline.runs import run_rows
from explorer.views.outline.steps import MOMENTS, followed, step_rows, value_words
from explorer.views.tables.columns import BOOL, FLOAT, INT, TEXT, Rows, at, frame, whole, words

if TYPE_CHECKING:
    import pandas


def steps(report: Report) -> pandas.DataFrame:
    """A row for each step of Dynamo's symbolic run (only with ``steps=True``).

    ``compilation`` key, ``graph`` number, ``attempt`` and ``step`` from 0, ``kind`` (``instruction``, ``stop``,
    ``break``, ``restart``, ``graph``, ``skip``, ``raise``, ``error``), ``instruction`` and its ``argument`` as ``dis``
    writes them, ``reason`` of the other kinds, ``offset`` in the bytecode, ``depth`` of the call, ``function``,
    ``file``, ``line``, ``column``, ``end_line`` and ``end_column`` (columns from 0, in characters), ``stack`` that it
    finds (top first, separated by ``; ``), ``locals``, ``changed`` (nodes were added), ``nodes`` and ``guards`` that it
    adds, ``speculation`` (``noted``: Dynamo could go back to here; ``failed``: the attempt before met a break here),
    ``ref`` of the step.
    """
    columns = {
        "compilation": TEXT, "graph": INT, "attempt": INT, "step": INT, "kind": TEXT, "instruction": TEXT,
        "argument": TEXT, "reason": TEXT, "offset": INT, "depth": INT, "function": TEXT, "file": TEXT, "line": INT,
        "column": INT, "end_line": INT, "end_column": INT, "stack": TEXT, "locals": TEXT, "changed": BOOL,
        "nodes": TEXT, "guards": TEXT, "speculation": TEXT, "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        index = Index(report)
        for each in followed(index):
            for row in step_rows(each):
                step, place = row.step, row.step.place
                moment = step.name in MOMENTS
                yield {
                    "compilation": each.compilation.key, "graph": each.graph, "attempt": row.attempt,
                    "step": step.index, "kind": step.name if moment else "instruction",
                    "instruction": None if moment else step.name, "argument": None if moment else step.detail,
                    "reason": step.detail if moment else None, "offset": whole(step.attributes.get("offset")),
                    "depth": row.depth, "function": place.function if place else None, **at(report, place),
                    "column": place.column if place else None,
                    "end_line": (place.end_line or place.line) if place else None,
                    "end_column": place.end_column if place else None,
                    "stack": "; ".join(map(value_words, row.stack[::-1])) or None,
                    "locals": "; ".join(f"{name}: {value_words(value)}" for name, value in row.locals.items()) or None,
                    "changed": step.changed, "nodes": "; ".join(f"{n.name} = {n.code}" for n in row.nodes) or None,
                    "guards": "; ".join(row.guards) or None,
                    "speculation": words(step.attributes.get("speculation")), "ref": step.ref,
                }  # fmt: skip

    return frame(columns, rows())


def runs(report: Report) -> pandas.DataFrame:
    """A row for each part of what runs in place of each compiled function, read from its new bytecode.

    ``compilation`` key, ``graph`` number, ``function``, ``part`` from 0, ``kind`` (``guards``, ``graph``, ``write``,
    ``python``, ``branch``, ``resume``, ``return``), ``code`` that Python runs, ``file``, ``line`` (of that code, or at
    which the function goes on), ``name`` in the bytecode, ``next`` compile keys that a ``resume`` leads to, ``sure``
    (False: the account may be wrong), ``ref`` of the step.
    """
    columns = {
        "compilation": TEXT, "graph": INT, "function": TEXT, "part": INT, "kind": TEXT, "code": TEXT, "file": TEXT,
        "line": INT, "name": TEXT, "next": TEXT, "sure": BOOL, "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        index = Index(report)
        for row in run_rows(index):
            for step in row.steps:
                facts = step.attributes
                yield {
                    "compilation": row.compilation.key, "graph": index.numbers.get(row.compilation.key),
                    "function": row.function, "part": step.index, "kind": step.name,
                    "code": step.detail if step.name in ("python", "branch") else None, **at(report, step.place),
                    "name": words(facts.get("name")), "next": words(facts.get("compilations")),
                    "sure": facts.get("sure") is not False, "ref": step.ref,
                }  # fmt: skip

    return frame(columns, rows())


def passes(report: Report) -> pandas.DataFrame:
    """A row for each pass of Inductor (only with ``steps=True``).

    ``graph`` number, ``passes`` (the group: ``pre-grad``, ``joint graph``, ``post-grad``), ``direction``, ``name`` as
    torch gives it, ``changed``, ``nodes_before``, ``nodes_after``, ``seconds``, ``does`` (torch's words), ``rule`` file
    and ``rule_line`` in torch, ``called_at``, ``before`` and ``after`` (keys of ``report.texts``), ``ref``.
    """
    columns = {
        "graph": INT, "passes": TEXT, "direction": TEXT, "name": TEXT, "changed": BOOL, "nodes_before": INT,
        "nodes_after": INT, "seconds": FLOAT, "does": TEXT, "rule": TEXT, "rule_line": INT, "called_at": TEXT,
        "before": TEXT, "after": TEXT, "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for row in pass_rows(Index(report)):
            step, facts = row.step, row.step.attributes
            yield {
                "graph": row.graph, "passes": words(facts.get("pass")), "direction": row.direction, "name": step.name,
                "changed": step.changed, "nodes_before": whole(facts.get("nodes_before")),
                "nodes_after": whole(facts.get("nodes_after")), "seconds": step.seconds,
                "does": words(facts.get("does")),
                "rule": step.place.file if step.place else None, "rule_line": step.place.line if step.place else None,
                "called_at": words(facts.get("called_at")), "before": step.before, "after": step.after, "ref": step.ref,
            }  # fmt: skip

    return frame(columns, rows())
