"""What Inductor fused, held against the text that plain torch logs of the same compile."""

from __future__ import annotations

import logging
import re
import runpy
from collections import Counter
from typing import Any

import pytest
import torch
import torch._inductor.config
import torch._inductor.scheduler

import explorer
from explorer import samples


class Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def logged(program: dict[str, Any]) -> list[str]:
    """What torch logs of its fusion decisions when it compiles ``program`` on its own."""
    lines, logger = Lines(), torch._inductor.scheduler.fusion_log
    level = logger.level
    torch._dynamo.reset()
    logger.addHandler(lines)
    logger.setLevel(logging.DEBUG)
    try:
        with torch._inductor.config.patch(fx_graph_cache=False):
            torch.compile(program["model"])(*program["inputs"])
    finally:
        logger.setLevel(level)
        logger.removeHandler(lines)
        torch._dynamo.reset()
    return lines.lines


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    return dict(runpy.run_path(str(samples.path("fusion")))["build"]())


@pytest.fixture(scope="module")
def explained(program: dict[str, Any]) -> Any:
    return explorer.explain(program["model"], probe=False)(*program["inputs"])


def stage(x: Any, name: str, direction: str = "fwd") -> Any:
    (found,) = (each for each in x.report.compilations[0].stages if (each.stage, each.direction) == (name, direction))
    return found


def test_the_decisions_are_those_that_torch_logs(program: dict[str, Any], explained: Any) -> None:
    lines = logged(program)
    refused = {match.groups() for line in lines if (match := re.match(r"cannot fuse (\S+) with (\S+): (.*)", line))}
    fused = [match.groups() for line in lines if (match := re.match(r"fusing (\S+) with (\S+)$", line))]
    told = explained.frames["fusion"]
    kept = told[~told["fused"]]
    pairs = {(first, second) for first, second, _ in refused}
    assert set(zip(kept["first"], kept["second"], strict=True)) == pairs
    assert set(zip(kept["first"], kept["second"], kept["reason"], strict=True)) <= refused
    assert list(zip(told[told["fused"]]["first"], told[told["fused"]]["second"], strict=True)) == fused
    assert fused and refused


def test_nodes_are_linked_from_the_graph_to_the_kernel(explained: Any) -> None:
    found = stage(explained, "inductor")
    before, after, _ = found.graphs
    library = [node.target for node in after.nodes if node.attributes["kind"] == "extern"]
    assert library == ["extern_kernels.mm"]
    made = {kernel.name for kernel in stage(explained, "codegen").kernels}
    links = explained.report.links
    ours = {node.ref for node in after.nodes}
    assert {link.target.partition("/call.")[2].rpartition(":")[0] for link in links if link.source in ours} == made
    graph = {node.ref for graph in stage(explained, "post_grad").graphs for node in graph.nodes}
    sources = {link.source for link in links if link.target in {node.ref for node in before.nodes}}
    assert sources <= graph
    assert all(node.place is not None for node in before.nodes)


def test_every_step_names_nodes_that_are_there(explained: Any) -> None:
    found = stage(explained, "inductor")
    known = {node.ref for node in found.graphs[0].nodes}
    assert all(step.refs and set(step.refs) <= known for step in found.steps[1:])
    first = found.steps[0]
    texts = explained.report.texts
    assert "op0: " in texts[first.before] and first.changed
    assert [step.index for step in found.steps] == list(range(len(found.steps)))


def test_buffers_are_those_of_the_generated_code(explained: Any) -> None:
    buffers = explained.frames["buffers"].set_index("buffer")
    (code,) = (
        explained.report.texts[listing.text]
        for listing in stage(explained, "codegen").listings
        if listing.name == "module"
    )
    assert len(buffers) == len(re.findall(r"^ +buf\d+ = ", code, re.MULTILINE))
    assert buffers["takes"].notna().sum() == code.count("# reuse")
    lines = code.split("\n")
    assert all(lines[line - 1].strip().startswith(f"{name} = ") for name, line in buffers["from_line"].items())
    assert buffers["bytes"].max() == 16 * 32 * 4


def test_rewrites_are_told(explained: Any) -> None:
    steps = [step for each in explained.report.compilations[0].stages if each.stage == "passes" for step in each.steps]
    kinds = Counter(step.name for step in steps)
    assert "mul_softmax_pattern" in {step.attributes["pattern"] for step in steps}
    constants = [step for step in steps if step.name == "constant folded"]
    assert [step.attributes["value"] for step in constants] == ["3.0"] and kinds["pattern replaced"]
    nodes = {
        node.ref for each in explained.report.compilations[0].stages for graph in each.graphs for node in graph.nodes
    }
    assert all(set(step.refs) <= nodes for step in steps if step.attributes["pass"] == "joint graph")


def test_the_text_and_the_page_say_it(explained: Any, tmp_path: Any) -> None:
    text = explained.text(width=140, sections=("fusion", "passes"))
    assert "What Inductor fused" in text and "extern_kernels.mm" in text and "not fused because" in text
    page = tmp_path / "x.html"
    explained.to_html(page)
    assert "What Inductor fused" in page.read_text()


def test_without_inductor_nothing_is_said_to_be_fused() -> None:
    x = explorer.explain(lambda x: x.sin().cos(), probe=False, backend="aot_eager")(torch.ones(3))
    assert stage(x, "inductor").state == "absent"
    assert "not the backend" in stage(x, "inductor").reason
    assert len(x.frames["fusion"]) == len(x.frames["buffers"]) == 0


def test_torch_is_itself_again_afterwards() -> None:
    assert torch._inductor.scheduler.WhyNoFuse.__call__.__name__ == "__call__"
    assert not hasattr(torch._inductor.scheduler.WhyNoFuse.__call__, "__wrapped__")
    assert not hasattr(torch._inductor.debug.log_ir_post_fusion, "__wrapped__")
    assert not hasattr(torch._inductor.scheduler.Scheduler.fuse_two_nodes, "__wrapped__")


def test_a_replaced_pattern_names_torchs_own_rule() -> None:
    from torch._inductor.fx_passes import joint_graph

    def model(x: torch.Tensor) -> torch.Tensor:
        return x.permute(1, 0).permute(1, 0).sin()

    x = explorer.explain(model, probe=False)(torch.ones(4, 8))
    (step,) = stage(x, "passes").steps
    rule = joint_graph.pointless_permute_pair
    assert (step.place.file, step.place.line) == (rule.__code__.co_filename, rule.__code__.co_firstlineno)
    assert "does" not in step.attributes and rule.__doc__ is None, "it says no more than torch does"
