"""Tables of what was measured: times of calls, whether the numbers agree, memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.report import Report
from explorer.report.interval import Interval
from explorer.views.outline.index import Index
from explorer.views.outline.measured import saved_lines
from explorer.views.tables.columns import BOOL, FLOAT, INT, TEXT, Rows, at, frame

if TYPE_CHECKING:
    import pandas


def timings(report: Report) -> pandas.DataFrame:
    """A row for each part of a call that was timed; empty when nothing was measured.

    ``part`` (``call``, then ``forward``, ``backward`` and ``step`` of a training step, then ``graphs`` and ``overhead``
    of the compiled forward: inside the compiled graphs and around them), the medians ``eager_ms``, ``compiled_ms`` and
    ``speedup`` with their 95 % intervals ``eager_ms_low``, ``eager_ms_high``, ``compiled_ms_low``,
    ``compiled_ms_high``, ``speedup_low``, ``speedup_high``; ``conclusive`` (that of ``speedup`` leaves 1 out),
    ``pairs``.
    """
    names = ("eager_ms", "compiled_ms", "speedup")
    columns = {
        "part": TEXT,
        **{f"{name}{end}": FLOAT for name in names for end in ("", "_low", "_high")},
        "conclusive": BOOL,
        "pairs": INT,
    }
    told = report.timings

    def rows() -> Rows:
        if told is None:
            return
        parts = [("call", told.eager, told.compiled, told.speedup, told.conclusive)]
        parts += [(part.part, part.eager, part.compiled, part.speedup, part.conclusive) for part in told.parts]
        for part, eager, compiled, speedup, conclusive in parts:
            yield {
                "part": part, **_cells("eager_ms", eager, 1e3), **_cells("compiled_ms", compiled, 1e3),
                **_cells("speedup", speedup), "conclusive": conclusive, "pairs": told.pairs,
            }  # fmt: skip
        for part, inside in (("graphs", told.graphs), ("overhead", told.overhead)):
            if inside is not None:
                yield {"part": part, **_cells("compiled_ms", inside, 1e3), "pairs": inside.runs}

    return frame(columns, rows())


def numerics(report: Report) -> pandas.DataFrame:
    """A row for each tensor that was compared; empty when nothing was measured.

    ``what`` (``output``, ``gradient of weight``, ``argument 1``), ``dtype``, ``shape``, ``match`` within the tolerance,
    ``exact``, ``rounding`` (no more than ``torch.testing`` allows for the dtype), ``max_abs`` and ``max_rel``
    differences, ``eager_error`` and ``compiled_error`` (distance from float64), ``not_finite_eager`` and
    ``not_finite_compiled`` values, ``why`` it could not be compared.
    """
    columns = {
        "what": TEXT, "dtype": TEXT, "shape": TEXT, "match": BOOL, "exact": BOOL, "rounding": BOOL, "max_abs": FLOAT,
        "max_rel": FLOAT, "eager_error": FLOAT, "compiled_error": FLOAT, "not_finite_eager": INT,
        "not_finite_compiled": INT, "why": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for each in report.numerics.compared if report.numerics is not None else ():
            told = {name: getattr(each, name) for name in columns}
            yield told | {"shape": str(list(each.shape)), "dtype": each.dtype or None}

    return frame(columns, rows())


def memory(report: Report) -> pandas.DataFrame:
    """A row for each kind of memory and each line that keeps some; empty when nothing was measured.

    ``what`` (``peak``, ``saved``: kept for the backward, ``saved by line``), ``file``, ``line`` and ``source`` of
    it, ``eager_bytes``, ``compiled_bytes``, ``from`` (``allocator`` or ``tensors``: how the peak is known).
    """
    columns = {
        "what": TEXT, "file": TEXT, "line": INT, "source": TEXT, "eager_bytes": INT, "compiled_bytes": INT,
        "from": TEXT,
    }  # fmt: skip
    told = report.memory

    def rows() -> Rows:
        if told is None:
            return
        yield {
            "what": "peak", "eager_bytes": told.eager.peak, "compiled_bytes": told.compiled.peak,
            "from": told.compiled.peak_from,
        }  # fmt: skip
        yield {"what": "saved", "eager_bytes": told.eager.saved, "compiled_bytes": told.compiled.saved}
        for line in saved_lines(Index(report)):
            yield {
                "what": "saved by line", **at(report, line.place), "source": line.place.source if line.place else None,
                "eager_bytes": line.eager, "compiled_bytes": line.compiled,
            }  # fmt: skip

    return frame(columns, rows())


def attention_times(report: Report) -> pandas.DataFrame:
    """A row for each attention call and each kernel, run alone on the inputs of the measured call.

    ``node`` of Dynamo's graph (its ref), ``file``, ``line``, ``backend`` (a name of ``SDPBackend``, or ``chosen``: the
    call as it stands), ``ms`` with ``ms_low`` and ``ms_high``, ``speedup`` (the time of ``chosen`` by this one) with
    ``speedup_low`` and ``speedup_high``, ``conclusive``, ``refused`` (why it cannot run).
    """
    columns = {
        "node": TEXT, "file": TEXT, "line": INT, "backend": TEXT,
        **{f"{name}{end}": FLOAT for name in ("ms", "speedup") for end in ("", "_low", "_high")},
        "conclusive": BOOL, "refused": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for row in report.attention_times:
            yield {
                "node": row.ref, **at(report, row.place), "backend": row.backend,
                **(_cells("ms", row.seconds, 1e3) if row.seconds else {}),
                **(_cells("speedup", row.speedup) if row.speedup else {}),
                "conclusive": row.conclusive, "refused": row.refused,
            }  # fmt: skip

    return frame(columns, rows())


def _cells(name: str, value: Interval, factor: float = 1.0) -> dict[str, float]:
    return {name: value.median * factor, f"{name}_low": value.low * factor, f"{name}_high": value.high * factor}
