"""The report as pandas DataFrames, each made when it is asked for, with the same typed columns when it is empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from explorer.report import Report
from explorer.views.tables.attention import attention
from explorer.views.tables.compiler import buffers, decompositions, fusion, saved
from explorer.views.tables.flow import program_map
from explorer.views.tables.ledger import break_costs, ledger
from explorer.views.tables.measured import attention_times, memory, numerics, timings
from explorer.views.tables.modes import casts, regions
from explorer.views.tables.operators import operators
from explorer.views.tables.program import graphs, kernels, nodes
from explorer.views.tables.stepping import passes, runs, steps
from explorer.views.tables.symbols import symbols
from explorer.views.tables.time import metrics, phases, trace_times
from explorer.views.tables.trouble import breaks, causes, findings, guards, recompiles
from explorer.views.tables.tuning import autotune, cudagraphs
from explorer.views.tables.versions import versions

if TYPE_CHECKING:
    import pandas

TABLES: Mapping[str, Callable[[Report], pandas.DataFrame]] = {
    "graphs": graphs,
    "nodes": nodes,
    "breaks": breaks,
    "map": program_map,
    "causes": causes,
    "recompiles": recompiles,
    "versions": versions,
    "guards": guards,
    "symbols": symbols,
    "kernels": kernels,
    "findings": findings,
    "saved": saved,
    "decompositions": decompositions,
    "fusion": fusion,
    "operators": operators,
    "passes": passes,
    "runs": runs,
    "steps": steps,
    "attention": attention,
    "regions": regions,
    "casts": casts,
    "cudagraphs": cudagraphs,
    "autotune": autotune,
    "buffers": buffers,
    "phases": phases,
    "trace_times": trace_times,
    "metrics": metrics,
    "timings": timings,
    "numerics": numerics,
    "memory": memory,
    "attention_times": attention_times,
    "ledger": ledger,
    "break_costs": break_costs,
}
"""The tables by name; each function's docstring tells its columns."""


class Frames(Mapping[str, "pandas.DataFrame"]):
    """The tables by name. A name that is not there raises ``KeyError`` with the names that are."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._made: dict[str, pandas.DataFrame] = {}

    def __getitem__(self, name: str) -> pandas.DataFrame:
        if name not in TABLES:
            raise KeyError(f"no table {name!r}; there are {', '.join(TABLES)}")
        if name not in self._made:
            self._made[name] = TABLES[name](self._report)
        return self._made[name].copy()

    def __iter__(self) -> Iterator[str]:
        return iter(TABLES)

    def __len__(self) -> int:
        return len(TABLES)

    def __repr__(self) -> str:
        return f"<tables {', '.join(TABLES)}>"


def frames(report: Report) -> Frames:
    """The tables of ``report``, by name."""
    return Frames(report)
