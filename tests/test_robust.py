"""Captures under strain: a backward on another thread, a listener of the user's own, resets, and very many of them."""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch._dynamo

import explorer
from explorer.exploration import Exploration


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(8, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.linear(x)).sin()


def states(x: Exploration, stage: str) -> dict[str, str]:
    return {
        each.direction: each.state
        for compiled in x.report.compilations
        for each in compiled.stages
        if each.stage == stage
    }


def in_thread(run: Callable[[], Any]) -> None:
    failed: list[BaseException] = []

    def guarded() -> None:
        try:
            run()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=guarded)
    thread.start()
    thread.join()
    assert not failed, failed


def test_a_backward_on_another_thread() -> None:
    model = Net()
    compiled = torch.compile(model, backend="aot_eager")
    with explorer.capture() as x:
        loss = compiled(torch.ones(2, 8)).sum()
        in_thread(loss.backward)
    assert states(x, "aot") == {"joint": "done", "fwd": "done", "bwd": "done"}
    assert len(x.report.compilations) == 1 and not x.verdict.errors
    plain = Net()
    plain.load_state_dict(model.state_dict())
    plain(torch.ones(2, 8)).sum().backward()
    assert torch.allclose(model.linear.weight.grad, plain.linear.weight.grad)


def test_a_loss_that_runs_its_own_thread() -> None:
    """``explain`` owns its thread; what its program compiles in another one is heard too."""
    found: list[torch.Tensor] = []
    other = torch.compile(lambda x: x.cos(), backend="eager")

    def loss(output: torch.Tensor) -> torch.Tensor:
        in_thread(lambda: found.append(other(output.detach())))
        return output.sum()

    x = explorer.explain(Net(), train=True, loss=loss, backend="aot_eager")(torch.ones(2, 8))
    assert x.exception is None and states(x, "aot")["bwd"] == "done" and len(found) == 1
    assert x.verdict.graphs == 2


