"""Nothing of a trace is lost: what no stage understands is kept raw."""

from __future__ import annotations

import pytest

from explorer.build import build
from explorer.report import Texts
from explorer.stages import raw
from explorer.tracing.trace_log import read_log
from tests.traces import event, trace


def test_unknown_records_are_listings_of_their_compile() -> None:
    texts = Texts()
    events = [
        event("new_pass_report", "first"),
        event("new_pass_report", '{"a": 1}', data={"name": "new_pass_report", "encoding": "json"}),
        event("guard_added", data={"expr": "s0 > 2"}),
        event("guard_added", data={"expr": "s1 > 2"}),
        event("known", "left out"),
        event("f_ORIGINAL_BYTECODE", "left out"),
    ]
    part = raw.fold(trace(*events), texts, handled=frozenset({"known", "*_ORIGINAL_BYTECODE"}))
    (record,) = part.stages["0/0"]
    assert [(each.name, each.language, texts.by_key[each.text]) for each in record.listings] == [
        ("new_pass_report", "text", "first"),
        ("new_pass_report#2", "json", '{"a": 1}'),
        ("guard_added", "json", '{"expr":"s0 > 2"}\n{"expr":"s1 > 2"}'),
    ]


def test_unknown_records_outside_a_compile_are_findings() -> None:
    texts = Texts()
    events = [event("link", key=None, data={"url": str(at)}) for at in range(3)]
    (finding,) = raw.fold(trace(*events), texts, handled=frozenset()).findings
    assert (finding.kind, finding.severity, finding.count) == ("unknown", "note", 3)
    assert texts.by_key[finding.text or ""].count("url") == 3


def test_inputs_are_one_listing() -> None:
    texts = Texts()
    events = [event("describe_storage", data={"id": 0}), event("describe_tensor", data={"id": 0, "size": [2]})]
    (record,) = raw.fold(trace(*events), texts, handled=raw.LABELS).stages["0/0"]
    assert [(each.name, texts.by_key[each.text]) for each in record.listings] == [
        ("inputs", '{"id":0}\n{"id":0,"size":[2]}')
    ]


@pytest.mark.parametrize("program", ["inference", "training", "breaks", "shapes", "cached"])
def test_what_this_torch_writes_is_understood(recorded_traces, program: str) -> None:
    report = build(read_log(recorded_traces[program]))
    kept = {
        listing.name
        for compilation in report.compilations
        for stage in compilation.stages
        if stage.stage == "raw"
        for listing in stage.listings
    }
    assert kept == {"inputs"}
    assert not [finding for finding in report.findings if finding.kind in ("unknown", "degraded")]
