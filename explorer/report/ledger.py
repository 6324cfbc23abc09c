"""One row of the ledger: what some lines of the user cost in eager, what they cost compiled, and whether it differs."""

from __future__ import annotations

from typing import Literal

from explorer.report.base import Record
from explorer.report.interval import Interval
from explorer.report.place import Place

RowKind = Literal[
    "ops", "removed", "unmapped", "wrapper", "guards", "break", "python", "autograd", "step", "gap", "total"
]


class LedgerRow(Record, frozen=True, kw_only=True):
    """A row. All times are seconds in one call of the program, all bytes and FLOPs those of one call.

    ``kind`` says what it stands for:

    - ``ops``: eager operations and the kernels that they became, the smallest set in which no kernel serves an
      operation outside. ``removed``: operations that became no kernel (views, and what was folded away).
      ``unmapped``: kernel calls of which torch does not tell the operations.
    - ``wrapper``: what runs around the kernels of one graph (checks of sizes, allocation, torch's wrappers).
      ``guards``: the checks of whether compiled code may be used. ``break``: Python between two graphs, at a graph
      break. ``python``: entering and leaving compiled code; in eager the calls of modules and the program's own
      Python. ``autograd``: loss, engine and writing gradients, outside of compiled code. ``step``: the optimizer.
    - ``gap``: what no row holds: ``total`` less all rows (it may be negative). ``total``: one call, end to end, timed
      in the same blocks as the rows.

    ``compilation`` is the compile key and ``graph`` the number that views show for it; ``places`` the user's lines in
    order, ``modules`` the paths of the modules that they ran in. ``ops`` are the operations' names, one for each call,
    ``nodes`` their refs in Dynamo's graph, ``kernels`` the names of the kernels called, ``calls`` the refs of the
    calls, ``times`` how often the graph runs in one call. ``finding`` is the ref of the break.

    ``ratio`` is eager by compiled: above 1, compiled is faster. ``conclusive`` is false when its interval includes 1
    or when its median lies inside the spread of the control rows; None where there is no ratio. ``control`` marks a
    row with the same library call on both sides, so that only noise makes its ratio differ from 1.

    ``bytes_read`` and ``bytes_written`` are what the kernels take and make, ``bytes_saved`` activations of these lines
    kept for the backward. ``flops`` counts those of matrix products and convolutions (torch's counter).
    ``bytes_per_second`` and ``flops_per_second`` are of the compiled side; ``roofline`` is the share (0 to 1) of
    what this machine can do with that traffic and those FLOPs. ``note`` is a sentence for the reader.
    ``share_eager`` and ``share_compiled`` are shares of ``total`` (0 to 1).
    """

    ref: str
    kind: RowKind
    title: str = ""
    direction: Literal["fwd", "bwd"] | None = None
    compilation: str | None = None
    graph: int | None = None
    places: tuple[Place, ...] = ()
    modules: tuple[str, ...] = ()
    ops: tuple[str, ...] = ()
    nodes: tuple[str, ...] = ()
    kernels: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    times: int = 1
    finding: str | None = None
    eager: Interval | None = None
    compiled: Interval | None = None
    ratio: Interval | None = None
    conclusive: bool | None = None
    control: bool = False
    bytes_read: int | None = None
    bytes_written: int | None = None
    bytes_saved: int | None = None
    flops: int | None = None
    bytes_per_second: float | None = None
    flops_per_second: float | None = None
    roofline: float | None = None
    share_eager: float | None = None
    share_compiled: float | None = None
    note: str | None = None


class BreakCost(Record, frozen=True, kw_only=True):
    """What one graph break costs in one call, in seconds. ``finding`` is the ref of the break.

    ``seconds`` is the time between the graphs on its two sides: ``guards`` of it checks whether the code after the
    break may be used, the rest is Python (the line itself runs in eager too). ``crossing`` are the bytes that the
    graph before the break writes and the one after reads; ``lost_fusion`` the seconds that this traffic takes at the
    machine's copy bandwidth, or, where ``lost_fusion_from`` is ``"measured"``, what the same program without the
    break saves. ``lost_fusion_from`` is ``"estimate"``, ``"measured"`` or None.
    """

    finding: str
    seconds: Interval | None = None
    guards: float | None = None
    times: int = 1
    crossing: int | None = None
    lost_fusion: float | None = None
    lost_fusion_from: Literal["estimate", "measured"] | None = None
