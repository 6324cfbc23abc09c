"""Each sample shows the behaviour it is named after, and ``fixed()`` does not: proved with plain torch alone."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import pytest
import torch
from torch._dynamo.utils import counters

from explorer import samples


@dataclass
class Seen:
    """What plain torch did: the compile ids handed to the backend, the ops of each graph, what was unsupported."""

    compile_ids: list[str] = field(default_factory=list)
    ops: list[list[str]] = field(default_factory=list)
    outputs: list[Any] = field(default_factory=list)
    unsupported: str = ""

    @property
    def recompiles(self) -> int:
        return sum(not name.endswith("/0") for name in self.compile_ids)

    def backend(self, graph: torch.fx.GraphModule, _inputs: object) -> Callable[..., Any]:
        self.compile_ids.append(str(torch._guards.CompileContext.current_compile_id()))
        self.ops.append([str(node.target) for node in graph.graph.nodes if node.op.startswith("call")])
        return graph.forward


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"sample_{name}", samples.path(name))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def run(program: dict[str, Any], wrap: Callable[[Any], Any]) -> Iterator[Any]:
    model = wrap(program["model"])
    calls = [(program["inputs"], program.get("kwargs", {})), *program.get("calls", [])]
    contexts = program.get("contexts", []) + [None] * len(calls)
    for (args, kwargs), context in zip(calls, contexts, strict=False):
        with context() if context else contextlib.nullcontext():
            yield model(*args, **kwargs)


def compiled(program: dict[str, Any], **keywords: Any) -> Seen:
    torch._dynamo.reset()
    counters.clear()
    seen = Seen()
    keywords = {"backend": seen.backend, **program.get("compile_kwargs", {}), **keywords}
    seen.outputs = list(run(program, lambda model: torch.compile(model, **keywords)))
    seen.unsupported = "\n".join([*counters["graph_break"], *counters["unimplemented"]])
    return seen


def fullgraph_error(program: dict[str, Any]) -> str:
    try:
        compiled(program, fullgraph=True)
    except torch._dynamo.exc.Unsupported as error:
        return str(error)
    return ""


@dataclass(frozen=True)
class Expected:
    """Over all calls: graphs, recompiles, and a phrase of torch's reason when something is not supported."""

    graphs: int
    recompiles: int = 0
    reason: str = ""
    fixed_graphs: int | None = 1


EXPECTED = {
    "amp_regions": Expected(1, fixed_graphs=None),
    "attention_choice": Expected(1),
    "autotuned_linear": Expected(1, fixed_graphs=None),
    "autocast": Expected(1, fixed_graphs=None),
    "backward_in_step": Expected(2, reason="Unsupported Tensor.backward() call"),
    "break_in_transform": Expected(2, reason="Failed to trace builtin operator"),
    "break_in_loop": Expected(0, reason="graph break in loop"),
    "checkpointing": Expected(1, fixed_graphs=None),
    "cnn": Expected(1, fixed_graphs=None),
    "compiled_autograd": Expected(2, reason="Unsupported Tensor.backward() call", fixed_graphs=None),
    "cross_attention": Expected(1),
    "cuda_graphs_asked_for": Expected(1),
    "custom_op": Expected(1, fixed_graphs=None),
    "data_dependent_branch": Expected(3, reason="Data-dependent branching"),
    "decompositions": Expected(1, fixed_graphs=None),
    "encoder_padding": Expected(1, fixed_graphs=None),
    "function_transforms": Expected(1, fixed_graphs=None),
    "fusion": Expected(1, fixed_graphs=None),
    "higher_order": Expected(1, fixed_graphs=None),
    "int_attribute_recompiles": Expected(5, recompiles=4),
    "item": Expected(2, reason="Unsupported Tensor.item() call"),
    "kept_activations": Expected(1),
    "logging_in_forward": Expected(2, reason="logging.Logger method"),
    "low_precision": Expected(1, fixed_graphs=None),
    "mlp": Expected(1, fixed_graphs=None),
    "nested_break": Expected(6, reason="Failed to trace builtin operator"),
    "no_cpp_compiler": Expected(1),
    "nonzero_loop": Expected(1, reason="Dynamic shape operator"),
    "pinned_size": Expected(2, recompiles=1),
    "print_in_forward": Expected(2, reason="Failed to trace builtin operator"),
    "recompile_limit": Expected(8, recompiles=7, reason="recompile limit exceeded"),
    "shape_recompiles": Expected(2, recompiles=1),
    "slow_break": Expected(3, reason="Call to `torch._dynamo.graph_break()`"),
    "steps_through_helpers": Expected(2, reason="Failed to trace builtin operator"),
    "tensor_subclass": Expected(1, fixed_graphs=None),
    "tiny_work": Expected(1, fixed_graphs=None),
    "training_step": Expected(1, fixed_graphs=None),
    "transformer_encoder": Expected(1),
}


