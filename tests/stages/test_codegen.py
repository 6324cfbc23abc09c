"""Generated code as listings and kernels, and what state a compile left it in."""

from __future__ import annotations

import pytest

from explorer.report import Listing, StageRecord, Texts
from explorer.stages import codegen
from explorer.tracing.event import Trace
from explorer.tracing.trace_log import read_log
from tests.generated import CPP, OLD, TRITON
from tests.traces import event, trace


def fold(recorded: Trace, key: str = "0/0") -> tuple[dict[str, StageRecord], Texts]:
    texts = Texts()
    return {record.direction: record for record in codegen.fold(recorded, texts).stages[key]}, texts


def listing(record: StageRecord, name: str) -> Listing:
    return next(each for each in record.listings if each.name == name)


def test_training_has_kernels_forward_and_backward(recorded_traces) -> None:
    found, _ = fold(Trace(read_log(recorded_traces["training"])))
    forward = {kernel.name: kernel for kernel in found["fwd"].kernels}
    assert {(name, kernel.language, len(kernel.calls)) for name, kernel in forward.items()} == {
        ("cpp_fused_relu_0", "cpp", 1),
        ("cpp_fused_sum_1", "cpp", 1),
        ("extern_kernels.addmm", "extern", 2),
    }
    assert forward["extern_kernels.addmm"].extern and forward["extern_kernels.addmm"].listing is None
    assert sum(len(kernel.calls) for kernel in found["bwd"].kernels if kernel.name == "extern_kernels.mm") == 3
    handles = [call.handle for kernel in forward.values() for call in kernel.calls]
    assert sorted(handles) == [1, 2, 3, 4]


def test_listings_are_torchs_text_with_the_lines_of_the_calls(recorded_traces) -> None:
    recorded = Trace(read_log(recorded_traces["training"]))
    found, texts = fold(recorded)
    written = next(recorded.of("inductor_output_code"))
    module, wrapper = listing(found["fwd"], "module"), listing(found["fwd"], "wrapper")
    assert texts.by_key[module.text] == written.payload
    assert module.file == wrapper.file == written.data["file_path"]
    lines = written.payload.split("\n")
    body = texts.by_key[wrapper.text].split("\n")
    assert lines[wrapper.first_line - 1 : wrapper.first_line - 1 + len(body)] == body
    assert body[0].strip() == "def call(self, args):"
    for kernel in found["fwd"].kernels:
        for call in kernel.calls:
            assert lines[call.line - 1].strip().startswith(kernel.name)
            assert (call.line, call.ref) in {(anchor.line, anchor.ref) for anchor in wrapper.anchors}
            assert body[call.line - wrapper.first_line] == lines[call.line - 1]
        if kernel.listing:
            code = texts.by_key[next(each.text for each in found["fwd"].listings if each.ref == kernel.listing)]
            (defined,) = (anchor for anchor in module.anchors if anchor.ref == kernel.ref)
            assert code in "\n".join(lines[defined.line - 1 : defined.end])


def test_calls_know_their_nodes_as_torch_maps_them(recorded_traces) -> None:
    found, _ = fold(Trace(read_log(recorded_traces["inference"])))
    nodes = {call.ref.rpartition("call.")[2]: call.nodes for kernel in found["fwd"].kernels for call in kernel.calls}
    assert nodes["cpp_fused_relu_0:2"] == ("0/0/fwd/post_grad/node.relu",)
    assert set(nodes["cpp_fused_mul_sigmoid_1:4"]) == {"0/0/fwd/post_grad/node.sigmoid", "0/0/fwd/post_grad/node.mul"}


def test_gpu_code() -> None:
    found, texts = fold(trace(event("inductor_output_code", TRITON)))
    kernels = {kernel.name: kernel for kernel in found["fwd"].kernels}
    assert {name for name, kernel in kernels.items() if not kernel.extern} == {
        "triton_poi_fused_mul_relu_0",
        "add_kernel_0",
        "multi_kernel_0",
    }
    assert kernels["extern_kernels.mm"].device == "cuda"
    code = listing(found["fwd"], "triton_poi_fused_mul_relu_0")
    assert (code.language, code.file) == ("triton", "/cache/ab/cab.py")
    wrapper = texts.by_key[listing(found["fwd"], "wrapper").text]
    assert wrapper.startswith("def partition_0(args):") and "self.partitions[0](" in wrapper


def test_a_cpp_wrapper_and_code_without_handles() -> None:
    found, _ = fold(trace(event("inductor_output_code", CPP)))
    assert listing(found["fwd"], "wrapper").language == "cpp"
    found, _ = fold(trace(event("inductor_output_code", OLD)))
    assert [call.handle for kernel in found["fwd"].kernels for call in kernel.calls] == [None] * 3


def test_a_text_that_is_no_module_is_kept_whole() -> None:
    found, texts = fold(trace(event("inductor_output_code", "nothing that is known")))
    (module,) = found["fwd"].listings
    assert (module.name, texts.by_key[module.text]) == ("module", "nothing that is known")


def test_a_hit_is_from_the_cache(recorded_traces) -> None:
    found, _ = fold(Trace(read_log(recorded_traces["cached"])), "1.0/0")
    assert [record.state for record in found.values()] == ["cached", "cached"]
    assert all(record.kernels for record in found.values())


@pytest.mark.parametrize(
    ("events", "state", "word"),
    [
        ([], "absent", "Inductor is not the backend"),
        ([event("compilation_metrics", data={"fail_type": "Unsupported"})], "not_reached", "Unsupported"),
        (
            [event("inductor_post_grad_graph", "x"), event("compilation_metrics", data={"fail_type": "InductorError"})],
            "failed",
            "before it printed code",
        ),
        (
            [event("inductor_output_code", OLD), event("compilation_metrics", data={"fail_type": "InductorError"})],
            "failed",
            "could not be built",
        ),
        ([event("inductor_post_grad_graph", "x")], "absent", "printed no code"),
    ],
)
def test_states(events, state: str, word: str) -> None:
    found, _ = fold(trace(event("dynamo_output_graph", "x"), *events))
    assert found["fwd"].state == state
    assert word in (found["fwd"].reason or "")


def test_a_failing_backward_leaves_the_forward_done() -> None:
    backward = OLD.replace("import torch", "# AOT ID: ['0_backward']", 1)
    forward = OLD.replace("import torch", "# AOT ID: ['0_forward']", 1)
    failed = event("bwd_compilation_metrics", data={"fail_type": "InductorError"})
    found, _ = fold(trace(event("inductor_output_code", forward), event("inductor_output_code", backward), failed))
    assert (found["fwd"].state, found["bwd"].state) == ("done", "failed")
