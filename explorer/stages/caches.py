"""What torch's caches did for each compile: hit, miss or bypass, why, and the key with its components.

A hit brings back graphs and code of the program that filled the cache: their source lines may be stale.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from explorer.parse.cache_key import Changed, key_difference
from explorer.parse.units import RANKS, units
from explorer.report import Finding, Listing, Metric, Part, StageRecord, Texts, make_ref
from explorer.report.ref import Direction
from explorer.tracing.event import Event, Trace

_FX = ("fx_graph_cache_hit", "fx_graph_cache_miss", "fx_graph_cache_bypass", "fx_graph_bundled_cache_hit")
_AOT = ("hit", "miss", "bypass", "hash", "pickle_failure", "saved")
_OTHER = ("dynamo_cache_bypass", "dynamo_cache_entries", "dynamo_cache_exception", "precompile_cache_bypass")
_PGO = tuple(f"{what}_{where}_code_state" for what in ("get", "put") for where in ("local", "remote", "extra_remote"))

LABELS = frozenset({*_FX, *(f"aotautograd_cache_{each}" for each in _AOT), *_OTHER, *_PGO})

STAGE = "caches"

LONGEST = 200
"""Characters of one value in a difference of two keys."""

_NAMES = {"fx": "FX graph cache", "aot": "AOTAutograd cache", "dynamo": "Dynamo cache", "pgo": "profile of sizes"}
_TIMES = ("time_saved_ns", "time_saved_ms", "forward_time_saved_ms", "backward_time_saved_ms")
HIT = "torch's caches had compiled code ready. Its source lines may be those of the program that filled the cache."


class Told(NamedTuple):
    """One record of a cache: which one, what it did, and what torch says about it."""

    event: Event
    key: str
    direction: Direction
    cache: str
    did: str
    data: Mapping[str, Any]

    @property
    def reason(self) -> str | None:
        """Why a cache was not used, in torch's words."""
        reason = self.data.get("cache_bypass_reason") or self.data.get("reason") or self.data.get("error")
        return " ".join(str(reason).split()) if reason else None


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each compile and direction that a cache was asked for, and findings for hits and bypasses."""
    told: dict[str, list[Told]] = defaultdict(list)
    heard = list(_told(trace))
    for each in heard:
        told[each.key].append(each)
    different = _different(trace, heard)
    return Part(
        stages={key: tuple(_records(key, found, texts, different)) for key, found in told.items()},
        findings=tuple(_findings([each for found in told.values() for each in found])),
    )


def _told(trace: Trace) -> Iterator[Told]:
    backward = {
        id(event)
        for found in units(trace.of(*RANKS)).values()
        for unit in found
        if unit.direction == "bwd"
        for event in unit.records.values()
    }
    for event in trace.of(*LABELS):
        if event.key is not None:
            cache, did = _which(event.label)
            direction: Direction = "bwd" if id(event) in backward else "fwd" if cache == "fx" else "dynamo"
            yield Told(event, event.key, direction, cache, did, _decode(event.payload))


def _which(label: str) -> tuple[str, str]:
    if label in _PGO:
        return "pgo", "read" if label.startswith("get_") else "written"
    cache = "fx" if label.startswith("fx_") else "aot" if label.startswith("aot") else "dynamo"
    did = label.rpartition("cache_")[2].replace("_", " ")
    return cache, "miss" if did == "hash" else did


def _different(trace: Trace, told: list[Told]) -> dict[int, str]:
    """For a miss of a function that a cache had missed before: what is different in the key, by the event's ``id``."""
    functions = {
        event.key: tuple(event.data.get(name) for name in ("co_name", "co_filename", "co_firstlineno"))
        for event in trace.of("compilation_metrics")
        if isinstance(event.data, dict)
    }
    last: dict[tuple[object, ...], Told] = {}
    found: dict[int, str] = {}
    for each in told:
        if each.did == "miss" and isinstance(each.data.get("components"), list):
            which = (functions.get(each.key, each.key), each.direction, each.cache)
            before = last.get(which)
            if before is not None:
                found[id(each.event)] = _difference(before, each)
            last[which] = each
    return found


def _difference(before: Told, after: Told) -> str:
    changed = key_difference(map(str, before.data["components"]), map(str, after.data["components"]))
    lines = [f"compared with the miss of {before.key}:", *(_changed(each) for each in changed)]
    return "\n".join(lines) if changed else f"the same key as the miss of {before.key}: it was not stored"


