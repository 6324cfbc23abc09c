"""What runs in which order, against what a backend of plain torch is handed and what Python prints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import torch
import torch._dynamo

import explorer
from explorer.report.passages import Passage, passages
from tests.reports import empty, full

_LINE = re.compile(r'File "(.*?)", line (\d+)')


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def helper(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    print("in helper")
    return y.cos()


def inner(x: torch.Tensor) -> torch.Tensor:
    y = x.sin()
    y = helper(y)
    return y.tan()


def outer(x: torch.Tensor) -> torch.Tensor:
    x = x + 1
    y = inner(x)
    if y.sum() > 0:
        y = y - 1
    return y.exp()


def in_a_loop(x: torch.Tensor) -> torch.Tensor:
    x = x + 1
    for _ in range(2):
        x = x * 2
        print("in loop")
    return x


def whole(x: torch.Tensor) -> torch.Tensor:
    return inlined(x) + 1


def inlined(x: torch.Tensor) -> torch.Tensor:
    return x * 3


def line_of(function: Any, text: str) -> int:
    import inspect

    lines, first = inspect.getsourcelines(function)
    return first + next(number for number, line in enumerate(lines) if text in line)


def graphs_of_plain_torch(function: Any, x: torch.Tensor) -> list[set[int]]:
    """The user's lines of each graph that ``torch.compile`` hands to a backend, in order."""
    found: list[set[int]] = []

    def backend(graph: torch.fx.GraphModule, _: Any) -> Any:
        nodes = [node for node in graph.graph.nodes if node.op.startswith("call_")]
        found.append({int(_LINE.findall(node.meta["stack_trace"])[-1][1]) for node in nodes})
        return graph.forward

    torch.compile(function, backend=backend)(x)
    torch._dynamo.reset()
    return found


def walk(function: Any) -> tuple[Passage, ...]:
    return passages(explorer.explain(function, backend="eager", probe=False)(torch.ones(3)).report)


@pytest.mark.parametrize("function", [outer, in_a_loop, whole])
def test_the_graphs_are_those_of_plain_torch_in_order(function: Any) -> None:
    expected = graphs_of_plain_torch(function, torch.ones(3))
    found = [each for each in walk(function) if each.runs == "graph"]
    assert [each.graph for each in found] == list(range(1, len(expected) + 1))
    lines = [set(each.lines) | {place.line for place in each.inlined} for each in found]
    assert lines == expected


def test_callers_wait_and_rests_are_named_by_the_users_line() -> None:
    told = [(each.depth, each.runs, each.name, each.lines) for each in walk(outer)]
    call, print_line = line_of(inner, "helper(y)"), line_of(helper, "print")
    up, branch = line_of(outer, "inner(x)"), line_of(outer, "if y.sum()")
    assert [entry[:3] for entry in told] == [
        (0, "graph", "outer"),
        (0, "python", "outer"),
        (1, "graph", "inner"),
        (1, "python", "inner"),
        (2, "graph", "helper"),
        (2, "python", "helper"),
        (2, "graph", f"resume of helper at line {print_line}"),
        (1, "graph", f"resume of inner at line {call}"),
        (0, "graph", f"resume of outer at line {up}"),
        (0, "python", f"resume of outer at line {up}"),
        (0, "graph", f"resume of outer at line {branch}"),
    ]
    python = [entry[3] for entry in told if entry[1] == "python"]
    assert python == [(up,), (call,), (print_line,), (branch,)]


def test_a_break_in_a_helper_is_shown_at_every_caller_and_counted_once() -> None:
    report = explorer.explain(outer, backend="eager", probe=False)(torch.ones(3)).report
    prints = [each for each in report.findings if each.kind == "break" and each.code == "GB0059"]
    assert len(prints) == 1
    lines = {(cut.place.function, cut.place.line) for cut in prints[0].cuts}
    assert lines == {
        ("outer", line_of(outer, "inner(x)")),
        ("inner", line_of(inner, "helper(y)")),
        ("helper", line_of(helper, "print")),
    }


def test_a_function_that_is_given_up_runs_in_python_as_a_whole() -> None:
    (python,) = [each for each in walk(in_a_loop) if each.runs == "python"]
    assert python.effect == "frame_skipped"
    assert python.lines == tuple(range(line_of(in_a_loop, "def "), line_of(in_a_loop, "return") + 1))


def test_breaks_inside_a_package_are_folded_to_the_users_call() -> None:
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def step(x: torch.Tensor) -> torch.Tensor:
        loss = model(x).sum()
        loss.backward()
        optimizer.step()
        return loss

    report = explorer.explain(step, backend="eager", probe=False)(torch.ones(3, 2)).report
    found = passages(report)
    library = [each for each in found if each.runs == "library"]
    assert all(each.place is not None and each.place.file == __file__ for each in library)
    assert sum(each.folded for each in library) == sum(
        "site-packages" in (each.place.file if each.place else "") for each in report.compilations
    )


def test_one_graph_is_one_passage_with_its_inlined_lines() -> None:
    (only,) = walk(whole)
    assert only.lines == (line_of(whole, "return"),)
    assert [place.line for place in only.inlined] == [line_of(inlined, "return")]


def test_reports_without_sources_or_anything() -> None:
    assert passages(empty()) == ()
    assert {each.runs for each in passages(full())} >= {"graph"}


def test_the_map_in_every_view() -> None:
    x = explorer.explain(outer, backend="eager", probe=False)(torch.ones(3))
    table = x.frames["map"]
    assert list(table["depth"]) == [each.depth for each in passages(x.report)]
    told = x.text(width=120, sections=("flow",))
    assert "What runs, in order" in told
    assert f"resume of outer at line {line_of(outer, 'inner(x)')}" in told
    assert "What runs, in order" not in explorer.explain(whole, backend="eager", probe=False)(torch.ones(3)).text(
        sections=("flow",)
    )
