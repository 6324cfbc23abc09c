"""CUDA graphs and autotuning, held against torch's own counters, tests and printed table.

Without a GPU torch skips CUDA graphs by the same code, and C++ templates are autotuned by the same code as Triton's.
Recording CUDA graphs and Triton candidates were not run on a device: the texts that only those give are synthetic.
"""

from __future__ import annotations

import contextlib
import io
import re
import runpy
from collections.abc import Iterator
from typing import Any

import pytest
import torch
from torch._dynamo.utils import counters
from torch._inductor import config
from torch._inductor.cudagraph_utils import check_lowering_disable_cudagraph

import explorer
from explorer import samples
from explorer.build import build
from explorer.parse.cudagraphs import advice, read_skip
from explorer.tracing.event import Event
from explorer.views.frame import frames


def sample(name: str, which: str = "build") -> dict[str, Any]:
    return dict(runpy.run_path(str(samples.path(name)))[which]())


def explored(program: dict[str, Any], **more: Any) -> explorer.Exploration:
    options = {name: program[name] for name in ("contexts", "inductor_config") if name in program}
    return explorer.explain(program["model"], probe=False, **{**options, **more})(*program["inputs"])


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    yield
    torch._dynamo.reset()


def test_skipped_as_torch_counts_it() -> None:
    program = sample("cuda_graphs_asked_for")
    counters.clear()
    with torch.no_grad(), config.patch(program["inductor_config"]):
        torch.compile(program["model"])(*program["inputs"])
    skipped = counters["inductor"]["cudagraph_skips"]
    table = explored(sample("cuda_graphs_asked_for")).frames["cudagraphs"]
    assert skipped == (table.query("what == 'the graph'")["recorded"] == False).sum() == 1  # noqa: E712
    assert "runs on a GPU (devices: cpu)" in table["why"][0]
    assert explored(sample("cuda_graphs_asked_for", "fixed")).frames["cudagraphs"].empty


def cube(x: torch.Tensor) -> torch.Tensor:
    y = x @ x
    return y @ x


def test_each_part_tells_the_line_that_keeps_it_out() -> None:
    x = explored({"model": cube, "inputs": (torch.ones(4, 4),)}, mode="reduce-overhead")
    row = x.frames["cudagraphs"].query("what == 'in part 0'").iloc[0]
    assert row["why"] == "cpu ops"
    assert row["line"] in (cube.__code__.co_firstlineno + 1, cube.__code__.co_firstlineno + 2)
    (finding,) = (each for each in x.report.findings if each.kind == "cudagraphs")
    assert (finding.code, finding.severity) == ("CUDAGRAPHS_SKIPPED", "note")


def test_the_line_that_torch_names_is_the_place() -> None:
    x = explored({"model": cube, "inputs": (torch.ones(4, 4),)}, backend="cudagraphs")
    node = torch.fx.Graph().placeholder("arg0_1")
    expected = check_lowering_disable_cudagraph({torch.device("cpu"): node})
    row = x.frames["cudagraphs"].iloc[0]
    assert row["line"] == cube.__code__.co_firstlineno + 1
    assert expected is not None and row["why"] in expected


PRINTED = re.compile(r"^  (\S+) ([\d.]+) ms ([\d.]+)%", re.MULTILINE)


