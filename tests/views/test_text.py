"""The text view: complete, exact in width, free of control characters, the same every time."""

from __future__ import annotations

import os
import re

import msgspec
import pytest

from explorer.report import Fullgraph, Report
from explorer.views import text
from explorer.views.clean import width_of
from tests import hostile, reports

ESCAPES = re.compile("\x1b\\[(0|1|2|31|33|34|35|36|37|94)m")

WIDTHS = (40, 60, 80, 100, 120, 200)


@pytest.fixture(scope="module")
def attacked() -> Report:
    return hostile.hostile(size=200_000, many=600)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("make", [reports.full, reports.empty])
def test_no_line_is_wider_than_asked(make: object, width: int) -> None:
    assert callable(make)
    for full in (False, True):
        assert max(map(width_of, text.render(make(), width=width, full=full).split("\n"))) <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_a_hostile_report_neither_widens_nor_controls_the_terminal(attacked: Report, width: int) -> None:
    shown = text.render(attacked, width=width)
    assert max(map(width_of, shown.split("\n"))) <= width
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", shown)
    assert len(shown) < 300_000


def test_colour_only_paints(attacked: Report) -> None:
    for report in (reports.full(), attacked):
        plain, painted = (text.render(report, width=100, color=color) for color in (False, True))
        assert "\x1b" not in plain
        assert ESCAPES.sub("", painted) == plain
        assert ESCAPES.search(painted)


def test_it_tells_everything() -> None:
    shown = text.render(reports.full(), width=120)
    for told in (
        "Tiny   tiny.py:29   f32[8, 64, 64]   eval, no grad   cpu, 1 thread   torch 2.13.0+cpu",
        "1 error    4 graphs    1 break    2 recompiles    recompile limit hit    13.4 s compile    speed not measured",
        "!  tiny.py:17  print cuts the program into 3 graphs. Dynamo cannot trace print of a tensor (GB0059).",
        "> Print only when not compiling: if not torch.compiler.is_compiling():",
        "-  The graph caches were not read. A hit would carry the lines of an older source.",
        "   18  2|    y = torch.relu(y)",
        '   17  !     print("wide", y.std())',
        "8 -> 4",
        "2 of 8",
        "limit of 8 hit",
        "torch._dynamo.exc.TorchRuntimeError: mat1 and mat2 shapes cannot be multiplied (512x32 and 64x512).",
        "fullgraph=True: fails at tiny.py:17: Failed to trace builtin operator",
        "C++ compiler: g++ 12.2.0",
        "FX graph cache",
        'x.to_html("Tiny.html")',
    ):
        assert told in shown, told


def test_the_graphs_table_has_the_numbers_of_each_graph() -> None:
    shown = text.render(reports.full(), width=120).split("\n")
    head = next(number for number, line in enumerate(shown) if line.split()[:2] == ["graph", "id"])
    heads = "graph id function lines ops kernels extern guards compile s why"
    assert " ".join(shown[head].split()) == heads
    assert " ".join(shown[head + 1].split()) == "1 1/0 Block.forward 14-16 2 2 3 66 6.77 first call"
    assert " ".join(shown[head + 4].split()) == "4 1/1 Block.forward 14-16 2 2 3 66 2.04 recompile"


def test_full_adds_code_graphs_and_guards() -> None:
    short, whole = (text.render(reports.full(), full=full) for full in (False, True))
    for told in ("cpp_fused_add_relu_0", "class GraphModule", "check_tensor(L['x'], size=[8, 64, 3])"):
        assert told in whole
        assert told not in short


@pytest.mark.parametrize(("calls", "words"), [(1, "works"), (2, "works for the first call")])
def test_fullgraph_is_about_the_first_call(calls: int, words: str) -> None:
    made = reports.full()
    program = msgspec.structs.replace(made.program, calls=made.program.calls[:calls], fullgraph=Fullgraph(ok=True))
    shown = text.render(msgspec.structs.replace(made, program=program), width=120)
    assert re.search(f"fullgraph=True: {words}($|[^ ]|  )", shown, re.MULTILINE)


def test_nothing_compiled_says_so_and_what_to_do() -> None:
    shown = text.render(reports.empty())
    assert "0 graphs" in shown
    assert "Nothing was compiled. No torch.compile was called." in shown
    assert "> Wrap the model: torch.compile(model)" in shown
    assert "speed not measured" in shown


def test_it_reads_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    before = text.render(reports.full())
    monkeypatch.setattr(os, "environ", {})
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("NO_COLOR", "1")
    assert text.render(reports.full()) == before


def test_a_section_that_is_asked_for_and_not_there_is_named() -> None:
    asked = text.render(reports.empty(), width=120, sections=("ledger", "fusion"))
    assert "Nothing in this report for: ledger (measure=True, --measure), fusion." in asked
    assert "Nothing in this report" not in text.render(reports.empty(), width=120)
