"""Graphs in the browser: a network of 10,000 nodes drawn, opened, moved over, walked by keyboard and read as a list."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from explorer.report import (
    Compilation,
    Environment,
    Graph,
    Node,
    Place,
    Program,
    Report,
    StageRecord,
    TensorSpec,
    make_ref,
)
from explorer.report.document import SCHEMA
from explorer.views import html
from tests.browser.axe import violations

COUNT = 10_000
LINES = 40


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of a report with one large graph."""
    path = tmp_path_factory.mktemp("graph") / "large.html"
    path.write_bytes(html.page(report()).encode())
    return path


def report() -> Report:
    """Blocks of 40 lines with three ops each; the third op of a line also takes what the block began with."""
    nodes = [Node(ref=ref(0), name="x", op="placeholder", target="L_x_")]
    nodes += [op(at) for at in range(1, COUNT - 1)]
    nodes.append(Node(ref=ref(COUNT - 1), name="output", op="output", target="output", inputs=(ref(COUNT - 2),)))
    graph = Graph(ref=make_ref("0/0", "dynamo", "dynamo", "graph", "graph"), name="graph", nodes=tuple(nodes))
    stage = StageRecord(stage="dynamo", direction="dynamo", graphs=(graph,))
    compilation = Compilation(key="0/0", id="0/0", function="Net.forward", stages=(stage,))
    return Report(schema=SCHEMA, program=Program(name="Net"), environment=Environment(), compilations=(compilation,))


def ref(at: int) -> str:
    return make_ref("0/0", "dynamo", "dynamo", "node", f"n{at}")


def op(at: int) -> Node:
    block, step = divmod(at - 1, 3 * LINES)
    line, third = step // 3, step % 3
    return Node(
        ref=ref(at),
        name=f"n{at}",
        op="call_function",
        target=("torch.sin", "torch.exp", "torch.add")[third],
        inputs=(ref(at - 1), ref(block * 3 * LINES)) if third == 2 else (ref(at - 1),),
        specs=(TensorSpec(dtype="float32", shape=(8, 64)),),
        module=f"blocks.{block}",
        place=Place(file="/tmp/net.py", line=10 + line, function="forward", source=f"x = step_{line}(x)"),
    )


@pytest.fixture
def graph(quiet_page: Page, file: Path) -> Locator:
    """The drawing, ready."""
    quiet_page.goto(file.as_uri())
    found = quiet_page.locator(".ce-graph").first
    expect(found).to_have_attribute("data-state", "ready", timeout=20_000)
    return found


def test_the_first_view_has_few_boxes(graph: Locator, shots: Path) -> None:
    assert 0 < boxes(graph) <= 300
    expect(graph.locator(".ce-graph-bar")).to_contain_text("box")
    graph.page.screenshot(path=shots / "graph-large.png")


def test_all_of_it_is_drawn_and_moves_smoothly(graph: Locator, shots: Path) -> None:
    open_all(graph)
    frames = graph.page.evaluate(
        """async () => {
            const canvas = document.querySelector('.ce-graph-canvas');
            const frame = () => new Promise((done) => requestAnimationFrame(() => done(performance.now())));
            const times = [];
            for (let before = await frame(); times.length < 60; ) {
                canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: 150, bubbles: true, cancelable: true }));
                const now = await frame();
                times.push(now - before);
                before = now;
            }
            return times;
        }"""
    )
    graph.page.screenshot(path=shots / "graph-large-open.png")
    assert statistics.median(frames) < 30


def open_all(graph: Locator) -> None:
    """Opens every group. A machine that is busy may give the layout up; then it is asked again."""
    whole, stopped = graph.locator(f'[data-boxes="{COUNT}"]'), graph.locator("text=layout stopped after 1 s")
    for _ in range(5):
        graph.get_by_role("button", name="All", exact=True).click()
        expect(whole.or_(stopped)).to_be_attached(timeout=20_000)
        if whole.count() > 0:
            return
        graph.get_by_role("button", name="Draw with groups closed").click()
    pytest.fail("the layout took more than a second, five times")


def active(graph: Locator) -> str:
    """What a screen reader says of the row with the focus."""
    return str(
        graph.page.evaluate(
            "document.getElementById(document.querySelector('[role=tree]').getAttribute('aria-activedescendant')).ariaLabel"
        )
    )


def boxes(graph: Locator) -> int:
    return int(graph.locator(".ce-graph-canvas").get_attribute("data-boxes") or 0)


def test_everything_is_reached_by_keyboard(graph: Locator) -> None:
    row = graph.locator("[role=treeitem][data-active]")
    graph.get_by_role("tree").focus()
    assert active(graph).startswith("x, graph 1, L_x_") or active(graph).startswith("x, graph 1, input")
    before = boxes(graph)
    for _ in range(400):
        graph.page.keyboard.press("ArrowDown")
        if row.get_attribute("aria-expanded") == "true":
            break
    graph.page.keyboard.press("ArrowLeft")
    expect(row).to_have_attribute("aria-expanded", "false")
    expect(graph.locator(f'[data-boxes="{before}"]')).to_have_count(0, timeout=20_000)
    graph.page.keyboard.press("ArrowRight")
    expect(graph.locator(f'[data-boxes="{before}"]')).to_have_count(1, timeout=20_000)
    graph.page.keyboard.press("End")
    graph.page.keyboard.press("Alt+ArrowUp")
    assert f"n{COUNT - 2}" in active(graph) or "equal copies" in active(graph) or "ops" in active(graph)
    graph.page.keyboard.press("Enter")
    expect(row).to_have_attribute("aria-selected", "true")


def test_it_is_a_list_too(graph: Locator, shots: Path) -> None:
    graph.get_by_role("button", name="List").click()
    tree = graph.get_by_role("tree")
    expect(tree).to_be_visible()
    tree.locator("[role=treeitem]").first.click()
    expect(tree.locator("[aria-selected=true]")).to_have_count(1)
    graph.page.screenshot(path=shots / "graph-list.png")


def test_axe_finds_nothing_serious(graph: Locator) -> None:
    assert violations(graph.page, ".ce-graph") == []
