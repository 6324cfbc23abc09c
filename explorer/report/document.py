"""The document: one report of everything one exploration saw."""

from __future__ import annotations

from typing import Literal

from explorer.report.attention_time import AttentionTime
from explorer.report.base import Record
from explorer.report.finding import Finding
from explorer.report.graph import Graph
from explorer.report.guard import Guard
from explorer.report.kernel import Kernel
from explorer.report.ledger import BreakCost, LedgerRow
from explorer.report.link import Link
from explorer.report.listing import Listing
from explorer.report.memory import Memory
from explorer.report.metric import Metric
from explorer.report.numerics import Numerics
from explorer.report.place import Place
from explorer.report.ref import Direction
from explorer.report.span import Span
from explorer.report.step import Step
from explorer.report.timings import Timings

SCHEMA = 1
"""The report's schema. An optional field does not raise it; anything else does, and adds a step to ``migrate.py``."""

State = Literal["done", "cached", "absent", "failed", "not_reached"]


class StageRecord(Record, frozen=True, kw_only=True):
    """What one stage made for one compilation and direction. ``reason`` says why it is not ``done``."""

    stage: str
    direction: Direction
    state: State = "done"
    reason: str | None = None
    seconds: float | None = None
    graphs: tuple[Graph, ...] = ()
    listings: tuple[Listing, ...] = ()
    steps: tuple[Step, ...] = ()
    spans: tuple[Span, ...] = ()
    metrics: tuple[Metric, ...] = ()
    guards: tuple[Guard, ...] = ()
    kernels: tuple[Kernel, ...] = ()


class Symbol(Record, frozen=True, kw_only=True):
    """A dynamic size. ``hint`` is its value at the compile, ``range`` what it may be, ``specialized`` what fixed it."""

    name: str
    hint: str | None = None
    range: str | None = None
    source: str | None = None
    place: Place | None = None
    specialized: str | None = None


class Compilation(Record, frozen=True, kw_only=True):
    """One compile of one function by Dynamo.

    ``key`` is its compile key (see ``ref.py``), ``id`` torch's compile id. ``trigger`` is ``first call``, ``resume``,
    ``recompile`` or ``unknown``; ``reason`` is the guard that failed. ``status`` is ``ok``, ``skipped``, ``failed`` or
    ``limit``. ``call`` counts the calls of the explored program from 0; None when they were not counted.
    ``called_from`` is the user's line that was running, ``compiled_at`` the ``torch.compile`` call, when known, and
    ``settings`` what that call asked for.
    """

    key: str
    id: str
    function: str | None = None
    place: Place | None = None
    called_from: Place | None = None
    compiled_at: Place | None = None
    settings: dict[str, str] = {}
    trigger: str = "unknown"
    reason: str | None = None
    status: str = "ok"
    attempts: int = 1
    restarts: tuple[str, ...] = ()
    call: int | None = None
    started: float | None = None
    seconds: float | None = None
    symbols: tuple[Symbol, ...] = ()
    stages: tuple[StageRecord, ...] = ()


class Fullgraph(Record, frozen=True, kw_only=True):
    """Whether ``fullgraph=True`` works for the first call, found by a probe; later calls may take another path.

    ``gb_type`` names the break that stops it; None when something else does, such as an error of the program.
    """

    ok: bool
    error: str | None = None
    gb_type: str | None = None
    message: str | None = None
    place: Place | None = None


class Call(Record, frozen=True, kw_only=True):
    """One call of the explored program. ``seconds`` includes compiling; ``inputs`` describe the arguments."""

    index: int
    inputs: tuple[str, ...] = ()
    seconds: float | None = None
    error: str | None = None


class Program(Record, frozen=True, kw_only=True):
    """What was explored. ``kind`` is ``module, function, method, callable, capture`` or ``log``.

    ``mode`` says how it ran (``"eval, no grad"``); ``options`` are the keywords given, as text; ``cwd`` is the working
    directory that paths are shown relative to; ``output`` describes what the first call returned.
    """

    name: str
    kind: str = "capture"
    place: Place | None = None
    mode: str | None = None
    options: dict[str, str] = {}
    cwd: str | None = None
    calls: tuple[Call, ...] = ()
    output: str | None = None
    fullgraph: Fullgraph | None = None


class Environment(Record, frozen=True, kw_only=True):
    """Where it ran. ``devices`` are torch device types; ``versions`` package versions; ``threads`` intra-op threads."""

    torch: str | None = None
    python: str | None = None
    platform: str | None = None
    devices: tuple[str, ...] = ()
    device_names: tuple[str, ...] = ()
    threads: int | None = None
    compiler: str | None = None
    versions: dict[str, str] = {}
    caches: str | None = None


class Source(Record, frozen=True, kw_only=True):
    """A file or notebook cell of the user. ``text`` is its key in ``Report.texts``, None when it cannot be read."""

    file: str
    text: str | None = None
    cell_id: str | None = None
    execution_count: int | None = None
    library: bool = False


class Run(Record, frozen=True, kw_only=True):
    """A measured run (filled by measuring): metrics and spans of eager and compiled calls."""

    name: str
    metrics: tuple[Metric, ...] = ()
    spans: tuple[Span, ...] = ()


class Report(Record, frozen=True, kw_only=True):
    """The whole document. ``texts`` maps a content hash to a text; every other record holds only the key.

    ``timings`` are there when the program was measured, and so are ``ledger``, eager operations beside the kernels that
    they became, and ``break_costs``, the most expensive break first.
    """

    schema: int
    program: Program
    environment: Environment
    compilations: tuple[Compilation, ...] = ()
    runs: tuple[Run, ...] = ()
    findings: tuple[Finding, ...] = ()
    links: tuple[Link, ...] = ()
    sources: tuple[Source, ...] = ()
    spans: tuple[Span, ...] = ()
    timings: Timings | None = None
    numerics: Numerics | None = None
    memory: Memory | None = None
    attention_times: tuple[AttentionTime, ...] = ()
    ledger: tuple[LedgerRow, ...] = ()
    break_costs: tuple[BreakCost, ...] = ()
    texts: dict[str, str] = {}
