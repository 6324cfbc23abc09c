"""What the caches did: hit, miss, bypass with the reason, key and components."""

from __future__ import annotations

import json

from explorer.report import Part, StageRecord, Texts
from explorer.stages import caches
from explorer.tracing.event import Trace
from explorer.tracing.trace_log import read_log
from tests.traces import event, trace


def by_direction(part: Part, key: str) -> dict[str, StageRecord]:
    return {record.direction: record for record in part.stages[key]}


def test_a_hit_says_so_for_each_cache_and_direction(recorded_traces) -> None:
    recorded, texts = Trace(read_log(recorded_traces["cached"])), Texts()
    part = caches.fold(recorded, texts)
    found = by_direction(part, "1.0/0")
    assert {direction: (record.state, record.reason) for direction, record in found.items()} == {
        "dynamo": ("cached", "AOTAutograd cache: hit"),
        "fwd": ("cached", "FX graph cache: hit"),
        "bwd": ("cached", "FX graph cache: hit"),
    }
    told = [json.loads(each.payload) for each in recorded.of("fx_graph_cache_hit") if each.key == "1.0/0"]
    for direction, data in zip(("fwd", "bwd"), told, strict=True):
        assert {metric.name: metric.value for metric in found[direction].metrics}["fx.key"] == data["key"]
        (listing,) = found[direction].listings
        assert texts.by_key[listing.text].split("\n")[0] == data["components"][0].split("\n")[0]
    (finding,) = (each for each in part.findings if each.code == "CACHE_HIT")
    assert "1.0/0" in finding.compilations and finding.kind == "cache"


def test_without_caches_there_is_nothing(recorded_traces) -> None:
    part = caches.fold(Trace(read_log(recorded_traces["training"])), Texts())
    assert (part.stages, part.findings) == ({}, ())


def test_a_bypass_has_its_reason_and_counts_compiles() -> None:
    data = json.dumps({"cache_state": "bypass", "cache_bypass_reason": "Unsupported \n node  flex", "key": None})
    part = caches.fold(trace(*(event("aotautograd_cache_bypass", data, key=key) for key in ("0/0", "1/0"))), Texts())
    assert by_direction(part, "0/0")["dynamo"].reason == "AOTAutograd cache: bypass (Unsupported node flex)"
    (finding,) = part.findings
    assert (finding.code, finding.severity, finding.message) == ("CACHE_BYPASS", "note", "Unsupported node flex")
    assert (finding.count, finding.compilations) == (2, ("0/0", "1/0"))


def test_damaged_records_are_kept_as_text() -> None:
    texts = Texts()
    part = caches.fold(
        trace(event("fx_graph_cache_miss", "{not json"), event("get_local_code_state", "L['x']: ?")), texts
    )
    kept = [texts.by_key[each.text] for record in part.stages["0/0"] for each in record.listings]
    assert sorted(kept) == ["L['x']: ?", "{not json"]
