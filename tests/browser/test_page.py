"""The HTML file, opened from the disk: the viewer offline, the summary without scripts, hostile reports, redaction."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from explorer.report import Report
from explorer.views import html
from tests.browser.axe import violations
from tests.browser.reports import explored
from tests.hostile import hostile


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def file(folder: Path) -> Path:
    """A page of a real report."""
    exploration = explored()
    started = time.perf_counter()
    exploration.to_html(folder / "report.html")
    assert time.perf_counter() - started < 2
    return folder / "report.html"


def write(folder: Path, name: str, report: Report) -> Path:
    path = folder / name
    path.write_bytes(html.page(report).encode())
    return path


def test_it_shows_the_viewer_and_asks_nobody(quiet_page: Page, file: Path, shots: Path) -> None:
    asked: list[str] = []
    quiet_page.on("request", lambda request: asked.append(request.url))
    quiet_page.goto(file.as_uri())
    expect(quiet_page.locator("#ce-viewer h1")).to_be_visible()
    expect(quiet_page.locator("#ce-summary")).to_have_count(0)
    quiet_page.screenshot(path=shots / "page.png")
    assert [url for url in asked if not url.startswith(("file:", "blob:", "data:"))] == []


def test_without_scripts_it_is_the_summary(browser: Browser, file: Path) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(file.as_uri())
    expect(page.locator("#ce-summary")).to_contain_text("GB0059")
    expect(page.locator("#ce-viewer")).to_be_hidden()
    page.context.close()


@pytest.mark.parametrize("width", [480, 820, 1600])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_reads_well(browser: Browser, file: Path, shots: Path, width: int, scheme: Any) -> None:
    """Nothing sticks out at the side, and axe finds nothing serious."""
    page = browser.new_context(viewport={"width": width, "height": 1000}, color_scheme=scheme).new_page()
    page.goto(file.as_uri())
    expect(page.locator("#ce-viewer h1")).to_be_visible()
    page.screenshot(path=shots / f"page-{width}-{scheme}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page, "#ce-viewer") == []
    page.context.close()


def test_every_panel_and_every_stage_opens(quiet_page: Page, file: Path, shots: Path) -> None:
    quiet_page.goto(file.as_uri())
    tabs = quiet_page.locator(".ce-panels [role=tab]")
    for index in range(tabs.count()):
        tabs.nth(index).click()
        name = tabs.nth(index).get_attribute("id")
        if name == "ce-tab-kernels":
            quiet_page.locator(".ce-kernel-table tbody tr").first.click()
            expect(quiet_page.locator(".ce-opened")).to_contain_text("No assembly")
        if name == "ce-tab-steps":
            expect(quiet_page.locator(".ce-ops [aria-selected=true]")).to_be_visible()
            quiet_page.get_by_role("button", name="Next break").click()
            expect(quiet_page.locator(".ce-step-foot")).to_contain_text("graph break")
            quiet_page.screenshot(path=shots / "stepper.png")
        expect(quiet_page.locator(".ce-broken")).to_have_count(0)
        assert violations(quiet_page, ".ce-panels") == [], name


def test_the_cut_the_modules_and_the_rules_stand_beside_their_stage(quiet_page: Page, file: Path, shots: Path) -> None:
    quiet_page.goto(file.as_uri())
    pane = quiet_page.locator(".ce-stage[data-pane=A]")
    quiet_page.locator(".ce-stg[data-column=aot]").click()
    pane.get_by_role("button", name="Table", exact=True).click()
    expect(pane.locator(".ce-joint svg")).to_be_visible()
    pane.get_by_role("button", name="Graph", exact=True).click()
    pane.get_by_role("button", name="Modules").click()
    expect(pane.locator(".ce-modules tbody tr")).not_to_have_count(0)
    quiet_page.screenshot(path=shots / "modules.png")
    quiet_page.locator(".ce-stg[data-column=passes]").click()
    pane.get_by_role("button", name="Steps", exact=True).click()
    expect(pane.locator(".ce-rule")).to_be_visible()
    assert violations(quiet_page, ".ce-stage") == []


def test_an_address_names_a_selection(quiet_page: Page, file: Path) -> None:
    ref = next(finding.ref for finding in explored().report.findings if finding.kind == "break")
    quiet_page.goto(f"{file.as_uri()}#ref={ref}")
    expect(quiet_page.locator("[data-ref]").first).to_be_attached()
    assert quiet_page.evaluate("decodeURIComponent(location.hash)") == f"#ref={ref}"


def test_a_hostile_report_is_only_text(quiet_page: Page, folder: Path, shots: Path) -> None:
    dialogs: list[str] = []
    quiet_page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    quiet_page.goto(write(folder, "hostile.html", hostile(20_000, 60)).as_uri())
    expect(quiet_page.locator("#ce-viewer h1")).to_be_visible()
    quiet_page.screenshot(path=shots / "hostile.png")
    scripts = quiet_page.locator("script:not([type='application/json'])")
    assert scripts.count() == 1
    assert dialogs == []
    handlers = "[...document.querySelectorAll('[onload],[onerror]')].map(element => element.outerHTML)"
    assert "alert" not in quiet_page.evaluate(handlers)


def test_a_script_that_a_report_smuggles_in_is_not_run(page: Page, folder: Path) -> None:
    path = folder / "smuggled.html"
    whole = html.page(explored().report)
    path.write_text(whole.replace("</body>", "<script>document.title = 'owned'</script></body>"), newline="")
    page.goto(path.as_uri())
    expect(page.locator("#ce-viewer h1")).to_be_visible()
    assert page.title() != "owned"


def test_a_redacted_page_names_no_path_and_no_source(quiet_page: Page, folder: Path) -> None:
    explored().to_html(folder / "redacted.html", redact=True)
    text = (folder / "redacted.html").read_text()
    assert str(Path(__file__).parent) not in text
    assert 'print("half way")' not in text
    assert "torch.nn.functional.silu(self.up(self.norm(x)))" not in text
    quiet_page.goto((folder / "redacted.html").as_uri())
    expect(quiet_page.locator("#ce-viewer h1")).to_be_visible()
