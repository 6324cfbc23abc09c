"""Guards as data: torch's own counts, what is noise, and which recompiles they caused."""

from __future__ import annotations

import re
from typing import Any

import pytest

from explorer.report import Guard, Texts
from explorer.stages import guards
from explorer.tracing.event import Trace
from explorer.tracing.trace_log import read_log
from tests.traces import event, trace

BRANCH = re.compile(r"^(?:\| )*\+- ([A-Z_]+): ", re.MULTILINE)


def of(recorded: Trace) -> dict[str, tuple[Guard, ...]]:
    return {key: record.guards for key, (record,) in guards.fold(recorded, Texts()).stages.items()}


@pytest.mark.parametrize("program", ["recompile_kinds", "break_effects", "inference"])
def test_every_guard_of_the_tree_is_there(recorded_traces: Any, program: str) -> None:
    recorded = Trace(read_log(recorded_traces[program]))
    found = of(recorded)
    for record in recorded.of("dynamo_cpp_guards_str"):
        kinds = BRANCH.findall(record.payload or "")
        mine = [guard.kind.replace("SHAPE_ENV", "LAMBDA_GUARD") for guard in found[str(record.key)]]
        assert mine == kinds
        assert len({guard.ref for guard in found[str(record.key)]}) == len(kinds)


def test_the_cost_of_one_check(recorded_traces: Any) -> None:
    recorded = Trace(read_log(recorded_traces["break_effects"]))
    metrics = {event.key: event.data["guard_latency_us"] for event in recorded.of("compilation_metrics")}
    for key, (record,) in guards.fold(recorded, Texts()).stages.items():
        (latency,) = record.metrics
        assert isinstance(latency.value, float)
        assert latency.value == pytest.approx(metrics[key] / 1e6, abs=1e-6)


def test_noise_and_what_failed(recorded_traces: Any) -> None:
    recorded = Trace(read_log(recorded_traces["recompile_kinds"]))
    found = of(recorded)
    names = {start.key: start.data["stack"][-1]["name"] for start in recorded.of("dynamo_start")}
    for key, all_guards in found.items():
        for guard in all_guards:
            assert not (guard.noise and guard.failed)
            if guard.kind == "GLOBAL_STATE" and names[key] not in ("grad_mode", "num_threads", "autocast"):
                assert guard.noise
            if guard.kind in ("TENSOR_MATCH", "SHAPE_ENV") or "_modules['lin'].weight" in guard.expression:
                assert not guard.noise
    failed = {guard.kind for all_guards in found.values() for guard in all_guards if guard.failed}
    assert {"TENSOR_MATCH", "EQUALS_MATCH", "GLOBAL_STATE", "SHAPE_ENV", "ID_MATCH", "LENGTH_CHECK"} <= failed


TREE = """
TREE_GUARD_MANAGER:
+- RootGuardManager
| +- DEFAULT_DEVICE: utils_device.CURRENT_DEVICE == None       # _dynamo/output_graph.py:1122 in init_ambient_guards
| +- GuardManager: source=L['s'], accessed_by=A, type=<class 'str'>, tag_safe=(True, False)
| | +- EQUALS_MATCH: L['s'] == 'two
lines'   # if s == t:  # home/me/m.py:4 in f
| +- GuardManager: source=L['m'], accessed_by=A, type=<class 'M'>, tag_safe=(False, False)
| | +- TYPE_MATCH: ___check_type_id(L['m'], 1), type=<class 'M'>  # m(x)  # home/me/m.py:5 in f (HINT: type M)
+- LAMBDA_GUARD: 2 <= L['x'].size()[0]  # x + 1  # home/me/m.py:6 in f (_m.py:7 in g) and x * 2  # home/me/m.py:7 in f

Guard latency = 12.50 us
"""


def test_the_parts_of_a_guard() -> None:
    recorded = trace(
        event("dynamo_start", data={"stack": [{"filename": "/home/me/m.py", "line": 3, "name": "f"}]}),
        event("dynamo_cpp_guards_str", TREE),
    )
    device, equals, kind, size = of(recorded)["0/0"]
    assert device.noise
    assert (equals.kind, equals.source, equals.expression) == ("EQUALS_MATCH", "L['s']", "L['s'] == 'two\nlines'")
    assert equals.place is not None
    assert (equals.place.file, equals.place.line, equals.place.source) == ("/home/me/m.py", 4, "if s == t:")
    assert (kind.source, kind.noise) == ("L['m']", False)
    assert (size.kind, size.expression) == ("SHAPE_ENV", "2 <= L['x'].size()[0]")
    assert size.place is not None and size.place.line == 6


def test_the_old_json_list() -> None:
    payload = """[
{"code": "___check_type_id(L['x'], 7)", "stack": null, "user_stack": null},
{"code": "L['x'].size()[0] == 4  # y = x[0]  # m.py:9 in f"},
{"code": "len(L['xs']) == 2", "user_stack": [{"filename": "/me/m.py", "line": 3, "name": "f", "loc": "for x in xs:"}]}
]"""
    kinds = [
        (guard.kind, guard.place and guard.place.line) for guard in of(trace(event("dynamo_guards", payload)))["0/0"]
    ]
    assert kinds == [("TYPE_MATCH", None), ("SHAPE_ENV", 9), ("LENGTH_CHECK", 3)]


@pytest.mark.parametrize("payload", ["", "+- ", "| | | +- X", "[]", "{}", "[null]", "| " * 5000 + "+- A: b"])
@pytest.mark.parametrize("label", ["dynamo_cpp_guards_str", "dynamo_guards"])
def test_other_texts_give_no_guards_or_few(label: str, payload: str) -> None:
    assert len(of(trace(event(label, payload))).get("0/0", ())) <= 1


def test_who_asked_for_a_guard_and_what_checking_costs() -> None:
    import torch

    import explorer

    def inner(x: torch.Tensor, n: int) -> torch.Tensor:
        return x * n

    def outer(x: torch.Tensor, n: int) -> torch.Tensor:
        return inner(x, n) + 1

    report = explorer.explain(outer, backend="eager")(torch.ones(3), 4).report
    (stage,) = [stage for each in report.compilations for stage in each.stages if stage.stage == "guards"]
    guard = next(each for each in stage.guards if each.expression == "L['n'] == 4")
    first = outer.__code__.co_firstlineno
    assert (guard.path, guard.input) == ("n", "n")
    assert guard.place is not None and guard.place.line == inner.__code__.co_firstlineno + 1
    assert [(caller.function, caller.line) for caller in guard.callers] == [("outer", first + 1)]
    metrics = {metric.name: metric for metric in stage.metrics}
    check, cold = metrics["check"], metrics["latency"]
    assert check.low is not None and check.high is not None and isinstance(check.value, float)
    assert 0 < check.low <= check.value <= check.high
    assert check.count == 5 and cold.unit == check.unit == "s"


def test_the_value_a_guard_looks_at() -> None:
    from explorer.parse.guard_text import looked_at

    assert looked_at("2 <= L['x'].size()[0]") == "L['x']"
    assert looked_at("L['self'].heads == 4") == "L['self'].heads"
    assert looked_at("L['x'].size()[0] == L['y'].size()[0]") is None
    assert looked_at("___check_global_state()") is None
