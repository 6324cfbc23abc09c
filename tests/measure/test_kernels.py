"""Compiled calls with timers in them: each kernel, each graph and what lies between, and nothing is left behind."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import torch

import explorer
from explorer.compat.output_modules import loaded
from explorer.measure import measurers
from explorer.measure.kernels import CompiledCalls
from explorer.measure.marks import HostMarks
from explorer.measure.replay import Replay
from sample_models import mlp
from tests import measured


def replayed(function: Callable[[Replay], None], model: Any, *inputs: Any, **how: Any) -> Any:
    """Explore ``model`` and call ``function`` with the replay of it, where measuring runs."""
    before = measurers.MEASURERS[:]
    failed: list[BaseException] = []

    def measure(replay: Replay, note: object, budget: object) -> None:
        try:
            function(replay)
        except BaseException as error:
            failed.append(error)
            raise

    measurers.MEASURERS[:] = [measurers.Measurer("a test", measure, 1)]
    try:
        x = explorer.explain(model, measure=True, probe=False, **how)(*inputs)
    finally:
        measurers.MEASURERS[:] = before
    if failed:
        raise failed[0]
    return x


def two_graphs(x: torch.Tensor) -> torch.Tensor:
    y = x.sin()
    torch._dynamo.graph_break()
    return y.cos()


def test_graphs_and_what_lies_between_them() -> None:
    def check(replay: Replay) -> None:
        functions = [each.function for each in replay.graphs]
        calls = CompiledCalls(replay, HostMarks())
        assert [each.graph.compile_id for each in calls.watched()] == ["0/0", "1/0"]
        for sample in calls.samples(2):
            assert list(sample.between) == [(None, "0/0"), ("0/0", "1/0"), ("1/0", None)]
            assert dict(sample.runs) == {"0/0": 1, "1/0": 1}
            assert set(sample.graphs) == {"0/0", "1/0"} and min(sample.graphs.values()) > 0
            assert sample.kernels == {} == sample.modules
        assert [each.function for each in replay.graphs] == functions
        assert [each.compile_id for each in calls.guards()] == ["0/0", "1/0"]
        assert all(seconds > 0 for seconds in calls.checked(calls.guards()).values())

    replayed(check, two_graphs, torch.ones(3), backend="eager")


def test_each_kernel_of_a_training_step_once() -> None:
    made = mlp.build()
    files: list[str] = []

    def check(replay: Replay) -> None:
        sample = CompiledCalls(replay, HostMarks()).samples(1)[0]
        forward = [key for key in sample.kernels if key[1] == "0/0"]
        backward = [key for key in sample.kernels if key[1] is None]
        assert (len(forward), len(backward)) == (5, 7)
        files.extend({key[0] for key in sample.kernels})
        for key, seconds in sample.modules.items():
            assert seconds >= sum(each for (*module, _), each in sample.kernels.items() if tuple(module) == key) > 0

    x = replayed(check, made["model"], *made["inputs"], train=True)
    calls = [
        call for stage in x.report.compilations[0].stages if stage.stage == "codegen"
        for kernel in stage.kernels for call in kernel.calls
    ]  # fmt: skip
    assert len(calls) == 12
    for modules in loaded(files).values():
        assert not [name for module in modules for name in vars(module) if name.startswith("_explorer")]
    assert all(parameter.grad is None for parameter in made["model"].parameters())


def test_the_arguments_of_a_graph_are_what_it_is_given() -> None:
    x = torch.arange(3.0)

    def check(replay: Replay) -> None:
        (first, second) = CompiledCalls(replay, HostMarks()).watched()
        assert torch.equal(first.arguments[0], x) and torch.equal(second.arguments[0], x.sin())
        assert first.grad is False

    with torch.no_grad():
        replayed(check, two_graphs, x, backend="eager")


def test_a_call_that_takes_too_long_is_refused_with_a_remedy() -> None:
    def slow(x: torch.Tensor) -> torch.Tensor:
        time.sleep(0.2)
        return x + 1

    with measured.only_the_ledger():
        x = explorer.explain(slow, backend="eager", measure=True, time_limit=0.5)(torch.ones(2))
    (refused,) = [finding for finding in x.report.findings if finding.code == "NOT_MEASURED"]
    assert re.fullmatch(r"(A call takes|One call takes) [\d.]+ s.*: raise the time limit.*\.", refused.message)
    assert x.report.ledger == () and x.exception is None
