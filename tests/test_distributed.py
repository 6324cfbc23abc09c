"""Several processes: DDP's parts, DTensor's placements and the collectives, against plain torch and the model."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.distributed as dist
from torch._dynamo.backends.common import aot_autograd

import explorer
from explorer import samples
from explorer.exploration import Exploration
from explorer.report import Graph, StageRecord
from tests.sample_models.test_behaviour import load

pytestmark = pytest.mark.skipif(
    not dist.is_available() or not dist.is_gloo_available(), reason="this torch has no gloo"
)


@pytest.fixture(scope="module")
def one_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The sample's model with its gradients in buckets, in a group of one process."""
    yield load("two_process_ddp").parallel(0, tmp_path_factory.mktemp("ddp") / "meeting", processes=1)
    if dist.is_initialized():
        dist.destroy_process_group()


@pytest.fixture(scope="module")
def split(one_process: Any) -> Exploration:
    return explorer.explain(one_process, train=True, backend="aot_eager", probe=False)(torch.randn(8, 512))


def record(x: Exploration, stage: str, direction: str) -> StageRecord:
    (found,) = (
        each
        for compilation in x.report.compilations
        for each in compilation.stages
        if (each.stage, each.direction) == (stage, direction) and each.graphs
    )
    return found


def parts(x: Exploration) -> list[Graph]:
    return [graph for graph in record(x, "ddp", "dynamo").graphs if graph.name != "graph"]


def test_the_graph_is_split_where_plain_torch_splits_it(split: Exploration, one_process: Any) -> None:
    compiled: list[list[str]] = []

    def backend(graph: torch.fx.GraphModule, _: object) -> Callable[..., Any]:
        compiled.append([str(node.target) for node in graph.graph.nodes if node.op.startswith("call")])
        return graph.forward

    torch._dynamo.reset()
    torch.compile(one_process, backend=backend)(torch.randn(8, 512))
    assert len(compiled) == len(parts(split)) == 3
    assert [sum(node.op.startswith("call") for node in part.nodes) for part in parts(split)] == list(map(len, compiled))
    assert [part.name for part in parts(split)] == ["graph.submod_0", "graph.submod_1", "graph.submod_2"]


def test_each_part_tells_its_parameters(split: Exploration, one_process: Any) -> None:
    layers = [one_process.module.first, one_process.module.second, one_process.module.third]
    sizes = [sum(each.numel() * each.element_size() for each in layer.parameters()) for layer in layers]
    assert [metric.value for metric in record(split, "ddp", "dynamo").metrics] == sizes
    (finding,) = (each for each in split.report.findings if each.code == "DDP_SPLIT")
    assert "3 parts" in finding.title and f"{sizes[0] / 1024:,.0f} KiB" in finding.title
    assert finding.title[:20] in split.text(width=200)


def test_each_part_is_linked_to_what_became_of_it(split: Exploration) -> None:
    links = {(link.kind, link.source, link.target) for link in split.report.links}
    outer = record(split, "ddp", "dynamo").graphs[0]
    called = [node for node in outer.nodes if node.op == "call_module"]
    lowered = list(record(split, "aot", "fwd").graphs)
    for node, part, graph in zip(called, parts(split), lowered, strict=True):
        assert ("body", node.ref, part.ref) in links and ("lowered", part.ref, graph.ref) in links


def test_what_the_parts_keep_has_the_programs_names(split: Exploration) -> None:
    saved = split.frames["saved"]
    weights = saved[saved["kept_as"] == "parameter"]
    # the backward of the first layer needs no weight: its input has no gradient
    assert set(weights["tensor"]) == {"self.second.weight", "self.third.weight"}


def test_every_record_is_of_one_compile(split: Exploration) -> None:
    """torch writes the rank into its records, and so do we."""
    assert {key.partition("/")[0] for key in (each.key for each in split.report.compilations)} == {"rank0"}


# -- DTensor ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tensor_parallel() -> Iterator[tuple[Any, Exploration, list[str]]]:
    """The sample's model, its exploration, and the operators of the forward as plain torch lowers it."""
    if dist.is_initialized():
        dist.destroy_process_group()
    program = load("tensor_parallel").build()
    operators: list[str] = []

    def compiler(graph: torch.fx.GraphModule, _: object) -> Callable[..., Any]:
        operators.extend(str(node.target) for node in graph.graph.nodes if node.op == "call_function")
        return graph.forward

    torch._dynamo.reset()
    with torch.no_grad():
        torch.compile(program["model"], backend=aot_autograd(fw_compiler=compiler))(*program["inputs"])
        x = explorer.explain(program["model"], backend="aot_eager", probe=False)(*program["inputs"])
    yield program["model"], x, operators
    dist.destroy_process_group()


def test_the_placements_of_the_weights(tensor_parallel: Any) -> None:
    model, x, _ = tensor_parallel
    rows = x.frames["operators"]
    found = rows[rows["kind"] == "subclass"]
    expected = [
        (", ".join(map(str, each.placements)), f"local_tensor: float32{list(each.to_local().shape)}")
        for each in model.parameters()
    ]
    assert list(zip(found["placements"], found["inner"], strict=True)) == expected
    assert set(found["operator"]) == {"DTensor"} and all("(2,)" in mesh for mesh in found["mesh"])


def test_the_collectives_are_those_of_the_lowered_graph(tensor_parallel: Any) -> None:
    _, x, operators = tensor_parallel
    plain = [name.split(".")[1] for name in operators if name.startswith("_c10d_functional.")]
    rows = x.frames["operators"]
    found = rows[rows["kind"] == "collective"]
    assert list(found["operator"]) == plain == ["all_reduce", "wait_tensor"]
    reduce = found.iloc[0]
    assert (reduce["stage"], reduce["reduces"]) == ("aot", "sum") and reduce["group"]
    text = x.text(width=200, sections=("all",))
    assert "sum over group" in text and "placed S(0) on DeviceMesh" in text


# -- two real processes -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_two_processes(tmp_path: Path) -> None:
    saved = tmp_path / "report.json"
    command = [sys.executable, "-m", "explorer.cli", "explain", str(samples.path("two_process_ddp"))]
    options = ["--backend", "aot_eager", "--to", "json", "-o", str(saved)]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    x = explorer.load(saved)
    assert len(parts(x)) == 3 and not x.verdict.errors
    time.sleep(2)
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    # the second process ends with the first
    assert str(samples.path("two_process_ddp")) not in running
