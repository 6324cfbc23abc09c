"""The rows of the ledger: every part of a call of the program, eager beside compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from explorer.ledger.controls import is_control, spread
from explorer.ledger.facts import (
    as_number,
    backward_calls,
    breaks_between,
    known_sum,
    operation,
    places_of,
    saved_of,
    times_over,
)
from explorer.ledger.saved import saved_bytes
from explorer.ledger.times import Series, Times, added, less, median_of, ratio_of
from explorer.ledger.traffic import Traffic
from explorer.ledger.units import Side, Unit, units
from explorer.report import Report, make_ref
from explorer.report.ledger import LedgerRow
from explorer.report.query import dynamo_graphs

WHOLE_GRAPH = "Its kernels were not timed one by one."
WRAPPER = "checks of sizes, allocation, the wrappers of torch around the kernels."
PYTHON = "in eager the calls of modules and the program's own Python; compiled, the way into and out of the graphs."
BETWEEN = "from one graph to the next, without guards; in eager the same Python is in the row of the program's own."
GUARDS = "whether compiled code may be used; looking it up is in the Python around."
AUTOGRAD = "what of the backward is neither an operation's gradient nor in compiled code: loss, engine, writing .grad."


class _Row(NamedTuple):
    """A row with the seconds that it is made of."""

    row: LedgerRow
    eager: Series | None = None
    compiled: Series | None = None


def rows(report: Report, times: Times) -> tuple[LedgerRow, ...]:
    """The rows in the order of the program: each graph with what runs around it, then what belongs to no graph."""
    return _Rows(report, times).rows() if times.any else ()


class _Rows:
    def __init__(self, report: Report, times: Times) -> None:
        self._report, self._times = report, times
        self._compilations = {each.key: each for each in report.compilations}
        keys = (each.key for each in report.compilations for _ in dynamo_graphs(each))
        self._numbers = {key: number for number, key in reversed(list(enumerate(keys, 1)))}
        self._traffic = Traffic(report)
        self._saved = saved_bytes(report)
        self._breaks = breaks_between(report)
        self._calls = {each.key: backward_calls(each) for each in report.compilations}
        metrics = {metric.name: metric.value for run in report.runs for metric in run.metrics}
        self._bandwidth, self._rate = (
            as_number(metrics.get(f"{name}_per_second")) for name in ("copy_bytes", "matmul_flops")
        )

    def rows(self) -> tuple[LedgerRow, ...]:
        """All of them, finished."""
        made = [*self._of_graphs(), *self._of_none()]
        total = self._total()
        made += [self._gap(made, total), total]
        floor = spread([row for row, *_ in map(self._measured, made) if row.control])
        finished = [self._finished(row, total, floor) for row, *_ in map(self._measured, made)]
        return tuple(finished)

    # -- what runs in graphs -----------------------------------------------------------------------------------------

    def _of_graphs(self) -> Iterator[_Row]:
        found = [unit for unit in units(self._report) if self._times.runs(unit.key)]
        directions: tuple[Side, ...] = ("fwd", "bwd")
        for direction in directions:
            for key in dict.fromkeys(unit.key for unit in found):
                mine = [unit for unit in found if (unit.key, unit.direction) == (key, direction)]
                if mine:
                    yield from self._graph(key, direction, mine)
                if direction == "fwd":
                    yield from self._after(key)

    def _graph(self, key: str, direction: Side, found: Sequence[Unit]) -> Iterator[_Row]:
        calls = [called.call.ref for unit in found for called in unit.called]
        around = self._times.around(key, direction, len(calls))
        one_by_one = not calls or any(self._times.call(ref) for ref in calls)
        if one_by_one and self._is_generated(key, direction):
            made = [self._unit(unit, number) for number, unit in enumerate(found)]
            yield from made
            kernels = added(row.compiled for row in made)
            if around is not None:
                wrapper = tuple(max(0.0, each) for each in less(around, kernels))
                yield _Row(
                    self._row(key, direction, "wrapper", "wrapper", title="around kernels", note=WRAPPER), None, wrapper
                )
        else:
            whole = Unit(key, direction, tuple(node for unit in found for node in unit.nodes), ())
            yield self._unit(whole, 0)._replace(compiled=around)

    def _is_generated(self, key: str, direction: Side) -> bool:
        """Whether Inductor made code of the graph, be it without a kernel."""
        stages = self._compilations[key].stages
        return any(stage.stage == "codegen" and stage.direction == direction and stage.listings for stage in stages)

    def _unit(self, unit: Unit, number: int) -> _Row:
        backward = unit.direction == "bwd"
        ops = [timed for node in unit.nodes if (timed := self._times.op(node.ref, gradient=backward))]
        calls = [timed for called in unit.called if (timed := self._times.call(called.call.ref))]
        moved = [self._traffic.of(unit.key, unit.direction, called.call.nodes) for called in unit.called]
        runs = self._times.runs(unit.key)
        generated = self._is_generated(unit.key, unit.direction)
        kind = "unmapped" if not unit.nodes else "removed" if not unit.called and generated else "ops"
        flops = [timed.flops for timed in ops if timed.flops is not None]
        row = replace(
            self._row(unit.key, unit.direction, kind, f"{kind}{number}"),
            places=places_of(unit),
            modules=tuple(dict.fromkeys(node.module for node in unit.nodes if node.module)),
            ops=tuple(operation(node.target) for node in unit.nodes),
            nodes=tuple(node.ref for node in unit.nodes),
            kernels=tuple(called.kernel.name for called in unit.called),
            calls=tuple(called.call.ref for called in unit.called),
            control=is_control(unit),
            bytes_read=times_over(known_sum(each.read for each in moved), runs) if moved else None,
            bytes_written=times_over(known_sum(each.written for each in moved), runs) if moved else None,
            bytes_saved=None if backward else times_over(saved_of(self._saved, unit), runs),
            flops=sum(flops) if flops else None,
            note=None if unit.called or kind == "removed" else WHOLE_GRAPH,
        )
        compiled = added(timed.seconds for timed in calls)
        return _Row(row, added(timed.seconds for timed in ops), compiled)

    # -- what runs between and around them ---------------------------------------------------------------------------

    def _after(self, key: str) -> Iterator[_Row]:
        """What runs from the end of a graph to the start of the next ones."""
        for after, before in self._times.between():
            if after != key or not before:
                continue
            finding = self._breaks.get((after, before))
            row = replace(
                self._row(after, None, "break" if finding else "python", f"to.{before}"),
                title="Python at the break" if finding else "Python between graphs",
                finding=finding.ref if finding else None,
                places=(finding.place,) if finding and finding.place else (),
                note=BETWEEN,
                times=self._times.runs(before),
            )
            yield _Row(row, None, less(self._times.outside(after, before), self._times.guards(after, before)))

    def _of_none(self) -> Iterator[_Row]:
        pairs = list(self._times.between())
        guards = added(self._times.guards(*pair) for pair in pairs)
        if guards is not None:
            yield _Row(self._row(None, None, "guards", "guards", title="guards", note=GUARDS), None, guards)
        ends = added(
            less(self._times.outside(*pair), self._times.guards(*pair)) for pair in pairs if not pair[0] or not pair[1]
        )
        forward, alone = self._times.whole("eager", "forward"), self._times.whole("eager", "operations")
        own = tuple(max(0.0, each) for each in less(forward, alone)) if forward and alone else None
        if pairs:
            yield _Row(self._row(None, None, "python", "python", title="Python around", note=PYTHON), own, ends)
        yield from self._training()

    def _training(self) -> Iterator[_Row]:
        """What of a training step is in no graph: loss, autograd engine, gradients, optimizer."""
        eager, compiled = self._times.whole("eager", "backward"), self._times.whole("compiled", "backward")
        if eager is not None and compiled is not None:
            ops = [node.ref for each in self._report.compilations for graph in dynamo_graphs(each)
                   for node in graph.nodes]  # fmt: skip
            gradients = added(each.seconds for ref in ops if (each := self._times.op(ref, gradient=True)))
            code = added(self._times.around(key, "bwd", self._calls[key]) for key in self._compilations)
            yield _Row(
                self._row(None, "bwd", "autograd", "autograd", title="loss, autograd", note=AUTOGRAD),
                less(eager, gradients),
                less(compiled, code),
            )
        steps = self._times.whole("eager", "step"), self._times.whole("compiled", "step")
        if steps[0] is not None:
            yield _Row(self._row(None, None, "step", "step", title="optimizer step"), *steps)

    def _total(self) -> _Row:
        row = self._row(None, None, "total", "total", title="one call")
        return _Row(row, self._times.total("eager"), self._times.total("compiled"))

    def _gap(self, made: Sequence[_Row], total: _Row) -> _Row:
        sides: list[Series | None] = []
        for side in ("eager", "compiled"):
            whole, parts = getattr(total, side), added(getattr(each, side) for each in made)
            sides.append(None if whole is None else less(whole, parts))
        return _Row(self._row(None, None, "gap", "gap", title="not attributed"), *sides)

    # -- finishing -----------------------------------------------------------------------------------------------------

    def _row(
        self, key: str | None, direction: Side | None, kind: Any, name: str, *, title: str = "", note: str | None = None
    ) -> LedgerRow:
        return LedgerRow(
            ref=make_ref(key or "-/-", direction or "dynamo", "ledger", "row", name),
            kind=kind,
            title=title,
            note=note,
            direction=direction,
            compilation=key,
            graph=self._numbers.get(key) if key else None,
            times=max(1, self._times.runs(key)) if key else 1,
        )

    def _measured(self, made: _Row) -> _Row:
        """The row with its medians. What has no counterpart on the other side, or stands for no work, has no ratio."""
        row, eager, compiled = made
        compares = row.kind in ("ops", "total")
        return made._replace(
            row=replace(
                row,
                eager=median_of(eager),
                compiled=median_of(compiled),
                ratio=ratio_of(eager, compiled) if compares else None,
            )
        )

    def _finished(self, row: LedgerRow, total: _Row, floor: tuple[float, float] | None) -> LedgerRow:
        sides = {"eager": median_of(total.eager), "compiled": median_of(total.compiled)}
        shares = {
            f"share_{side}": mine.median / whole.median
            for side, whole in sides.items()
            if whole is not None and (mine := getattr(row, side)) is not None and whole.median
        }
        return replace(row, conclusive=_conclusive(row, floor), **shares, **self._rates(row))

    def _rates(self, row: LedgerRow) -> dict[str, float]:
        if row.compiled is None or row.compiled.median <= 0 or row.kind not in ("ops", "unmapped"):
            return {}
        seconds = row.compiled.median
        known = row.bytes_read is not None and row.bytes_written is not None
        moved = (row.bytes_read or 0) + (row.bytes_written or 0) if known else None
        found: dict[str, float] = {}
        if moved:
            found["bytes_per_second"] = moved / seconds
        if row.flops:
            found["flops_per_second"] = row.flops / seconds
        least = [
            rate / best
            for rate, best in ((found.get("bytes_per_second"), self._bandwidth),
                               (found.get("flops_per_second"), self._rate))
            if rate is not None and best
        ]  # fmt: skip
        return {**found, "roofline": max(least)} if least else found


def _conclusive(row: LedgerRow, floor: tuple[float, float] | None) -> bool | None:
    if row.ratio is None:
        return None
    if row.ratio.low <= 1.0 <= row.ratio.high:
        return False
    within = floor is not None and row.kind == "ops" and floor[0] <= row.ratio.median <= floor[1]
    return not within
