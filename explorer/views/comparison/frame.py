"""A comparison as one pandas DataFrame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from explorer.report.comparison import Comparison
from explorer.views.comparison.words import finding_words
from explorer.views.tables.columns import FLOAT, TEXT, frame

if TYPE_CHECKING:
    import pandas


def render(comparison: Comparison, *, cwd: str | None = None) -> pandas.DataFrame:
    """A row for each ``what``: ``number``, ``break``, ``recompile``, ``limit``, ``error``, ``function`` (with its ops),
    ``kernel`` (with its calls) and ``output`` (with its largest difference as ``after``).

    ``fate`` is ``gone``, ``new`` or ``kept``; for outputs ``equal``, ``differs`` or ``not compared``. ``before`` and
    ``after`` are numbers, ``place_before`` and ``place_after`` places, ``unit`` that of the numbers.
    """
    columns = {"what": TEXT, "name": TEXT, "fate": TEXT, "before": FLOAT, "after": FLOAT, "unit": TEXT,
               "place_before": TEXT, "place_after": TEXT}  # fmt: skip
    return frame(columns, _rows(comparison, cwd))


def _rows(comparison: Comparison, cwd: str | None) -> Iterable[Mapping[str, Any]]:
    for change in comparison.changes:
        fate = "kept" if change.before == change.after else "changed"
        yield {"what": "number", "name": change.name, "fate": fate, "before": change.before, "after": change.after,
               "unit": change.unit}  # fmt: skip
    for finding in comparison.findings:
        told = finding_words(finding, cwd)
        yield {"what": finding.kind, "name": told.title, "fate": finding.fate,
               "place_before": told.before if finding.before else None,
               "place_after": told.after if finding.after else None}  # fmt: skip
    for function in comparison.functions:
        yield {"what": "function", "name": function.function, "fate": function.fate, "before": function.ops_before,
               "after": function.ops_after, "unit": "count"}  # fmt: skip
    for kernel in comparison.kernels:
        yield {"what": "kernel", "name": kernel.name, "fate": kernel.fate, "before": kernel.calls_before,
               "after": kernel.calls_after, "unit": "count"}  # fmt: skip
    for output in comparison.outputs:
        fate = {True: "equal", False: "differs", None: "not compared"}[output.equal]
        yield {"what": "output", "name": f"call {output.call}{output.path}", "fate": fate, "before": 0.0,
               "after": output.absolute}  # fmt: skip
