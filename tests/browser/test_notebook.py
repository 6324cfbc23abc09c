"""Explaining in a real notebook: the viewer in the cell, the gutter of the cells, and what a saved notebook keeps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

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
BREAK = 10  # the line of print
EXPLAIN = "%load_ext explorer\nr = %compile_explain -q model(x)\nr"


@pytest.fixture(scope="module")
def explained(browser: Browser, lab: Lab, browser_context_args: dict[str, object]) -> Iterator[Notebook]:
    """A notebook whose second cell has explained the model of the first."""
    write(lab.folder / "story.ipynb", [MODEL, EXPLAIN, "r.selection", "1 + 1"])
    page = browser.new_context(**browser_context_args).new_page()  # type: ignore[arg-type]
    page.errors = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.errors.append(str(error)))  # type: ignore[attr-defined]
    notebook = Notebook(page, lab, "story.ipynb").open()
    notebook.run(0)
    notebook.run(1)
    yield notebook
    page.context.close()


def test_a_cell_shows_the_viewer(explained: Notebook, shots: Path) -> None:
    expect(explained.viewer(1).locator("h1, .ce").first).to_be_visible(timeout=10_000)
    explained.top()
    explained.page.screenshot(path=shots / "notebook.png")
    assert not explained.page.errors  # type: ignore[attr-defined]


def test_the_gutter_marks_the_lines_of_the_model(explained: Notebook, shots: Path) -> None:
    explained.top()
    sign = explained.cell(0).locator(".ce-sign-break")
    expect(sign).to_have_count(1)
    expect(sign).to_have_attribute("aria-label", "graph break")
    expect(explained.cell(0).locator(".ce-cell-chip")).to_have_text(["1", "2"])
    line = explained.cell(0).locator(".cm-line").nth(BREAK - 1)
    expect(line).to_contain_text("break")
    line.locator(".ce-cell-hint").hover()
    card = explained.page.locator(".ce-cell-card")
    expect(card).to_contain_text("Graph break")
    expect(card).to_contain_text("GB0059")
    explained.page.screenshot(path=shots / "gutter.png")
