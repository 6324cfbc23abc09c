"""What the tables share: typed columns that can hold a missing value, and places split into file and line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from explorer.report import Place, Report, short_file

if TYPE_CHECKING:
    import pandas

TEXT, INT, FLOAT, BOOL = "string", "Int64", "Float64", "boolean"
"""The types of columns. All of them can hold a missing value, which means unknown or not measured."""

Rows = Iterable[Mapping[str, Any]]


def frame(columns: Mapping[str, str], rows: Rows) -> pandas.DataFrame:
    """A DataFrame with exactly ``columns`` (name to type), also when there are no rows."""
    import pandas

    told = list(rows)
    made = {name: pandas.Series([row.get(name) for row in told], dtype=kind) for name, kind in columns.items()}
    return pandas.DataFrame(made, columns=list(columns))


def whole(value: object) -> int | None:
    """A whole number that a report holds among its attributes; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def words(value: object) -> str | None:
    """A text that a report holds among its attributes; None for anything else."""
    return value if isinstance(value, str) else None


def at(report: Report, place: Place | None, prefix: str = "") -> dict[str, Any]:
    """The columns ``file`` and ``line`` of a place; ``file`` is relative where possible, ``In[3]`` for a cell."""
    if place is None:
        return {}
    cell = None if place.execution_count is None else f"In[{place.execution_count}]"
    return {f"{prefix}file": cell or short_file(place.file, report.program.cwd), f"{prefix}line": place.line}
