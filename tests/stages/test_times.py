"""What the ledger's measurement told, by ref: operations, kernel calls, graphs, what lies between, the machine."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from explorer.build import build
from explorer.report import Report, Texts
from explorer.report.timed import Timed
from explorer.stages import times
from explorer.tracing.event import Event, Trace
from explorer.tracing.trace_log import read_log


@pytest.fixture(scope="module")
def logged(recorded_traces: Mapping[str, Path]) -> list[Event]:
    """A training step, as torch logged it."""
    return list(read_log(recorded_traces["training"]))


def note(kind: str, **data: Any) -> Event:
    return Event(kind=f"explorer.{kind}", data=data)


def folded(events: list[Event], *notes: Event) -> tuple[Timed, ...]:
    return times.fold(Trace([*events, *notes]), Texts()).timed


def files(report: Report) -> dict[str, str]:
    """The file of the generated module of each direction."""
    (compilation,) = report.compilations
    return {
        stage.direction: str(listing.file)
        for stage in compilation.stages
        if stage.stage == "codegen"
        for listing in stage.listings
        if listing.name == "module"
    }


def test_operations_and_their_gradients(logged: list[Event]) -> None:
    told = note(
        "eager_ops", graph="0/0", runs=2, forward={"relu": [0.5, 0.25]}, backward={"relu": [1.0]},
        flops={"relu": 0}, backward_flops={"relu": 7},
    )  # fmt: skip
    op, gradient = folded(logged, told)
    ref = "0/0/dynamo/dynamo/node.relu"
    assert op == Timed(what="op", ref=ref, seconds=(0.5, 0.25), runs=2, flops=0)
    assert gradient == Timed(what="gradient", ref=ref, seconds=(1.0,), runs=2, flops=7)


@pytest.mark.parametrize(("direction", "graph"), [("fwd", "0/0"), ("bwd", None)])
def test_lines_of_a_module_are_the_calls_of_the_report(logged: list[Event], direction: str, graph: str | None) -> None:
    report = build(logged)
    (compilation,) = report.compilations
    calls = [
        call
        for stage in compilation.stages
        if (stage.stage, stage.direction) == ("codegen", direction)
        for kernel in stage.kernels
        for call in kernel.calls
    ]
    lines = {call.line: [float(call.line or 0)] for call in calls}
    told = note("kernel_times", file=files(report)[direction], graph=graph, lines=lines, inside=[9.0])
    module, *found = folded(logged, told)
    assert (module.what, module.ref, module.seconds) == ("module", f"0/0/{direction}", (9.0,))
    assert {each.ref: each.seconds for each in found} == {call.ref: (float(call.line or 0),) for call in calls}
    assert len(calls) >= 3


def test_what_lies_between_and_whole_calls(logged: list[Event]) -> None:
    told = note(
        "call_times",
        between=[{"after": None, "before": "0/0", "seconds": [1.0], "runs": 1}],
        graphs={"0/0": [2.0], "7/0": [3.0]},
        guards={"0/0": [0.5]},
        runs={"0/0": 1},
        calls=[{"side": "eager", "part": "forward", "seconds": [4.0]}],
        blocks=1,
        calls_per_block=3,
        overhead={"inside": 0.1},
    )
    assert folded(logged, told) == (
        Timed(what="between", ref="", other="0/0", seconds=(1.0,)),
        Timed(what="guards", ref="0/0", seconds=(0.5,)),
        Timed(what="graph", ref="0/0", seconds=(2.0,)),
        Timed(what="whole", ref="eager", other="forward", seconds=(4.0,)),
    )


def test_the_machine_and_how_it_was_measured_are_metrics(logged: list[Event]) -> None:
    machine = note("machine", name="a CPU", copy_bytes_per_second=2e9, matmul_flops_per_second=3e9, kept=True)
    calls = note("call_times", between=[], graphs={}, guards={}, runs={}, calls=[], blocks=6, overhead={"around": 1e-7})
    (run,) = build([*logged, machine, calls]).runs
    assert run.name == "ledger"
    told = {metric.name: (metric.value, metric.unit) for metric in run.metrics}
    assert told["copy_bytes_per_second"] == (2e9, "bytes/s") and told["matmul_flops_per_second"] == (3e9, "flop/s")
    assert told["blocks"] == (6, "count") and told["overhead_around"] == (1e-7, "s") and told["kept"] == (True, "")


def test_a_graph_or_a_module_that_no_trace_knows_is_left_out(logged: list[Event]) -> None:
    ops = note("eager_ops", graph="9/9", runs=1, forward={"a": [1.0]}, backward={}, flops={}, backward_flops={})
    kernels = note("kernel_times", file="/nowhere.py", graph=None, lines={3: [1.0]}, inside=[1.0])
    assert folded(logged, ops, kernels) == ()


def test_nothing_measured_adds_nothing(logged: list[Event]) -> None:
    report = build(logged)
    assert folded(logged) == () and report.runs == () and report.ledger == () and report.break_costs == ()
