"""The trace for Perfetto: valid Trace Event JSON whose spans lie inside each other on every track."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from explorer.report import Report
from explorer.views import chrome
from tests import measured, reports


def events(report: Report) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(chrome.render(report))["traceEvents"]
    return found


@pytest.fixture(params=["trained", "broken", "full"])
def report(request: pytest.FixtureRequest) -> Report:
    made: Report = reports.full() if request.param == "full" else getattr(measured, request.param)().report
    return made


def test_every_event_has_the_fields_of_its_phase(report: Report) -> None:
    """https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU (Trace Event Format)."""
    found = events(report)
    named = {(each["pid"], each["tid"]) for each in found if each["name"] == "thread_name"}
    for each in found:
        assert each["ph"] in ("X", "M") and isinstance(each["pid"], int) and isinstance(each["tid"], int)
        if each["ph"] == "X":
            assert each["ts"] >= 0 and each["dur"] >= 0 and each["name"] and (each["pid"], each["tid"]) in named
        else:
            assert each["name"] in ("process_name", "thread_name") and each["args"]["name"]


def test_spans_of_a_track_do_not_cross(report: Report) -> None:
    """Perfetto drops a slice that begins inside another one and ends after it."""
    tracks: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    for each in events(report):
        if each["ph"] == "X":
            tracks[each["pid"], each["tid"]].append((each["ts"], each["ts"] + each["dur"]))
    for spans in tracks.values():
        around: list[float] = []
        for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
            while around and around[-1] <= start + 0.01:
                around.pop()
            assert not around or end <= around[-1] + 0.01
            around.append(end)


def test_a_measured_program_has_a_call_of_each_side() -> None:
    report = measured.trained().report
    found = events(report)
    names = {each["pid"]: each["args"]["name"] for each in found if each["name"] == "process_name"}
    assert [name.split(",")[0] for name in names.values()] == ["compile", "one eager call", "one compiled call"]
    (total,) = [row for row in report.ledger if row.kind == "total"]
    (call,) = [each for each in found if each["name"] == "one call" and each["pid"] == chrome.COMPILED]
    assert total.compiled is not None and call["dur"] == pytest.approx(total.compiled.median * 1e6, abs=1e-3)
    kernels = {each["name"] for each in found if each["pid"] == chrome.COMPILED}
    assert "extern_kernels.addmm" in kernels


def test_an_empty_report_is_an_empty_trace() -> None:
    assert events(reports.empty()) == []


def test_it_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "run.trace.json"
    measured.trained().to_chrome_trace(path)
    assert json.loads(path.read_text())["displayTimeUnit"] == "ms"
