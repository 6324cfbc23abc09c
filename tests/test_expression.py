"""Expressions are evaluated where the user's names live, and calls of modules in arguments are noticed."""

from __future__ import annotations

import ast
from typing import Any

import pytest
import torch

from explorer.errors import UsageError
from explorer.expression import Scope, eager_arguments, parse

NET = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU())


def call(text: str, **names: Any) -> tuple[ast.Call, Scope]:
    scope = Scope(names)
    node = parse(text, scope)
    assert isinstance(node, ast.Call)
    return node, scope


@pytest.mark.parametrize(
    ("text", "args", "kwargs"),
    [
        ("f()", (), {}),
        ("f(1, x, *[3, 4], y=5, **{'z': 6})", (1, 2, 3, 4), {"y": 5, "z": 6}),
        ("f(*a, *a)", (7, 8, 7, 8), {}),
        ("f(**k, y=1)", (), {"w": 9, "y": 1}),
        ("f([v + x for v in a])", ([9, 10],), {}),
    ],
)
def test_arguments(text: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    node, scope = call(text, x=2, a=(7, 8), k={"w": 9})
    assert scope.arguments(node) == (args, kwargs)


@pytest.mark.parametrize("text", ["f(**k, w=1)", "f(**k, **k)"])
def test_a_keyword_given_twice(text: str) -> None:
    node, scope = call(text, k={"w": 9})
    with pytest.raises(TypeError, match="f got multiple values for keyword argument 'w'"):
        scope.arguments(node)


def test_arguments_are_evaluated_once_and_in_order() -> None:
    seen: list[int] = []

    def note(value: int) -> int:
        seen.append(value)
        return value

    node, scope = call("f(n(1), *[n(2)], y=n(3), **{'z': n(4)})", n=note)
    scope.arguments(node)
    assert seen == [1, 2, 3, 4]


def test_a_walrus_binds_where_the_user_is() -> None:
    node, scope = call("f((y := 3))")
    assert scope.arguments(node) == ((3,), {})
    assert scope.names["y"] == 3


def test_the_place_of_a_lambda_is_that_of_the_line() -> None:
    scope = Scope({}, file="cell.py", line=7)
    made = scope.evaluate(parse("lambda x: x", scope))
    assert (made.__code__.co_filename, made.__code__.co_firstlineno) == ("cell.py", 7)


@pytest.mark.parametrize("text", ["", "f(", "x = 1", "for", "f(x) g(y)", "f(\0)", "(" * 5000])
def test_what_is_no_expression(text: str) -> None:
    with pytest.raises(UsageError, match="is not one Python expression"):
        parse(text, Scope({}))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("f(x)", []),
        ("f(net(x))", [("net(x)", "Sequential")]),
        ("f(y=[net(x)])", [("net(x)", "Sequential")]),
        ("f(net(net(x)))", [("net(net(x))", "Sequential"), ("net(x)", "Sequential")]),
        ("f(net[0](x))", [("net[0](x)", "Linear")]),
        ("f(box['m'](x).relu())", [("box['m'](x)", "Sequential")]),
        ("f(net.forward(x))", [("net.forward(x)", "Sequential")]),
        ("f(net.parameters())", []),
        ("f(net.state_dict(), net, net.training)", []),
        ("f(torch.relu(x))", []),
        ("f(compiled(x))", [("compiled(x)", "plain")]),
        ("f(fast(x))", [("fast(x)", "Sequential")]),
        ("f(lambda v: net(v))", []),
        ("f([net(v) for v in x])", [("net(v)", "Sequential")]),
        ("f([net(v) for net in x])", []),
        ("f(nowhere(x), x.nothing(1), box['none'](x), box[x](x))", []),
        ("f(Kind(2))", []),
        ("net(f(x))", []),
    ],
)
def test_calls_of_modules_in_arguments(text: str, found: list[tuple[str, str]]) -> None:
    def plain(x: Any) -> Any:
        return x

    names = {"net": NET, "x": torch.ones(2), "box": {"m": NET}, "torch": torch, "Kind": torch.nn.ReLU}
    names |= {"compiled": torch.compile(plain, backend="eager"), "fast": torch.compile(NET, backend="eager")}
    node, scope = call(text, **names)
    assert [(argument.text, argument.module) for argument in eager_arguments(node, scope)] == found


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("net(x).sum()", ["net(x)"]),
        ("net(x)[0](y)", ["net(x)"]),
        ("net.forward(net(x)).sum().view(1)", ["net.forward(net(x))", "net(x)"]),
        ("make(net)(x)", []),
        ("net[0](x)", []),
        ("(lambda v: net(v))(x)", []),
    ],
)
def test_modules_run_by_the_callee_are_noticed(text: str, texts: list[str]) -> None:
    node, scope = call(text, net=NET, x=1, make=lambda net: net)
    assert [each.text for each in eager_arguments(node, scope)] == texts
