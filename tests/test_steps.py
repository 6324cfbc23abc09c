"""Dynamo's steps are those that torch itself logs, with the state that its translator holds; off, they cost nothing."""

from __future__ import annotations

import contextlib
import dis
import logging
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
import torch._dynamo
from torch._dynamo.symbolic_convert import InstructionTranslatorBase, SpeculationLog, trace_bytecode_log
from torch._dynamo.utils import clear_compilation_metrics, get_compilation_metrics

import explorer
from explorer import cli, samples
from explorer.errors import UsageError
from explorer.report import Report, StageRecord, codec
from explorer.report.redact import redact
from explorer.report.stepping import StepLog, read_log, state_at, walk


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def program(name: str, kind: str = "build") -> dict[str, Any]:
    space: dict[str, Any] = {"__name__": name}
    path = samples.path(name)
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space[kind]() | {"space": space}


def followed(model: Any, *inputs: Any, **how: Any) -> explorer.Exploration:
    options = {"backend": "eager", "steps": True, "probe": False} | how
    return explorer.explain(model, **options)(*inputs)


def records(report: Report) -> dict[str, StageRecord]:
    return {each.key: record for each in report.compilations for record in each.stages if record.stage == "steps"}


def log_of(report: Report, key: str = "0/0") -> tuple[StageRecord, StepLog]:
    record = records(report)[key]
    log = read_log(report, record)
    assert log is not None
    assert len(log.steps) == len(record.steps)
    return record, log


