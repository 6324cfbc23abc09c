"""Attention, held against plain torch: the operators that AOTAutograd's graph has, and torch.nn's own reasons."""

from __future__ import annotations

import contextlib
import runpy
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from torch import nn
from torch._dynamo.backends.common import aot_autograd
from torch._dynamo.utils import counters
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.flex_attention import flex_attention
from torch.nn.functional import scaled_dot_product_attention
from torch.utils._python_dispatch import TorchDispatchMode

import explorer
from explorer import samples
from explorer.attention import ask_attention
from explorer.build import build
from explorer.compat.attention import FAKES, FEATURE, ask, calls_in, reasons_in
from explorer.compat.private import Private
from explorer.parse.attention import arguments
from explorer.tracing.event import Event
from explorer.views.frame import frames

FLASH = "_scaled_dot_product_flash_attention_for_cpu"


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def sample(name: str, which: str) -> dict[str, Any]:
    return dict(runpy.run_path(str(samples.path(name)))[which]())


def explored(program: dict[str, Any], backend: str = "aot_eager") -> explorer.Exploration:
    contexts = program.get("contexts", ())
    return explorer.explain(program["model"], contexts=contexts, probe=False, backend=backend)(*program["inputs"])


def plain_operators(program: dict[str, Any]) -> list[str]:
    """The ATen operators of the forward graph, as plain torch compiles the program."""
    names: list[str] = []

    def compiler(graph: torch.fx.GraphModule, _inputs: object) -> Callable[..., Any]:
        names.extend(str(node.target) for node in graph.graph.nodes if node.op == "call_function")
        return graph.forward

    torch._dynamo.reset()
    context = program.get("contexts", [contextlib.nullcontext])[0]
    with context():
        torch.compile(program["model"], backend=aot_autograd(fw_compiler=compiler))(*program["inputs"])
    torch._dynamo.reset()
    return names


@pytest.mark.parametrize(
    ("name", "which"), [("attention_choice", "build"), ("attention_choice", "fixed"), ("cross_attention", "build")]
)
def test_kernels_are_those_of_the_graph_that_runs(name: str, which: str) -> None:
    expected = sum(FLASH in operator for operator in plain_operators(sample(name, which)))
    table = explored(sample(name, which)).frames["attention"].query("kernel.notna()")
    assert (table["kernel"] == "flash (CPU)").sum() == expected
    assert (table["kernel"] == "math").sum() == len(table) - expected
    assert set(table["known_from"]) == {"graph"}


@pytest.mark.parametrize("name", ["attention_choice", "cross_attention"])
def test_torch_is_asked_where_no_graph_tells(name: str) -> None:
    expected = sum(FLASH in operator for operator in plain_operators(sample(name, "build")))
    table = explored(sample(name, "build"), backend="eager").frames["attention"].query("kernel.notna()")
    assert (table["kernel"] == "flash (CPU)").sum() == expected
    assert set(table["known_from"]) == {"torch"}


def attend_with_dropout(q: torch.Tensor) -> torch.Tensor:
    return scaled_dot_product_attention(q, q, q, dropout_p=0.1)


def test_the_reasons_are_those_that_torch_warns_with() -> None:
    q = torch.randn(1, 2, 8, 16)
    expected = []
    for call in ((q, q, q, None, 0.1), (q.mT.contiguous().mT, q, q)):
        with warnings.catch_warnings(record=True) as caught, sdpa_kernel(SDPBackend.FLASH_ATTENTION):
            warnings.simplefilter("always")
            with pytest.raises(RuntimeError, match="No available kernel"):
                scaled_dot_product_attention(*call)
        expected.append(str(caught[-1].message).partition(" (Triggered")[0].rstrip("."))
    dropped = explored({"model": attend_with_dropout, "inputs": (q,)}, "eager").frames["attention"]
    table = explored(sample("attention_choice", "build"), "eager").frames["attention"]
    assert expected[0] in dropped["why"][0]
    assert expected[1] in table["why"][2]
    changes = [*dropped["fused_with"], *table["fused_with"].dropna()]
    assert changes == ["dropout_p=0", "a mask without gradient", "contiguous inputs"]


def allowed_only_math(q: torch.Tensor) -> torch.Tensor:
    with sdpa_kernel(SDPBackend.MATH):
        first = scaled_dot_product_attention(q, q, q)
    return first + scaled_dot_product_attention(q, q, q)


