"""Guards looked at: their Python holds for what compiled code takes and not for what makes torch compile again."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
import torch._dynamo

import explorer
from explorer.errors import UsageError
from explorer.report.guard_python import as_python


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


SCALE = 2


class Block(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.heads = 4

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) * self.heads


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.blocks = torch.nn.ModuleList([Block()])

    def forward(self, x: torch.Tensor, how: dict[str, float], flag: bool = False) -> torch.Tensor:
        for block in self.blocks:
            x = block(x)
        return x * how["scale"] * SCALE + flag


def recompiles_in_plain_torch(net: Net, first: tuple[Any, ...], second: tuple[Any, ...]) -> bool:
    seen: list[int] = []

    def backend(graph: torch.fx.GraphModule, _: Any) -> Any:
        seen.append(1)
        return graph.forward

    compiled = torch.compile(net, backend=backend, dynamic=False)
    compiled(*first)
    compiled(*second)
    torch._dynamo.reset()
    return len(seen) > 1


def holds(python: str, net: Net, args: tuple[Any, ...]) -> bool:
    names = dict(zip(("x", "how", "flag"), (*args, False), strict=False))
    return bool(eval(python, {"torch": torch, "SCALE": SCALE, "self": net, **names}))


SECOND: dict[str, Callable[[], tuple[Any, ...]]] = {
    "the same": lambda: (torch.ones(3, 4), {"scale": 2.0}),
    "other values": lambda: (torch.zeros(3, 4), {"scale": 2.0}),
    "another size": lambda: (torch.ones(5, 4), {"scale": 2.0}),
    "another dtype": lambda: (torch.ones(3, 4, dtype=torch.bfloat16).float(), {"scale": 2.0}),
    "with gradient": lambda: (torch.ones(3, 4, requires_grad=True), {"scale": 2.0}),
    "another number": lambda: (torch.ones(3, 4), {"scale": 3.0}),
    "another stride": lambda: (torch.ones(4, 3).t(), {"scale": 2.0}),
    "another flag": lambda: (torch.ones(3, 4), {"scale": 2.0}, True),
    "a parameter": lambda: (torch.nn.Parameter(torch.ones(3, 4)), {"scale": 2.0}),
}


@pytest.mark.parametrize("name", SECOND)
def test_the_expression_decides_as_torch_does(name: str) -> None:
    net, first, second = Net(), SECOND["the same"](), SECOND[name]()
    guards = explorer.explain(net, backend="eager", probe=False, dynamic=False)(*first).guards()
    assert holds(guards.python, net, first)
    assert holds(guards.python, net, second) is not recompiles_in_plain_torch(net, first, second)


def test_the_expression_is_python_and_names_attributes_as_people_do() -> None:
    guards = explorer.explain(Net(), backend="eager", probe=False)(torch.ones(3, 4), {"scale": 2.0}).guards()
    ast.parse(guards.python, mode="eval")
    assert "self.blocks._modules['0'].heads == 4" in guards.python
    assert "how['scale'] == 2.0" in guards.python
    assert all(as_python(guard) for guard in guards if guard.kind in ("TENSOR_MATCH", "EQUALS_MATCH", "TYPE_MATCH"))


def test_a_dynamic_size_may_be_anything() -> None:
    def double(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    python = explorer.explain(double, backend="eager", probe=False, dynamic=True)(torch.ones(5, 3)).guards().python
    for shape, good in (((9, 3), True), ((5, 7), True), ((5,), False), ((1, 3), False)):
        assert bool(eval(python, {"torch": torch, "x": torch.ones(*shape)})) is good, (shape, python)


def test_those_of_one_input() -> None:
    x = explorer.explain(Net(), backend="eager", probe=False)(torch.ones(3, 4), {"scale": 2.0})
    every = x.guards()
    heads = x.guards("self.blocks[0].heads")
    assert [guard.expression.rpartition(" ")[2] for guard in heads] == ["4"]
    assert {guard.input for guard in x.guards("how")} == {"how"}
    assert len(x.guards("self")) < len(every) < len(x.guards(noise=True))
    with pytest.raises(UsageError, match=r"no guard looks at 'z'; those there are look at .*how"):
        x.guards("z")
    with pytest.raises(UsageError, match="no version '9/9'"):
        x.guards(version="9/9")


def test_the_tree_as_text() -> None:
    x = explorer.explain(Net(), backend="eager", probe=False)(torch.ones(3, 4), {"scale": 2.0})
    told = x.guards("self").text()
    assert all(len(line) <= 100 for line in told.splitlines())
    lines = [line.strip() for line in told.splitlines()]
    at = next(number for number, line in enumerate(lines) if line.startswith(". . . heads"))
    assert "== 4" in lines[at]
    assert any(line.startswith(". . [0]") and "a Block" in line for line in lines[:at])
    assert "one check of all" in lines[0]
    assert repr(x.guards("self")) == told.rstrip()


def test_dynamic_sizes_with_their_range_and_what_fixed_them() -> None:
    def fixes(x: torch.Tensor) -> torch.Tensor:
        if x.shape[0] == 8:
            return x * 2
        return x

    x = explorer.explain(fixes, backend="eager", probe=False, dynamic=True)(torch.ones(8, 3))
    table = x.frames["symbols"]
    rows = {row["size"]: row for _, row in table.iterrows()}
    fixed = rows["dimension 0 of x"]
    assert (fixed["hint"], fixed["range"]) == ("8", "2 or more")
    line = fixes.__code__.co_firstlineno + 1
    assert "fixed to 8" in fixed["fixed"] and f":{line}" in fixed["fixed"]
    assert "Dynamic sizes" in x.text()


def test_a_marked_size_that_the_code_fixes_points_to_the_line() -> None:
    def fixes(x: torch.Tensor) -> torch.Tensor:
        return x.view(8, 3) * 2

    x = torch.ones(8, 3)
    torch._dynamo.mark_dynamic(x, 0)
    (error,) = explorer.explain(fixes, backend="eager", probe=False)(x).errors
    assert error.line == fixes.__code__.co_firstlineno + 1
    assert "ConstraintViolationError" in error.type
