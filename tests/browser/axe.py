"""axe-core in a page: what it finds serious."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from playwright.sync_api import Page

SERIOUS = ("serious", "critical")


@cache
def _script() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def violations(page: Page, within: str) -> list[str]:
    """The serious violations inside the elements that the selector ``within`` finds, one line each."""
    page.evaluate(_script())
    found = page.evaluate("within => axe.run(within, {resultTypes: ['violations']})", within)
    return [
        f"{rule['id']}: {rule['help']} {[node['target'] for node in rule['nodes'][:3]]}"
        for rule in found["violations"]
        if rule["impact"] in SERIOUS
    ]
