"""Compiled autograd: the engine's graph under its own id, at the user's line, linked to what Dynamo made of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

import explorer
from explorer import samples
from explorer.exploration import Exploration
from explorer.report import Compilation
from tests.sample_models.test_behaviour import load

CALL = next(
    number for number, line in enumerate(samples.path("compiled_autograd").read_text().split("\n"), 1)
    if ".backward()" in line and "``" not in line
)  # fmt: skip


@pytest.fixture(scope="module")
def explained() -> Exploration:
    program = load("compiled_autograd").build()
    return explorer.explain(program["model"], backend="aot_eager", config=program["config"])(*program["inputs"])


def of(x: Exploration, start: str, end: str) -> Compilation:
    (found,) = (each for each in x.report.compilations if each.id.startswith(start) and each.id.endswith(end))
    return found


def engine_graph() -> list[str]:
    """The operators in the graph that plain torch traces in the engine."""
    program = load("compiled_autograd").build()
    seen: list[str] = []

    def compiler(graph: torch.fx.GraphModule) -> Any:
        seen.extend(node.name for node in graph.graph.nodes if node.op == "call_function")
        return graph

    with torch._dynamo.compiled_autograd._enable(compiler):
        program["model"].linear(program["inputs"][0]).sum().backward()
    return seen


def test_the_engines_compile_has_an_id_of_its_own(explained: Exploration) -> None:
    engine = of(explained, "!", "/-/-")
    assert engine.place is not None and engine.place.line == CALL
    assert Path(engine.place.file).name == "compiled_autograd.py"
    (record,) = (stage for stage in engine.stages if stage.stage == "compiled_autograd")
    (graph,) = record.graphs
    targets = [node.target for node in graph.nodes]
    # a gradient for the weight and one for the bias
    assert sum("accumulate_grad" in target for target in targets) == 2
    assert "torch.ops.aten.tanh_backward.default" in targets
    assert record.steps[0].changed is True


def test_plain_torch_puts_the_same_gradients_in_its_graph(explained: Exploration) -> None:
    assert sum("accumulate_grad" in name for name in engine_graph()) == 2


def test_it_leads_to_the_compile_that_dynamo_made_of_it(explained: Exploration) -> None:
    engine = of(explained, "!", "/-/-")
    compiled = next(each for each in explained.report.compilations if each.id[0] == "!" and each is not engine)
    assert compiled.id.split("/")[0] == engine.id.split("/")[0]
    links = [link for link in explained.report.links if link.source.startswith(f"{engine.key}/")]
    assert [link.target for link in links] == [f"{compiled.key}/dynamo/dynamo/graph.graph"]
    assert compiled.function == engine.function == "backward, by compiled autograd"


def test_the_text_shows_the_users_lines_and_no_generated_ones(explained: Exploration) -> None:
    text = explained.text(width=240, sections=("all",))
    assert "compiled as !0/" in text
    assert "<eval_with_key>" not in text[text.index("Where each line runs") : text.index("Where the compile time went")]
    assert not [finding for finding in explained.report.findings if finding.kind == "unknown"]