class Logged(logging.Handler):
    """What torch's own ``trace_bytecode`` log tells, with the translator that it tells it of."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.steps: list[tuple[str, str, int, tuple[str, ...], tuple[str, ...]]] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not str(record.msg).startswith("TRACE "):
            return
        frame: types.FrameType | None = sys._getframe()
        while frame is not None and not isinstance(frame.f_locals.get("self"), InstructionTranslatorBase):
            frame = frame.f_back
        assert frame is not None
        translator = frame.f_locals["self"]
        instruction = translator.current_instruction
        self.steps.append(
            (
                translator.f_code.co_name,
                instruction.opname,
                instruction.offset,
                tuple(translator.symbolic_locals),
                tuple(type(_behind(value)).__name__ for value in translator.stack),
            )
        )


def _behind(tracker: Any) -> Any:
    cache = tracker.__dict__.get("_cache")
    return tracker if cache is None or cache.vt is None else cache.vt


@contextlib.contextmanager
def logged() -> Iterator[Logged]:
    handler, level = Logged(), trace_bytecode_log.level
    trace_bytecode_log.addHandler(handler)
    trace_bytecode_log.setLevel(logging.DEBUG)
    try:
        yield handler
    finally:
        trace_bytecode_log.setLevel(level)
        trace_bytecode_log.removeHandler(handler)


def test_every_step_is_one_that_torch_logs_with_the_stack_and_locals_that_it_has() -> None:
    built = program("steps_through_helpers")
    with logged() as torchs:
        torch.compile(built["model"], backend="eager")(*built["inputs"])
    torch._dynamo.reset()
    report = followed(built["model"], *built["inputs"]).report
    ours = []
    for key in records(report):
        record, log = log_of(report, key)
        for step, state in zip(record.steps, walk(log), strict=True):
            if step.name.isupper():
                kinds = tuple(value.kind for value in state.stack)
                ours.append((step.name, step.attributes["offset"], set(state.locals), kinds))
    told = [
        (name, offset, set(names), tuple(kind.removesuffix("Tracker").removesuffix("Variable") for kind in stack))
        for _, name, offset, names, stack in torchs.steps
    ]
    assert len(ours) == len(told) > 80
    assert ours == told


def test_instructions_have_the_arguments_and_spans_of_dis() -> None:
    built = program("steps_through_helpers")
    record, _ = log_of(followed(built["model"], *built["inputs"]).report)
    functions = {name: value for name, value in built["space"].items() if isinstance(value, types.FunctionType)}
    seen = set()
    for step in record.steps:
        assert step.place is not None
        if not step.name.isupper():
            continue
        code = functions[str(step.place.function)].__code__
        plain = next(each for each in dis.get_instructions(code) if each.offset == step.attributes["offset"])
        assert step.name == plain.opname
        assert (step.detail or "") == (plain.argrepr or ("" if plain.arg is None else str(plain.arg)))
        assert plain.positions is not None
        at = (step.place.line, step.place.end_line or step.place.line, step.place.column, step.place.end_column)
        assert at == tuple(plain.positions)
        seen.add(step.place.function)
    assert seen == {"step", "gate", "scale"}


def test_nodes_are_those_of_the_graph_in_order_and_on_their_lines() -> None:
    built = program("steps_through_helpers", "fixed")
    graphs: list[torch.fx.GraphModule] = []

    def keep(graph: torch.fx.GraphModule, _: Any) -> Callable[..., Any]:
        graphs.append(graph)
        return graph.forward

    torch.compile(built["model"], backend=keep)(*built["inputs"])
    torch._dynamo.reset()
    record, log = log_of(followed(built["model"], *built["inputs"]).report)
    plain = [node.name for node in graphs[0].graph.nodes]
    added = [ref.rpartition(".")[2] for step in record.steps for ref in step.refs if "/node." in ref]
    assert sorted(added) == sorted(plain)
    calls = [node.name for node in graphs[0].graph.nodes if node.op not in ("placeholder", "output")]
    assert [name for name in added if name in calls] == calls
    for node in graphs[0].graph.nodes:
        if node.name in calls:
            step = next(s for s in record.steps if any(ref.endswith(f"/node.{node.name}") for ref in s.refs))
            assert f"line {step.place.line}, in {step.place.function}" in node.meta["stack_trace"]
            entry = log.steps[step.index]
            shape = next(each.shape for each in entry.nodes if each.name == node.name)
            assert shape == tuple(node.meta["example_value"].shape)
    whole = state_at(log, len(log.steps) - 1)
    assert [node.name for node in whole.nodes] == added


def test_guards_are_told_at_the_step_that_needs_them() -> None:
    built = program("steps_through_helpers", "fixed")
    plain: list[tuple[str, str]] = []

    def note(guards: Any) -> list[bool]:
        plain.extend((guard.guard_type, guard.name) for guard in guards)
        return [True] * len(guards)

    torch.compile(built["model"], backend="eager", options={"guard_filter_fn": note})(*built["inputs"])
    torch._dynamo.reset()
    record, log = log_of(followed(built["model"], *built["inputs"]).report)
    told = [guard for entry in log.steps for guard in entry.guards]
    local = {name for kind, name in plain if kind == "TENSOR_MATCH"}
    assert local and all(any(local_name in guard for guard in told) for local_name in local)
    multiply = next(i for i, entry in enumerate(log.steps) if any("L['factor']" in guard for guard in entry.guards))
    assert (record.steps[multiply].name, record.steps[multiply].detail) == ("BINARY_OP", "*")
    assert record.steps[multiply].place.function == "scale"
    assert record.steps[multiply].attributes["depth"] == 2


def test_the_break_the_restart_and_the_end_of_the_graph_are_steps() -> None:
    built = program("steps_through_helpers")
    compiled = torch.compile(built["model"], backend="eager")
    clear_compilation_metrics()  # torch keeps but the last ones
    compiled(*built["inputs"])
    restarts = get_compilation_metrics()[0].restart_reasons
    torch._dynamo.reset()
    record, log = log_of(followed(built["model"], *built["inputs"]).report)
    moments = [step for step in record.steps if not step.name.isupper()]
    assert [step.name for step in moments] == ["break", "restart", "graph"]
    assert len(restarts) == 1
    assert str(moments[0].attributes["gb_type"]) in next(iter(restarts))
    line = next(i for i, text in enumerate(samples.path("steps_through_helpers").read_text().splitlines(), 1)
                if text.strip().startswith("print("))  # fmt: skip
    assert [step.place.line for step in moments] == [line] * 3
    assert [log.frames[log.steps[step.index].frame].attempt for step in moments] == [0, 0, 1]
    assert moments[2].refs == ("0/0/dynamo/dynamo/graph.graph",)
    (call,) = (step for step in record.steps if step.index == moments[0].index - 1)
    assert call.name.startswith("CALL")


def test_where_dynamo_could_go_back_to_is_what_its_log_holds() -> None:
    built = program("steps_through_helpers")
    entries: list[tuple[int, bool]] = []
    plain = SpeculationLog.next

    def noting(self: SpeculationLog, filename: str, line: int, pointer: int, instruction: Any) -> Any:
        entry = plain(self, filename, line, pointer, instruction)
        entries.append((instruction.offset, entry._failed))
        return entry

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SpeculationLog, "next", noting)
        torch.compile(built["model"], backend="eager")(*built["inputs"])
    torch._dynamo.reset()
    report = followed(built["model"], *built["inputs"]).report
    told = [
        (step.attributes["offset"], step.attributes["speculation"] == "failed")
        for record in records(report).values()
        for step in record.steps
        if "speculation" in step.attributes
    ]
    assert told == entries
    assert [failed for _, failed in entries].count(True) == 1


def outer(x: torch.Tensor) -> torch.Tensor:
    return inner(x) + 1


def inner(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    torch._dynamo.graph_break()
    return y


def test_a_break_in_a_helper_stops_there_and_cuts_the_caller() -> None:
    record, log = log_of(followed(outer, torch.ones(2)).report)
    moments = [(step.name, step.place.function) for step in record.steps if not step.name.isupper()]
    assert moments[0] == ("stop", "inner")
    assert ("break", "outer") in moments
    stop = next(step for step in record.steps if step.name == "stop")
    assert state_at(log, stop.index).frames[0].stack  # what the caller held while the call ran
    assert [log.frames[each.frame].function for each in state_at(log, stop.index).frames] == ["outer", "inner"]


def test_a_branch_on_data_ends_the_graph_without_a_restart() -> None:
    def branch(x: torch.Tensor) -> torch.Tensor:
        y = x.sin()
        if y.sum() > 0:
            return y + 1
        return y - 1

    record, _ = log_of(followed(branch, torch.ones(2)).report)
    assert [step.name for step in record.steps if not step.name.isupper()] == ["break", "graph"]
    assert record.steps[-3].name.startswith("POP_JUMP")


def test_columns_count_characters(tmp_path: Path) -> None:
    source = "def accented(x, length):\n    return [x, 'é', x + length('é')][2]\n"
    (tmp_path / "accented.py").write_text(source, encoding="utf-8")
    space: dict[str, Any] = {}
    exec(compile(source, str(tmp_path / "accented.py"), "exec"), space)
    record, _ = log_of(followed(space["accented"], torch.ones(2), len).report)
    add = next(step for step in record.steps if step.name == "BINARY_OP")
    assert source.splitlines()[1][add.place.column : add.place.end_column] == "x + length('é')"


def test_sizes_that_may_vary_are_named() -> None:
    def sized(x: torch.Tensor) -> torch.Tensor:
        return x.reshape(x.shape[0], -1) * 2

    _, log = log_of(followed(sized, torch.ones(3, 4), dynamic=True).report)
    shapes = {value.shape for value in log.values if value.node}
    assert any(isinstance(size, str) and size.startswith("s") for shape in shapes if shape for size in shape)


@pytest.mark.parametrize(
    "name", ["data_dependent_branch", "break_in_loop", "shape_recompiles", "kept_activations", "training_step"]
)
def test_being_followed_changes_nothing(name: str) -> None:
    def seen(*, steps: bool) -> Any:
        torch._dynamo.reset()
        built = program(name)
        how = {key: built[key] for key in ("calls", "contexts", "before", "train", "loss") if key in built}
        torch.manual_seed(0)
        found = explorer.explain(built["model"], backend="eager", probe=False, steps=steps, **how)(*built["inputs"])
        graphs = [
            (each.key, each.status, each.attempts, [(graph.name, len(graph.nodes)) for graph in stage.graphs])
            for each in found.report.compilations
            for stage in each.stages
            if stage.stage in ("dynamo", "guards")
        ]
        guards = [[guard.expression for guard in stage.guards] for each in found.report.compilations
                  for stage in each.stages if stage.stage == "guards"]  # fmt: skip
        told = [(each.code, each.title) for each in found.report.findings if each.kind != "log"]  # torch warns once
        return graphs, list(map(len, guards)), told

    assert seen(steps=True) == seen(steps=False)


def test_off_costs_nothing_and_on_leaves_nothing() -> None:
    step = InstructionTranslatorBase.step
    seen: list[bool] = []

    def backend(graph: torch.fx.GraphModule, _: Any) -> Callable[..., Any]:
        seen.append(InstructionTranslatorBase.step is step)
        return graph.forward

    def add(x: torch.Tensor) -> torch.Tensor:
        return x + 1

    followed(add, torch.ones(2), steps=False, backend=backend)
    followed(add, torch.ones(2), backend=backend)
    assert seen == [True, False]
    assert InstructionTranslatorBase.step is step
    assert "steps" not in {stage.stage for each in followed(add, torch.ones(2), steps=False).report.compilations
                           for stage in each.stages}  # fmt: skip


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_compile_that_fails_keeps_its_steps_and_puts_torch_back(error: type[BaseException]) -> None:
    step = InstructionTranslatorBase.step

    def backend(graph: torch.fx.GraphModule, _: Any) -> Callable[..., Any]:
        raise error("stop")

    def add(x: torch.Tensor) -> torch.Tensor:
        return x + 1

    if error is ValueError:
        found = followed(add, torch.ones(2), backend=backend)
    else:
        with pytest.raises(KeyboardInterrupt) as caught:
            followed(add, torch.ones(2), backend=backend)
        found = caught.value.exploration  # type: ignore[attr-defined]
    assert InstructionTranslatorBase.step is step
    record, _ = log_of(found.report)
    assert record.steps[-1].name == "error"
    assert [each.name for each in record.steps if each.name.isupper()][-1] == "RETURN_VALUE"


def test_a_recorder_that_fails_costs_its_steps_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from explorer.compat.dynamo_attempt import Attempt

    def broken(self: Attempt, translator: Any) -> None:
        raise RuntimeError("no such stack")

    monkeypatch.setattr(Attempt, "begin", broken)
    found = followed(lambda x: x + 1, torch.ones(2))
    assert found.exception is None
    assert records(found.report) == {}
    assert any("no such stack" in finding.message for finding in found.report.findings)


def test_a_limit_keeps_the_first_steps_and_counts_the_others() -> None:
    built = program("steps_through_helpers")
    whole = followed(built["model"], *built["inputs"]).report
    total = sum(len(record.steps) for record in records(whole).values())
    torch._dynamo.reset()
    cut = followed(built["model"], *built["inputs"], step_limit=50).report
    logs = [read_log(cut, record) for record in records(cut).values()]
    assert sum(len(log.steps) for log in logs) == 50
    assert sum(len(log.steps) + log.left_out for log in logs) == total
    record, _ = log_of(cut)
    assert "more steps were not kept" in str(record.reason)


def test_long_texts_and_many_guards_are_cut_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    from explorer.compat import dynamo_attempt

    def add(x: torch.Tensor) -> torch.Tensor:
        return x + len("0" * 500 + str(x.dim()))

    whole = log_of(followed(add, torch.ones(2)).report)[0]
    monkeypatch.setattr(dynamo_attempt, "MOST_GUARDS", 3)
    torch._dynamo.reset()
    record, log = log_of(followed(add, torch.ones(2)).report)
    assert any(value.text.endswith("… 402 more") for value in log.values)
    first = int(record.steps[0].attributes["guards"])
    assert first == whole.steps[0].attributes["guards"] > 3
    assert len(log.steps[0].guards) == 4 and log.steps[0].guards[-1] == f"… {first - 3} more"


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"steps": True, "step_limit": 0}, "above 0"),
        ({"steps": True, "step_limit": "many"}, "whole number"),
        ({"steps": False, "step_limit": 5}, "needs steps=True"),
    ],
)
def test_a_wrong_limit(how: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        explorer.explain(lambda x: x, **how)
    with pytest.raises(UsageError, match=said), explorer.capture(**how):
        pass


def test_a_block_is_followed_too_and_the_probe_is_not() -> None:
    def add(x: torch.Tensor) -> torch.Tensor:
        return x + 1

    with explorer.capture(steps=True) as block:
        torch.compile(add, backend="eager")(torch.ones(2))
    probed = explorer.explain(add, backend="eager", steps=True, probe=True)(torch.ones(2))
    plain = len([*dis.get_instructions(add)]) + 1  # and the end of the graph
    for each in (block, probed):
        (record,) = records(each.report).values()
        assert len(record.steps) == plain


def test_a_saved_report_has_them_and_a_redacted_one_only_where(tmp_path: Path) -> None:
    built = program("steps_through_helpers")
    found = followed(built["model"], *built["inputs"])
    found.save(tmp_path / "r.json.gz")
    assert codec.read(tmp_path / "r.json.gz") == found.report
    hidden = redact(found.report)
    record = records(hidden)["0/0"]
    assert read_log(hidden, record) is None
    assert len(record.steps) == len(records(found.report)["0/0"].steps)
    said = codec.encode(hidden).decode()
    assert "scale(x, factor)" not in said and "'mean:'" not in said and 'print(\\"mean' not in said


def test_the_table_and_the_text() -> None:
    built = program("steps_through_helpers")
    found = followed(built["model"], *built["inputs"])
    table = found.frames["steps"]
    record, _ = log_of(found.report)
    first = table[table["compilation"] == "0/0"]
    assert len(first) == len(record.steps)
    assert first["kind"].value_counts()[["break", "restart", "graph"]].tolist() == [1, 1, 1]
    row = first[first["instruction"].fillna("").str.startswith("CALL") & (first["depth"] == 0)].iloc[-1]
    assert row["stack"].startswith("mean f32[]; 'mean:'; function print")
    short, full = found.text(), found.text(full=True)
    assert "2 calls followed into" in short and "graph break: " in short
    assert "LOAD_FAST factor" not in short and "LOAD_FAST factor" in full
    assert max(map(len, full.splitlines())) <= 100


def test_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["explain", str(samples.path("steps_through_helpers")), "--backend", "eager", "--no-probe", "--steps"]
    assert cli.main([*words, "--step-limit", "30"]) == 0
    shown = capsys.readouterr().out
    assert "Dynamo, step by step" in shown
    assert "beyond the limit" in shown
    assert cli.main([*words[:-1], "--step-limit", "30"]) != 0
    assert "it needs --steps" in capsys.readouterr().err
