"""How long Dynamo traced each function, held against the table that torch's own profiler prints."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest
import torch
from torch._dynamo import symbolic_convert

import explorer

ROW = re.compile(r"^\s*(\d+)\s+(\d+)\s+([\d.]+)ms\s+([\d.]+)ms\s+(\S+) \(([^)]*):(\d+)\)$", re.MULTILINE)

torch_has_it = pytest.mark.skipif(
    not hasattr(torch._dynamo.config, "dynamo_profiler"), reason="this torch does not time what it traces"
)


def inner(x: torch.Tensor) -> torch.Tensor:
    return x.sin() + 1


def outer(x: torch.Tensor) -> torch.Tensor:
    for _ in range(3):
        x = inner(x)
    return x


def printed_by_torch() -> dict[tuple[str, int], int]:
    """How often each function was traced, by name and line, as torch prints it."""
    torch._dynamo.reset()
    out = io.StringIO()
    with torch._dynamo.config.patch(dynamo_profiler=True), contextlib.redirect_stdout(out):
        torch.compile(outer, backend="eager")(torch.ones(2))
    torch._dynamo.reset()
    first = out.getvalue().partition("=== Dynamo Profiler")[0]
    return {(match[5], int(match[7])): int(match[1]) for match in ROW.finditer(first)}


def explored() -> explorer.Exploration:
    return explorer.explain(outer, probe=False, backend="eager")(torch.ones(2))


@torch_has_it
def test_the_functions_are_those_that_torch_times() -> None:
    expected = printed_by_torch()
    assert expected["inner", inner.__code__.co_firstlineno] == 3
    table = explored().frames["trace_times"]
    ours = table.query("not library")
    assert dict(zip(zip(ours["function"], ours["line"], strict=True), ours["calls"], strict=True)) == expected
    assert set(ours["file"].map(lambda file: Path(file).name)) == {Path(__file__).name}


def test_own_time_is_a_part_of_the_whole_and_adds_up() -> None:
    x = explored()
    table = x.frames["trace_times"].set_index("function")
    assert (table["own_seconds"] <= table["seconds"] + 1e-9).all()
    assert table.loc["outer", "seconds"] == pytest.approx(table["own_seconds"].sum(), rel=0.01)
    assert "What Dynamo spent tracing" in x.text(sections=("functions",))


def test_torch_is_as_before() -> None:
    before = symbolic_convert.InliningInstructionTranslator.__dict__["build_inline_tracer"]
    explored()
    assert symbolic_convert.InliningInstructionTranslator.__dict__["build_inline_tracer"] is before


def broken(x: torch.Tensor) -> Any:
    y = inner(x)
    print("between")
    return inner(y)


def test_attempts_and_resumed_functions_are_counted() -> None:
    x = explorer.explain(broken, probe=False, backend="eager")(torch.ones(2))
    table = x.frames["trace_times"]
    assert x.exception is None
    assert table["key"].nunique() == 2
    attempts = table.query("function == 'broken'")["calls"].sum()
    assert attempts == x.report.compilations[0].attempts
    assert table.query("function == 'inner'")["calls"].sum() == attempts + 1


def numbers(count: int) -> Any:
    yield from range(count)


def uses_a_generator(x: torch.Tensor) -> torch.Tensor:
    for number in numbers(3):
        x = inner(x) * number
    return x


def test_generators_and_recursion_add_up() -> None:
    table = explorer.explain(uses_a_generator, probe=False, backend="eager")(torch.ones(2)).frames["trace_times"]
    whole = table.set_index("function").loc["uses_a_generator", "seconds"]
    assert whole == pytest.approx(table["own_seconds"].sum(), rel=0.01)
    assert table.set_index("function").loc["inner", "calls"] == 3
