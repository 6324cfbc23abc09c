"""The rows of a measured report: they add up, their counts are torch's own, and breaks are ranked by their time."""

from __future__ import annotations

import statistics

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

import explorer
from explorer.exploration import Exploration
from explorer.ledger.ledger import with_ledger
from explorer.report import Metric, Run
from explorer.report.ledger import LedgerRow
from explorer.report.timed import Timed
from sample_models import mlp, slow_break
from tests import measured


def of(x: Exploration, kind: str) -> list[LedgerRow]:
    return [row for row in x.report.ledger if row.kind == kind]


def test_the_rows_of_a_training_step(trained: Exploration) -> None:
    assert [row.kind for row in trained.report.ledger] == [
        *["ops"] * 5, "wrapper", *["ops"] * 3, "wrapper", "guards", "python", "autograd", "gap", "total",
    ]  # fmt: skip
    forward = [row for row in of(trained, "ops") if row.direction == "fwd"]
    assert [row.ops for row in forward] == [("layer_norm",), ("linear",), ("gelu",), ("linear",), ("add",)]
    assert [[place.line for place in row.places] for row in forward] == [[18], [18], [18], [19], [19]]
    assert [row.modules for row in forward] == [("norm",), ("up",), (), ("down",), ()]
    assert [row.control for row in forward] == [False, True, False, True, False]


def test_rows_and_gap_add_up_to_one_call_in_every_block(trained: Exploration) -> None:
    (total,) = of(trained, "total")
    for side in ("eager", "compiled"):
        whole = getattr(total, side)
        assert 0 < whole.low <= whole.median <= whole.high
        parts = [interval for row in trained.report.ledger if row is not total if (interval := getattr(row, side))]
        assert all(interval.runs == whole.runs for interval in parts)
        shares = [getattr(row, f"share_{side}") for row in trained.report.ledger if row is not total]
        assert getattr(total, f"share_{side}") == 1 and 0 < max(filter(None, shares))


def test_flops_are_those_of_torchs_counter(trained: Exploration) -> None:
    made = mlp.build()
    with FlopCounterMode(display=False) as counter:
        output = made["model"](*made["inputs"])
        forward = counter.get_total_flops()
        output.sum().backward()
    told = dict.fromkeys(("fwd", "bwd"), 0)
    for row in of(trained, "ops"):
        told[row.direction or ""] += row.flops or 0
    assert told == {"fwd": forward, "bwd": counter.get_total_flops() - forward}


def test_saved_bytes_are_those_of_the_activations(trained: Exploration) -> None:
    saved = trained.frames["saved"]
    activations = saved[saved.kept_as == "activation"].bytes.sum()
    assert sum(row.bytes_saved or 0 for row in of(trained, "ops") if row.direction == "fwd") == activations > 0


def test_a_row_says_what_its_lines_read_and_write(trained: Exploration) -> None:
    linear = of(trained, "ops")[1]
    x, weight, bias, made = 16 * 64, 256 * 64, 256, 16 * 256
    assert (linear.bytes_read, linear.bytes_written) == (4 * (x + weight + bias), 4 * made)
    assert linear.compiled is not None and linear.bytes_per_second == pytest.approx(
        4 * (x + weight + bias + made) / linear.compiled.median
    )


def test_the_break_that_sleeps_costs_most(broken: Exploration) -> None:
    first, second = broken.report.break_costs
    findings = {finding.ref: finding for finding in broken.report.findings}
    assert "time.sleep" in (findings[first.finding].place.source or "")
    assert "graph_break" in (findings[second.finding].place.source or "")
    assert first.seconds is not None and second.seconds is not None
    assert first.seconds.low >= slow_break.PAUSE  # no sleep is shorter than it was asked to be
    assert second.seconds.median < slow_break.PAUSE
    assert (first.crossing, second.crossing) == (32 * 64 * 4, 32 * 64 * 4)
    assert first.lost_fusion_from == "estimate" and 0 < (first.lost_fusion or 0)


def test_a_break_lies_between_its_graphs(broken: Exploration) -> None:
    kinds = [(row.kind, row.graph) for row in broken.report.ledger]
    assert kinds[:5] == [("ops", 1), ("break", 1), ("ops", 2), ("break", 2), ("ops", 3)]
    assert [row.finding for row in of(broken, "break")] == [
        cost.finding for cost in sorted(broken.report.break_costs, key=lambda cost: cost.finding)
    ]


def test_a_graph_without_kernels_is_one_row(broken: Exploration) -> None:
    rows = of(broken, "ops")
    assert [row.ops for row in rows] == [("linear", "relu"), ("tanh",), ("linear",)]
    assert all(row.ratio is not None and row.kernels == () and row.note for row in rows)


def test_a_graph_that_runs_again_counts_as_often() -> None:
    def step(x: torch.Tensor) -> torch.Tensor:
        return x @ x

    def three_times(x: torch.Tensor) -> torch.Tensor:
        for _ in range(3):
            torch._dynamo.graph_break()
            x = step(x)
        return x

    with measured.only_the_ledger():
        x = explorer.explain(three_times, backend="eager", measure=True, time_limit=0.3)(torch.eye(8))
    (row,) = of(x, "ops")
    assert (row.times, row.flops) == (3, 3 * 2 * 8**3)
    (between,) = [row for row in of(x, "python") if row.compilation]
    assert between.eager is None and between.compiled is not None


