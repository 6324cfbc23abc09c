"""Live progress in JupyterLab: the viewer is filled while the compile runs, and nothing of it stays."""

from __future__ import annotations

from typing import Any

import comm
import pytest

from explorer.lab import progress as lab
from explorer.live import Live
from explorer.report import Report
from explorer.tracing.event import Event
from explorer.views.mime import MIME
from explorer.views.progress import Progress
from tests import reports


class Comm:
    """A comm that keeps what the kernel sends."""

    opened: list[Comm]

    def __init__(self, target_name: str, data: dict[str, Any]) -> None:
        self.target, self.data = target_name, data
        self.sent: list[Any] = []
        self.opened.append(self)

    def send(self, data: dict[str, Any]) -> None:
        self.sent.append(data)

    def close(self, data: dict[str, Any]) -> None:
        self.sent.append(data)


class Display:
    """A display and what it showed."""

    def __init__(self) -> None:
        self.shown: list[dict[str, Any]] = []

    def __call__(self, data: dict[str, Any]) -> Display:
        self.shown.append(data)
        return self

    def update(self, data: dict[str, Any], *, raw: bool) -> None:
        assert raw
        self.shown.append(data)


class Other:
    """The screen of a front end without the extension."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def begin(self) -> None:
        self.calls.append("begin")

    def show(self, progress: Progress, now: float) -> None:
        self.calls.append("show")

    def end(self) -> None:
        self.calls.append("end")


class Meeting:
    """Someone is there, or not."""

    def __init__(self, presence: str) -> None:
        self.presence = presence


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "PATIENCE", 0)
    monkeypatch.setattr(lab, "SELDOM", 0)
    monkeypatch.setattr(comm, "create_comm", Comm)
    Comm.opened = []


def screen(presence: str) -> tuple[lab.LiveViewer, Other, Display]:
    other, display = Other(), Display()
    return lab.LiveViewer(Meeting(presence), other, display), other, display  # type: ignore[arg-type]


def test_without_the_extension_the_other_screen_is_used() -> None:
    viewer, other, display = screen("absent")
    viewer.begin()
    viewer.show(Progress(), 1.0)
    viewer.end()
    assert other.calls == ["begin", "show", "end"]
    assert display.shown == [] and Comm.opened == []


def test_before_anybody_answered_one_output_holds_viewer_and_table() -> None:
    viewer, other, display = screen("unknown")
    viewer.begin()
    viewer.show(Progress(), 1.0)
    viewer.show(Progress(), 2.0)
    viewer.end()
    first, second, last = display.shown
    assert first[MIME] == second[MIME] and "<" in second["text/html"]
    assert last == {"text/plain": ""} and "show" not in other.calls
    assert [message["kind"] for message in Comm.opened[0].sent] == ["progress", "progress", "end"]


def test_the_viewer_is_told_line_and_report_and_goes_in_the_end() -> None:
    viewer, _, display = screen("present")
    viewer.follow(reports.full)
    viewer.begin()
    viewer.show(Progress(), 1.0)
    viewer.show(Progress(), 2.0)
    viewer.end()
    first, last = display.shown
    (opened,) = Comm.opened
    assert first[MIME]["live"] == opened.data["id"] and opened.data["kind"] == "live"
    assert set(first) == {MIME, "text/html", "text/plain"}
    assert last == {"text/plain": ""}
    kinds = [message["kind"] for message in opened.sent]
    assert kinds[:2] == ["progress", "report"] and kinds[-1] == "end"
    report = next(message["report"] for message in opened.sent if message["kind"] == "report")
    assert len(report["compilations"]) == len(reports.full().compilations) and report["texts"]


def test_a_report_that_fails_ends_the_reports_and_not_the_line() -> None:
    def broken() -> Report:
        raise RuntimeError("half a compile")

    viewer, _, _ = screen("present")
    viewer.follow(broken)
    viewer.begin()
    viewer.show(Progress(), 1.0)
    viewer.show(Progress(), 2.0)
    assert [message["kind"] for message in Comm.opened[0].sent] == ["progress", "progress"]


def test_nothing_is_sent_before_anything_compiles() -> None:
    viewer, _, _ = screen("present")
    viewer.follow(reports.empty)
    viewer.begin()
    viewer.show(Progress(), 1.0)
    viewer.end()
    assert [message["kind"] for message in Comm.opened[0].sent] == ["progress", "end"]


def test_a_capture_offers_its_report_to_the_screen() -> None:
    from explorer.session import Session

    viewer, _, _ = screen("present")
    live = Live(viewer)
    session = Session(live)
    session.note("program", {"name": "f", "kind": "function"})
    live(Event(kind="explorer.call", data={"index": 0, "when": "start"}))
    assert viewer._report is not None
    report = viewer._report()
    assert isinstance(report, Report) and report.program.name == "f"
