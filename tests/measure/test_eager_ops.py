"""Eager operations one by one: what they are, that their gradients are told apart, and that nothing is left behind."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from explorer.compat.installed import CompiledGraph
from explorer.measure.eager_ops import EagerGraph
from explorer.measure.kernels import Invocation
from explorer.measure.marks import HostMarks


def invocation(function: Any, *arguments: Any) -> Invocation:
    """A run of ``function`` as a graph."""
    graph = CompiledGraph("0/0", torch.fx.symbolic_trace(function), "__compiled_fn_0", {})
    return Invocation(graph, arguments, torch.is_grad_enabled())


def product(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return torch.relu(x @ weight)


def test_every_operation_has_a_time() -> None:
    ops = EagerGraph(invocation(product, torch.ones(4, 4), torch.ones(4, 4)), HostMarks(), backward=False).timed()
    assert list(ops.forward) == ["matmul", "relu"] and all(each > 0 for each in ops.forward.values())
    assert ops.backward == {}


def test_gradients_belong_to_the_operation_that_asks_for_them() -> None:
    weight = torch.ones(4, 4, requires_grad=True)
    graph = EagerGraph(invocation(product, torch.ones(4, 4), weight), HostMarks(), backward=True)
    assert set(graph.timed().backward) == {"matmul", "relu"}
    forward, backward = graph.flops()
    # one product forward, one backward: x needs no gradient
    assert forward == {"matmul": 2 * 4**3, "relu": 0} and backward == {"matmul": 2 * 4**3, "relu": 0}
    assert weight.grad is None


def test_without_gradients_there_is_no_backward() -> None:
    with torch.no_grad():
        frozen = invocation(product, torch.ones(4, 4), torch.ones(4, 4, requires_grad=True))
    assert EagerGraph(frozen, HostMarks(), backward=True).timed().backward == {}


def test_what_a_graph_changes_is_put_back() -> None:
    def count(x: torch.Tensor, seen: torch.Tensor) -> torch.Tensor:
        seen.add_(1)
        return x * seen

    seen = torch.zeros(())
    graph = EagerGraph(invocation(count, torch.ones(3), seen), HostMarks(), backward=False)
    for _ in range(3):
        graph.timed()
        graph.alone()
    assert seen.item() == 1  # as the last run left it: each started from 0


def test_the_real_arguments_take_no_part_in_autograd() -> None:
    model = nn.Linear(4, 4)
    hidden = model(torch.ones(2, 4))  # a result, with a graph behind it
    graph = EagerGraph(invocation(product, hidden, torch.ones(4, 4)), HostMarks(), backward=True)
    assert set(graph.timed().backward) == {"matmul", "relu"}
    hidden.sum().backward()  # the graph behind it is still there
    assert model.weight.grad is not None


def test_alone_is_the_time_without_timers_in_between() -> None:
    graph = EagerGraph(invocation(product, torch.ones(4, 4), torch.ones(4, 4)), HostMarks(), backward=False)
    assert graph.alone() > 0
