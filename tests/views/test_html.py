"""The HTML: a fragment that needs nothing, a page that loads nothing, everything escaped, both as full as the text."""

from __future__ import annotations

import re
import time

import pytest

from explorer.report import Report
from explorer.views import html
from explorer.views.markup import viewer
from explorer.views.markup.document import PAGE, SUMMARY, summary
from explorer.views.markup.look import INLINE, Look
from explorer.views.markup.sheet import SHEET
from tests import hostile, reports
from tests.views.markup import Markup

FRAGMENT_TAGS = set(
    "div h1 h2 p b br ul ol li table thead tbody tr th td code pre span details summary".split()  # noqa: SIM905
)
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@pytest.fixture(scope="module")
def attacked() -> Report:
    return hostile.hostile(size=300_000, many=600)


@pytest.fixture
def without_viewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page as it is where the viewer was not built: our own part of it alone."""
    monkeypatch.setattr(viewer, "available", lambda: False)


@pytest.mark.parametrize("make", [reports.full, reports.empty, hostile.hostile])
def test_the_fragment_needs_no_script_no_style_sheet_and_no_class(make: object) -> None:
    assert callable(make)
    read = Markup(summary(make(300_000, 600) if make is hostile.hostile else make()))
    assert read.mistakes == []
    assert set(read.tags) <= FRAGMENT_TAGS
    assert {name for name, _ in read.attributes} <= {"style", "colspan"}


def test_the_fragment_sets_no_ground_and_no_text_colour() -> None:
    styles = " ".join(INLINE.values())
    assert not re.search(r"background|(?<![-a-z])color\s*:|url\(|position\s*:", styles)


@pytest.mark.usefixtures("without_viewer")
@pytest.mark.parametrize("make", [html.page, summary])
def test_nothing_of_a_hostile_report_is_markup_or_control(attacked: Report, make: object) -> None:
    assert callable(make)
    made = make(attacked)
    read = Markup(made)
    assert read.mistakes == []
    assert "script" not in read.tags
    assert not {name for name, _ in read.attributes} & {"onload", "src", "href", "onerror"}
    assert not CONTROLS.search(made)
    assert "<script>alert(1)</script>\\x1b[2J" in read.text
    made.encode()


@pytest.mark.usefixtures("without_viewer")
def test_the_page_loads_and_runs_nothing() -> None:
    made = html.page(reports.full())
    read = Markup(made)
    assert read.mistakes == []
    assert "default-src 'none'; style-src 'unsafe-inline'" in made
    assert not {"script", "link", "img", "iframe"} & set(read.tags)
    assert "@import" not in made
    assert "url(" not in made


def test_the_page_has_a_class_for_every_role() -> None:
    bare = {"summary", "shapes", "tr", "band 0"}
    assert {role for role in INLINE if f".{role.replace(' ', '-')}" not in SHEET} <= bare


@pytest.mark.usefixtures("without_viewer")
@pytest.mark.parametrize("make", [html.page, summary])
def test_it_tells_what_the_text_tells(make: object) -> None:
    assert callable(make)
    shown = Markup(make(reports.full())).text
    for told in (
        "Tiny tiny.py:29 · f32[8, 64, 64] · eval, no grad · cpu, 1 thread · torch 2.13.0+cpu",
        "1 error | 4 graphs | 1 break | 2 recompiles | recompile limit hit | 13.4 s compile | speed not measured",
        "Do first tiny.py:12 Mark the size as dynamic",
        "Break, tiny.py:17 print cuts the program into 3 graphs.",
        "→ Print only when not compiling: if not torch.compiler.is_compiling():",
        "Where each line runs, tiny.py",
        "18 2 y = torch.relu(y) f32[8, 64, 256]",
        '17 ! print("wide", y.std()) break GB0059',
        "1 1/0 Block.forward 14–16 2 2 3 66 6.77 first call",
        "8 → 4",
        "8 → —",
        "RuntimeError: mat1 and mat2 shapes cannot be multiplied (512x32 and 64x512)",
        "Generated code, 9 kernels",
        "cpp_fused_add_relu_0",
        "Guards, 256",
        "Where the compile time went",
        "g++ 6.5 6.5 4 waiting",
        "FX graph cache bypass",
        "C++ compiler g++ 12.2.0",
        "Raw records, 4",
        '{"new_record": {"answer": 42}}',
    ):
        assert told in shown, told


@pytest.mark.usefixtures("without_viewer")
def test_the_page_has_every_graph_and_bytecode_too() -> None:
    shown = Markup(html.page(reports.full())).text
    assert "Graphs as text, 4" in shown
    assert "class GraphModule(torch.nn.Module):" in shown
    assert "LOAD_FAST 0 (self) # modified_bytecode" in shown


def test_nothing_compiled() -> None:
    shown = Markup(summary(reports.empty())).text
    assert "0 graphs | 0 breaks" in shown
    assert "Nothing was compiled." in shown
    assert "There is none." in shown


@pytest.mark.usefixtures("without_viewer")
def test_long_texts_are_cut_and_say_so(attacked: Report) -> None:
    for make, limits in ((html.page, PAGE), (summary, SUMMARY)):
        made = make(attacked)
        assert re.search(r"… cut, [0-9]+ kB more in the JSON", made)
        assert len(made) < 3 * 1000 * limits.texts + 2_000_000


@pytest.mark.usefixtures("without_viewer")
def test_it_is_quick(attacked: Report) -> None:
    began = time.process_time()
    html.page(attacked)
    assert time.process_time() - began < 5


def test_colours_repeat_after_five_graphs() -> None:
    look = Look(inline=False)
    assert [look.hue("chip", number) for number in (1, 5, 6)] == [
        ' class="chip-1"',
        ' class="chip-5"',
        ' class="chip-1"',
    ]