class Own(logging.Handler):
    """A listener of the user's on torch's trace."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        metadata = getattr(record, "metadata", {})
        self.records += [kind for kind in ("dynamo_start", "aot_joint_graph", "aot_backward_graph") if kind in metadata]


def test_while_the_users_own_capture_runs() -> None:
    log, own = logging.getLogger("torch.__trace"), Own()
    torch._dynamo.reset()
    log.addHandler(own)
    try:
        compiled = torch.compile(Net(), backend="aot_eager")
        with explorer.capture() as x:
            compiled(torch.ones(2, 8)).sum().backward()
        assert own in log.handlers
    finally:
        log.removeHandler(own)
    # AOTAutograd cuts before it writes, so the backward's graph is in the forward's compile
    assert own.records == ["dynamo_start", "aot_joint_graph", "aot_backward_graph"]
    assert states(x, "aot")["bwd"] == "done"


def test_a_reset_between_captures_and_in_one() -> None:
    model = Net()
    for _ in range(2):
        torch._dynamo.reset()
        compiled = torch.compile(model, backend="aot_eager")
        with explorer.capture() as x:
            compiled(torch.ones(2, 8))
        assert [each.key for each in x.report.compilations] == ["0/0"]
    torch._dynamo.reset()
    with explorer.capture() as x:
        compiled(torch.ones(2, 8))
        torch._dynamo.reset()
        compiled(torch.ones(2, 8))
    # ids start again; the second one is of another epoch
    assert [(each.key, each.id) for each in x.report.compilations] == [("0/0", "0/0"), ("1.0/0", "0/0")]
    assert x.verdict.graphs == 2


def test_the_program_itself_resets() -> None:
    x = explorer.explain(
        Net(), backend="aot_eager", calls=[((torch.ones(2, 8),), {})], before=[None, lambda _: torch._dynamo.reset()]
    )(torch.ones(2, 8))
    assert x.exception is None and x.verdict.graphs == 2
    assert explorer.explain(Net(), backend="aot_eager")(torch.ones(2, 8)).verdict.graphs == 1


def test_an_error_of_ours_never_ends_a_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise AttributeError("torch has no such attribute any more")

    monkeypatch.setattr("explorer.session.node_facts", fails)
    x = explorer.explain(Net(), backend="aot_eager")(torch.ones(2, 8))
    assert x.exception is None and x.verdict.graphs == 1
    (finding,) = (each for each in x.report.findings if each.kind == "degraded")
    assert "no such attribute" in finding.message and finding.title in x.text(width=200)


# -- very many --------------------------------------------------------------------------------------------------------


def ours() -> dict[str, int]:
    """Objects of this package, guards of torch, and finalizers, that are alive."""
    gc.collect()
    kinds = [type(each) for each in gc.get_objects()]
    finalizers: Any = weakref.finalize._registry  # type: ignore[attr-defined]
    return {
        "objects": sum(
            str(kind.__module__).startswith("explorer.") for kind in kinds if isinstance(kind.__module__, str)
        ),
        "guards": sum(kind.__name__ == "CheckFunctionManager" for kind in kinds),
        "finalizers": len(finalizers),
        "handlers": len(logging.getLogger("torch.__trace").handlers),
        "backends": len(torch._dynamo.eval_frame.cached_backends),
        "codes": len(torch._dynamo.convert_frame.input_codes.seen),
    }


@pytest.mark.parametrize(
    ("times", "keywords"),
    [(30, {"backend": "eager"}), pytest.param(500, {"backend": "aot_eager", "train": True}, marks=pytest.mark.slow)],
)
def test_explorations_leave_nothing_in_memory(times: int, keywords: dict[str, Any]) -> None:
    torch._dynamo.reset()  # what was compiled before these is not ours to take away
    model, x = Net(), torch.ones(2, 8)

    def run(number: int) -> None:
        for _ in range(number):
            explorer.explain(model, **keywords)(x)

    run(2)
    before = ours()
    run(times)
    after = ours()
    # torch's frame evaluator keeps the callback of each probe, which has been emptied
    after["objects"] -= times
    assert after == before


@pytest.mark.slow
def test_captures_grow_no_more_than_the_compiles_in_them() -> None:
    """500 captures in a process: resident memory beside the same compiles without us, in MiB."""
    program = """
import gc, sys, torch, explorer
def memory():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 2**20
def once(x):
    f = torch.compile(torch.sin, backend="aot_eager")
    if sys.argv[1] == "ours":
        with explorer.capture():
            f(x)
    else:
        f(x)
    torch._dynamo.reset()
x = torch.ones(4)
for _ in range(20):
    once(x)
gc.collect(); before = memory()
for _ in range(500):
    once(x)
gc.collect(); print(memory() - before)
"""
    grown = {}
    for whose in ("ours", "plain"):
        done = subprocess.run([sys.executable, "-c", program, whose], capture_output=True, text=True, check=True)
        grown[whose] = float(done.stdout)
    assert grown["ours"] <= grown["plain"] + 32, grown


@pytest.mark.slow
def test_compile_workers_in_processes() -> None:
    """Kernels that other processes compile are in the report as those of this one."""
    program = """
import torch, explorer
from torch._inductor.async_compile import AsyncCompile
AsyncCompile.warm_pool()
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(8, 8)
    def forward(self, x):
        return torch.relu(self.linear(x)).sin()
x = explorer.explain(Net(), train=True)(torch.ones(2, 8))
assert torch._inductor.config.compile_threads == 2
print([(s.direction, s.state, len(s.kernels)) for s in x.report.compilations[0].stages if s.stage == "codegen"])
print([f.title for f in x.report.findings if f.kind in ("error", "degraded")])
"""
    told = []
    for threads in ("1", "2"):
        environment = {**os.environ, "TORCHINDUCTOR_COMPILE_THREADS": threads}
        program = program.replace("compile_threads == 2", f"compile_threads == {threads}").replace(
            "compile_threads == 1", f"compile_threads == {threads}"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        told.append(done.stdout)
    assert told[0] == told[1] and "('fwd', 'done'" in told[0] and told[0].endswith("[]\n")
