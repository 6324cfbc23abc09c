"""The table of dynamic sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.report import Report
from explorer.views.outline.index import Index
from explorer.views.outline.symbols import range_words, size_words
from explorer.views.tables.columns import INT, TEXT, at, frame

if TYPE_CHECKING:
    import pandas


def symbols(report: Report) -> pandas.DataFrame:
    """A row for each dynamic size of each compile.

    ``compile_id``, ``function``, ``symbol`` (torch's name), ``size`` (``dimension 0 of x``), ``hint`` (its value at the
    compile), ``range`` that it may have, ``file``, ``line`` where it was first looked at, ``fixed`` (to what, by which
    line and why, when it is dynamic no more).
    """
    columns = {
        "compile_id": TEXT, "function": TEXT, "symbol": TEXT, "size": TEXT, "hint": TEXT, "range": TEXT, "file": TEXT,
        "line": INT, "fixed": TEXT,
    }  # fmt: skip
    index = Index(report)
    return frame(
        columns,
        (
            {
                "compile_id": each.id, "function": index.function(each), "symbol": symbol.name,
                "size": size_words(symbol.source), "hint": symbol.hint, "range": range_words(symbol.range),
                **at(report, symbol.place), "fixed": symbol.specialized,
            }
            for each in report.compilations
            for symbol in each.symbols
        ),
    )  # fmt: skip
