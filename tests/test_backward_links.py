"""Every kernel of a backward leads to the forward lines that it is the gradient of, whatever torch itself tracks."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest
import torch
import torch._functorch.config

import explorer


def squash(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    hidden = torch.tanh(x @ w)
    return (hidden * x.sin()).sum()


FIRST = squash.__code__.co_firstlineno
TANH, PRODUCT = FIRST + 1, FIRST + 2


def explained(provenance: bool) -> Any:
    x = torch.arange(12.0).view(3, 4).div(7)
    w = torch.eye(4).requires_grad_()
    if provenance:
        return explorer.explain(squash, train=True, probe=False)(x.requires_grad_(), w)
    torch._dynamo.reset()
    with (
        torch._functorch.config.patch(enable_autograd_cache=False),
        explorer.capture(inductor_config={"fx_graph_cache": False}) as seen,
    ):
        torch.compile(squash)(x.requires_grad_(), w).backward()
    torch._dynamo.reset()
    return seen


@pytest.fixture(scope="module", params=[True, False], ids=["tracked", "not tracked"])
def report(request: pytest.FixtureRequest) -> Any:
    return explained(request.param).report


def behind(report: Any, ref: str) -> set[str]:
    """Everything that ``ref`` came from, over all links."""
    sources = defaultdict(set)
    for link in report.links:
        sources[link.target].add(link.source)
    found: set[str] = set()
    todo = [ref]
    while todo:
        for source in sources[todo.pop()] - found:
            found.add(source)
            todo.append(source)
    return found


def calls(report: Any, direction: str) -> dict[str, str]:
    (stage,) = (
        stage for stage in report.compilations[0].stages if (stage.stage, stage.direction) == ("codegen", direction)
    )
    return {call.ref: kernel.name for kernel in stage.kernels for call in kernel.calls}


@pytest.mark.parametrize("direction", ["fwd", "bwd"])
def test_every_kernel_leads_to_the_lines_of_its_gradient(report: Any, direction: str) -> None:
    found = calls(report, direction)
    lines = {name: set[int]() for name in found.values()}
    for ref, name in found.items():
        lines[name] |= {int(each.rpartition(":")[2]) for each in behind(report, ref) if each.startswith("source:")}
    assert set.union(*lines.values()) == {TANH, PRODUCT}
    assert all(lines.values())


def test_backward_nodes_lead_to_the_node_of_dynamo_that_they_are_the_gradient_of(report: Any) -> None:
    names = {
        ref.rpartition("node.")[2]: {each.rpartition("node.")[2] for each in behind(report, ref) if "/dynamo/" in each}
        for stage in report.compilations[0].stages
        if (stage.stage, stage.direction) == ("post_grad", "bwd")
        for graph in stage.graphs
        for node in graph.nodes
        for ref in [node.ref]
        if graph.name == "after" and node.op == "call_function"
    }
    # cos is the derivative of sin, the products are those of the chain rule
    assert names["cos"] == {"sin"}
    assert {name for name, origins in names.items() if not origins} == set()
    assert {frozenset(names[name]) for name in names if name.startswith("mm")} == {frozenset({"matmul"})}
    # a pattern put an addmm in place of a product and the sum of two gradients, which torch itself does not track
    assert names["addmm_default"] == {"matmul"}


def test_the_kernels_of_a_backward_know_their_nodes(report: Any) -> None:
    (stage,) = (
        stage for stage in report.compilations[0].stages if (stage.stage, stage.direction) == ("provenance", "bwd")
    )
    assert stage.state == "done"
    assert {metric.name: metric.value for metric in stage.metrics}["unmapped_kernels"] == 0
