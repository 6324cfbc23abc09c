"""The verdict of each user program is what plain torch says of it."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest

import explorer
from explorer.report.verdict import Verdict
from tests import break_programs
from tests.plain import Facts, measure
from tests.user_programs import PROGRAMS

EVERY = PROGRAMS | break_programs.PROGRAMS
LATER = [
    pytest.param(name, marks=() if name in break_programs.ALWAYS else pytest.mark.slow)
    for name in sorted(break_programs.PROGRAMS)
]


@pytest.fixture(scope="module", params=[*sorted(PROGRAMS), *LATER])
def both(request: pytest.FixtureRequest) -> tuple[Facts, Verdict]:
    """What plain torch measured, and the verdict."""
    build = EVERY[request.param]
    facts = measure(build)
    program = build()
    model, inputs = program.pop("model"), program.pop("inputs")
    return facts, explorer.explain(model, backend="eager", **program)(*inputs).verdict


def test_graphs_and_ops(both: tuple[Facts, Verdict]) -> None:
    facts, verdict = both
    assert (verdict.graphs, verdict.ops) == (facts.graphs, facts.ops)


def test_breaks(both: tuple[Facts, Verdict]) -> None:
    facts, verdict = both
    found: dict[tuple[Any, ...], str] = {
        (os.path.abspath(b.file) if os.path.exists(b.file) else b.file, b.line, b.gb_type): b.effect
        for b in verdict.graph_breaks
    }
    assert found == facts.breaks


def test_recompiles(both: tuple[Facts, Verdict]) -> None:
    facts, verdict = both
    assert len(verdict.recompiles) == facts.recompiles
    assert verdict.recompile_limit_hit == facts.limit
    assert all(recompile.guard and recompile.advice for recompile in verdict.recompiles)
    for recompile, (guard, line) in zip(verdict.recompiles, facts.guards, strict=True):
        assert _bare(recompile.guard or "") == _bare(guard)
        assert line is None or recompile.line == line


def _bare(guard: str) -> str:
    """A guard without addresses. Code that is gone may be told by its guard, or by its being gone: a matter of time."""
    gone = re.sub(r"^Cache line invalidated because (.*) got deallocated$", r"___check_obj_id(\1, N)", guard)
    return re.sub(r"\d{6,}", "N", gone).partition(", type=")[0]


def test_fullgraph(both: tuple[Facts, Verdict]) -> None:
    facts, verdict = both
    assert verdict.fullgraph is not None
    assert verdict.fullgraph.ok == facts.fullgraph
    assert (verdict.fullgraph.error or "").rpartition(".")[2] == (facts.fullgraph_error or "")


def test_errors(both: tuple[Facts, Verdict]) -> None:
    facts, verdict = both
    assert [error.type.rpartition(".")[2] for error in verdict.errors] == ([facts.error] if facts.error else [])
    assert verdict.status == ("error" if facts.error else "ok")
