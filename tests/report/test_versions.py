"""The versions of a function: what each expects is what plain torch accepts without compiling again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import torch
import torch._dynamo

import explorer
from explorer.report import Report
from explorer.report.versions import Versions, changed_at, version_tables
from tests.reports import empty, full


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def ones(*shape: int) -> torch.Tensor:
    return torch.ones(*shape)


class Counter(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.step = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.step += 1
        return x * self.step


def scaled(x: torch.Tensor, n: float) -> torch.Tensor:
    return x * n


def listed(xs: list[torch.Tensor]) -> torch.Tensor:
    return torch.stack(xs)


def explored(model: Any, *inputs: tuple[Any, ...], **how: Any) -> Report:
    first, *more = inputs
    return explorer.explain(model, backend="eager", probe=False, calls=[(args, {}) for args in more], **how)(
        *first
    ).report


def the_table(model: Any, *inputs: tuple[Any, ...], **how: Any) -> Versions:
    (table,) = version_tables(explored(model, *inputs, **how))
    return table


def compiles_of_plain_torch(model: Any, *inputs: tuple[Any, ...]) -> int:
    """How often a backend of plain torch is called."""
    seen: list[int] = []

    def backend(graph: torch.fx.GraphModule, _: Any) -> Any:
        seen.append(1)
        return graph.forward

    compiled = torch.compile(model, backend=backend)
    for args in inputs:
        compiled(*args)
    torch._dynamo.reset()
    return len(seen)


def test_a_size_that_changed_is_dynamic_from_then_on() -> None:
    inputs = [(ones(4, 8), 1.5), (ones(5, 8), 1.5), (ones(1, 8), 1.5)]
    table = the_table(scaled, *inputs)
    assert len(table.versions) == compiles_of_plain_torch(scaled, *inputs) == 3
    (size,) = [value for value in table.values if value.name == "x.size(0)"]
    assert [(cell.expects, cell.failed, cell.got) for cell in size.cells] == [
        ("4", "0/1", "5"),
        ("any ≥ 2", "0/2", "1"),
        ("1", None, None),
    ]
    assert size.place is not None and size.place.line == scaled.__code__.co_firstlineno + 1
    assert [version.inputs[0] for version in table.versions] == ["f32[4, 8]", "f32[5, 8]", "f32[1, 8]"]
    # what the second version says it takes, it takes
    assert compiles_of_plain_torch(scaled, *inputs, (ones(9, 8), 1.5), (ones(2, 8), 1.5)) == 3


def test_an_attribute_names_the_line_that_changes_it() -> None:
    table = the_table(Counter(), *[(ones(3),)] * 3)
    (step,) = table.values
    assert step.name == "self.step"
    assert [cell.expects for cell in step.cells][:2] == ["0", "1"]
    assert [place.line for place in step.changed_at] == [Counter.forward.__code__.co_firstlineno + 1]
    assert step.changed_at[0].source == "self.step += 1"


def test_how_many_more_there_may_be() -> None:
    inputs = [(ones(3), float(n)) for n in range(1, 6)]
    table = the_table(Counter(), *[(ones(3),)] * 6, recompile_limit=3)
    assert (table.limit, table.left) == (3, 0)
    assert [version.status for version in table.versions].count("ok") == 3
    assert table.versions[-1].status == "limit"
    table = the_table(scaled, *inputs[:2])
    assert table.limit == torch._dynamo.config.recompile_limit
    assert table.left == torch._dynamo.config.recompile_limit - len(table.versions)


def test_lengths() -> None:
    table = the_table(listed, ([ones(2)],), ([ones(2)] * 2,), ([ones(2)] * 3,))
    (length,) = table.values
    assert length.name == "len(xs)"
    assert [cell.expects for cell in length.cells] == ["1", "2", "3"]


class Cached(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cache: torch.Tensor | None = None

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.cache = x if self.cache is None else torch.cat([self.cache, x])
        return self.cache.sum()


def test_what_was_none_is_a_tensor_in_the_next_version() -> None:
    table = the_table(Cached(), *[(ones(2),)] * 3)
    cache = next(value for value in table.values if value.name == "self.cache")
    assert [cell.expects for cell in cache.cells] == ["None", "a tensor", "a tensor"]


def test_a_value_that_one_version_does_not_look_at() -> None:
    inputs = [(ones(3), 1.5), (ones(4), 1.5), (ones(4), 2.5), (ones(4), 3.5), (ones(4), 4.5)]
    table = the_table(scaled, *inputs)
    assert len(table.versions) == compiles_of_plain_torch(scaled, *inputs)
    value = next(value for value in table.values if value.name == "n")
    assert value.cells[0].expects == "1.5"
    # a number that changed again is dynamic: the last version takes any, so the fifth call compiles nothing
    assert value.cells[-1].expects == "any"


def test_a_function_defined_again_names_the_new_definition() -> None:
    space: dict[str, Any] = {"torch": torch}
    text = "def helper(x):\n    return x.sin()\n"
    exec(compile(text, "<ipython-input-1-a>", "exec"), space)
    exec(compile("def model(x):\n    return helper(x) + 1\n", "<ipython-input-2-b>", "exec"), space)
    again = [None, lambda _: exec(compile(text, "<ipython-input-3-c>", "exec"), space)]
    report = explored(space["model"], (ones(3),), (ones(3),), before=again)
    (finding,) = [each for each in report.findings if each.kind == "recompile"]
    assert finding.code == "RECOMPILE_CODE"
    assert len(changed_at(report, finding)) <= 1  # cells without a kernel have no source to look in


def test_reports_without_recompiles() -> None:
    assert version_tables(empty()) == ()
    assert all(len(table.versions) > 1 for table in version_tables(full()))


def test_every_view_shows_them() -> None:
    x = explorer.explain(scaled, backend="eager", probe=False, calls=[((ones(5, 8), 1.5), {})])(ones(4, 8), 1.5)
    frame = x.frames["versions"]
    assert list(frame["expects"]) == ["4", "any ≥ 2"]
    assert list(frame["left"]) == [torch._dynamo.config.recompile_limit - 2] * 2
    told = " ".join(x.text().split())
    assert "scaled: 2 versions; 6 more until it stays uncompiled" in told