FAIL: dict[str, type[Exception]] = {
    "constraint_violation": torch.fx.experimental.symbolic_shapes.ConstraintViolationError,
    "custom_op_without_fake": torch._dynamo.exc.TorchRuntimeError,
    "data_dependent_guard": torch._dynamo.exc.UserError,
}
"""The samples whose program fails when it is compiled, and with what; their ``fixed()`` does not."""


DISTRIBUTED = ("tensor_parallel", "two_process_ddp")
"""These need a process group: tests/test_distributed.py."""


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    torch._dynamo.reset()


def test_every_sample_is_expected_to_show_something() -> None:
    alone = {name for name in samples.names() if "/" not in name}
    assert alone == {*EXPECTED, *FAIL, *DISTRIBUTED}


@pytest.mark.parametrize("name", EXPECTED)
def test_build_shows_it(name: str) -> None:
    expected, module = EXPECTED[name], load(name)
    seen = compiled(module.build())
    assert (len(seen.compile_ids), seen.recompiles) == (expected.graphs, expected.recompiles)
    assert expected.reason in seen.unsupported
    assert bool(expected.reason) == bool(seen.unsupported)
    torch.testing.assert_close(seen.outputs, list(run(module.build(), lambda model: model)))


@pytest.mark.parametrize("name", EXPECTED)
def test_fixed_does_not(name: str) -> None:
    expected, module = EXPECTED[name], load(name)
    assert hasattr(module, "fixed") is (expected.fixed_graphs is not None)
    if expected.fixed_graphs is None:
        return
    seen = compiled(module.fixed())
    assert (len(seen.compile_ids), seen.recompiles, seen.unsupported) == (expected.fixed_graphs, 0, "")
    before = list(run(module.build(), lambda model: model))
    torch.testing.assert_close(seen.outputs, before, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "name", [name for name in EXPECTED if name not in ("recompile_limit", "break_in_loop", "nonzero_loop")]
)
def test_fullgraph_works_where_nothing_breaks(name: str) -> None:
    module = load(name)
    # Numbers taken out of tensors do not break a full graph: fullgraph=True captures them as symbols.
    expected = "" if name == "item" else EXPECTED[name].reason
    assert expected in fullgraph_error(module.build())
    assert bool(expected) == bool(fullgraph_error(module.build()))
    if hasattr(module, "fixed"):
        assert fullgraph_error(module.fixed()) == ""


@pytest.mark.parametrize("name", sorted(FAIL.keys() - {"custom_op_without_fake"}))
def test_programs_that_cannot_be_compiled(name: str) -> None:
    module = load(name)
    with pytest.raises(FAIL[name]):
        compiled(module.build())
    seen = compiled(module.fixed())
    assert len(seen.compile_ids) == 1
    torch.testing.assert_close(seen.outputs, list(run(module.fixed(), lambda model: model)))


def test_the_operator_without_a_fake_fails_and_the_other_does_not() -> None:
    module = load("custom_op_without_fake")
    with pytest.raises(torch._dynamo.exc.TorchRuntimeError, match="double_bare"):
        compiled(module.build())
    seen = compiled(module.fixed())
    assert len(seen.compile_ids) == 1
    torch.testing.assert_close(seen.outputs, list(run(module.build(), lambda model: model)))


def test_the_fast_path_is_opaque() -> None:
    module = load("transformer_encoder")
    opaque = "_transformer_encoder_layer_fwd"
    (ops,) = compiled(module.build()).ops
    assert sum(opaque in op for op in ops) == 2
    (ops,) = compiled(module.fixed()).ops
    assert not any(opaque in op for op in ops)


def test_the_training_step_trains() -> None:
    program = load("training_step").build()
    torch.compile(program["model"], backend="eager")(*program["inputs"]).backward()
    assert program["train"] and all(parameter.grad is not None for parameter in program["model"].parameters())


def test_autocast_makes_bfloat16_inside_and_float32_outside() -> None:
    program = load("autocast").build()
    dtypes: dict[str, torch.dtype] = {}

    def backend(graph: torch.fx.GraphModule, _inputs: object) -> Callable[..., Any]:
        dtypes.update({n.name: n.meta["example_value"].dtype for n in graph.graph.nodes if "example_value" in n.meta
                       and isinstance(n.meta["example_value"], torch.Tensor)})  # fmt: skip
        return graph.forward

    torch.compile(program["model"], backend=backend)(*program["inputs"])
    assert set(dtypes.values()) == {torch.bfloat16, torch.float32}
