"""The ledger of a report: its rows and the costs of its breaks, from what was timed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from explorer.ledger.breaks import break_costs
from explorer.ledger.rows import rows
from explorer.ledger.times import Times
from explorer.report import Report
from explorer.report.timed import Timed


def with_ledger(report: Report, timed: Iterable[Timed]) -> Report:
    """``report`` with its ledger; as it is when nothing was timed."""
    run = next((run for run in report.runs if run.name == "ledger"), None)
    times = Times(timed, run)
    if not times.any:
        return report
    made = rows(report, times)
    return replace(report, ledger=made, break_costs=break_costs(report, made, times))
