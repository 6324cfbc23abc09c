"""The verdict: the facts of a report under stable keys, for programs, tests and CI.

This is a contract. :class:`Verdict` always has exactly these keys, and ``null`` stands for what was not measured.

When numbers rise:

- ``schema`` here (``compile-explorer.verdict/1``) rises when a key is removed or renamed, or when what a key means
  or the type of its value changes. A new key, or a new entry in a list of words such as ``effect``, does not raise
  it: ignore keys that you do not know.
- The report's own ``schema`` (an integer, ``explorer/report/document.py``) rises with every change of the document
  that is more than a new optional field; ``migrate.py`` opens older ones. It says nothing about the verdict.
- The version in the MIME type (``application/vnd.compile-explorer.v1+json``) rises when a viewer written for the
  old one could not show the new: with every rise of the report's ``schema``, or when the bundle itself changes.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from explorer.report.base import Record
from explorer.report.causes import actions
from explorer.report.document import Report
from explorer.report.finding import Finding
from explorer.report.place import Place, short_file
from explorer.report.query import call_nodes, dynamo_graphs
from explorer.report.verdict_kernels import KernelCounts, count_kernels
from explorer.report.verdict_measured import (
    MemoryAnswer,
    NumericsAnswer,
    TimingsAnswer,
    memory_answer,
    numerics_answer,
    timings_answer,
)

VERDICT_SCHEMA = "compile-explorer.verdict/1"


class FullgraphAnswer(Record, frozen=True, omit_defaults=False):
    """Whether ``fullgraph=True`` works for the first call; later calls may take another path.

    ``error`` is the dotted type of what it raises, ``gb_type`` the break, null when it is an error and no break.
    """

    ok: bool
    error: str | None
    gb_type: str | None


class GraphBreak(Record, frozen=True, omit_defaults=False):
    """A graph break: one entry per (``file``, ``line``, ``gb_type``).

    ``file:line`` is the innermost frame of the user's or a library's code, ``user_file:user_line`` the nearest frame
    outside site-packages. ``effect`` is ``branch_resumed``, ``resumed``, ``rest_skipped`` or ``frame_skipped``, the
    worst that was seen; ``count`` how many records were merged; ``call`` the call (from 0) in which it was first met;
    ``fixability`` ``user_error``, ``dynamo_bug``, ``difficult``, ``fundamental``, ``supportable``,
    ``caused_by_earlier`` or ``unknown``; ``hints`` torch's own.
    """

    file: str | None
    line: int | None
    user_file: str | None
    user_line: int | None
    source: str | None
    gb_type: str | None
    code: str | None
    effect: str | None
    count: int
    call: int | None
    fixability: str
    hints: tuple[str, ...]


class Recompile(Record, frozen=True, omit_defaults=False):
    """One time that Dynamo recompiled a function; the attempt that hits the recompile limit is one too.

    ``compile_id`` is torch's id of the new version, ``guard`` what failed in the version tried last, ``file:line``
    the code that the guard is about.
    """

    compile_id: str
    function: str | None
    call: int | None
    guard: str | None
    file: str | None
    line: int | None
    source: str | None
    advice: str | None


class ProgramError(Record, frozen=True, omit_defaults=False):
    """What the program raised: its dotted type, the message, the user's line, and the stage it came from."""

    type: str
    message: str
    file: str | None
    line: int | None
    stage: str | None


class Verdict(Record, frozen=True, omit_defaults=False):
    """See the module's docstring. Paths are relative to the working directory where possible; a notebook cell is
    named as people see it, ``In[3]``.

    ``status`` is ``"ok"``, ``"partial"`` (a part of ours failed or was skipped) or ``"error"`` (the user's program
    failed). ``graphs`` counts how often the backend was handed a graph by Dynamo (forward), over all calls, graphs of
    attempts that were given up left out; ``graphs_first_call`` those of the first call, null when calls were not
    counted (a capture, a log). ``fullgraph`` is about the first call alone. ``ops`` counts the call nodes in all of
    ``graphs``, methods included, bodies of higher-order operators not: for a program of one call without methods it is
    ``torch._dynamo.explain(…).op_count``. ``compile_s`` sums the compiles, forward and backward. ``actions`` are the
    at most three things to do first. ``timings``, ``numerics`` and ``memory`` are those of the first call, null when
    it was not measured.
    """

    schema: str
    program: str
    torch: str | None
    devices: tuple[str, ...]
    status: str
    graphs: int
    graphs_first_call: int | None
    ops: int
    fullgraph: FullgraphAnswer | None
    graph_breaks: tuple[GraphBreak, ...]
    recompiles: tuple[Recompile, ...]
    recompile_limit_hit: bool
    errors: tuple[ProgramError, ...]
    kernels: KernelCounts | None
    compile_s: float | None
    actions: tuple[str, ...]
    timings: TimingsAnswer | None
    numerics: NumericsAnswer | None
    memory: MemoryAnswer | None


