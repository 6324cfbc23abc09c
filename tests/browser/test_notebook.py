"""Explaining in a real notebook: the viewer in the cell, the gutter of the cells, and what a saved notebook keeps."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import violations
from tests.browser.conftest import own_errors
from tests.browser.notebook import Notebook, write
from tests.browser.server import Lab

MODEL = """import torch

class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.up = torch.nn.Linear(16, 16)

    def forward(self, x):
        h = self.up(x).relu()
        print("half way")
        y = h.softmax(-1)
        return y + x

model, x = Block(), torch.randn(4, 16)"""
BREAK = 10
"""The line of the print."""

EXPLAIN = "%load_ext explorer\n%compile_explain --as r model(x)"
SLOW = """import random
constant = random.random()

def slow(x):
    for _ in range(3):
        x = (x.sin() * constant).softmax(-1).sort(-1).values
    return x

%compile_explain slow(torch.randn(64, 64))"""
COLUMNS = ("source", "dynamo", "fx", "aot", "passes", "fusion", "code", "machine", "run")


@pytest.fixture(scope="module")
def explained(browser: Browser, lab: Lab, browser_context_args: dict[str, Any]) -> Iterator[Notebook]:
    """A notebook whose second cell has explained the model of the first. The tests go on from one another."""
    cells = [MODEL, EXPLAIN, "print(len(r.selection), r.selection[0] if r.selection else None)", *["# more"] * 3]
    write(lab.folder / "story.ipynb", cells)
    page = browser.new_context(**browser_context_args).new_page()
    errors = own_errors(page)
    notebook = Notebook(page, lab, "story.ipynb").open()
    notebook.run(0)
    notebook.run(1)
    notebook.save()
    yield notebook
    page.context.close()
    assert not errors, errors


def test_a_cell_shows_the_viewer(explained: Notebook, shots: Path) -> None:
    expect(explained.viewer(1).locator("h1")).to_have_text("Block", timeout=10_000)
    expect(explained.viewer(1).locator(".ce-ln").first).to_be_visible()
    explained.viewer(1).scroll_into_view_if_needed()
    explained.page.screenshot(path=shots / "cell.png")
    assert violations(explained.page, ".ce-lab-view") == []


def test_the_kernel_knows_that_the_extension_is_there(explained: Notebook) -> None:
    saved = explained.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.model.toJSON()")
    output = saved["cells"][1]["outputs"][-1]
    assert set(output["data"]) == {"text/plain", "text/html", "application/vnd.compile-explorer.v1+json"}
    assert output["metadata"]["application/vnd.compile-explorer.v1+json"]["id"]


def test_the_gutter_marks_the_lines_of_the_model(explained: Notebook, shots: Path) -> None:
    explained.top()
    sign = explained.cell(0).locator(".ce-cell-sign-break")
    expect(sign).to_have_attribute("aria-label", "graph break")
    expect(explained.cell(0).locator(".ce-cell-chip")).to_have_text(["1", "2"])
    line = explained.cell(0).locator(".cm-line").nth(BREAK - 1)
    line.locator(".ce-cell-hint").hover()
    card = explained.page.locator(".ce-cell-card")
    expect(card).to_contain_text("Graph break")
    expect(card).to_contain_text("GB0059")
    explained.page.screenshot(path=shots / "gutter.png")
    assert violations(explained.page, ".ce-cell-card") == []


def test_a_key_opens_the_card_and_the_card_leads_to_the_report(explained: Notebook) -> None:
    explained.cell(0).locator(".cm-content").click(position={"x": 60, "y": 8})
    explained.page.keyboard.press("Alt+F8")
    go = explained.page.locator(".ce-cell-card").get_by_role("button", name="Go to report")
    expect(go).to_be_focused()
    explained.page.keyboard.press("Escape")
    expect(go).to_have_count(0)
    explained.page.keyboard.press("Alt+F8")
    expect(go).to_be_focused()
    explained.page.keyboard.press("Enter")
    expect(explained.viewer(1).locator("[data-mark=selected], [data-mark=linked]").first).to_be_visible()
    explained.run(2)
    expect(explained.output(2)).to_contain_text("1 ")
    expect(explained.output(2)).to_contain_text("breaks/finding")


def test_marks_are_walked_from_cell_to_cell(explained: Notebook) -> None:
    """From a cell without marks on to the next one that has some, round the end of the notebook."""
    explained.cell(2).locator(".cm-content").click()
    explained.page.keyboard.press("Alt+F8")
    card = explained.page.locator(".ce-cell-card")
    expect(card.get_by_role("button", name="Go to report")).to_be_focused()
    expect(explained.cell(0).locator(".cm-tooltip .ce-cell-card, .cm-content")).not_to_have_count(0)
    assert explained.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.activeCellIndex") == 0
    explained.page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_a_click_on_the_breaks_selects_the_break(explained: Notebook, shots: Path) -> None:
    viewer = explained.viewer(1)
    viewer.locator(".ce-fact", has_text="break").click()
    expect(viewer.locator(".ce-ln[data-mark]").first).to_be_visible()
    viewer.screenshot(path=shots / "cell-break.png")


def test_python_selects_in_the_viewer(explained: Notebook) -> None:
    node = "next(n.ref for c in r.report.compilations for s in c.stages for g in s.graphs for n in g.nodes if n.place)"
    explained.replace(3, f"r.selection = [{node}]")
    explained.run(3)
    expect(explained.viewer(1).locator(".ce-ln[data-mark]").first).to_be_visible()
    explained.replace(3, "r.selection = []")
    explained.run(3)
    expect(explained.viewer(1).locator(".ce-ln[data-mark]")).to_have_count(0)


def test_all_stages_are_walked_by_keyboard(explained: Notebook) -> None:
    viewer = explained.viewer(1)
    cells = explained.panel.locator(".jp-Cell").count()
    viewer.locator(".ce").focus()
    for _ in COLUMNS:
        explained.page.keyboard.press("ArrowLeft")
    seen = []
    for _ in COLUMNS:
        active = viewer.locator(".ce-stg", has=explained.page.locator(".ce-tag[data-active=true]"))
        seen.append(active.get_attribute("data-column"))
        expect(viewer.locator(".ce-broken")).to_have_count(0)
        explained.page.keyboard.press("ArrowRight")
    assert tuple(seen) == COLUMNS
    explained.page.keyboard.press("x")  # JupyterLab's key to cut the cell
    assert explained.panel.locator(".jp-Cell").count() == cells


def test_an_edit_makes_the_marks_stale_and_an_undo_fresh(explained: Notebook, shots: Path) -> None:
    explained.top()
    editor = explained.cell(0).locator(".cm-editor")
    explained.cell(0).locator(".cm-line").nth(BREAK).click()
    explained.page.keyboard.press("End")
    explained.page.keyboard.type(" * 2")
    expect(editor).to_have_class(_containing("ce-stale"))
    expect(explained.cell(0).locator(".ce-stale-badge")).to_be_visible()
    explained.top()
    explained.page.screenshot(path=shots / "stale.png")
    for _ in range(4):
        explained.page.keyboard.press("Backspace")
    expect(explained.cell(0).locator(".ce-stale-badge")).to_have_count(0)
    expect(explained.cell(0).locator(".ce-cell-sign-break")).to_have_count(1)


def test_explain_again_runs_the_edited_cell_and_the_explanation(explained: Notebook) -> None:
    explained.cell(0).locator(".cm-line").nth(BREAK).click()
    explained.page.keyboard.press("End")
    explained.page.keyboard.type(" * 3")
    before = [prompt(explained, index) for index in (0, 1)]
    explained.cell(0).locator(".ce-stale-badge + button").click()
    expect(explained.cell(0).locator(".ce-stale-badge")).to_have_count(0, timeout=60_000)
    expect(explained.cell(0).locator(".ce-cell-sign-break")).to_have_count(1)
    assert all(now > then for now, then in zip([prompt(explained, index) for index in (0, 1)], before, strict=True))
    expect(explained.viewer(1).locator(".ce-ln", has_text="softmax(-1) * 3")).to_have_count(1)


def test_the_viewers_own_button_explains_again(explained: Notebook) -> None:
    before = prompt(explained, 1)
    explained.viewer(1).get_by_role("button", name="Re-run").click()
    explained.page.wait_for_function(
        "([element, before]) => Number(element.textContent.replace(/\\D/g, '')) > before",
        arg=[explained.cell(1).locator(".jp-InputPrompt").element_handle(), before],
        timeout=60_000,
    )
    expect(explained.viewer(1)).to_have_count(1)
    expect(explained.viewer(1).locator("h1")).to_have_text("Block")
    left = explained.output(1).and_(explained.page.locator("[data-mime-type='text/plain']"))
    assert not any(output.is_visible() for output in left.all()), "what progress left behind takes no room"


def test_the_button_measures_on_the_kernels_main_shell(explained: Notebook, shots: Path) -> None:
    viewer = explained.viewer(1)
    button = viewer.get_by_role("button", name="Measure", exact=True)
    button.click()
    expect(viewer.get_by_role("button", name="Measuring")).to_be_visible()
    speed = viewer.locator("button.ce-fact", has_text="eager")
    expect(speed).to_contain_text(re.compile(r"\d×.*\[\d"), timeout=90_000)
    speed.click()
    expect(viewer.locator(".ce-ledger, #ce-panel .ce-empty").first).to_be_visible()
    explained.page.screenshot(path=shots / "measured.png")
    assert violations(explained.page, ".ce-lab-view") == []


def test_a_reload_keeps_marks_viewer_and_kernel(explained: Notebook) -> None:
    explained.save()
    explained.open()
    expect(explained.cell(0).locator(".ce-cell-sign-break")).to_have_count(1, timeout=10_000)
    viewer = explained.viewer(1)
    viewer.locator(".ce-fact", has_text="break").click()
    explained.run_until(2, "breaks/finding")


def test_the_viewer_opens_in_the_main_area(explained: Notebook, shots: Path) -> None:
    explained.viewer(1).locator(".ce").focus()
    explained.page.keyboard.press("m")
    alone = explained.page.locator(".jp-MainAreaWidget:not(.jp-NotebookPanel) .ce-lab-view:visible")
    expect(alone.locator("h1")).to_have_text("Block")
    explained.page.screenshot(path=shots / "main-area.png")


def test_the_button_explains_the_selected_cell(explained: Notebook) -> None:
    explained.open()
    explained.replace(4, 'torch.compile(model, backend="eager")(x)')
    explained.cell(4).locator(".cm-content").click()
    explained.panel.get_by_role("button", name="Explain compile").click()
    expect(explained.viewer(4).locator("h1")).to_be_visible(timeout=60_000)
    assert explained.cell(4).locator(".cm-content").inner_text().startswith("torch.compile"), "the cell stays as it is"


def test_a_compile_can_be_read_while_it_runs(explained: Notebook, shots: Path) -> None:
    """The viewer fills while g++ works; a new constant makes it work."""
    explained.replace(5, SLOW)
    explained.cell(5).locator(".cm-content").click()
    explained.page.keyboard.press("Control+Enter")
    live = explained.cell(5).locator(".ce-lab-live")
    expect(live).to_contain_text(re.compile(r"\d s"), timeout=30_000)
    expect(live.locator(".ce-stg[data-column=fx]")).to_contain_text("op", timeout=30_000)
    explained.page.screenshot(path=shots / "live.png")
    assert explained.cell(5).locator(".jp-InputPrompt").inner_text() == "[*]:"
    explained.wait(5)
    expect(explained.cell(5).locator(".ce-lab-live")).to_have_count(0)
    expect(explained.viewer(5)).to_have_count(1)


def test_dark_follows_jupyterlab(explained: Notebook, shots: Path) -> None:
    explained.page.evaluate(
        "() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})"
    )
    explained.page.wait_for_selector("body[data-jp-theme-light=false]", state="attached")
    explained.top()
    ground = "element => getComputedStyle(element).backgroundColor"
    assert sum(_rgb(explained.viewer(1).locator(".ce").first.evaluate(ground))) < 150
    explained.page.screenshot(path=shots / "dark.png")
    assert violations(explained.page, ".ce-lab-view") == []
    explained.page.evaluate(
        "() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Light'})"
    )


def test_the_settings_hold_for_viewer_and_gutter(explained: Notebook, shots: Path) -> None:
    save = "text => window.jupyterapp.serviceManager.settings.save('torch-compile-explorer:plugin', text)"
    explained.page.evaluate(save, json.dumps({"theme": "dark", "hints": True, "marks": False}))
    explained.open()
    viewer = explained.viewer(1)
    expect(viewer.locator(".ce-ln .ce-hint").first).to_be_visible(timeout=15_000)
    expect(viewer.locator(".ce").first).to_have_css("background-color", "rgb(21, 23, 27)")
    expect(explained.cell(0).locator(".ce-cell-mark")).to_have_count(0)
    explained.page.screenshot(path=shots / "settings.png")
    explained.page.evaluate(save, "{}")


def test_tomorrow_without_a_kernel(explained: Notebook, lab: Lab, shots: Path) -> None:
    """The saved notebook alone: the viewer whole, the gutter marked, also in cells that were scrolled away."""
    saved = json.loads((lab.folder / "story.ipynb").read_text())
    saved["metadata"] = {"kernelspec": {"name": "gone", "display_name": "gone", "language": "gone"}}
    filler = [{**saved["cells"][2], "id": f"filler{n}", "source": "#\n" * 30, "outputs": []} for n in range(30)]
    saved["cells"] = [*saved["cells"][:2], *filler]
    (lab.folder / "tomorrow.ipynb").write_text(json.dumps(saved))
    notebook = Notebook(explained.page, lab, "tomorrow.ipynb").open(kernel=False)
    viewer = notebook.viewer(1)
    expect(viewer.locator("h1")).to_have_text("Block")
    expect(notebook.cell(0).locator(".ce-cell-sign-break")).to_have_count(1)
    notebook.bottom()
    notebook.top()
    expect(notebook.cell(0).locator(".ce-cell-sign-break")).to_be_visible()
    viewer.locator(".ce-fact", has_text="break").click()
    notebook.page.screenshot(path=shots / "tomorrow.png")
    expect(viewer.get_by_text("is missing")).to_have_count(0)


def prompt(notebook: Notebook, index: int) -> int:
    """The number beside a cell."""
    return int(re.sub(r"\D", "", notebook.cell(index).locator(".jp-InputPrompt").inner_text()) or 0)


def _containing(name: str) -> Any:
    return re.compile(rf"\b{name}\b")


def _rgb(colour: str) -> list[float]:
    return [float(part) for part in colour.strip("rgba()").split(",")[:3]]
