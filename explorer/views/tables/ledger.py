"""The ledger as tables: its rows, and what the breaks cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from explorer.report import Report
from explorer.report.interval import Interval
from explorer.views.tables.columns import BOOL, FLOAT, INT, TEXT, Rows, at, frame

if TYPE_CHECKING:
    import pandas


def ledger(report: Report) -> pandas.DataFrame:
    """A row for each set of operations and the kernels that they became, and for what lies between, in one call.

    ``graph`` number, ``kind`` (``ops``, ``removed``, ``unmapped``, ``wrapper``, ``guards``, ``break``, ``python``,
    ``autograd``, ``step``, ``gap``, ``total``: see ``LedgerRow``), ``direction``, ``what`` it is in words where it is
    no operation, ``file`` and ``line`` of the first line, ``lines`` of all, ``source``, ``modules``, ``ops`` (eager
    operations) and ``op_count``, ``kernels`` and ``kernel_calls``, ``times`` the graph runs in a call.

    ``eager_s`` and ``compiled_s`` are medians in seconds with the bounds of their 95 % intervals, ``eager_s_low``,
    ``eager_s_high``, ``compiled_s_low`` and ``compiled_s_high``, over ``blocks`` blocks; ``ratio`` is eager by compiled
    with ``ratio_low`` and ``ratio_high``; ``conclusive`` says whether it is more than noise, ``control`` that the same
    library call stands on both sides. ``eager_share`` and ``compiled_share`` are shares (0 to 1) of the whole call.

    ``bytes_read``, ``bytes_written`` and ``bytes_saved`` (for the backward), ``flops``, ``bytes_per_s``,
    ``flops_per_s``, ``roofline`` (share of what the machine can do, 0 to 1; more where the data was in a cache),
    ``note``, ``ref``.
    """
    columns = {
        "graph": INT, "kind": TEXT, "direction": TEXT, "what": TEXT, "file": TEXT, "line": INT, "lines": TEXT,
        "source": TEXT, "modules": TEXT, "ops": TEXT, "op_count": INT, "kernels": TEXT, "kernel_calls": INT,
        "times": INT, "eager_s": FLOAT, "eager_s_low": FLOAT, "eager_s_high": FLOAT, "compiled_s": FLOAT,
        "compiled_s_low": FLOAT, "compiled_s_high": FLOAT, "ratio": FLOAT, "ratio_low": FLOAT, "ratio_high": FLOAT,
        "blocks": INT, "conclusive": BOOL, "control": BOOL, "eager_share": FLOAT, "compiled_share": FLOAT,
        "bytes_read": INT, "bytes_written": INT, "bytes_saved": INT, "flops": INT, "bytes_per_s": FLOAT,
        "flops_per_s": FLOAT, "roofline": FLOAT, "note": TEXT, "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for row in report.ledger:
            first = row.places[0] if row.places else None
            runs = row.compiled or row.eager
            yield {
                "graph": row.graph, "kind": row.kind, "direction": row.direction, "what": row.title or None,
                **at(report, first),
                "lines": ", ".join(dict.fromkeys(str(place.line) for place in row.places if place.line)) or None,
                "source": "; ".join(place.source or "" for place in row.places) or None,
                "modules": ", ".join(row.modules) or None, "ops": ", ".join(row.ops) or None,
                "op_count": len(row.ops), "kernels": ", ".join(row.kernels) or None, "kernel_calls": len(row.calls),
                "times": row.times, **_interval("eager_s", row.eager), **_interval("compiled_s", row.compiled),
                **_interval("ratio", row.ratio), "blocks": runs.runs if runs else None, "conclusive": row.conclusive,
                "control": row.control, "eager_share": row.share_eager, "compiled_share": row.share_compiled,
                "bytes_read": row.bytes_read, "bytes_written": row.bytes_written, "bytes_saved": row.bytes_saved,
                "flops": row.flops, "bytes_per_s": row.bytes_per_second, "flops_per_s": row.flops_per_second,
                "roofline": row.roofline, "note": row.note, "ref": row.ref,
            }  # fmt: skip

    return frame(columns, rows())


def break_costs(report: Report) -> pandas.DataFrame:
    """A row for each graph break of the measured call, the most expensive first; times in seconds of one call.

    ``file``, ``line``, ``source``, ``gb_type``; ``seconds`` between the graphs on its two sides with ``seconds_low``
    and ``seconds_high``, ``guards`` in it, ``times`` it is met in a call; ``crossing`` bytes from one graph to the
    next, ``lost_fusion`` seconds, ``lost_fusion_from`` (``estimate``, ``measured``), ``finding`` its ref.
    """
    columns = {
        "file": TEXT, "line": INT, "source": TEXT, "gb_type": TEXT, "seconds": FLOAT, "seconds_low": FLOAT,
        "seconds_high": FLOAT, "guards": FLOAT, "times": INT, "crossing": INT, "lost_fusion": FLOAT,
        "lost_fusion_from": TEXT, "finding": TEXT,
    }  # fmt: skip
    findings = {finding.ref: finding for finding in report.findings}

    def rows() -> Rows:
        for cost in report.break_costs:
            finding = findings.get(cost.finding)
            place = finding.place if finding else None
            yield {
                **at(report, place), "source": place.source if place else None,
                "gb_type": finding.attributes.get("gb_type") if finding else None,
                **_interval("seconds", cost.seconds), "guards": cost.guards, "times": cost.times,
                "crossing": cost.crossing, "lost_fusion": cost.lost_fusion,
                "lost_fusion_from": cost.lost_fusion_from, "finding": cost.finding,
            }  # fmt: skip

    return frame(columns, rows())


def _interval(name: str, value: Interval | None) -> dict[str, Any]:
    return {} if value is None else {name: value.median, f"{name}_low": value.low, f"{name}_high": value.high}