def make_verdict(report: Report) -> Verdict:
    """The verdict of ``report``."""
    graphs = [graph for compilation in report.compilations for graph in dynamo_graphs(compilation)]
    seconds = [compilation.seconds for compilation in report.compilations if compilation.seconds is not None]
    return Verdict(
        schema=VERDICT_SCHEMA,
        program=report.program.name,
        torch=report.environment.torch,
        devices=report.environment.devices or _devices(report),
        status=_status(report.findings),
        graphs=len(graphs),
        graphs_first_call=_graphs_first_call(report),
        ops=sum(len(call_nodes(graph)) for graph in graphs),
        fullgraph=_fullgraph(report),
        graph_breaks=tuple(_graph_break(report, finding) for finding in report.findings if finding.kind == "break"),
        recompiles=tuple(_recompile(report, finding) for finding in report.findings if finding.kind == "recompile"),
        recompile_limit_hit=any(finding.kind == "limit" for finding in report.findings),
        errors=tuple(_error(report, finding) for finding in report.findings if finding.kind == "error"),
        kernels=count_kernels(report),
        compile_s=round(sum(seconds), 6) if seconds else None,
        actions=actions(report),
        timings=timings_answer(report),
        numerics=numerics_answer(report),
        memory=memory_answer(report),
    )


def encode_verdict(verdict: Verdict) -> bytes:
    """The verdict as indented UTF-8 JSON with a line end."""
    return msgspec.json.format(msgspec.json.encode(verdict), indent=2) + b"\n"


def _status(findings: Iterable[Finding]) -> str:
    kinds = {finding.kind for finding in findings if finding.severity != "note"}
    if "error" in kinds:
        return "error"
    return "partial" if "degraded" in kinds else "ok"


def _devices(report: Report) -> tuple[str, ...]:
    """The device types of the tensors in Dynamo's graphs, for a program whose inputs nobody saw (a capture, a log)."""
    graphs = (graph for compilation in report.compilations for graph in dynamo_graphs(compilation))
    specs = (spec for graph in graphs for node in graph.nodes for spec in node.specs)
    return tuple(dict.fromkeys(spec.device.partition(":")[0] for spec in specs if spec.device))


def _graphs_first_call(report: Report) -> int | None:
    if not report.program.calls:
        return None
    return sum(len(dynamo_graphs(compilation)) for compilation in report.compilations if compilation.call == 0)


def _fullgraph(report: Report) -> FullgraphAnswer | None:
    probed = report.program.fullgraph
    return None if probed is None else FullgraphAnswer(ok=probed.ok, error=probed.error, gb_type=probed.gb_type)


def _graph_break(report: Report, finding: Finding) -> GraphBreak:
    hints = _word(finding, "hints")
    return GraphBreak(
        file=_file(report, finding.place),
        line=finding.place.line if finding.place else None,
        user_file=_file(report, finding.user_place),
        user_line=finding.user_place.line if finding.user_place else None,
        source=finding.place.source if finding.place else None,
        gb_type=_word(finding, "gb_type"),
        code=finding.code,
        effect=_word(finding, "effect"),
        count=finding.count,
        call=_call(report, finding),
        fixability=_word(finding, "fixability") or "unknown",
        hints=tuple(hints.split("\n")) if hints else (),
    )


def _recompile(report: Report, finding: Finding) -> Recompile:
    return Recompile(
        compile_id=_word(finding, "compile_id") or "",
        function=_word(finding, "function"),
        call=_call(report, finding),
        guard=_word(finding, "guard"),
        file=_file(report, finding.place),
        line=finding.place.line if finding.place else None,
        source=finding.place.source if finding.place else None,
        advice=finding.advice[0] if finding.advice else None,
    )


def _error(report: Report, finding: Finding) -> ProgramError:
    return ProgramError(
        type=_word(finding, "type") or finding.code,
        message=finding.message,
        file=_file(report, finding.place),
        line=finding.place.line if finding.place else None,
        stage=_word(finding, "stage"),
    )


def _call(report: Report, finding: Finding) -> int | None:
    """The call that was running when the finding's first compilation began."""
    by_key = {compilation.key: compilation.call for compilation in report.compilations}
    return by_key.get(finding.compilations[0]) if finding.compilations else None


def _file(report: Report, place: Place | None) -> str | None:
    if place is None:
        return None
    if place.execution_count is not None:  # a cell run by a program has no id
        return f"In[{place.execution_count}]"
    return short_file(place.file, report.program.cwd)


def _word(finding: Finding, name: str) -> str | None:
    value = finding.attributes.get(name)
    return None if value is None else str(value)
