"""The user's world is as it was: compiled code, recompile budget, caches, logs, random numbers, gradients, state."""

from __future__ import annotations

import copy
import inspect
import json
import logging
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest
import torch
import torch._dynamo
import torch._dynamo.convert_frame
import torch._dynamo.eval_frame
import torch._dynamo.pgo
import torch._functorch.config
import torch._inductor.config
import torch._inductor.debug
from torch._dynamo.utils import counters

import explorer

needs_regions = pytest.mark.skipif(
    "isolate_recompiles" not in inspect.signature(torch.compile).parameters,
    reason="this torch has no isolated recompiles, as the report says (torch 2.13 and newer have them)",
)


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


class Counting:
    """A backend that notes the sizes of the graphs it is handed."""

    def __init__(self) -> None:
        self.sizes: list[list[str]] = []

    def __call__(self, graph: torch.fx.GraphModule, example_inputs: list[Any]) -> Callable[..., Any]:
        values = [node.meta["example_value"] for node in graph.graph.find_nodes(op="placeholder")]
        self.sizes.append([str(size) for value in values if hasattr(value, "size") for size in value.size()])
        return graph.forward


def scale(x: torch.Tensor) -> torch.Tensor:
    return (x * 3).sin()


def scale_twin(x: torch.Tensor) -> torch.Tensor:
    return (x * 3).sin()


@needs_regions
def test_a_warm_function_compiles_exactly_as_without_us() -> None:
    sizes = {}
    for function, explains in ((scale_twin, 0), (scale, 12)):
        backend = Counting()
        compiled = torch.compile(function, backend=backend)
        compiled(torch.ones(4))
        for number in range(explains):
            explorer.explain(function, backend="eager")(torch.ones(5 + number))
        compiled(torch.ones(4))
        assert len(backend.sizes) == 1, "the warm function compiled again"
        compiled(torch.ones(7))
        compiled(torch.ones(9))
        sizes[function.__name__] = [
            ["s" if size.startswith("s") else size for size in graph] for graph in backend.sizes
        ]
    assert sizes["scale"] == sizes["scale_twin"] == [["4"], ["s"]]


@needs_regions
def test_the_recompile_limit_of_a_warm_function_is_untouched() -> None:
    def multiply(x: torch.Tensor, factor: int) -> torch.Tensor:
        return x * factor

    backend = Counting()
    compiled = torch.compile(multiply, backend=backend, dynamic=False)
    compiled(torch.ones(2), 1)
    seen = explorer.explain(
        multiply, backend="eager", dynamic=False, calls=[((torch.ones(2), n), {}) for n in range(20)]
    )
    assert seen(torch.ones(2), 50).verdict.recompile_limit_hit
    for factor in range(2, torch._dynamo.config.recompile_limit + 1):
        compiled(torch.ones(2), factor)
    assert len(backend.sizes) == torch._dynamo.config.recompile_limit


def test_a_function_that_we_saw_skipped_still_compiles() -> None:
    def maybe(x: Any) -> Any:
        return x + 1

    explorer.explain(maybe, backend="eager")(3)  # no tensor: Dynamo skips the frame
    backend = Counting()
    torch.compile(maybe, backend=backend)(torch.ones(2))
    assert len(backend.sizes) == 1


def test_code_never_compiled_before_has_no_entries_left() -> None:
    def fresh(x: torch.Tensor) -> torch.Tensor:
        print("a break")
        return x.cos()

    ids = torch._dynamo.convert_frame.FRAME_COUNTER
    known = len(torch._dynamo.eval_frame.cached_backends)
    explorer.explain(fresh, backend="eager")(torch.ones(2))
    assert torch._dynamo.eval_frame._debug_get_cache_entry_list(fresh) == []
    assert torch._dynamo.convert_frame.FRAME_COUNTER == ids
    assert len(torch._dynamo.eval_frame.cached_backends) == known


def world() -> dict[str, Any]:
    """Everything of torch's and Python's global state that an exploration could leave changed."""
    loggers = {
        name: (logger.level, logger.propagate, logger.disabled, list(map(id, logger.handlers)), list(logger.filters))
        for name in sorted(logging.root.manager.loggerDict)
        if name.startswith("torch") and isinstance(logger := logging.getLogger(name), logging.Logger)
    }
    debug = torch._inductor.debug
    return {
        "dynamo": torch._dynamo.config.save_config_portable(),
        "inductor": torch._inductor.config.save_config_portable(),
        "functorch": torch._functorch.config.save_config_portable(),
        "loggers": loggers,
        "filters": [list(handler.filters) for name in loggers for handler in logging.getLogger(name).handlers],
        "counters": copy.deepcopy(dict(counters)),
        "provenance": [
            copy.copy(getattr(debug, name)) for name in sorted(vars(debug)) if name.startswith("_inductor_")
        ],
        "sizes": repr(torch._dynamo.pgo._CODE_STATE),
        "hooks": len(torch._dynamo.convert_frame._bytecode_hooks),
        "grad": torch.is_grad_enabled(),
        "threads": torch.get_num_threads(),
        "dtype": torch.get_default_dtype(),
        "torch random": torch.get_rng_state().tolist(),
        "python random": random.getstate(),
        "numpy random": str(numpy.random.get_state()),
        "context": torch._dynamo.eval_frame.OptimizeContext.__init__.__qualname__,
    }


