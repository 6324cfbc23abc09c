"""Fixtures of the browser tests: a Chromium, a JupyterLab, reports to show, pages that fail on errors of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page

from tests.browser.chromium import find_chromium
from tests.browser.server import Lab

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser tests come last: Playwright keeps an event loop running, which other tests could not share."""
    here = Path(__file__).parent
    items.sort(key=lambda item: here in item.path.parents)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """How Chromium is started: see ``chromium.py`` for where it comes from."""
    return {**browser_type_launch_args, "executable_path": find_chromium(), "headless": True, "args": list(FLAGS)}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A window of a laptop, light, without motion."""
    size = {"width": 1400, "height": 1000}
    return {**browser_context_args, "viewport": size, "color_scheme": "light", "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A JupyterLab with our extension, for all tests: each uses files of its own."""
    server = Lab(tmp_path_factory.mktemp("lab"))
    try:
        server.wait()
        yield server
    finally:
        server.stop()


def own_errors(page: Page) -> list[str]:
    """A list that fills with the errors of our own scripts in ``page``; JupyterLab's are its own affair."""
    errors: list[str] = []

    def heard(error: Error) -> None:
        if page.url.startswith("file:") or "torch-compile-explorer" in (error.stack or ""):
            errors.append(f"{error}\n{error.stack}")

    page.on("pageerror", heard)
    return errors


@pytest.fixture
def quiet_page(page: Page) -> Iterator[Page]:
    """A page where errors of our own fail the test."""
    errors = own_errors(page)
    yield page
    assert not errors, errors


@pytest.fixture(scope="session")
def shots() -> Path:
    """Where screenshots go: the folder that SCREENSHOTS names, else nowhere that lasts."""
    folder = Path(os.environ.get("SCREENSHOTS") or "/tmp/compile-explorer-screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
