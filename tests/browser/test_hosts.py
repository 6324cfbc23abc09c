"""The other hosts: the widget where our extension is absent, a document, a kernel without subshells, a large report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from playwright.sync_api import Page, expect

from explorer.report import Report, codec
from tests.browser.axe import violations
from tests.browser.notebook import Notebook, write
from tests.browser.reports import explored
from tests.browser.server import Lab
from tests.hostile import hostile

LOAD = "import explorer\nx = explorer.load('{file}')"


@pytest.fixture(scope="module")
def bare_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A JupyterLab without our extension."""
    server = Lab(tmp_path_factory.mktemp("bare"), extension=False)
    try:
        server.wait()
        yield server
    finally:
        server.stop()


def test_where_the_extension_is_absent_a_widget_is_shown(quiet_page: Page, bare_lab: Lab, shots: Path) -> None:
    explored().save(bare_lab.folder / "small.json.gz")
    selects = "x.widget().selection = [f.ref for f in x.report.findings if f.kind == 'break']"
    cells = [
        f"%load_ext explorer\n{LOAD.format(file='small.json.gz')}",
        "x",
        selects,
        "x.widget().selection, x.selection",
    ]
    write(bare_lab.folder / "widget.ipynb", cells)
    notebook = Notebook(quiet_page, bare_lab, "widget.ipynb").open()
    for index in range(3):
        notebook.run(index)
    widget = notebook.cell(1).locator(".ce-in-cell")
    expect(widget.locator("h1")).to_have_text("Small", timeout=15_000)
    expect(widget.locator(".ce-ln[data-mark]").first).to_be_visible()
    quiet_page.screenshot(path=shots / "widget.png")
    assert violations(quiet_page, ".ce-in-cell") == []
    line = widget.locator(".ce-ln").nth(2)
    line.locator(".ce-cd").click()
    notebook.run(3)
    expect(notebook.output(3)).to_contain_text("source:")
    assert notebook.output(3).inner_text().count("source:") == 2, "the trait and the exploration agree"


def test_a_saved_report_opens_as_a_document(quiet_page: Page, lab: Lab, shots: Path) -> None:
    for name in ("small.explorer.json", "small.explorer.json.gz"):
        explored().save(lab.folder / name)
        quiet_page.goto(f"{lab.url}/lab/tree/{name}?reset")
        viewer = quiet_page.locator(".ce-lab-document .ce-lab-view")
        expect(viewer.locator("h1")).to_have_text("Small", timeout=30_000)
    quiet_page.screenshot(path=shots / "document.png")
    (lab.folder / "broken.explorer.json").write_text("{")
    quiet_page.goto(f"{lab.url}/lab/tree/broken.explorer.json?reset")
    expect(quiet_page.locator(".ce-lab-refused")).to_contain_text("cannot be opened", timeout=30_000)


def large() -> Report:
    """A report that does not fit into a notebook: its texts are with the kernel alone."""
    report = explored().report
    return msgspec.structs.replace(report, texts={**report.texts, "noise": Random(0).randbytes(300_000).hex()})


@pytest.mark.parametrize("shells", ["disabled", "perCommTarget"])
def test_heavy_text_comes_from_the_kernel(quiet_page: Page, lab: Lab, shells: str) -> None:
    """With subshells also while a cell runs; without them, when it has run."""
    codec.write(large(), lab.folder / "large.json.gz")
    lab.set("apputils-extension/kernels-settings", {"commsOverSubshells": shells})
    load = f"%load_ext explorer\n{LOAD.format(file='large.json.gz')}\nimport os\nos.makedirs('away', exist_ok=True)"
    away = "%cd -q away\nx"  # so that the side file is not beside the notebook
    write(lab.folder / f"{shells}.ipynb", [load, away, "import time\nfor _ in range(6):\n    time.sleep(1)"])
    notebook = Notebook(quiet_page, lab, f"{shells}.ipynb").open()
    notebook.run(0)
    notebook.run(1)
    viewer = notebook.viewer(1)
    expect(viewer.locator("h1")).to_have_text("Small")
    expect(viewer.locator(".ce-ln").first).to_be_visible()
    notebook.cell(2).locator(".cm-content").click()
    quiet_page.keyboard.press("Control+Enter")
    prompt = notebook.cell(2).locator(".jp-InputPrompt")
    expect(prompt).to_have_text("[*]:")
    viewer.locator(".ce-stg[data-column=dynamo]").click()
    expect(viewer.locator(".cm-content").filter(has_text="LOAD_").first).to_be_visible(timeout=20_000)
    assert (prompt.inner_text() == "[*]:") is (shells == "perCommTarget")


def test_progress_is_the_viewer_also_where_nobody_could_answer_yet(quiet_page: Page, lab: Lab) -> None:
    """The package is loaded in the cell that compiles, and the kernel has no subshell to hear the extension on."""
    lab.set("apputils-extension/kernels-settings", {"commsOverSubshells": "disabled"})
    slow = "import random, torch\nconstant = random.random()\ndef f(x):\n    return (x.sin() * constant).softmax(-1)"
    write(lab.folder / "at-once.ipynb", [f"%load_ext explorer\n{slow}\n%compile_explain f(torch.randn(64, 64))"])
    notebook = Notebook(quiet_page, lab, "at-once.ipynb").open()
    notebook.cell(0).locator(".cm-content").click()
    quiet_page.keyboard.press("Control+Enter")
    live = notebook.cell(0).locator(".ce-lab-live")
    expect(live).to_contain_text(re.compile(r"\d s"), timeout=60_000)
    assert notebook.cell(0).locator(".jp-InputPrompt").inner_text() == "[*]:"
    notebook.wait(0)
    expect(live).to_have_count(0)
    expect(notebook.viewer(0)).to_have_count(1)


def test_a_hostile_report_in_a_cell_is_only_text(quiet_page: Page, lab: Lab) -> None:
    dialogs: list[str] = []
    quiet_page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    codec.write(hostile(500, 20), lab.folder / "hostile.json.gz")
    write(lab.folder / "hostile.ipynb", [f"%load_ext explorer\n{LOAD.format(file='hostile.json.gz')}\nx"])
    notebook = Notebook(quiet_page, lab, "hostile.ipynb").open()
    notebook.run(0)
    expect(notebook.viewer(0).locator("h1")).to_contain_text("<script>")
    assert dialogs == []
