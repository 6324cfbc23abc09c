"""Live capture and the TORCH_TRACE log of the same program, recorded in a fresh process, tell the same story."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import explorer
from explorer.build import build
from explorer.report import Report
from explorer.tracing.trace_log import read_log
from tests.conftest import PROGRAMS, Recordings

LIVE = """
import runpy, sys
import explorer
with explorer.capture(caches="off") as x:
    runpy.run_path(sys.argv[1], run_name="__main__")
x.save(sys.argv[2])
"""
NAMES = ("breaks", "inference", "shapes", "training")


@pytest.fixture(scope="module", params=NAMES)
def pair(
    request: pytest.FixtureRequest, recorded_traces: Recordings, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Report, Report]:
    """The report of the live capture and that of the log."""
    saved = tmp_path_factory.mktemp("live") / "report.json.gz"
    command = [sys.executable, "-c", LIVE, str(PROGRAMS / f"{request.param}.py"), str(saved)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path.cwd())
    assert done.returncode == 0, done.stderr
    return explorer.load(saved).report, build(read_log(recorded_traces[request.param]))


def findings(report: Report, kind: str) -> list[Any]:
    return sorted(
        (finding.code, finding.place.file, finding.place.line, finding.attributes.get("effect"), finding.count)
        for finding in report.findings
        if finding.kind == kind and finding.place is not None
    )


def graphs(report: Report) -> Iterator[tuple[str, str]]:
    for compilation in report.compilations:
        for record in compilation.stages:
            for graph in record.graphs:
                yield graph.ref, report.texts[graph.text or ""]


def code(report: Report) -> Iterator[tuple[str, str]]:
    for compilation in report.compilations:
        for record in compilation.stages:
            if record.stage == "codegen":
                for listing in record.listings:
                    yield listing.ref, report.texts[listing.text]


def metrics(report: Report) -> dict[str, Any]:
    """Compile metrics that no clock and no process decides."""
    timed = ("time", "_us", "_s", "frame_key", "stack_trace", "config", "overhead", "inductor_provenance", "tensorify")
    return {
        metric.ref: metric.value
        for compilation in report.compilations
        for record in compilation.stages
        if record.stage == "metrics"
        for metric in record.metrics
        if not metric.name.endswith(timed) and not any(part in metric.name for part in timed[3:])
    }


def test_compile_ids(pair: tuple[Report, Report]) -> None:
    live, log = pair
    assert [compilation.key for compilation in live.compilations] == [c.key for c in log.compilations]
    assert live.compilations


@pytest.mark.parametrize("kind", ["break", "recompile", "limit"])
def test_findings(pair: tuple[Report, Report], kind: str) -> None:
    live, log = pair
    assert findings(live, kind) == findings(log, kind)


def test_every_graphs_text(pair: tuple[Report, Report]) -> None:
    live, log = pair
    # torch does not trace what its scheduler does: only a live capture hears of it
    heard = {ref: text for ref, text in graphs(live) if not ref.endswith("_fusion")}
    assert heard == dict(graphs(log))
    assert dict(graphs(live))


def test_generated_code(pair: tuple[Report, Report]) -> None:
    live, log = pair
    assert dict(code(live)) == dict(code(log))


def test_compile_metrics(pair: tuple[Report, Report]) -> None:
    live, log = pair
    assert metrics(live) == metrics(log)
    assert metrics(live)


def test_links(pair: tuple[Report, Report]) -> None:
    live, log = pair
    # torch prints one line a node, which may be a library's, where live capture knows the user's; it
    # leaves out the backward's kernels unless its provenance is reset, which live capture does; it does not
    # trace where AOTAutograd's nodes come from, nor what its scheduler does
    more = set(live.links) ^ set(log.links)
    assert more <= set(live.links)
    assert all(any(part in link.target + link.source for part in ("/bwd/", "/aot/", "/inductor/")) for link in more)