def _changed(each: Changed) -> str:
    if each.before is None or each.after is None:
        value, word = (each.after, "new") if each.before is None else (each.before, "gone")
        return f"{each.name}: {word}: {_short(value or '')}"
    return f"{each.name}: {_short(each.before)} -> {_short(each.after)}"


def _short(value: str) -> str:
    line = " ".join(value.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _records(key: str, found: list[Told], texts: Texts, different: Mapping[int, str]) -> Iterator[StageRecord]:
    by_direction: dict[Direction, list[Told]] = defaultdict(list)
    for each in found:
        by_direction[each.direction].append(each)
    for direction, of_direction in by_direction.items():
        hit = any(each.did == "hit" for each in of_direction)
        yield StageRecord(
            stage=STAGE,
            direction=direction,
            state="cached" if hit else "done",
            reason="; ".join(dict.fromkeys(map(_sentence, of_direction))),
            metrics=tuple(_metrics(key, direction, of_direction)),
            listings=tuple(_listings(key, direction, of_direction, texts, different)),
        )


def _sentence(told: Told) -> str:
    why = f" ({told.reason})" if told.reason else ""
    return f"{_NAMES[told.cache]}: {told.did}{why}"


def _metrics(key: str, direction: Direction, found: list[Told]) -> Iterator[Metric]:
    for prefix, told in _prefixed(found):
        for name in ("key", *_TIMES):
            value = told.data.get(name)
            if isinstance(value, str | int | float):
                unit = name.rpartition("_")[2] if name in _TIMES else ""
                full = f"{prefix}.{name}"
                yield Metric(ref=make_ref(key, direction, STAGE, "metric", full), name=full, value=value, unit=unit)


def _listings(
    key: str, direction: Direction, found: list[Told], texts: Texts, different: Mapping[int, str]
) -> Iterator[Listing]:
    for prefix, told in _prefixed(found):
        components = told.data.get("components")
        lines = components if isinstance(components, list) else []
        text = "\n".join(map(str, lines)) or ("" if told.data else told.event.payload)
        if text:
            name = f"{prefix}.key" if lines else prefix
            ref = make_ref(key, direction, STAGE, "listing", name)
            yield Listing(ref=ref, name=name, language="text", text=texts.add(text))
        if id(told.event) in different:
            name = f"{prefix}.key_difference"
            ref = make_ref(key, direction, STAGE, "listing", name)
            yield Listing(ref=ref, name=name, language="text", text=texts.add(different[id(told.event)]))


def _prefixed(found: list[Told]) -> Iterator[tuple[str, Told]]:
    """Each record with a name of its own: ``aot``, ``fx``, ``fx2``, …"""
    seen: dict[str, int] = defaultdict(int)
    for told in found:
        seen[told.cache] += 1
        yield told.cache if seen[told.cache] == 1 else f"{told.cache}{seen[told.cache]}", told


def _findings(told: list[Told]) -> Iterator[Finding]:
    """One finding for all hits, and one for each reason why a cache was not used."""
    hits = [each for each in told if each.did == "hit"]
    if hits:
        yield _finding("CACHE_HIT", HIT, hits, advice=("Compile with caches off to see current lines.",))
    reasons: dict[tuple[str, str, str], list[Told]] = defaultdict(list)
    for each in told:
        if each.did not in ("hit", "miss") and each.reason:
            reasons[each.cache, each.did, each.reason].append(each)
    for (cache, did, reason), found in reasons.items():
        code, what = ("CACHE_BYPASS", "was not used") if did == "bypass" else ("CACHE_ERROR", f"reported: {did}")
        yield _finding(code, f"The {_NAMES[cache]} {what}.", found, reason)


def _finding(code: str, title: str, found: list[Told], message: str = "", advice: tuple[str, ...] = ()) -> Finding:
    first = found[0]
    name = f"{code}.{first.cache}.{first.event.label}"
    return Finding(
        ref=make_ref(first.key, first.direction, STAGE, "finding", name),
        kind="cache",
        code=code,
        severity="note",
        title=title,
        message=message,
        advice=advice,
        count=len(found),
        compilations=tuple(dict.fromkeys(each.key for each in found)),
    )


def _decode(payload: str | None) -> Mapping[str, Any]:
    try:
        data = msgspec.json.decode(payload or "{}")
    except (msgspec.DecodeError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}