@pytest.mark.slow
@pytest.mark.skipif(torch.backends.mkl.is_available() is False, reason="the packed linear needs MKL")
def test_the_candidates_are_those_that_torch_prints() -> None:
    errors = io.StringIO()
    program = sample("autotuned_linear")
    with contextlib.redirect_stderr(errors):
        x = explored({**program, "inductor_config": {**program["inductor_config"], "autotune_local_cache": False}})
    printed = {name: float(took) for name, took, _ in PRINTED.findall(errors.getvalue())}
    table = x.frames["autotune"]
    assert len(table) >= 2
    assert set(table["operation"]) == {"packed_linear"}
    assert dict(zip(table["candidate"], table["milliseconds"].round(4), strict=True)) == pytest.approx(printed)
    assert table["seconds"].notna().all()
    assert table["fastest"].tolist() == [True] + [False] * (len(table) - 1)
    assert table["milliseconds"].is_monotonic_increasing
    source = samples.path("autotuned_linear").read_text().split("\n")
    assert {source[line - 1].strip() for line in table["line"]} == {"return torch.relu(self.layer(x))"}
    nodes = {node.ref for stage in x.report.compilations[0].stages for graph in stage.graphs for node in graph.nodes}
    (step, *_) = (s for stage in x.report.compilations[0].stages if stage.stage == "autotune" for s in stage.steps)
    assert set(step.refs) <= nodes
    assert "Autotuning" in x.text(sections=("autotune",))


def test_a_log_tells_the_fastest() -> None:
    """The phase as torch 2.13 wrote it when the C++ template of the sample was autotuned."""
    phase = (
        '{"name": "packed_linear_template_autotuning", "ts": 1.0, "args": {"autotune_dtypes": "torch.float32",'
        ' "autotune_choices_stats": "{\\"num_choices\\": 2, \\"num_triton_choices\\": 0, \\"best_kernel\\": '
        '\\"cpp_CppMicroGemmFP32Vec_0\\", \\"best_time\\": 0.0275}"}, "ph": "E", "tid": 0, "pid": 0}'
    )
    start = Event(kind="dynamo_start", data={}, compile_id="0/0", stack=())
    table = frames(build([start, Event(kind="chromium_event", payload=phase, compile_id="0/0")]))["autotune"]
    assert table[["operation", "candidate", "milliseconds", "candidates", "fastest"]].values.tolist() == [
        ["packed_linear", "cpp_CppMicroGemmFP32Vec_0", 0.0275, 2, True]
    ]


synthetic_mutated = """skipping cudagraphs due to mutated inputs (1 instances). Found from :
   File "/home/user/model.py", line 12, in forward
    x.add_(1)
"""


def test_reasons_that_only_a_gpu_gives() -> None:
    skip = read_skip(synthetic_mutated)
    assert skip.why == "mutated inputs (1 instances)"
    assert skip.frame is not None and (skip.frame.file, skip.frame.line) == ("/home/user/model.py", 12)
    assert advice(skip.why) != ()
    assert read_skip("disabling cudagraphs due to incompatible op aten.nonzero.default").why.startswith("incompatible")


def synthetic_split() -> dict[str, Any]:
    """A graph on a GPU with a part on the CPU, in the shape that explorer.compat.cudagraphs gives."""
    user = {"filename": "/home/user/model.py", "line": 7, "name": "forward"}
    obstacle = {"node": "op1", "reason": "cpu ops", "user": user}
    parts = [
        {"recorded": True, "nodes": 3, "reasons": []},
        {"recorded": False, "nodes": 1, "reasons": [obstacle]},
        {"recorded": True, "nodes": 2, "reasons": []},
    ]
    return {"reason": None, "failed": [], "devices": ["cpu", "cuda"], "backward": False, "parts": parts}


def test_a_graph_that_is_recorded_in_parts() -> None:
    start = Event(kind="dynamo_start", data={}, compile_id="0/0", stack=())
    report = build([start, Event(kind="explorer.cudagraphs", data=synthetic_split(), compile_id="0/0")])
    table = frames(report)["cudagraphs"]
    assert table["recorded"].dropna().tolist() == [True, True, False, True]
    (finding,) = (each for each in report.findings if each.kind == "cudagraphs")
    assert finding.code == "CUDAGRAPHS_SPLIT" and finding.place is not None and finding.place.line == 7


@pytest.mark.gpu
def test_a_gpu_records_the_graph() -> None:
    x = explored({"model": cube, "inputs": (torch.ones(4, 4, device="cuda"),)}, mode="reduce-overhead")
    assert x.frames["cudagraphs"]["recorded"].all()
