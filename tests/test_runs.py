"""What runs in place of a function: its parts against the bytecode that torch installs, its links against what runs."""

from __future__ import annotations

import dis
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
import torch._dynamo
from torch._dynamo.convert_frame import register_bytecode_hook

import explorer
from explorer import samples
from explorer.report import Report, StageRecord, Step


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def explored(function: Callable[..., Any], *inputs: Any) -> explorer.Exploration:
    return explorer.explain(function, backend="eager", probe=False)(*inputs)


def accounts(report: Report) -> dict[str, tuple[Step, ...]]:
    return {key: record.steps for key, record in records(report, "bytecode").items()}


def records(report: Report, stage: str) -> dict[str, StageRecord]:
    return {each.key: record for each in report.compilations for record in each.stages if record.stage == stage}


def kinds(steps: tuple[Step, ...]) -> list[str]:
    return [step.name for step in steps]


def printing(x: torch.Tensor) -> torch.Tensor:
    y = x.sin() + 1
    print("mean", y.mean())
    return y.cos()


def branching(x: torch.Tensor) -> torch.Tensor:
    y = x * 2 + 1
    if y.sum() > 0:
        return y + 1
    return y - 1


class Counting(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        return x * 2


def skipping(x: torch.Tensor) -> torch.Tensor:
    y = x.sin() + 1
    y = y.cos() * 2
    try:
        print("inside")
        y = y * 2
    finally:
        y = y + 1
    return y


def test_a_break_is_run_by_python_and_goes_on_in_another_function() -> None:
    found = accounts(explored(printing, torch.ones(2)).report)
    assert {key: kinds(steps) for key, steps in found.items()} == {
        "0/0": ["guards", "graph", "python", "resume"],
        "1/0": ["guards", "graph", "return"],
    }
    _, graph, python, resume = found["0/0"]
    assert graph.refs == ("0/0/dynamo/dynamo/graph.graph",)
    first = printing.__code__.co_firstlineno
    assert python.detail == 'print("mean", y.mean())' and python.place.line == first + 2
    assert resume.refs == ("1/0/dynamo/bytecode/step.0",) and resume.attributes["compilations"] == "1/0"


def test_the_names_are_those_in_the_code_that_torch_installs() -> None:
    installed: list[types.CodeType] = []
    handle = register_bytecode_hook(lambda original, modified: installed.append(modified))
    try:
        report = explored(branching, torch.ones(2)).report
    finally:
        handle.remove()
    plain = [
        [
            each.argval
            for each in dis.get_instructions(code)
            if str(each.argval).startswith(("__compiled_fn", "__resume"))
        ]
        for code in installed
    ]
    ours = [
        [step.attributes["name"] for step in steps if step.attributes.get("name")]
        for steps in accounts(report).values()
    ]
    assert ours == plain


def test_a_branch_is_decided_by_python_and_only_the_side_taken_is_linked() -> None:
    found = accounts(explored(branching, torch.ones(2)).report)["0/0"]
    assert kinds(found) == ["guards", "graph", "branch", "resume", "resume"]
    first = branching.__code__.co_firstlineno
    assert found[2].detail == "y.sum() > 0"
    taken = {step.place.line: step.attributes.get("compilations") for step in found[3:]}
    assert taken == {first + 3: "1/0", first + 4: None}
    both = explorer.explain(branching, backend="eager", probe=False, calls=[((-torch.ones(2) * 2,), {})])(torch.ones(2))
    resumed = accounts(both.report)[next(iter(accounts(both.report)))][3:]
    assert None not in [step.attributes.get("compilations") for step in resumed]


def test_a_recompiled_rest_leads_to_each_of_its_versions() -> None:
    calls = [((torch.ones(2, 2),), {})]
    report = explorer.explain(printing, backend="eager", probe=False, calls=calls)(torch.ones(2)).report
    keys = [each.key for each in report.compilations if each.function.endswith("resumed after line "
            f"{printing.__code__.co_firstlineno + 2}")]  # fmt: skip
    assert len(keys) == 2
    for steps in accounts(report).values():
        if steps[-1].name == "resume":
            assert steps[-1].attributes["compilations"] == ", ".join(keys)


def test_a_rest_with_a_closure_is_linked() -> None:
    def keeping(x: torch.Tensor) -> torch.Tensor:
        y = x.sin() + 1
        print("mean", y.mean())
        scaled = lambda factor: y * factor  # noqa: E731
        return scaled(1) + scaled(2)

    found = accounts(explored(keeping, torch.ones(2)).report)
    assert len(found) == 2
    assert found["0/0"][-1].attributes["compilations"] == "1/0"


def test_attributes_that_the_program_sets_are_written_back() -> None:
    assert kinds(accounts(explored(Counting(), torch.ones(2)).report)["0/0"]) == ["guards", "graph", "write", "return"]


def test_a_rest_that_stays_in_python_is_said_to_be_uncertain() -> None:
    found = explored(skipping, torch.ones(2))
    (steps,) = accounts(found.report).values()
    rest = next(step for step in steps if step.name == "python")
    assert rest.attributes["instructions"] > 5 and rest.attributes["sure"] is False
    assert "the rest in Python" in found.text(sections=("runs",)) or "the rest in Python" in found.text(full=True)


def test_the_listing_is_anchored_at_the_calls() -> None:
    report = explored(printing, torch.ones(2)).report
    record = records(report, "dynamo")["0/0"]
    listing = next(each for each in record.listings if each.name == "modified_bytecode")
    lines = report.texts[listing.text].split("\n")
    named = {
        anchor.ref: lines[anchor.line - 1]
        for anchor in listing.anchors
        if "/dynamo/" in anchor.ref and "0" in anchor.ref
    }
    assert "__compiled_fn_" in named["0/0/dynamo/dynamo/graph.graph"]
    assert "__resume_at_" in named["1/0/dynamo/bytecode/step.0"]


def test_an_expression_over_several_lines_or_with_accents(tmp_path: Path) -> None:
    source = "def f(x):\n    y = x + 1; print('é',\n        y.mean()); print('é', y)\n    return y * 2\n"
    (tmp_path / "f.py").write_text(source, encoding="utf-8")
    space: dict[str, Any] = {}
    exec(compile(source, str(tmp_path / "f.py"), "exec"), space)
    details = [step.detail for steps in accounts(explored(space["f"], torch.ones(2)).report).values()
               for step in steps if step.name == "python"]  # fmt: skip
    assert details == ["print('é', …", "print('é', y)"]


def test_the_text_the_page_and_the_table(tmp_path: Path) -> None:
    space: dict[str, Any] = {"__name__": "sample"}
    exec(samples.path("print_in_forward").read_text(), space)
    program = space["build"]()
    found = explored(program["model"], *program["inputs"])
    guards = [len(records(found.report, "guards")[key].guards) for key in ("0/0", "1/0")]
    shown = " ".join(found.text(sections=("runs",)).split())
    assert f"0/0 Block.forward: {guards[0]} guards → graph 1 (0/0) → run `" in shown
    assert "as 1/0 1/0 Block.forward" in shown
    table = found.frames["runs"]
    assert table["kind"].tolist() == ["guards", "graph", "python", "resume", "guards", "graph", "return"]
    assert table.loc[3, "next"] == "1/0"
    found.to_html(tmp_path / "x.html")
    assert "What runs now" in (tmp_path / "x.html").read_text()


def test_without_a_break_the_short_text_says_nothing() -> None:
    found = explored(lambda x: x + 1, torch.ones(2))
    assert "\n  What runs now\n" not in found.text(sections=("runs",))
    assert "guards → graph 1 (0/0) → return" in found.text(full=True)


def test_a_rest_inside_a_helper_is_called_before_those_around_it() -> None:
    space: dict[str, Any] = {"__name__": "sample"}
    exec(samples.path("nested_break").read_text(), space)
    program = space["build"]()
    config = {"nested_graph_breaks": True}
    found = explorer.explain(program["model"], backend="eager", probe=False, config=config)(*program["inputs"])
    steps = accounts(found.report)["0/0"]
    rests = [(step.place.function, step.place.line) for step in steps if step.name == "resume" and step.place.function]
    stack = [line.strip() for line in samples.path("nested_break").read_text().splitlines()]
    assert [function for function, _ in rests] == ["measure", "normalize"]
    assert stack[rests[0][1] - 1].startswith("print(") and "measure(x" in stack[rests[1][1] - 1]
    assert next(step for step in steps if step.name == "python").attributes["sure"] is False
    assert ", then resume at line" in found.text(full=True).replace("\n    ", " ")
