"""What was measured, folded from events: nodes and lines get their refs and places, refusals their findings."""

from __future__ import annotations

from typing import Any

import pytest

from explorer.report import Part, Texts
from explorer.stages.runtime import fold
from explorer.tracing.event import Event, Trace

WHERE = {"compile_id": "0/0", "node": "z", "target": "torch.log", "file": "/a/model.py", "line": 2, "function": "f"}
SOURCE = Event(kind="explorer.source", data={"file": "/a/model.py"}, payload="def f(x):\n    z = x.log()\n")


def folded(kind: str, data: Any) -> Part:
    events = [
        SOURCE,
        Event(kind="dynamo_start", data={}, compile_id="0/0"),
        Event(kind="dynamo_output_graph", data={}, compile_id="0/0"),
        Event(kind=f"explorer.{kind}", data=data),
    ]
    return fold(Trace(events), Texts())


def spread(median: float, low: float, high: float) -> dict[str, float]:
    return {"median": median, "low": low, "high": high, "runs": 9}


def timings(speedup: dict[str, float], **more: Any) -> dict[str, Any]:
    low, high = speedup["low"], speedup["high"]
    told = {"eager": spread(1, 1, 1), "compiled": spread(2, 2, 2), "speedup": speedup, "pairs": 9}
    return {**told, "conclusive": not low <= 1 <= high, **more}


def test_slower_beyond_doubt_is_a_finding() -> None:
    (finding,) = folded("timings", timings(spread(0.5, 0.4, 0.6))).findings
    assert (finding.kind, finding.code, finding.severity) == ("slower", "SLOWER_THAN_EAGER", "warning")
    assert "0.50× [0.40, 0.60]" in finding.title
    assert "Most of a call" not in finding.message
    (fixed,) = folded("timings", timings(spread(0.5, 0.4, 0.6), overhead=spread(1.5, 1, 2))).findings
    assert fixed.message.startswith("Most of a call is spent around the graphs")


def test_where_nothing_was_compiled_there_is_nothing_to_compile_more_of() -> None:
    event = Event(kind="explorer.timings", data=timings(spread(0.5, 0.4, 0.6)))
    (finding,) = fold(Trace([event]), Texts()).findings
    assert "There is no compiled code" in finding.message
    assert not any("Compile more at once" in each for each in finding.advice)


def test_faster_or_in_doubt_is_none() -> None:
    assert folded("timings", timings(spread(0.9, 0.8, 1.1))).findings == ()
    assert folded("timings", timings(spread(1.5, 1.4, 1.6))).findings == ()
    assert folded("timings", timings(spread(1.5, 1.4, 1.6))).report["timings"].speedup.median == 1.5  # type: ignore[attr-defined]


def numerics(**more: Any) -> dict[str, Any]:
    wrong = {"what": "output", "match": False, "rounding": False, "max_abs": 0.5, "max_rel": 0.1}
    return {"match": False, "tolerance": 1e-4, "compared": [wrong], "max_abs": 0.5, "max_rel": 0.1, **more}


def test_a_node_gets_its_ref_and_its_place() -> None:
    first = {"where": WHERE, "stage": "inductor", "at": "buf1", "max_abs": 0.5, "max_rel": 0.1, "among": ["y"]}
    part = folded("numerics", numerics(first_stage="inductor", first_node=first))
    node = part.report["numerics"].first_node  # type: ignore[attr-defined]
    assert (node.ref, node.target) == ("0/0/dynamo/dynamo/node.z", "torch.log")
    assert node.among == ("0/0/dynamo/dynamo/node.y",)
    assert (node.place.file, node.place.line, node.place.source) == ("/a/model.py", 2, "z = x.log()")
    (finding,) = part.findings
    assert (finding.kind, finding.severity, finding.place) == ("mismatch", "warning", node.place)
    assert finding.refs == (node.ref, *node.among)
    assert "it begins with inductor" in finding.message


def test_rounding_is_but_a_note() -> None:
    (worse,) = folded("numerics", numerics(nearer="eager")).findings
    (better,) = folded("numerics", numerics(nearer="compiled")).findings
    assert (worse.severity, better.severity) == ("warning", "note")
    assert "nearer one to float64" in better.message


def test_a_match_is_no_finding() -> None:
    assert folded("numerics", {"match": True, "tolerance": 1e-4}).findings == ()


def test_lines_of_memory_get_their_place() -> None:
    line = {"where": {"file": "/a/model.py", "line": 2, "function": "f"}, "eager": 64}
    memory = folded("memory", {"eager": {"saved": 64}, "compiled": {}, "lines": [line]}).report["memory"]
    assert memory.lines[0].place.source == "z = x.log()"  # type: ignore[attr-defined]


def test_a_refusal_is_a_finding() -> None:
    (all_of_it,) = folded("unmeasured", {"what": "everything", "why": "the program failed"}).findings
    assert (all_of_it.kind, all_of_it.code) == ("degraded", "NOT_MEASURED")
    assert (all_of_it.title, all_of_it.message) == ("Nothing was measured.", "The program failed.")
    (one,) = folded("unmeasured", {"what": "the memory of calls", "why": "no time."}).findings
    assert (one.title, one.message) == ("Not measured: the memory of calls.", "No time.")


@pytest.mark.parametrize(
    ("more", "severity"),
    [
        ({"nearer": "eager", "eager_error": 0.3, "compiled_error": 0.4}, "note"),
        ({"nearer": "eager", "eager_error": 0.1, "compiled_error": 0.4}, "warning"),
        ({}, "warning"),
    ],
)
def test_numbers_that_eager_does_not_keep_either_are_a_note(more: dict[str, Any], severity: str) -> None:
    told = numerics(**more)
    told["compared"][0] |= {name: value for name, value in more.items() if name.endswith("_error")}
    (finding,) = folded("numerics", told).findings
    assert finding.severity == severity
