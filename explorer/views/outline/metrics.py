"""torch's compilation metrics as rows of a name, a value with its unit, and the graph."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.report import Metric
from explorer.views.clean import one_line
from explorer.views.format import count, duration, size
from explorer.views.outline.code import DIRECTIONS
from explorer.views.outline.index import Index

_SECONDS = {"us": 1e-6, "ms": 1e-3, "ns": 1e-9, "s": 1.0}


def metric_rows(index: Index) -> Iterator[tuple[str, str, str]]:
    """Every metric of torch's that is there and not zero, graph by graph."""
    for compilation, stage in index.all_stages("metrics"):
        graph = index.numbers.get(compilation.key)
        where = f"{graph if graph else compilation.key} {DIRECTIONS[stage.direction]}".strip()
        for metric in stage.metrics:
            if metric.value not in (0, "", None):
                yield one_line(metric.name, 80), _value(metric), where


def _value(metric: Metric) -> str:
    value = metric.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) or value is None:
        return one_line(value or "", 120)
    if metric.unit in _SECONDS:
        return duration(value * _SECONDS[metric.unit])
    if metric.unit == "bytes":
        return size(int(value))
    return count(value) if isinstance(value, int) else f"{value:.4g}"
