"""Following compiles: each one once, as plain torch counts them; warnings at the cell; nothing left, nothing slowed."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from typing import Any

import nbformat
import pytest
import torch
import torch._dynamo
from nbclient import NotebookClient

import explorer
from explorer.watching import STORM, Watch

TRACE = logging.getLogger("torch.__trace")


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


class Counting:
    """A backend of plain torch that counts the graphs it is given."""

    def __init__(self) -> None:
        self.graphs = 0

    def __call__(self, graph: torch.fx.GraphModule, _: Any) -> Any:
        self.graphs += 1
        return graph.forward


def scaled(x: torch.Tensor, n: int = 1) -> torch.Tensor:
    return x * n


def chatty(x: torch.Tensor) -> torch.Tensor:
    y = x.sin()
    print("hello")
    return y.cos()


def followed(function: Any, *calls: tuple[Any, ...], **options: Any) -> tuple[list[str], Watch, Counting]:
    lines: list[str] = []
    backend = Counting()
    with explorer.watch(lines.append) as watch:
        compiled = torch.compile(function, backend=backend, **options)
        for args in calls:
            compiled(*args)
    return lines, watch, backend


def test_one_line_for_each_compile() -> None:
    lines, watch, backend = followed(scaled, (torch.ones(3),), (torch.ones(4),), (torch.ones(5),))
    assert backend.graphs == sum(each.graphs for each in watch.compiles) == len(lines) == 2
    assert lines[0].startswith("compiled ") and "scaled" in lines[0] and "first call" in lines[0]
    assert f"{__file__}:{scaled.__code__.co_firstlineno}" in lines[0]
    assert "version 2, because dimension 0 of x was 3 and is 4" in lines[1]


def test_breaks_and_the_rest_after_them() -> None:
    lines, watch, backend = followed(chatty, (torch.ones(3),))
    assert backend.graphs == 2
    line = chatty.__code__.co_firstlineno + 2
    assert [each.breaks for each in watch.compiles] == [(f"{__file__}:{line}",), ()]
    assert f"break at {__file__}:{line}" in lines[0]
    assert watch.compiles[1].function == f"chatty, resumed after line {line}"


def test_the_new_value_is_told() -> None:
    lines, _, _ = followed(scaled, (torch.ones(3), 2), (torch.ones(3), 5), dynamic=False)
    assert "because n was 2 and is 5" in lines[1]


def test_a_storm_and_the_limit() -> None:
    calls = [(torch.ones(3), n) for n in range(2, 8)]
    with torch._dynamo.config.patch(recompile_limit=STORM + 1):
        lines, watch, backend = followed(scaled, *calls, dynamic=False)
    assert backend.graphs == STORM + 1
    warnings = [line for line in lines if line.startswith("!")]
    assert len(warnings) == 2
    assert f"scaled was compiled again {STORM} times while watched" in warnings[0]
    assert "Pass n as a tensor" in warnings[0]
    assert "scaled hit the recompile limit" in warnings[1]
    assert [each.status for each in watch.compiles] == ["ok"] * (STORM + 1) + ["limit"]


def test_backwards_are_told() -> None:
    lines: list[str] = []
    with explorer.watch(lines.append):
        x = torch.ones(3, requires_grad=True)
        torch.compile(scaled, backend="aot_eager")(x).sum().backward()
    assert ["backward" in line for line in lines] == [False, True]


def test_explorations_are_not_followed() -> None:
    lines: list[str] = []
    with explorer.watch(lines.append):
        explorer.explain(scaled, backend="eager")(torch.ones(3))
        assert lines == []
        torch.compile(scaled, backend="eager")(torch.ones(3))
    assert len(lines) == 1


def test_nothing_is_left_and_nothing_is_in_the_hot_path() -> None:
    before = list(TRACE.handlers)
    import torch._dynamo.eval_frame
    import torch._dynamo.output_graph

    places = (torch._dynamo.eval_frame, torch._dynamo.output_graph.OutputGraph, torch._dynamo.guards)
    functions = [dict(vars(place)) for place in places]
    lines: list[str] = []
    with explorer.watch(lines.append):
        assert [dict(vars(place)) for place in places] == functions  # no function of torch is replaced
        assert sys.gettrace() is None and sys.getprofile() is None
        compiled = torch.compile(scaled, backend="eager")
        compiled(torch.ones(3))
        (handler,) = [each for each in TRACE.handlers if each not in before]
        seen: list[Any] = []
        handler.emit = seen.append  # type: ignore[method-assign]
        for _ in range(3):
            compiled(torch.ones(3))  # warm: not one record
        assert seen == []
    assert [type(each) for each in TRACE.handlers] == [type(each) for each in before]
    torch.compile(chatty, backend="eager")(torch.ones(3))
    assert len(lines) == 1


def test_one_watch_at_a_time() -> None:
    first: list[str] = []
    second: list[str] = []
    explorer.watch(first.append)
    watch = explorer.watch(second.append)
    torch.compile(scaled, backend="eager")(torch.ones(3))
    watch.stop()
    watch.stop()
    assert (len(first), len(second)) == (0, 1)


def test_a_listener_that_fails_ends_the_watch_and_never_the_compile() -> None:
    lines: list[str] = []

    def tell(line: str) -> None:
        lines.append(line)
        if line.startswith("compiled"):
            raise OSError("closed")

    with explorer.watch(tell) as watch:
        result = torch.compile(scaled, backend="eager")(torch.ones(3), 4)
        assert torch.equal(result, torch.full((3,), 4.0))
        assert not watch.on
    assert "watching ends" in lines[-1]


CELLS = [
    "%load_ext explorer\nimport torch\n%compile_watch",
    "def activate(x):\n    return torch.relu(x * 1.5)",
    "def forward(x):\n    return activate(x + 1) - 1\n"
    "compiled = torch.compile(forward, backend='eager')\nx = torch.ones(4)",
    "y = compiled(x)",
    "y = compiled(x)",
    "def activate(x):\n    return torch.relu(x * 2)",
    "y = compiled(x)",
    "for n in range(2, 7):\n    torch.compile(lambda x, n: x * n, backend='eager', dynamic=False)(x, n)",
    "%compile_watch off",
    "compiled(torch.ones(2, 2))\n%compile_watch off",
    "%compile_watch maybe",
]


IN_A_KERNEL = pytest.mark.slow


@pytest.fixture(scope="module")
def told() -> list[str]:
    """What each cell of the notebook printed, in a real kernel."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    NotebookClient(notebook, timeout=120, allow_errors=True).execute()
    return [
        "".join(output.get("text", "") or " ".join(output.get("traceback", ())) for output in cell.outputs)
        for cell in notebook.cells
    ]


@IN_A_KERNEL
def test_in_a_kernel_each_line_is_at_its_cell(told: list[str]) -> None:
    assert "watching" in told[0]
    assert told[1] == told[2] == told[4] == ""
    assert "forward, In[3], line 1" in told[3] and "first call" in told[3]


@IN_A_KERNEL
def test_in_a_kernel_defining_a_helper_again_is_warned_of_at_that_cell(told: list[str]) -> None:
    assert told[5].startswith("! In[6] defined activate again: forward")
    assert "activate was defined again" in told[6]


@IN_A_KERNEL
def test_in_a_kernel_a_storm_is_warned_of_at_its_cell(told: list[str]) -> None:
    assert "times in this cell" in told[7]


@IN_A_KERNEL
def test_in_a_kernel_it_can_be_ended(told: list[str]) -> None:
    assert told[8].strip() == "no longer watching"
    assert told[9].splitlines()[-1].strip() == "nothing was watched" and "compiled 0" not in told[9]
    assert "UsageError" in told[10]
