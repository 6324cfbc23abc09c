"""The environment and the options, as rows of a name and a value; and what the caches did."""

from __future__ import annotations

from explorer.report import Call, Metric
from explorer.views.clean import one_line
from explorer.views.format import NOT_MEASURED, count, duration, ranges, size
from explorer.views.outline.code import DIRECTIONS
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
        *((name, version) for name, version in sorted(known.versions.items()) if name not in ("torch", "python")),
    ]
    return _cleaned(rows)


def option_rows(index: Index) -> list[Row]:
    """How it was explored: the program, its calls and the options that were given."""
    program = index.report.program
    compiled = {each.call for each in index.report.compilations}
    calls: list[Row] = [(f"call {call.index}", _call(call, call.index in compiled)) for call in program.calls[:20]]
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


def _call(call: Call, compiled: bool) -> str:
    took = "" if call.seconds is None else duration(call.seconds) + (" with compiling" if compiled else "")
    return "; ".join(word for word in (", ".join(call.inputs), took, call.error or "") if word)


def _fullgraph(index: Index) -> str:
    probe = index.report.program.fullgraph
    if probe is None:
        return "not tried"
    if probe.ok:
        return "works for the first call" if len(index.report.program.calls) > 1 else "works"
    where = f" at {index.place(probe.place)}" if probe.place else ""
    said = (probe.message or "").strip().partition("\n")[0]
    return f"fails{where}: {probe.gb_type or said or probe.error or 'unknown reason'}"


def _cleaned(rows: list[Row]) -> list[Row]:
    return [(one_line(name, 80), one_line(value, 300)) for name, value in rows if value][:200]


def cache_rows(index: Index) -> list[tuple[str, str, str]]:
    """What the caches did: a fact, its value, and the graphs that it is true of (``1-3 forward``)."""
    graphs: dict[tuple[str, str], dict[str, list[int]]] = {}
    for compilation, stage in index.all_stages("caches"):
        facts = [(metric.name, metric_value(metric)) for metric in stage.metrics]
        if stage.reason:
            facts.append(("why", stage.reason))
        facts += [
            (listing.name, index.text(listing.text))
            for listing in stage.listings
            if listing.name.endswith("key_difference")
        ]
        for name, value in facts:
            of_graph = graphs.setdefault((one_line(name, 80), one_line(value, 200)), {})
            of_graph.setdefault(DIRECTIONS[stage.direction], []).append(index.numbers.get(compilation.key, 0))
    return [(name, value, _graphs(of_graph)) for (name, value), of_graph in list(graphs.items())[:100]]


def _graphs(of_graph: dict[str, list[int]]) -> str:
    told = (f"{ranges(number for number in numbers if number)} {way}".strip() for way, numbers in of_graph.items())
    return ", ".join(word for word in told if word)


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
