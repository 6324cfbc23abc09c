"""The document as JSON: there and back, and every way it can be damaged or hostile."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from explorer.errors import ReportError
from explorer.report import SCHEMA, Environment, Program, Report, codec, migrate
from explorer.report.schema import json_schema
from tests import reports

EMPTY = Report(schema=SCHEMA, program=Program(name="p"), environment=Environment())
ALL = {name: make for name, make in vars(reports).items() if callable(make) and not name.startswith("_")}


def made() -> list[Any]:
    """Every hand-built report of the tests that needs no argument."""
    found = []
    for name, make in ALL.items():
        try:
            report = make()
        except TypeError:
            continue
        if isinstance(report, Report):
            found.append(pytest.param(report, id=name))
    return found


@pytest.mark.parametrize("report", [pytest.param(EMPTY, id="empty"), *made()])
def test_there_and_back(report: Report) -> None:
    assert codec.decode(codec.encode(report)) == report


@pytest.mark.parametrize("report", [pytest.param(EMPTY, id="empty"), *made()])
def test_the_schema_describes_the_json(report: Report) -> None:
    jsonschema.validate(json.loads(codec.encode(report)), json_schema())


def test_a_field_of_a_newer_version_is_passed_over() -> None:
    document = json.loads(codec.encode(EMPTY)) | {"added_later": [1, 2]}
    assert codec.decode(json.dumps(document).encode()) == EMPTY


DAMAGED: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "damaged or cut off"),
    "not JSON": (b"<html>", "damaged or cut off"),
    "cut off": (codec.encode(EMPTY)[:-9], "damaged or cut off"),
    "not UTF-8": (b'{"schema": 1, "program": "\xff\xfe"}', "not a report|damaged"),
    "a list": (b"[]", "no 'schema' and 'program'"),
    "another document": (b'{"name": "x"}', "no 'schema' and 'program'"),
    "newer": (b'{"schema": 999, "program": {}}', "newer Compile Explorer.*pip install -U"),
    "schema is text": (b'{"schema": "1", "program": {}}', "schema is '1'"),
    "schema is true": (b'{"schema": true, "program": {}}', "schema is True"),
    "schema is zero": (b'{"schema": 0, "program": {}}', "schema is 0"),
    "wrong type": (b'{"schema": 1, "program": 5, "environment": {}}', "not a report"),
    "wrong type deep": (
        b'{"schema": 1, "program": {"name": "p"}, "environment": {}, "findings": [{"ref": 1}]}',
        r"not a report.*findings",
    ),
    "deep": (b'{"schema": 1, "program": ' + b"[" * 100_000, "nested too deep|damaged"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged(name: str) -> None:
    data, message = DAMAGED[name]
    with pytest.raises(ReportError, match=message):
        codec.decode(data)


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_file_through_gzip(name: str, tmp_path: Path) -> None:
    path = tmp_path / "r.json.gz"
    path.write_bytes(gzip.compress(DAMAGED[name][0]))
    with pytest.raises(ReportError, match=DAMAGED[name][1]):
        codec.read(path)


def test_a_gzip_file_that_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "r.json.gz"
    path.write_bytes(gzip.compress(codec.encode(EMPTY))[:-4])
    with pytest.raises(ReportError, match="damaged or cut off"):
        codec.read(path)


def test_a_small_file_that_unpacks_to_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "MAX_BYTES", 1 << 20)
    path = tmp_path / "r.json.gz"
    path.write_bytes(gzip.compress(b" " * (1 << 22)))
    with pytest.raises(ReportError, match="larger than 1 MiB"):
        codec.read(path)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "r.json"
    codec.write(EMPTY, path)
    before = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(codec.os, "replace", full)
    with pytest.raises(ReportError, match="No space left"):
        codec.write(EMPTY, path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["r.json"]


def test_an_old_document_is_brought_up_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def rename(raw: dict[str, Any]) -> dict[str, Any]:
        raw["program"] = {"name": raw["program"].pop("title")}
        return raw

    monkeypatch.setattr(codec, "SCHEMA", 2)
    monkeypatch.setattr(migrate, "SCHEMA", 2)
    monkeypatch.setitem(migrate.STEPS, 1, rename)
    old = json.dumps({"schema": 1, "program": {"title": "p"}, "environment": {}}).encode()
    assert codec.decode(old) == Report(schema=2, program=Program(name="p"), environment=Environment())


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "edited.json"
    path.write_text(codec.encode(EMPTY).decode(), encoding="utf-8-sig")
    assert codec.read(path) == EMPTY