def test_what_sdpa_kernel_forbids_does_not_run_there() -> None:
    table = explored({"model": allowed_only_math, "inputs": (torch.randn(1, 2, 8, 16),)}, "eager").frames["attention"]
    assert table["kernel"].tolist() == ["math", "flash (CPU)"]
    assert "sdpa_kernel does not allow it" in table["why"][0]
    assert table["fused_with"][0] == "any kernel allowed"


def attend(q: torch.Tensor) -> torch.Tensor:
    return scaled_dot_product_attention(q, q, q)


@contextlib.contextmanager
def only_math() -> Iterator[None]:
    with sdpa_kernel(SDPBackend.MATH):
        yield


def test_what_is_forbidden_around_the_call_counts_too() -> None:
    program = {"model": attend, "inputs": (torch.randn(1, 2, 8, 16),), "contexts": [only_math]}
    assert not any(FLASH in operator for operator in plain_operators(program))
    for backend in ("eager", "aot_eager"):
        (row,) = explored(program, backend).frames["attention"].to_dict("records")
        assert row["kernel"] == "math"
        assert "sdpa_kernel does not allow it" in row["why"]


def flexible(q: torch.Tensor) -> torch.Tensor:
    return flex_attention(q, q, q, score_mod=lambda score, batch, head, i, j: score + (i - j))


def test_flex_attention_is_one_operator_of_the_graph() -> None:
    program = {"model": flexible, "inputs": (torch.randn(1, 2, 128, 32),), "contexts": [torch.no_grad]}
    (row,) = explored(program, "eager").frames["attention"].to_dict("records")
    assert (row["kernel"], row["known_from"]) == ("flex attention", "graph")


class Counts(TorchDispatchMode):
    def __init__(self) -> None:
        super().__init__()
        self.heard = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.heard += any(type(arg).__name__ == "FakeTensor" for arg in args)
        return func(*args, **(kwargs or {}))


def test_a_mode_of_the_user_does_not_hear_of_it() -> None:
    events: list[Event] = []
    explorer.explain(attend, probe=False, backend="eager", progress=events.append)(torch.randn(1, 2, 8, 16))
    answers: list[Any] = []
    with Counts() as counts, torch.no_grad():
        ask_attention(events, lambda kind, data: answers.append(data))
    assert [answer["operators"] for answer in answers] == [[f"aten.{FLASH}"]]
    assert counts.heard == 0


def reasons_of_torch(program: dict[str, Any]) -> dict[str, str]:
    """What the modules of torch.nn decide in eager, read from their own local variable as ``forward`` returns."""
    found: dict[str, str] = {}

    def returned(frame: types.FrameType, event: str, _value: object) -> None:
        if event == "return" and frame.f_code.co_name == "forward":
            for name in ("why_not_fast_path", "why_not_sparsity_fast_path"):
                if name in frame.f_locals:
                    owner = frame.f_locals["self"]
                    found[next(path for path, each in program["model"].named_modules() if each is owner)] = (
                        frame.f_locals[name]
                    )

    sys.setprofile(returned)
    try:
        program["model"](*program["inputs"])
    finally:
        sys.setprofile(None)
    return found


class Stack(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2)
        self.cross = nn.MultiheadAttention(8, 2, batch_first=True)

    def forward(self, x: torch.Tensor, memory: torch.Tensor) -> torch.Tensor:
        return self.cross(self.encoder(x), memory, memory, need_weights=False)[0]


def test_the_reason_against_the_fast_path_is_the_modules_own() -> None:
    program = {"model": Stack().train(), "inputs": (torch.randn(2, 5, 8), torch.randn(2, 3, 8))}
    expected = reasons_of_torch(program)
    assert set(expected) == {"encoder", "encoder.layers.0", "encoder.layers.1", "cross"} | {
        f"encoder.layers.{layer}.self_attn" for layer in (0, 1)
    }
    table = explored(program, "eager").frames["attention"].query("fast_path.notna()").set_index("module")
    assert {module: why.rstrip(".") for module, why in table["why"].items()} == expected
    assert not table["fast_path"].any()


def test_the_encoder_stays_opaque_and_padded() -> None:
    program = sample("encoder_padding", "build")
    opaque = sum("_transformer_encoder_layer_fwd" in each for each in plain_operators(program))
    x = explored(sample("encoder_padding", "build"))
    table = x.frames["attention"].set_index("attention")
    assert opaque == 1
    assert table.loc["TransformerEncoderLayer", "fast_path"]
    assert table.loc["TransformerEncoder", "layout"] == "padded"
    assert "mask_check enabled with torch.compile" in table.loc["TransformerEncoder", "why"]
    (finding,) = (each for each in x.report.findings if each.code == "OPAQUE_ATTENTION")
    assert (finding.count, len(finding.refs)) == (opaque, 1)