# -- arithmetic, on times made by hand --------------------------------------------------------------------------------

BLOCKS = 12


def series(*values: float) -> tuple[float, ...]:
    """The values over and over, as many as there are blocks."""
    return tuple(values[number % len(values)] for number in range(BLOCKS))


def by_hand(x: Exploration, **seconds: tuple[float, ...]) -> Exploration:
    """The report of the MLP with times made by hand: ``op`` of every operation, ``call`` of every kernel call."""
    rows = [row for row in x.report.ledger if row.kind == "ops" and row.direction == "fwd"]
    timed = [
        *(Timed(what="op", ref=ref, seconds=seconds["op"]) for row in rows for ref in row.nodes),
        *(Timed(what="call", ref=ref, seconds=seconds["call"]) for row in rows for ref in row.calls),
        Timed(what="graph", ref="0/0", seconds=seconds["graph"]),
        Timed(what="between", ref="", other="0/0", seconds=series(2.0)),
        Timed(what="guards", ref="0/0", seconds=series(0.5)),
        Timed(what="between", ref="0/0", other="", seconds=series(1.0)),
        Timed(what="whole", ref="eager", other="forward", seconds=seconds["eager"]),
        Timed(what="whole", ref="eager", other="operations", seconds=series(10.0)),
        Timed(what="whole", ref="compiled", other="forward", seconds=seconds["compiled"]),
    ]  # fmt: skip
    metrics = (
        Metric(ref="a", name="overhead_inside", value=0.1),
        Metric(ref="b", name="overhead_around", value=0.2),
        Metric(ref="c", name="overhead_graph", value=0.5),
        Metric(ref="d", name="copy_bytes_per_second", value=1e5),
    )
    return Exploration(with_ledger(_with(x, metrics), timed))


def _with(x: Exploration, metrics: tuple[Metric, ...]) -> explorer.report.Report:
    from msgspec.structs import replace

    return replace(x.report, runs=(Run(name="ledger", metrics=metrics),), ledger=(), break_costs=())


def test_medians_timers_and_the_gap_by_hand(trained: Exploration) -> None:
    ops = series(2.0, 2.2, 2.4)
    x = by_hand(trained, op=ops, call=series(1.1), graph=series(8.0), eager=series(14.0), compiled=series(12.0))
    rows = [row for row in x.report.ledger if row.direction != "bwd"]
    first = rows[0]
    assert first.eager is not None and first.compiled is not None and first.ratio is not None
    assert first.eager.median == pytest.approx(statistics.median(ops) - 0.1)
    assert first.compiled.median == pytest.approx(1.0)
    assert first.ratio.median == pytest.approx(2.1)
    medians = {row.kind: row.compiled.median for row in rows if row.compiled and row.kind != "ops"}
    wrapper = 8.0 - 5 * 0.2 - 5 * 1.0
    assert medians == pytest.approx(
        {"wrapper": wrapper, "guards": 0.5, "python": 2.0 - 0.5 - 0.5 + 1.0, "gap": 12.0 - 5 - wrapper - 0.5 - 2.0,
         "total": 12.0}
    )  # fmt: skip
    eager = {row.kind: row.eager.median for row in rows if row.eager and row.kind != "ops"}
    assert eager == pytest.approx({"python": 4.0, "gap": 14.0 - 5 * 2.1 - 4.0, "total": 14.0})


def test_what_is_within_the_controls_is_inconclusive(trained: Exploration) -> None:
    x = by_hand(trained, op=series(2.1), call=series(1.1), graph=series(8.0), eager=series(14.0), compiled=series(12.0))
    rows = [row for row in x.report.ledger if row.kind == "ops" and row.ratio]
    # the same ratio everywhere, the controls too: nothing can be told from noise
    assert [row.conclusive for row in rows] == [False] * 5


def test_an_interval_that_holds_one_is_inconclusive(trained: Exploration) -> None:
    noisy = series(0.5, 1.0, 2.1, 1.5, 0.7, 1.9)
    x = by_hand(trained, op=noisy, call=series(1.1), graph=series(8.0), eager=series(14.0), compiled=series(12.0))
    first = x.report.ledger[0]
    assert first.ratio is not None and first.ratio.low < 1 < first.ratio.high and first.conclusive is False


def test_too_few_blocks_give_no_interval(trained: Exploration) -> None:
    few = (1.0, 1.0)
    x = by_hand(trained, op=few, call=few, graph=few, eager=few, compiled=few)
    assert all(row.eager is None and row.ratio is None for row in x.report.ledger if row.kind == "ops")


def test_nothing_timed_is_no_ledger(trained: Exploration) -> None:
    from msgspec.structs import replace

    bare = replace(trained.report, ledger=(), break_costs=())
    assert with_ledger(bare, []) is bare