def changed(before: dict[str, Any]) -> set[str]:
    """The names of what is not as before. A logger that torch made by importing more of itself is no change."""
    after = world()
    after["loggers"] = {name: after["loggers"].get(name) for name in before["loggers"]}
    return {name for name in before if before[name] != after[name]}


def fine(x: torch.Tensor) -> torch.Tensor:
    random.random()
    numpy.random.rand()
    return torch.dropout(x, 0.5, train=True)


def breaks(x: torch.Tensor) -> torch.Tensor:
    torch.set_grad_enabled(False)
    print("break")
    return x + 1


def fails(x: torch.Tensor) -> torch.Tensor:
    torch.rand(3)
    raise ValueError("the user's own")


def interrupted(x: torch.Tensor) -> torch.Tensor:
    torch.rand(3)
    print("x")
    raise KeyboardInterrupt


def leaves(x: torch.Tensor) -> torch.Tensor:
    print("x")
    sys.exit(3)


def bad_shape(x: torch.Tensor) -> torch.Tensor:
    return x @ torch.ones(99, 2)


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
@pytest.mark.parametrize("function", [fine, breaks, fails, interrupted, leaves, bad_shape], ids=lambda f: f.__name__)
def test_global_state_after(function: Callable[..., Any], backend: str) -> None:
    torch.compile(fine, backend="eager")(torch.ones(3))  # Dynamo is loaded and in use
    x = torch.ones(4)
    before = world()
    try:
        explorer.explain(function, backend=backend, config={"verbose": True}, inductor_config={"debug": True})(x)
    except (KeyboardInterrupt, SystemExit) as interrupt:
        assert interrupt.exploration.errors  # type: ignore[union-attr]
    assert changed(before) == set()


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_global_state_after_a_capture_that_raises(error: type[BaseException]) -> None:
    torch.compile(fine, backend="eager")(torch.ones(3))
    before = {name: value for name, value in world().items() if name not in ("counters", "sizes")}
    with pytest.raises(error), explorer.capture() as x:
        raise error("from the block")
    assert changed(before) == set()
    assert x.errors


class Trained(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.norm = torch.nn.BatchNorm1d(3)
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.seen += 1
        return self.norm(self.linear(x))


@pytest.mark.parametrize("has_gradients", [False, True])
def test_model_after_a_training_step(has_gradients: bool) -> None:
    model, x = Trained(), torch.randn(5, 3, requires_grad=True)
    if has_gradients:
        model(x).sum().backward()
    state, attributes = copy.deepcopy(model.state_dict()), set(vars(model))
    names = {name: id(value) for name, value in (*model.named_parameters(), *model.named_buffers())}
    gradients = {name: (id(p.grad), None if p.grad is None else p.grad.clone()) for name, p in model.named_parameters()}
    input_gradient = None if x.grad is None else x.grad.clone()
    found = explorer.explain(model, train=True, backend="aot_eager")(x)
    assert found.exception is None
    assert all(torch.equal(value, state[name]) for name, value in model.state_dict().items())
    assert {name: id(value) for name, value in (*model.named_parameters(), *model.named_buffers())} == names
    for name, parameter in model.named_parameters():
        identity, value = gradients[name]
        assert (parameter.grad is None) is (value is None)
        assert value is None or (id(parameter.grad) == identity and torch.equal(parameter.grad, value))
    assert (x.grad is None) if input_gradient is None else torch.equal(x.grad, input_gradient)
    assert model.training and set(vars(model)) == attributes


@pytest.mark.parametrize("train", [False, True])
def test_running_statistics_that_eager_writes_without_counting(train: bool) -> None:
    model, x = torch.nn.BatchNorm1d(3), torch.randn(8, 3)
    version = model.running_mean._version  # type: ignore[union-attr]
    before = copy.deepcopy(model.state_dict())
    assert explorer.explain(model, train=train, backend="eager")(x).exception is None
    assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())
    twin = torch.nn.BatchNorm1d(3)
    twin(x)
    assert twin.running_mean._version == version and twin.running_mean.any()  # type: ignore[union-attr]


