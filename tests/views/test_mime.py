"""The notebook's bundle: bounded whatever the report holds, and honest about what was left out."""

from __future__ import annotations

import base64
import gzip
import json
from random import Random

import msgspec
import pytest

from explorer.errors import ReportError
from explorer.report import Report, codec
from explorer.views import mime
from tests import hostile, reports
from tests.views.markup import Markup


def size(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode())


def unexpected(_: Report) -> str:
    raise AssertionError("a small report needs no side file")


@pytest.mark.parametrize("make", [reports.full, reports.empty])
def test_a_small_report_is_whole(make: object) -> None:
    assert callable(make)
    made = mime.bundle(make(), width=100, side_file=unexpected)
    assert list(made) == ["text/plain", "text/html", "application/vnd.compile-explorer.v1+json"]
    assert codec.decode(json.dumps(made[mime.MIME]).encode()) == make()
    assert "left_out" not in made[mime.MIME]


def repetitive() -> Report:
    """The full report with one long text more, which packs well."""
    report = reports.full()
    return msgspec.structs.replace(report, texts={**report.texts, "long": "a line of code\n" * 100_000})


def large() -> Report:
    """The full report with one long text more, which does not pack."""
    report = reports.full()
    return msgspec.structs.replace(report, texts={**report.texts, "long": Random(0).randbytes(300_000).hex()})


def test_a_report_that_packs_is_whole_and_packed() -> None:
    document = mime.bundle(repetitive(), side_file=unexpected)[mime.MIME]
    assert codec.decode(gzip.decompress(base64.b64decode(document["packed"]))) == repetitive()
    assert codec.decode(json.dumps(document).encode()).program.name == "Tiny", "its head opens as a report"


def test_a_large_report_is_an_index_and_a_side_file() -> None:
    saved: list[Report] = []

    def side_file(report: Report) -> str:
        saved.append(report)
        return "Tiny-1234.explorer.json.gz"

    report = large()
    made = mime.bundle(report, side_file=side_file)
    assert saved == [report]
    document = made[mime.MIME]
    assert document["left_out"] == {
        "file": "Tiny-1234.explorer.json.gz", "texts": len(report.texts) - 1, "list": None, "text": None,
    }  # fmt: skip
    own = {source.text: report.texts[source.text] for source in report.sources if source.text}
    assert document["texts"] == own, "the user's own texts stay"
    whole = msgspec.structs.replace(report, texts=own)
    assert codec.decode(json.dumps(document).encode()) == whole, "an index opens as a report"
    for shown in (made["text/plain"], Markup(made["text/html"]).text):
        assert shown.count("Tiny-1234.explorer.json.gz is") + shown.count("in Tiny-1234.explorer.json.gz:") == 1


@pytest.mark.parametrize(("length", "many"), [(100, 10), (300_000, 5), (300_000, 700), (50, 2000)])
def test_everything_is_bounded(length: int, many: int) -> None:
    made = mime.bundle(hostile.hostile(length, many), side_file=lambda _: "x" * 100_000)
    assert size(made[mime.MIME]) <= 256_000
    assert len(made["text/html"].encode()) <= 256_000
    assert len(made["text/plain"].encode()) <= 400_000
    assert Markup(made["text/html"]).mistakes == []
    json.dumps(made).encode()


def test_where_nothing_can_be_written_the_output_still_shows() -> None:
    def side_file(_: Report) -> str:
        raise ReportError("cannot write here: Read-only file system")

    made = mime.bundle(large(), side_file=side_file)
    assert made[mime.MIME]["left_out"]["file"] is None
    assert "could not be saved" in made["text/plain"]
    assert "Read-only file system" in made["text/html"]


def test_a_real_viewer_can_ask_for_what_is_missing() -> None:
    document = mime.bundle(large(), side_file=lambda _: "side.json.gz")[mime.MIME]
    assert document["compilations"][0]["stages"][0]["graphs"][0]["text"], "keys of texts stay"
