"""Events × stages → Report: the only place where the two meet."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from typing import Any

import msgspec

import explorer.stages
from explorer.advice import advise
from explorer.ledger.ledger import with_ledger
from explorer.report import (
    SCHEMA,
    Call,
    Compilation,
    Environment,
    Finding,
    Fullgraph,
    Part,
    Program,
    Report,
    Source,
    StageRecord,
    Texts,
    make_ref,
)
from explorer.report.query import order_findings
from explorer.tracing.event import Event, Trace

PIPELINE = (
    "compiled_autograd", "dynamo", "steps", "bytecode", "guards", "modes", "attention", "ddp", "pre_grad", "aot",
    "passes", "post_grad", "inductor", "codegen", "cudagraphs", "autotune", "provenance", "phases", "trace_times",
    "caches", "metrics", "raw",
)  # fmt: skip
"""The order of stages in a compilation; stages that are not named follow by name."""

_FACTS = {"key", "id", "stages", "symbols", "call"}
_COMPILATION_FIELDS = frozenset(Compilation.__struct_fields__) - _FACTS


def build(events: Iterable[Event], *, name: str = "program") -> Report:
    """Fold ``events`` into a report. A stage that fails costs its own part and a finding, never the rest.

    ``name`` is the program's when no event tells it (a log).
    """
    trace, texts = Trace(events), Texts()
    parts, broken = _fold(trace, texts)
    findings = [advise(finding) for part in parts for finding in part.findings]
    report = Report(
        schema=SCHEMA,
        program=_program(trace, name),
        environment=_environment(trace),
        compilations=_compilations(trace, parts),
        findings=tuple(order_findings([*findings, *broken])),
        links=tuple(link for part in parts for link in part.links),
        sources=_sources(trace, texts),
        texts=texts.by_key,
        **{field: value for part in parts for field, value in part.report.items()},  # type: ignore[arg-type]
    )
    return _with_ledger(report, parts)


def _with_ledger(report: Report, parts: Iterable[Part]) -> Report:
    try:
        return with_ledger(report, (timed for part in parts for timed in part.timed))
    except Exception as error:
        findings = order_findings([*report.findings, _broken("ledger", error)])
        return msgspec.structs.replace(report, findings=tuple(findings))


def stages() -> list[str]:
    """The name of every stage: any file in ``explorer/stages``."""
    return sorted(module.name for module in pkgutil.iter_modules(explorer.stages.__path__))


def _fold(trace: Trace, texts: Texts) -> tuple[list[Part], list[Finding]]:
    parts: list[Part] = []
    broken: list[Finding] = []
    handled = set(_OWN)
    # raw is last: it keeps what none of the others understood
    for name in sorted(stages(), key=lambda name: name == "raw"):
        try:
            module = importlib.import_module(f"explorer.stages.{name}")
            handled |= module.LABELS
            more = {"handled": frozenset(handled)} if name == "raw" else {}
            parts.append(module.fold(trace, texts, **more))
        except Exception as error:
            broken.append(_broken(name, error))
    return parts, broken


_OWN = frozenset(
    f"explorer.{kind}"
    for kind in (
        "environment",
        "program",
        "call",
        "probe",
        "source",
        "graph",
        "registry",
        "compile_call",
        "output",
        "expression",
    )
) | {"torch_version"}


def _broken(name: str, error: Exception) -> Finding:
    return Finding(
        ref=make_ref("-/-", "dynamo", name, "finding", "broken"),
        kind="degraded",
        code="STAGE_FAILED",
        severity="warning",
        title=f"The stage “{name}” could not be read: {type(error).__name__}.",
        message=f"{error}. The rest of the report holds.",
        advice=("Save the report and send it with the torch version: this is a fault of Compile Explorer.",),
    )


def _compilations(trace: Trace, parts: list[Part]) -> tuple[Compilation, ...]:
    calls = _calls_by_key(trace)
    compile_calls = {event.key: _compile_call(trace, event) for event in trace.of("explorer.compile_call")}
    ids = {event.key: event.compile_id or "" for event in trace.events if event.key is not None}
    made: list[Compilation] = []
    for key, compile_id in ids.items():
        facts: dict[str, Any] = compile_calls.get(key, {}).copy()
        records: list[StageRecord] = []
        symbols: list[Any] = []
        for part in parts:
            known = part.facts.get(key, {})
            facts |= {field: value for field, value in known.items() if field in _COMPILATION_FIELDS}
            records += part.stages.get(key, ())
            symbols += part.symbols.get(key, ())
        if not facts and not records:
            continue
        made.append(
            Compilation(
                key=key,
                id=compile_id,
                call=calls.get(key),
                stages=tuple(sorted(records, key=_position)),
                symbols=tuple(symbols),
                **facts,
            )
        )
    return tuple(made)


def _position(record: StageRecord) -> tuple[int, str, int]:
    known = PIPELINE.index(record.stage) if record.stage in PIPELINE else len(PIPELINE)
    return known, record.stage, ("dynamo", "joint", "fwd", "bwd").index(record.direction)


def _calls_by_key(trace: Trace) -> dict[str | None, int]:
    """The call that was running when each compile began."""
    running: int | None = None
    found: dict[str | None, int] = {}
    for event in trace.events:
        if event.kind == "explorer.call":
            running = event.data["index"] if event.data["when"] == "start" else None
        elif event.key is not None and event.key not in found and running is not None:
            found[event.key] = running
    return found


def _compile_call(trace: Trace, event: Event) -> dict[str, Any]:
    data = event.data
    place = trace.place(data["file"], data["line"], function=data["function"]) if "file" in data else None
    return {"settings": data["settings"], "compiled_at": place}


def _program(trace: Trace, name: str) -> Program:
    event = next(trace.of("explorer.program"), None)
    data: dict[str, Any] = event.data if event is not None else {"name": name, "kind": "log"}
    place = trace.place(data["file"], data.get("line"), function=data.get("function")) if data.get("file") else None
    return Program(
        name=str(data["name"]),
        kind=data["kind"],
        place=place,
        mode=data.get("mode"),
        options={**(data.get("options") or {}), **_expression(trace)},
        cwd=data.get("cwd"),
        calls=_calls(trace),
        output=next((event.data.get("output") for event in trace.of("explorer.output")), None),
        fullgraph=_fullgraph(trace),
    )


def _expression(trace: Trace) -> dict[str, str]:
    """What the user typed after ``%compile_explain``, as one of the program's options."""
    event = next(trace.of("explorer.expression"), None)
    return {} if event is None else {"expression": str(event.data["text"])}


