"""A notebook in JupyterLab as a person uses it: run a cell, look at its outputs and its gutter."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.server import Lab

READY = """async () => {
  const session = window.jupyterapp.shell.currentWidget.sessionContext;
  await session.ready;
  await session.session.kernel.info;
}"""


def write(path: Path, cells: Sequence[str | dict[str, Any]], kernel: str = "python3") -> None:
    """A notebook file with code cells; an entry that is no text is a whole cell."""
    document = {
        "cells": [_cell(cell) if isinstance(cell, str) else cell for cell in cells],
        "metadata": {"kernelspec": {"name": kernel, "display_name": kernel, "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path.write_text(json.dumps(document))


def _cell(source: str) -> dict[str, Any]:
    identity = uuid.uuid4().hex[:8]
    return {
        "cell_type": "code", "id": identity, "metadata": {}, "source": source, "outputs": [], "execution_count": None,
    }  # fmt: skip


class Notebook:
    """The notebook that is open in ``page``."""

    def __init__(self, page: Page, lab: Lab, name: str) -> None:
        self.page, self.lab, self.name = page, lab, name
        self.panel = page.locator(".jp-NotebookPanel:visible")

    def open(self, *, kernel: bool = True) -> Notebook:
        """Load JupyterLab with this notebook alone; without ``kernel``, none is started."""
        self.page.goto(f"{self.lab.url}/lab/tree/{self.name}?reset")
        self.panel.wait_for(timeout=60_000)
        if kernel:
            self.page.evaluate(READY)
        else:
            self.page.locator(".jp-Dialog").get_by_role("button", name="No Kernel").click()
        return self

    def cell(self, index: int) -> Locator:
        """A cell, from 0."""
        return self.panel.locator(".jp-Cell").nth(index)

    def run(self, index: int, *, seconds: float = 120) -> None:
        """Run a cell with the keyboard and wait until it is done."""
        self.cell(index).locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
        self.wait(index, seconds=seconds)

    def run_until(self, index: int, text: str, *, times: int = 10) -> None:
        """Run a cell again and again until its output holds ``text``: a page that was just loaded is still meeting the
        kernel, and what was chosen in it is told when they have met.
        """
        for _ in range(times):
            self.run(index)
            self.page.wait_for_timeout(500)
            if text in self.output(index).last.inner_text():
                return
        raise AssertionError(f"{text!r} is not in {self.output(index).last.inner_text()!r}")

    def wait(self, index: int, *, seconds: float = 120) -> None:
        """Until a cell has run: its prompt is a number."""
        prompt = self.cell(index).locator(".jp-InputPrompt")
        self.page.wait_for_function(
            "element => /\\[\\d+\\]/.test(element.textContent)", arg=prompt.element_handle(), timeout=seconds * 1000
        )

    def replace(self, index: int, source: str) -> None:
        """Put another text into a cell."""
        cells = "window.jupyterapp.shell.currentWidget.content.model.cells"
        self.page.evaluate(f"([at, text]) => {cells}.get(at).sharedModel.setSource(text)", [index, source])

    def output(self, index: int) -> Locator:
        """What a cell has put out."""
        return self.cell(index).locator(".jp-OutputArea-output")

    def viewer(self, index: int) -> Locator:
        """The viewer under a cell."""
        return self.cell(index).locator(".ce-lab-view")

    def marks(self, index: int) -> Locator:
        """The marks in the gutter of a cell."""
        return self.cell(index).locator(".ce-cell-mark")

    def save(self) -> None:
        """Save it, as Ctrl S does."""
        self.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")

    def theme(self, name: str) -> None:
        """Change JupyterLab's theme."""
        change = "name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: name})"
        self.page.evaluate(change, name)

    def top(self) -> None:
        """Scroll to the top."""
        self._scroll("0")

    def bottom(self) -> None:
        """Scroll to the end, and wait until it is drawn."""
        self._scroll("outer.scrollHeight")
        self.page.wait_for_timeout(300)

    def _scroll(self, where: str) -> None:
        panel = "document.querySelector('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-WindowedPanel-outer')"
        self.page.evaluate(f"() => {{ const outer = {panel}; outer?.scrollTo(0, {where}); }}")
