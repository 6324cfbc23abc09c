"""A redacted report: no source text, no path, no environment; the same shape, refs and links."""

from __future__ import annotations

import re

import msgspec
import pytest

from explorer.build import build
from explorer.report import Place, Report, Source, codec
from explorer.report.redact import redact
from explorer.tracing.trace_log import read_log
from tests import measured, reports
from tests.conftest import Recordings

PROGRAMS = ("training", "breaks", "shapes")


@pytest.fixture(params=PROGRAMS)
def whole(request: pytest.FixtureRequest, recorded_traces: Recordings) -> Report:
    """A report of a real log, with the sources that a live capture would have added."""
    report = build(read_log(recorded_traces[request.param]))
    texts = dict(report.texts)
    sources = []
    for file in {finding.place.file for finding in report.findings if finding.place}:
        try:
            texts[file] = open(file).read()  # noqa: SIM115
            sources.append(Source(file=file, text=file))
        except OSError:
            continue
    return msgspec.structs.replace(report, texts=texts, sources=tuple(sources) or report.sources)


def test_no_line_of_source_and_no_path_is_left(whole: Report) -> None:
    told = codec.encode(redact(whole)).decode()
    sources = [whole.texts.get(source.text or "", "") for source in whole.sources]
    lines = {line.strip() for text in sources for line in text.splitlines()}
    long = {line for line in lines if len(line) >= 16 and not line.startswith(("import ", "from ", "if __name__"))}
    assert [line for line in long if msgspec.json.encode(line).decode()[1:-1] in told] == []
    assert re.findall(r"(?<![\w/.])/(?:home|root|tmp|work|usr|opt)/[^\"\\ ]*", told) == []


def test_it_is_a_report_of_the_same_shape(whole: Report) -> None:
    made = codec.decode(codec.encode(redact(whole)))
    assert made.environment == type(made.environment)()
    assert [each.key for each in made.compilations] == [each.key for each in whole.compilations]
    assert [len(each.stages) for each in made.compilations] == [len(each.stages) for each in whole.compilations]
    assert len(made.links) == len(whole.links)
    refs = {finding.ref for finding in made.findings}
    assert len(refs) == len({finding.ref for finding in whole.findings})


def test_a_place_keeps_its_line_and_nothing_else() -> None:
    made = redact(reports.full())
    places = {finding.place for finding in made.findings if finding.place}
    assert places
    for place in places:
        assert place == Place(file="source-1.py", line=place.line, function=place.function)


def test_a_measured_report_does_not_name_the_machine_and_keeps_its_links() -> None:
    report = measured.broken().report
    metrics = {metric.name: metric.value for run in report.runs for metric in run.metrics}
    made = redact(report)
    told = codec.encode(made).decode()
    assert str(metrics["name"]) not in told and "slow_break.py" not in told and "time.sleep(PAUSE)" not in told
    kept = {metric.name for run in made.runs for metric in run.metrics}
    assert {"copy_bytes_per_second", "blocks"} <= kept
    refs = {finding.ref for finding in made.findings}
    assert len(made.break_costs) == 2 and {cost.finding for cost in made.break_costs} <= refs
    assert [row.kind for row in made.ledger] == [row.kind for row in report.ledger]
