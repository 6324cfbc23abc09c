"""Live progress: it is shown while something runs, leaves nothing behind, and never gets in the program's way."""

from __future__ import annotations

import io
import sys
import time
from typing import Any

import pytest

from explorer import live
from explorer.live import Live, TerminalLine
from explorer.notebook.screen import CellOutput
from explorer.tracing.event import Event
from explorer.views.progress import Progress


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "EVERY", 0.005)


class Screen:
    def __init__(self, error: Exception | None = None) -> None:
        self.seen: list[str] = []
        self.error = error

    def begin(self) -> None:
        self.seen.append("begin")

    def show(self, progress: Progress, now: float) -> None:
        self.seen.append(progress.line(now, 80))
        if self.error is not None:
            raise self.error

    def end(self) -> None:
        self.seen.append("end")


def wait_for(condition: Any) -> None:
    until = time.monotonic() + 5
    while not condition() and time.monotonic() < until:
        time.sleep(0.005)
    assert condition()


def recompiled() -> Event:
    return Event(kind="artifact", name="recompile_reasons", compile_id="0/1", time=time.time())


def test_events_are_shown_between_begin_and_end() -> None:
    screen = Screen()
    with Live(screen) as feed:
        feed(recompiled())
        wait_for(lambda: any("1 recompile" in line for line in screen.seen))
    assert (screen.seen[0], screen.seen[-1]) == ("begin", "end")
    shown = len(screen.seen)
    time.sleep(0.05)
    assert len(screen.seen) == shown


def test_a_screen_that_fails_ends_the_showing_alone() -> None:
    screen = Screen(OSError("gone"))
    with Live(screen) as feed:
        wait_for(lambda: len(screen.seen) > 1)
        time.sleep(0.05)
        feed(recompiled())
    assert len(screen.seen) == 3


def test_the_programs_error_goes_through() -> None:
    screen = Screen()
    with pytest.raises(KeyError), Live(screen):
        raise KeyError
    assert screen.seen[-1] == "end"


def test_no_screen_no_listener(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert live.terminal() is None
    with live.live(None) as listener:
        assert listener is None


def test_the_line_is_wiped_before_the_program_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(sys, "stdout", terminal)
    line = TerminalLine(terminal)
    line.begin()
    line.show(Progress(), 0.0)
    print("hello")
    line.end()
    assert sys.stdout is terminal
    before, _, after = terminal.getvalue().partition("hello")
    assert before.startswith("\r\x1b[2K0.0 s") and before.endswith("\r\x1b[2K")
    assert after == "\n"


def test_a_standard_output_that_the_program_set_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    line = TerminalLine(io.StringIO())
    line.begin()
    own = io.StringIO()
    monkeypatch.setattr(sys, "stdout", own)
    line.end()
    assert sys.stdout is own


def test_a_cells_output_is_patient_then_updated_then_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, str]] = []

    class Handle:
        def update(self, data: dict[str, str], **options: Any) -> None:
            sent.append(data)

    def display(data: dict[str, str], **options: Any) -> Handle:
        sent.append(data)
        return Handle()

    monkeypatch.setattr("explorer.notebook.screen.display", display)
    output = CellOutput()
    output.begin()
    output.show(Progress(), 0.0)
    assert sent == []
    monkeypatch.setattr("explorer.notebook.screen.PATIENCE", -1.0)
    output.show(Progress(), 0.0)
    output.show(Progress(), 1.0)
    output.end()
    assert [set(data) for data in sent] == [{"text/html", "text/plain"}] * 2 + [{"text/plain"}]
    assert sent[-1] == {"text/plain": ""}


def test_a_cell_that_was_quick_shows_nothing() -> None:
    output = CellOutput()
    output.begin()
    output.end()
    assert output._handle is None
