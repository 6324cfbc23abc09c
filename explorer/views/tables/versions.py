"""The table of versions: what each version of a function expects of each value that made it be compiled again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from explorer.report import Report
from explorer.report.versions import version_tables
from explorer.views.outline.index import Index
from explorer.views.tables.columns import FLOAT, INT, TEXT, at, frame

if TYPE_CHECKING:
    import pandas


def versions(report: Report) -> pandas.DataFrame:
    """A row for each version of a function and each value that made it be compiled again.

    ``function``, ``compile_id``, ``call``, ``seconds`` of its compile, ``because`` (why it was made), ``value``
    (``x.size(0)``, ``self.heads``), ``expects`` (what this version takes), ``failed`` (the version that was made
    because it got something else here), ``got``, ``file``, ``line`` of the guard, ``changed_at`` (your lines that
    change the value), ``limit`` of versions, ``left`` until the limit.
    """
    columns = {
        "function": TEXT, "compile_id": TEXT, "call": INT, "seconds": FLOAT, "because": TEXT, "value": TEXT,
        "expects": TEXT, "failed": TEXT, "got": TEXT, "file": TEXT, "line": INT, "changed_at": TEXT, "limit": INT,
        "left": INT,
    }  # fmt: skip
    return frame(columns, _rows(report))


def _rows(report: Report) -> Iterator[Mapping[str, Any]]:
    index = Index(report)
    for table in version_tables(report):
        for value in table.values:
            changed = ", ".join(index.place(place) for place in value.changed_at) or None
            for version, cell in zip(table.versions, value.cells, strict=True):
                yield {
                    "function": table.function, "compile_id": version.id, "call": version.call,
                    "seconds": version.seconds, "because": version.because, "value": value.name,
                    "expects": cell.expects or None, "failed": cell.failed, "got": cell.got,
                    **at(report, value.place), "changed_at": changed, "limit": table.limit, "left": table.left,
                }  # fmt: skip