def test_a_module_compiled_in_place_keeps_its_compiled_call() -> None:
    model, backend = Trained(), Counting()
    model.compile(backend=backend)
    model(torch.ones(2, 3))
    call = model._compiled_call_impl
    assert explorer.explain(model, backend="eager")(torch.ones(2, 3)).verdict.graphs == 1
    assert model._compiled_call_impl is call
    model(torch.ones(2, 3))
    assert len(backend.sizes) == 1


LOGGED = """
import sys, torch, explorer
torch.manual_seed(0)
def first(x):
    y = x * 2
    print("break")
    return y.sin()
def second(x):
    return x.cos() + 1
with_us = sys.argv[1] == "with"
one, two = torch.compile(first, backend="aot_eager"), torch.compile(second, backend="aot_eager")
one(torch.ones(3))
if with_us:
    explorer.explain(first, backend="aot_eager")(torch.ones(4))
    explorer.explain(second, backend="aot_eager")(torch.ones(4))
    with explorer.capture() as x:
        two(torch.ones(3))
else:
    two(torch.ones(3))
one(torch.ones(6)); two(torch.ones(6))
"""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str]]:
    """The TORCH_TRACE log and the TORCH_LOGS text of the program above, without and with explorations in it."""
    found = {}
    folder = tmp_path_factory.mktemp("logs")
    program = folder / "program.py"
    program.write_text(LOGGED)
    for how in ("without", "with"):
        environment = {**os.environ, "TORCH_TRACE": str(folder / how), "TORCH_LOGS": "graph_breaks,recompiles"}
        done = subprocess.run(
            [sys.executable, program, how], env=environment, capture_output=True, text=True, check=True, cwd=Path.cwd()
        )
        (log,) = (folder / how).glob("*.log")
        found[how] = (log.read_text(), done.stderr)
    return found


def _records(log: str) -> tuple[list[str], set[int], set[int]]:
    """Record types in order without timings, the file numbers that are used and those that are named."""
    kinds, used, named = [], set(), set()
    for line in log.splitlines():
        if not line.startswith("V"):
            continue
        metadata = json.loads(line[line.index("] {") + 2 :])
        if "str" in metadata:
            named.add(metadata["str"][1])
            continue
        if "chromium_event" not in metadata:
            kind = next(iter(metadata))
            kinds.append(metadata["artifact"]["name"] if kind == "artifact" else kind)
        for frame in (metadata.get("dynamo_start") or {}).get("stack", []):
            used.add(frame["filename"])
    return kinds, used, named


def test_the_users_trace_log_is_complete(logs: dict[str, tuple[str, str]]) -> None:
    without, _, _ = _records(logs["without"][0])
    kinds, used, named = _records(logs["with"][0])
    assert used <= named
    # our compiles are in it too, as any compile of the process; nothing of the user's is missing
    for kind in set(without):
        assert kinds.count(kind) >= without.count(kind), kind


def test_the_users_log_text_is_complete(logs: dict[str, tuple[str, str]]) -> None:
    def of(text: str, mark: str) -> list[str]:
        return [line.split("] ", 1)[-1] for line in text.splitlines() if mark in line]

    for mark in ("Graph break in user code", "Recompiling function", "tensor 'x' size mismatch"):
        without, with_us = of(logs["without"][1], mark), of(logs["with"][1], mark)
        assert without, mark
        assert all(with_us.count(line) >= without.count(line) for line in without), mark


def test_the_lazy_trace_handler_is_still_there() -> None:
    program = (
        "import logging, torch, explorer\n"
        "log = logging.getLogger('torch.__trace')\n"
        "before = list(log.handlers)\n"
        "explorer.explain(lambda x: x + 1, backend='eager')(torch.ones(2))\n"
        "assert before and log.handlers == before, (before, log.handlers)\n"
        "from torch._logging.structured import INTERN_TABLE\n"
        "assert not INTERN_TABLE, INTERN_TABLE\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != "TORCH_TRACE"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@needs_regions
def test_many_explorations_leave_no_entry() -> None:
    def tiny(a: torch.Tensor) -> torch.Tensor:
        return a * 2

    with torch._dynamo.config.patch(accumulated_recompile_limit=4):
        for _ in range(7):
            found = explorer.explain(tiny, backend="eager", probe=False)(torch.ones(3))
            assert found.verdict.graphs == 1
            assert not [finding for finding in found.report.findings if finding.kind == "touched"]
        backend = Counting()
        torch.compile(tiny, backend=backend)(torch.ones(3))
    assert len(backend.sizes) == 1
