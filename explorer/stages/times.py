"""What the ledger's measurement timed, each thing by its ref, and the figures of the machine it ran on.

``explorer.eager_ops {graph, runs, forward, backward, flops, backward_flops}``: seconds of each block by node name;
``explorer.kernel_times {file, graph, lines, inside}``: by line of a generated module, and of its function as a whole;
``explorer.call_times {between, graphs, runs, guards, calls, blocks, calls_per_block, overhead}``;
``explorer.machine``. A graph is named by torch's compile id, because nothing is traced while measuring.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from explorer.parse.output_code import read_output_code
from explorer.parse.units import RANKS, Unit, units
from explorer.report import Metric, Part, Run, Texts, make_ref
from explorer.report.timed import Timed
from explorer.tracing.event import Event, Trace

OPS, KERNELS, CALLS, MACHINE = (f"explorer.{kind}" for kind in ("eager_ops", "kernel_times", "call_times", "machine"))
LABELS = frozenset({OPS, KERNELS, CALLS, MACHINE})

RUN = "ledger"

_UNITS = {
    "copy_bytes_per_second": "bytes/s",
    "matmul_flops_per_second": "flop/s",
    "blocks": "count",
    "threads": "count",
}


def fold(trace: Trace, texts: Texts) -> Part:
    """Everything timed, and one run that holds the machine's figures and how it was measured."""
    del texts
    keys = {event.compile_id: event.key for event in trace.events if event.compile_id and event.key}
    timed = [
        *(each for event in trace.of(OPS) for each in _ops(event.data, keys)),
        *(each for event in trace.of(KERNELS) for each in _kernels(event.data, keys, _modules(trace))),
        *(each for event in trace.of(CALLS) for each in _calls(event.data, keys)),
    ]
    metrics = tuple(metric for event in trace.of(MACHINE, CALLS) for metric in _metrics(event))
    return Part(timed=tuple(timed), report={"runs": (Run(name=RUN, metrics=metrics),)} if metrics else {})


def _ops(data: Mapping[str, Any], keys: Mapping[str, str]) -> Iterator[Timed]:
    key = keys.get(data["graph"])
    if key is None:
        return
    for what, times, flops in (("op", "forward", "flops"), ("gradient", "backward", "backward_flops")):
        for name, seconds in data[times].items():
            yield Timed(
                what=what,  # type: ignore[arg-type]
                ref=make_ref(key, "dynamo", "dynamo", "node", name),
                seconds=tuple(seconds),
                runs=data["runs"],
                flops=data[flops].get(name),
            )


def _modules(trace: Trace) -> dict[str, list[Unit[Event]]]:
    """The compiled units by the file of their generated module."""
    found: dict[str, list[Unit[Event]]] = {}
    for of_key in units(trace.of(*RANKS)).values():
        for unit in of_key:
            event = unit.records.get("inductor_output_code")
            if event is not None and isinstance(event.data, dict) and event.data.get("file_path"):
                found.setdefault(str(event.data["file_path"]), []).append(unit)
    return found


def _kernels(
    data: Mapping[str, Any], keys: Mapping[str, str], modules: Mapping[str, list[Unit[Event]]]
) -> Iterator[Timed]:
    of_file = modules.get(data["file"], ())
    # one module may serve several compiles; outside of a forward it is not known which of them ran
    unit = next((unit for unit in of_file if unit.key == keys.get(data["graph"])), next(iter(of_file), None))
    if unit is None:
        return
    yield Timed(what="module", ref=f"{unit.key}/{unit.direction}", seconds=tuple(data["inside"]))
    for call in read_output_code(unit.text("inductor_output_code") or "").calls:
        seconds = data["lines"].get(call.line) or data["lines"].get(str(call.line))
        if seconds is not None:
            ref = make_ref(unit.key, unit.direction, "codegen", "call", unit.prefix + call.name)
            yield Timed(what="call", ref=ref, seconds=tuple(seconds))


def _calls(data: Mapping[str, Any], keys: Mapping[str, str]) -> Iterator[Timed]:
    for each in data["between"]:
        after, before = (keys.get(each[side], "") if each[side] else "" for side in ("after", "before"))
        yield Timed(what="between", ref=after, other=before, seconds=tuple(each["seconds"]), runs=each["runs"])
    for graph, seconds in data["guards"].items():
        if graph in keys:
            yield Timed(what="guards", ref=keys[graph], seconds=tuple(seconds))
    for graph, seconds in data["graphs"].items():
        if graph in keys:
            yield Timed(what="graph", ref=keys[graph], seconds=tuple(seconds), runs=data["runs"].get(graph, 1))
    for each in data["calls"]:
        yield Timed(what="whole", ref=each["side"], other=each["part"], seconds=tuple(each["seconds"]))


def _metrics(event: Event) -> Iterator[Metric]:
    """Numbers and words of an event; the seconds of its blocks are no metrics."""
    told = {**event.data, **{f"overhead_{name}": value for name, value in event.data.get("overhead", {}).items()}}
    for name, value in told.items():
        if not isinstance(value, dict | list):
            unit = "s" if name.startswith("overhead_") else _UNITS.get(name, "")
            yield Metric(ref=make_ref("-/-", "dynamo", RUN, "metric", name), name=name, value=value, unit=unit)