def test_a_nested_tensor_has_variable_length_and_is_not_asked_about() -> None:
    """On a CPU Dynamo breaks at jagged attention, so the node is made here as it is on a GPU."""
    graph = torch.fx.Graph()
    node = graph.placeholder("q")
    node.meta["example_value"] = torch.nested.nested_tensor_from_jagged(torch.randn(8, 2, 8), torch.tensor([0, 3, 8]))
    graph.call_function(scaled_dot_product_attention, (node, node, node))
    (call,) = calls_in(torch.fx.GraphModule(nn.Module(), graph)).values()
    assert arguments(call)["layout"] == "variable length"
    assert ask(call, {}) is None


@pytest.mark.parametrize("which", ["build", "fixed"])
def test_a_log_tells_the_kernels_too(which: str) -> None:
    events: list[Event] = []
    program = sample("attention_choice", which)
    x = explorer.explain(program["model"], probe=False, backend="aot_eager", progress=events.append)(*program["inputs"])
    log = build(event for event in events if not event.kind.startswith("explorer."))
    assert frames(log)["attention"]["kernel"].tolist() == x.frames["attention"]["kernel"].tolist()


def written_out(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    weights = torch.matmul(q, k.transpose(-2, -1)).div(4.0)
    return torch.matmul(weights.softmax(-1), v)


@pytest.mark.skipif(torch.__version__ < "2.13", reason="this torch does not tell what a pattern puts in")
def test_attention_that_is_written_out_and_replaced() -> None:
    q = torch.randn(1, 2, 8, 16)
    counters.clear()
    with torch.no_grad(), torch._inductor.config.patch(fx_graph_cache=False):
        torch.compile(written_out)(q, q, q)
    replaced = counters["inductor"]["fuse_attention"]
    torch._dynamo.reset()
    x = explored({"model": written_out, "inputs": (q, q, q), "contexts": [torch.no_grad]}, "inductor")
    table = x.frames["attention"]
    assert len(table) == replaced == 1
    assert table["kernel"].tolist() == ["flash (CPU)"]
    assert table["line"].tolist() == [written_out.__code__.co_firstlineno + 2]


def test_asking_changes_nothing() -> None:
    state = torch.get_rng_state()
    flags = torch.backends.cuda.flash_sdp_enabled(), torch.backends.cuda.math_sdp_enabled()
    program = sample("attention_choice", "build")
    random = torch.get_rng_state()
    explored(program, "eager")
    assert torch.equal(torch.get_rng_state(), random)
    assert (torch.backends.cuda.flash_sdp_enabled(), torch.backends.cuda.math_sdp_enabled()) == flags
    assert all(parameter.grad is None for parameter in program["model"].parameters())
    torch.set_rng_state(state)


def test_without_fake_tensors_the_graph_tells_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.compat.attention.FAKES", Private("torch:no_such_name", FEATURE, FAKES.without))
    x = explored(sample("attention_choice", "build"))
    assert x.frames["attention"]["kernel"].tolist() == ["flash (CPU)", "math", "math"]
    assert x.frames["attention"]["fused_with"].isna().all()
    (finding,) = (each for each in x.report.findings if each.kind == "degraded")
    assert FEATURE in finding.title


def test_the_reasons_of_each_kernel_on_a_gpu_are_told_apart() -> None:
    told = [
        "Memory efficient kernel not used because: (Triggered internally at sdp_utils.cpp:1)",
        "Mem Efficient attention has been runtime disabled.",
        "Flash attention kernel not used because: (Triggered internally at sdp_utils.cpp:2)",
        "Flash attention only supports gpu architectures in the range [sm80, sm121].",
        "cuDNN attention kernel not used because:",
        "cuDNN attention has been runtime disabled.",
    ]
    assert reasons_in(told, "FLASH_ATTENTION") == [told[3]]
    assert reasons_in(told, "EFFICIENT_ATTENTION") == [told[1]]
    assert reasons_in(told, "CUDNN_ATTENTION") == [told[5]]


@pytest.mark.gpu
def test_a_gpu_answers_for_itself() -> None:
    q = torch.randn(1, 2, 128, 64, device="cuda", dtype=torch.bfloat16)
    params = torch.backends.cuda.SDPAParams(q, q, q, None, 0.0, False, False)
    x = explored({"model": lambda q: scaled_dot_product_attention(q, q, q), "inputs": (q,)}, "eager")
    (kernel,) = x.frames["attention"]["kernel"]
    assert kernel != "math" or not torch.backends.cuda.can_use_flash_attention(params)