def _calls(trace: Trace) -> tuple[Call, ...]:
    calls: dict[int, dict[str, Any]] = {}
    for event in trace.of("explorer.call"):
        known = calls.setdefault(event.data["index"], {})
        known |= {field: event.data[field] for field in ("inputs", "seconds", "error") if event.data.get(field)}
    return tuple(
        Call(index=index, inputs=tuple(data.get("inputs", ())), seconds=data.get("seconds"), error=data.get("error"))
        for index, data in sorted(calls.items())
    )


def _fullgraph(trace: Trace) -> Fullgraph | None:
    event = next(trace.of("explorer.probe"), None)
    if event is None or event.data.get("ok") is None:
        return None
    data = event.data
    place = trace.place(data["file"], data.get("line")) if data.get("file") else None
    return Fullgraph(
        ok=data["ok"],
        error=data.get("error"),
        gb_type=data.get("gb_type") if _is_break(data) else None,
        message=data.get("message"),
        place=place,
    )


def _is_break(data: dict[str, Any]) -> bool:
    """Whether the probe was stopped by a graph break, and not by an error of the program."""
    return str(data.get("error") or "").endswith("Unsupported")


def _environment(trace: Trace) -> Environment:
    event = next(trace.of("explorer.environment"), None)
    return Environment(torch=_logged_version(trace)) if event is None else msgspec.convert(event.data, Environment)


def _logged_version(trace: Trace) -> str | None:
    """The torch that wrote a log, as its first record or its metrics tell it."""
    for event in trace.of("torch_version", "compilation_metrics"):
        try:
            data = msgspec.json.decode(event.payload) if event.payload else event.data
        except msgspec.DecodeError:
            continue
        if isinstance(data, dict) and isinstance(data.get("pytorch_version"), str):
            return str(data["pytorch_version"])
    return None


def _sources(trace: Trace, texts: Texts) -> tuple[Source, ...]:
    return tuple(
        Source(
            file=file,
            text=texts.add(data["text"]) if data.get("text") else None,
            cell_id=data.get("cell_id"),
            execution_count=data.get("execution_count"),
            library=bool(data.get("library")),
        )
        for file, data in sorted(trace.sources.items())
    )
