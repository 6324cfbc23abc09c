"""torch's node mappings: by call site, by kernel name, leaked from other graphs, and damaged."""

from __future__ import annotations

import json

import pytest

from explorer.parse.output_code import read_output_code
from explorer.parse.provenance import Mappings, nodes_of, read_lines, read_mappings
from tests.generated import OLD, TRITON

STACK = '  File "/site/module.py", line 9, in _call\n    f()\n  File "model.py", line 7, in forward\n    h = relu(x)\n'


@pytest.mark.parametrize(
    "payload", [None, "", "null", "[]", "{", '{"version": 2.0}', '{"preToPost": {}, "cppCodeToPost": 3}']
)
def test_no_mapping(payload: str | None) -> None:
    assert read_mappings(payload) is None


def test_what_is_no_name_is_left_out() -> None:
    payload = json.dumps({"preToPost": {"h": ["relu", 3, None], "x": "relu"}, "cppCodeToPost": {"k:1": ["relu"]}})
    assert read_mappings(payload) == Mappings({"h": ["relu"]}, {"k:1": ["relu"]})


def test_nodes_by_call_site_without_those_of_other_graphs() -> None:
    fused = {
        "triton_poi_fused_mul_relu_0:1": ["mul", "relu", "mul"],
        "extern_kernels.mm:2": ["mm", "gone"],
        "triton_poi_fused_mul_relu_0:9": ["leaked"],
    }
    found = nodes_of(read_output_code(TRITON), Mappings({}, fused), {"mul": "", "relu": "", "mm": "", "leaked": ""})
    assert found == {"triton_poi_fused_mul_relu_0:1": ("mul", "relu"), "extern_kernels.mm:2": ("mm",)}


def test_without_handles_a_kernel_called_twice_is_not_told_apart() -> None:
    fused = {"cpp_fused_relu_0": ["relu", "relu_1"], "extern_kernels.mm": ["mm"]}
    found = nodes_of(read_output_code(OLD), Mappings({}, fused), ["relu", "relu_1", "mm"])
    assert found == {"extern_kernels.mm#1": ("mm",)}


def test_without_a_mapping_the_comment_above_a_kernel_tells() -> None:
    found = nodes_of(read_output_code(TRITON), None, ["relu", "mul"])
    assert found == {"triton_poi_fused_mul_relu_0:1": ("relu", "mul")}


def test_a_node_of_a_submodule_is_found_by_its_plain_name() -> None:
    graph = ["cond", "true_graph_0.add", "true_graph_0.sin", "false_graph_0.sin"]
    found = nodes_of(read_output_code(OLD), Mappings({}, {"extern_kernels.mm": ["add", "sin"]}), graph)
    assert found == {"extern_kernels.mm#1": ("true_graph_0.add",)}


def test_lines_are_those_of_the_innermost_frame() -> None:
    payload = json.dumps({"k:1": [STACK, "no frame in here"], "k:2": []})
    assert read_lines(payload) == {"k:1": [("model.py", 7)], "k:2": []}
