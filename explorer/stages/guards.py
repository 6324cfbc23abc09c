"""Guards: what must hold for each compiled version to be used again, and which recompile each of them caused."""

from __future__ import annotations

import functools
import re
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from explorer.parse.guard_text import for_people, looked_at
from explorer.parse.guard_tree import GuardLine, GuardTree, read_list, read_tree
from explorer.parse.recompile_reason import Reason, matches, read_reasons
from explorer.parse.stacks import Frame
from explorer.report import Guard, Metric, Part, Place, StageRecord, Texts, is_library, make_ref
from explorer.tracing.event import Trace

LABELS = frozenset(("dynamo_cpp_guards_str", "dynamo_guards", "explorer.guards"))

_NOISE_KINDS = frozenset(
    ("GLOBAL_STATE", "TORCH_FUNCTION_MODE_STACK", "DEFAULT_DEVICE", "DIMENSION_DYNAMIC_MARKING_GUARD")
)
_NOISE_ROOT = re.compile(r"\bG\['(?:torch|__import_\w+|__builtins_dict___\d+)'\]")
_NOISE_TYPE = re.compile(r"type=<class '(?:module|builtin_function_or_method)'>")
_NOISE_VALUE = re.compile(
    r"\._(?:modules|parameters|buffers)$|\.__dict__$|^list\(dict\.keys\(.*\._modules\)\)"
    r"|^dict\(type\(|\.__(?:kw)?defaults__(?:\[|$)"
)
_NOISE_MARK = re.compile(r"^hasattr\(.*, '_dynamo_\w+'\)")
_LOCAL_ROOT = re.compile(r"^L\[['\"]([^'\"]*)['\"]\]")
_AMBIENT = "init_ambient_guards"


def fold(trace: Trace, texts: Texts) -> Part:
    """A record of guards for each compile, in the order in which they are checked.

    Noise is what a normal program never changes: the global state that every version checks (grad mode, threads,
    default device, function modes, marks on dimensions), modules and functions of torch, Python's builtins, classes
    and defaults of functions, and the containers of a module's children and parameters. A guard that did fail is
    never noise.
    """
    del texts
    failures = _failures(trace)
    known = {event.key: event.data for event in trace.of("explorer.guards")}
    stages: dict[str, tuple[StageRecord, ...]] = {}
    for key, tree in _trees(trace).items():
        reasons = failures.get(key, [])
        seen = functools.cache(functools.partial(_place, trace))
        facts = known.get(key, {})
        behind = _Behind(facts, seen)
        guards = tuple(_guard(key, index, line, reasons, seen, behind) for index, line in enumerate(tree.guards))
        metrics = _metrics(key, tree, facts.get("check") or ())
        record = StageRecord(stage="guards", direction="dynamo", guards=guards, metrics=metrics)
        stages[key] = (record,)
    return Part(stages=stages)


def _trees(trace: Trace) -> dict[str, GuardTree]:
    """The guards of each compile: the last tree printed for it, else the old list."""
    found: dict[str, GuardTree] = {}
    for event in trace.of("dynamo_guards"):
        if event.key is not None and event.payload:
            found[event.key] = GuardTree(read_list(event.payload), {}, None)
    for event in trace.of("dynamo_cpp_guards_str"):
        if event.key is not None and event.payload:
            found[event.key] = read_tree(event.payload)
    return found


def _failures(trace: Trace) -> dict[str, list[tuple[str, Reason]]]:
    """For each version, the recompiles in which it did not fit, with the reason."""
    found: dict[str, list[tuple[str, Reason]]] = {}
    for event in trace.of("recompile_reasons"):
        if event.key is None or event.compile_id is None:
            continue
        for reason in read_reasons(event.payload or ""):
            if reason.compile_id is not None:
                failed = event.key.removesuffix(event.compile_id) + reason.compile_id
                found.setdefault(failed, []).append((event.key, reason))
    return found


def _guard(
    key: str,
    index: int,
    line: GuardLine,
    reasons: Iterable[tuple[str, Reason]],
    place: Callable[[Frame], Place],
    behind: _Behind,
) -> Guard:
    expression = line.text.expression
    failed = tuple(dict.fromkeys(other for other, reason in reasons if matches(reason, line.kind, expression)))
    noise = not failed and _is_noise(line)
    source = line.source or looked_at(expression)
    root = _LOCAL_ROOT.match(source or "")
    return Guard(
        ref=make_ref(key, "dynamo", "guards", "guard", str(index)),
        kind=line.kind,
        expression=expression,
        source=line.source,
        path=for_people(source) if source else None,
        input=root[1] if root else None,
        place=place(line.text.frames[0]) if line.text.frames else None,
        callers=() if noise else behind.callers(line),
        noise=noise,
        failed=failed,
    )


class _Behind:
    """The user's stacks behind the guards of one compile (``explorer.guards``)."""

    def __init__(self, facts: Mapping[str, Any], place: Callable[[Frame], Place]) -> None:
        self._stacks = [
            [Frame(file, line, name, None) for file, line, name in each] for each in facts.get("stacks", ())
        ]
        self._numbers: Mapping[str, int] = facts.get("guards", {})
        self._place = place

    def callers(self, line: GuardLine) -> tuple[Place, ...]:
        """The user's lines that led to the one that asked for the guard, the nearest first."""
        number = self._numbers.get(f"{line.kind} {line.source}", self._numbers.get(line.source or ""))
        if number is None:
            return ()
        asked = line.text.frames[0].line if line.text.frames else None
        stack = self._stacks[number]
        above = stack[:-1] if stack and stack[-1].line == asked else stack
        return tuple(self._place(frame) for frame in reversed(above) if not is_library(frame.file))


def _place(trace: Trace, frame: Frame) -> Place:
    return trace.place(trace.full_name(frame.file), frame.line, function=frame.function, source=frame.source)


def _is_noise(line: GuardLine) -> bool:
    expression = line.text.expression
    if line.kind in _NOISE_KINDS or any(frame.function == _AMBIENT for frame in line.text.frames):
        return True
    if _NOISE_ROOT.search(expression) or _NOISE_TYPE.search(expression) or _NOISE_MARK.search(expression):
        return True
    return line.source is not None and _NOISE_VALUE.search(line.source) is not None


def _metrics(key: str, tree: GuardTree, rounds: Sequence[float]) -> tuple[Metric, ...]:
    """``latency``: torch's own single run of all the guards with cold caches; ``check``: one with warm caches, the
    median of the rounds with the lowest and the highest. In seconds."""
    made: list[Metric] = []
    if tree.latency_us is not None:
        ref = make_ref(key, "dynamo", "guards", "metric", "latency")
        made.append(Metric(ref=ref, name="latency", value=tree.latency_us / 1e6, unit="s", count=1))
    if rounds:
        ref = make_ref(key, "dynamo", "guards", "metric", "check")
        low, middle, high = min(rounds), statistics.median(rounds), max(rounds)
        made.append(Metric(ref=ref, name="check", value=middle, unit="s", low=low, high=high, count=len(rounds)))
    return tuple(made)
