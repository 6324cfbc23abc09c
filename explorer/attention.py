"""Asking torch, once everything has been captured, which kernel each attention call got and why not another one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from explorer.compat.attention import ask
from explorer.parse.captured import CAPTURED_LABELS, captured
from explorer.parse.global_state import modes_of, states
from explorer.parse.modes import Modes, Reading
from explorer.tracing.event import Event, Trace

MARKS = ("scaled_dot_product_attention", "multi_head_attention_forward")


def ask_attention(events: Iterable[Event], note: Callable[..., None]) -> None:
    """``explorer.attention {key, node, operators, refused, fused_with}`` for each call of Dynamo's graphs.

    A call inside a torch.func transform is left out: what it dispatches to depends on the transform. torch is asked in
    a thread of its own, in which none of the modes that the user has switched on is in force.
    """
    trace = Trace(events)
    captures = {event.key: event.data for event in trace.of("explorer.graph")}
    if any(data.get("attention") for data in captures.values()):
        asking = threading.Thread(target=_ask_all, args=(trace, captures, note))
        asking.start()
        asking.join()


def _ask_all(trace: Trace, captures: Mapping[str | None, Any], note: Callable[..., None]) -> None:
    around = {key: modes_of(state) for key, state in states(trace.of("dynamo_cpp_guards_str")).items()}
    answers: dict[bytes, dict[str, Any] | None] = {}
    for key, graph in captured(trace.of(*CAPTURED_LABELS), MARKS, trace.place):
        data = captures.get(key, {})
        outside = replace(around.get(key, Modes()), allowed=_names(data.get("allowed")))
        modes = Reading(graph, outside).modes
        for name, call in (data.get("attention") or {}).items():
            in_force = modes.get(name, outside)
            if in_force.transforms:
                continue
            try:
                answer = _answer(call, in_force, answers)
            except Exception as error:  # a fake of what torch itself took may still be refused: an odd device
                why = f"{type(error).__name__}: {error}"
                note("degraded", {"feature": f"the attention kernel of {name}", "why": why})
                continue
            if answer is not None:
                note("attention", {"key": key, "node": name, **answer})


def _answer(call: dict[str, Any], modes: Modes, answers: dict[bytes, dict[str, Any] | None]) -> dict[str, Any] | None:
    """torch's answer; the layers of a model often ask the same."""
    in_force = {"grad": modes.grad is not False, "autocast": modes.autocast, "allowed": modes.allowed}
    question = msgspec.json.encode((call, in_force))
    if question not in answers:
        answers[question] = ask(call, in_force)
    return answers[question]


def _names(allowed: Any) -> tuple[str, ...] | None:
    return None if allowed is None else tuple(map(str, allowed))
