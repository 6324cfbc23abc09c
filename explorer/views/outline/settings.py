"""The environment and the options, as rows of a name and a value; and what the caches did."""

from __future__ import annotations

from explorer.report import Metric
from explorer.views.clean import one_line
from explorer.views.format import NOT_MEASURED, count, duration, size
from explorer.views.outline.index import Index

Row = tuple[str, str]


def environment_rows(index: Index) -> list[Row]:
    """Where it ran: torch, Python, platform, devices, compiler, caches and the versions of packages."""
    known = index.report.environment
    rows: list[Row] = [
        ("torch", known.torch or ""),
        ("Python", known.python or ""),
        ("platform", known.platform or ""),
        ("devices", ", ".join(known.device_names or known.devices)),
        ("threads", "" if known.threads is None else count(known.threads)),
        ("C++ compiler", known.compiler or ""),
        ("caches", known.caches or ""),
        *sorted(known.versions.items()),
    ]
    return _cleaned(rows)


def option_rows(index: Index) -> list[Row]:
    """How it was explored: the program, its calls and the options that were given."""
    program = index.report.program
    calls: list[Row] = [
        (f"call {call.index}", "; ".join(filter(None, (", ".join(call.inputs), _took(call.seconds), call.error or ""))))
        for call in program.calls[:20]
    ]
    if len(program.calls) > 20:
        calls.append(("…", f"{len(program.calls) - 20} more calls in the JSON"))
    rows: list[Row] = [
        ("explored", program.kind),
        ("mode", program.mode or ""),
        ("output", program.output or ""),
        *calls,
        *program.options.items(),
        ("fullgraph=True", _fullgraph(index)),
    ]
    return _cleaned(rows)


def _took(seconds: float | None) -> str:
    return "" if seconds is None else f"{duration(seconds)} with compiling"


def _fullgraph(index: Index) -> str:
    probe = index.report.program.fullgraph
    if probe is None:
        return "not tried"
    if probe.ok:
        return "works"
    where = f" at {index.place(probe.place)}" if probe.place else ""
    return f"fails{where}: {probe.gb_type or probe.message or probe.error or 'unknown reason'}"


def _cleaned(rows: list[Row]) -> list[Row]:
    return [(one_line(name, 80), one_line(value, 300)) for name, value in rows if value][:200]


def cache_rows(index: Index) -> list[tuple[int | None, str, str, str]]:
    """What the caches did, one row a fact: graph, direction, name, value."""
    rows = []
    for compilation, stage in index.all_stages("caches"):
        graph = index.numbers.get(compilation.key)
        direction = "" if stage.direction == "dynamo" else stage.direction
        if stage.reason:
            rows.append((graph, direction, one_line(stage.state, 40), one_line(stage.reason, 200)))
        rows += [(graph, direction, one_line(each.name, 80), metric_value(each)) for each in stage.metrics]
    return rows[:200]


def metric_value(metric: Metric) -> str:
    """A metric's value with its unit, as people read it."""
    value = metric.value
    if value is None:
        return NOT_MEASURED
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return one_line(value, 200)
    if metric.unit == "s":
        return duration(value)
    if metric.unit == "bytes":
        return size(int(value))
    return count(value) if isinstance(value, int) else f"{value:.3g}"
