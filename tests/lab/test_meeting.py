"""Who is on the other side of a kernel, learnt from what it sends; its questions, answered from the report."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import comm
import pytest

from explorer.errors import UsageError
from explorer.exploration import Exploration
from explorer.lab.attach import _ATTACHED, Kernel, attach, measure
from explorer.lab.meeting import TARGET
from explorer.views.mime import MIME
from tests import reports


class Comm(comm.DummyComm):  # type: ignore[misc]
    """A comm that keeps what the kernel sends."""

    def __init__(self, **options: Any) -> None:
        self.sent: list[Any] = []
        super().__init__(**options)

    def publish_msg(self, msg_type: str, data: Any = None, **_: Any) -> None:
        self.sent.append((msg_type, data))

    def hear(self, data: dict[str, Any]) -> None:
        """A message of the front end."""
        self.handle_msg({"content": {"data": data}})


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    """A kernel that has called, and nobody has answered."""
    monkeypatch.setattr(comm, "create_comm", Comm)
    manager = comm.get_comm_manager()
    made = Kernel()
    made.meeting.call()
    yield made
    manager.targets.pop(TARGET)


def answer(data: dict[str, Any]) -> Comm:
    """The front end opens a comm."""
    opened = Comm(target_name=TARGET, primary=False)
    comm.get_comm_manager().register_comm(opened)
    comm.get_comm_manager().targets[TARGET](opened, {"content": {"data": data}})
    return opened


def test_nobody_is_known_before_someone_answers(kernel: Kernel) -> None:
    assert kernel.meeting.presence == "unknown"
    exploration = Exploration(reports.full())
    data, metadata = kernel.show(exploration)
    assert list(data) == ["text/plain", "text/html", MIME]
    assert metadata == {MIME: {"id": kernel.shelf.put(exploration)}}


def test_an_answer_is_presence_and_a_refusal_absence(kernel: Kernel) -> None:
    kernel.meeting._call.handle_close({})
    assert kernel.meeting.presence == "absent"
    assert "application/vnd.jupyter.widget-view+json" in kernel.show(Exploration(reports.full()))[0]
    answer({"kind": "hello", "protocol": 1})
    assert kernel.meeting.presence == "present"
    assert "application/vnd.jupyter.widget-view+json" not in kernel.show(Exploration(reports.full()))[0]


def test_a_view_is_served_from_another_thread(kernel: Kernel) -> None:
    exploration = Exploration(reports.full())
    view = answer({"kind": "view", "id": kernel.shelf.put(exploration)})
    assert view.sent == [("comm_msg", {"kind": "ready", "selection": [], "measured": False})]
    key = next(iter(exploration.report.texts))
    in_thread(lambda: view.hear({"kind": "texts", "keys": [key, "absent", 3], "number": 7}))
    told = view.sent[-1][1]
    assert told == {"kind": "texts", "number": 7, "texts": {key: exploration.report.texts[key]}}


def test_a_selection_goes_both_ways_and_is_not_echoed(kernel: Kernel) -> None:
    exploration = Exploration(reports.full())
    one, two = (answer({"kind": "view", "id": kernel.shelf.put(exploration)}) for _ in range(2))
    one.hear({"kind": "select", "refs": ["a", 3, "a", "b"]})
    assert exploration.selection == ("a", "b")
    assert two.sent[-1][1] == {"kind": "select", "refs": ["a", "b"]}
    assert one.sent[-1][1]["kind"] == "ready"
    exploration.selection = ("c",)
    assert [each.sent[-1][1] for each in (one, two)] == [{"kind": "select", "refs": ["c"]}] * 2


@pytest.mark.parametrize(
    "message", [{}, {"kind": None}, {"kind": "texts"}, {"kind": "select", "refs": "x"}, {"kind": []}]
)
def test_nonsense_is_answered_or_ignored(kernel: Kernel, message: dict[str, Any]) -> None:
    view = answer({"kind": "view", "id": kernel.shelf.put(exploration := Exploration(reports.full()))})
    view.hear(message)
    assert exploration.selection == ()


@pytest.mark.parametrize("name", [None, "gone", 3])
def test_an_exploration_that_is_gone_closes_its_view(kernel: Kernel, name: object) -> None:
    assert answer({"kind": "view", "id": name}).sent == [("comm_close", {"reason": "gone"})]


def test_only_what_can_be_run_again_is_measured(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = type("Shell", (), {})()
    monkeypatch.setattr("IPython.core.getipython.get_ipython", lambda: shell)
    monkeypatch.setitem(_ATTACHED, shell, kernel)
    with pytest.raises(UsageError, match="gone from the kernel"):
        measure("gone")
    with pytest.raises(UsageError):
        measure(kernel.shelf.put(Exploration(reports.full())))


def test_listeners_of_the_user_run_on_the_main_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    queued: list[Callable[[], object]] = []
    loop = type("Loop", (), {"add_callback": staticmethod(queued.append)})
    monkeypatch.setattr("explorer.main_thread._main_loop", lambda: loop)
    exploration = Exploration(reports.full())
    heard: list[tuple[tuple[str, ...], threading.Thread]] = []
    stop = exploration.on_select(lambda refs: heard.append((refs, threading.current_thread())))
    in_thread(lambda: exploration.selected.set(["a"]))
    assert heard == [] and len(queued) == 1
    queued.pop()()
    assert heard == [(("a",), threading.main_thread())]
    stop()
    exploration.selection = ()
    assert len(heard) == 1


def test_a_shell_without_a_kernel_meets_nobody() -> None:
    assert attach(object()) is None


def in_thread(action: Callable[[], object]) -> None:
    thread = threading.Thread(target=action)
    thread.start()
    thread.join()
