"""A Triton kernel that the program brings itself: shown from torch's own text, and from a real capture with triton.

Launching one needs a GPU. Dynamo's graph does not: with triton installed (a CUDA build of torch brings it) and torch
told that it can be used, the kernel is captured for real, and the backend here runs nothing.
"""

from __future__ import annotations

import importlib.util
import linecache
from collections.abc import Callable
from typing import Any

import pytest
import torch

import explorer
from explorer.build import build
from explorer.exploration import Exploration
from explorer.tracing.event import Event

SOURCE = """
import triton
import triton.language as tl

@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out_ptr + at, tl.load(x_ptr + at, mask=mask) + tl.load(y_ptr + at, mask=mask), mask=mask)
"""

TEXT = """class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[256][1]cpu"):
        l_x_ = L_x_

        # File: /home/me/kernels.py:12 in add, code: out = torch.empty_like(x)
        out: "f32[256][1]cpu" = torch.empty_like(l_x_)

        # File: /home/me/kernels.py:13 in add, code: add_kernel[(2,)](x, x, out, x.numel(), BLOCK=128)
        triton_kernel_wrapper_mutation = torch.ops.higher_order.triton_kernel_wrapper_mutation(kernel_idx = 0, """ + (
    "constant_args_idx = 0, grid = [(2, 1, 1)], tma_descriptor_metadata = {}, kwargs = {'x_ptr': l_x_, 'y_ptr': l_x_, "
    "'out_ptr': out});  l_x_ = triton_kernel_wrapper_mutation = None\n        return (out,)\n"
)
"""What torch 2.12.1 wrote for the program below."""


def test_a_log_names_the_kernel_and_its_grid() -> None:
    events = [
        Event(kind="dynamo_start", data={"stack": []}, compile_id="0/0"),
        Event(kind="dynamo_output_graph", data={}, payload=TEXT, compile_id="0/0"),
    ]
    (row,) = Exploration(build(events)).frames["operators"].to_dict("records")
    assert (row["kind"], row["operator"]) == ("triton kernel", "triton_kernel_wrapper_mutation")
    assert (row["grid"], row["line"]) == ("[(2, 1, 1)]", 13)


@pytest.mark.skipif(importlib.util.find_spec("triton") is None, reason="triton is not installed")
def test_a_real_one_tells_its_name_and_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.utils._triton.has_triton", lambda: True)
    monkeypatch.setitem(
        linecache.cache, "kernels.py", (len(SOURCE), None, SOURCE.splitlines(keepends=True), "kernels.py")
    )
    names: dict[str, Any] = {"__name__": "kernels"}
    exec(compile(SOURCE, "kernels.py", "exec"), names)
    kernel = names["add_kernel"]

    def add(x: torch.Tensor) -> torch.Tensor:
        out = torch.empty_like(x)
        kernel[(2,)](x, x, out, x.numel(), BLOCK=128)
        return out

    def backend(_: torch.fx.GraphModule, inputs: list[torch.Tensor]) -> Callable[..., Any]:
        return lambda *_: (inputs[0],)

    x = explorer.explain(add, backend=backend, probe=False)(torch.ones(256))
    (row,) = x.frames["operators"].to_dict("records")
    assert (row["kind"], row["kernel"], row["grid"]) == ("triton kernel", "add_kernel", "[(2, 1, 1)]")
    assert row["defined_at"] == "kernels.py:5"
    stage = x.report.compilations[0].stages[0]
    (listing,) = (each for each in stage.listings if each.language == "triton")
    assert listing.name == "kernel.add_kernel" and "tl.program_id(0) * BLOCK" in x.report.texts[listing.text]
    assert "add_kernel, grid [(2, 1, 1)], defined at" in x.text(width=240, full=True)
