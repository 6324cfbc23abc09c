"""Each attention call of the program with each kernel that can run it, on what it was given in a real call."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from explorer.compat.dynamo_graph import node_facts
from explorer.measure.budget import Budget
from explorer.measure.clock import Clock
from explorer.measure.compiled_values import Ran, runs_of_inductor
from explorer.measure.replay import Replay
from explorer.measure.statistics import LEAST, interval, is_conclusive, ratio

CHOSEN = "chosen"
FUNCTION = "scaled_dot_product_attention"

MOST_CALLS = 8
"""Attention calls of a program that are timed: the layers of a model are alike."""

BLOCK = 1e-3
MOST_ROUNDS = 60

Facts = dict[str, Any]


@dataclass
class _Call:
    """One call of the function: what runs it, and the samples of each kernel in seconds."""

    where: Facts
    run: Callable[[], Any]
    grad: bool
    samples: dict[str, list[float]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)


def applies(replay: Replay) -> bool:
    """Whether the program calls attention in one of its graphs."""
    return any(_is_attention(node) for graph in replay.graphs for node in graph.module.graph.nodes)


def measure(replay: Replay, note: Callable[..., None], budget: Budget) -> None:
    """Note ``explorer.attention_times``: rows of :class:`~explorer.report.attention_time.AttentionTime`."""
    calls = [call for ran in runs_of_inductor(replay) for call in _calls(ran)][:MOST_CALLS]
    rows = []
    for number, call in enumerate(calls):
        _time(call, replay.clock, budget.part(1 / (len(calls) - number)))
        rows += _rows(call)
    note("attention_times", rows)


def _is_attention(node: Any) -> bool:
    return node.op == "call_function" and getattr(node.target, "__name__", "") == FUNCTION


def _calls(ran: Ran) -> list[_Call]:
    """The attention calls of one run of a graph, with copies of their arguments."""
    import torch
    from torch.utils import _pytree as pytree

    found: list[_Call] = []
    facts = node_facts(ran.module)
    base: Any = torch.fx.Interpreter

    def copied(value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        return value.detach().clone().requires_grad_(value.requires_grad)

    class Finding(base):  # type: ignore[misc]
        def run_node(self, node: Any) -> Any:
            if _is_attention(node):
                args, kwargs = pytree.tree_map(copied, self.fetch_args_kwargs_from_env(node))
                target = node.target
                found.append(_Call(_where(ran, node, facts), lambda: target(*args, **kwargs), ran.grad))
            return super().run_node(node)

    with torch.set_grad_enabled(ran.grad):
        Finding(ran.module).run(*ran.arguments)
    return found


def _where(ran: Ran, node: Any, facts: Facts) -> Facts:
    user = facts.get(node.name, {}).get("user") or {}
    return {
        "compile_id": ran.compile_id,
        "node": node.name,
        "target": FUNCTION,
        "file": user.get("filename"),
        "line": user.get("line"),
        "function": user.get("name"),
    }


def _time(call: _Call, clock: Clock, budget: Budget) -> None:
    """Rounds of one block of each kernel, in an order that turns, until the budget is used."""
    import torch

    names = [CHOSEN]
    with torch.set_grad_enabled(call.grad):
        for name in _backends():
            why = _refusal(call, name)
            if why is None:
                names.append(name)
            else:
                call.refused[name] = why
        count = _block(call, clock)
        call.samples = {name: [] for name in names}
        for number in range(MOST_ROUNDS):
            if number >= LEAST and not budget.left:
                break
            for name in names if number % 2 else reversed(names):
                call.samples[name].append(_seconds(call, name, clock, count))


def _backends() -> list[str]:
    from torch.nn.attention import SDPBackend

    return [name for name in SDPBackend.__members__ if name not in ("ERROR", "OVERRIDEABLE")]


@contextlib.contextmanager
def _only(name: str) -> Any:
    if name == CHOSEN:
        yield
        return
    from torch.nn.attention import SDPBackend, sdpa_kernel

    with sdpa_kernel(SDPBackend.__members__[name]):
        yield


def _refusal(call: _Call, name: str) -> str | None:
    """Why a kernel does not run this call; None when it does."""
    with warnings.catch_warnings(record=True) as told, _only(name):
        warnings.simplefilter("always")
        try:
            call.run()
        except RuntimeError as error:
            reasons = [str(each.message).partition(" (Triggered")[0].strip() for each in told]
            return "; ".join(reasons) or str(error).split("\n", maxsplit=1)[0]
    return None


def _block(call: _Call, clock: Clock) -> int:
    took = min(_seconds(call, CHOSEN, clock, 1) for _ in range(3))
    return max(1, min(512, int(BLOCK / took)))


def _seconds(call: _Call, name: str, clock: Clock, count: int) -> float:
    with _only(name):
        start = clock.now()
        for _ in range(count):
            call.run()
        return (clock.now() - start) / count


def _rows(call: _Call) -> list[Facts]:
    rows: list[Facts] = []
    chosen = call.samples[CHOSEN]
    for name, samples in call.samples.items():
        row: Facts = {"where": call.where, "backend": name, "seconds": msgspec.to_builtins(interval(samples))}
        if name != CHOSEN:
            found = ratio(chosen, samples)
            row |= {"speedup": msgspec.to_builtins(found), "conclusive": is_conclusive(found)}
        rows.append(row)
    return rows + [{"where": call.where, "backend": name, "refused": why} for name, why in call.refused.items()]
