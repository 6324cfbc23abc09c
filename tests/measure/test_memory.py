"""Memory of one call: what is kept for the backward and the most at once, against what tensors are known to need."""

from __future__ import annotations

import gc
from typing import Any

import pytest
import torch

import explorer
from explorer import samples
from explorer.measure.allocations import Live, distinct_bytes
from explorer.measure.measurers import MEASURERS
from explorer.measure.memory import allocator_peak

LINE = {name: number for number, line in enumerate(open(__file__), 1) if (name := line.partition("# line ")[2].strip())}  # noqa: SIM115


def program_of(sample: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(samples.path(sample).read_text(), str(samples.path(sample)), "exec"), names)
    built: dict[str, Any] = names["build"]()
    return built


@pytest.fixture(autouse=True)
def memory_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = [each for each in MEASURERS if each.name == "the memory of calls"]
    monkeypatch.setattr("explorer.measuring.MEASURERS", mine)


class Kept(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(8, 16, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.linear(x)  # line linear
        s = torch.sin(h)  # line sin
        return s * s


def test_saved_bytes_are_those_that_autograd_packs() -> None:
    model, x = Kept(), torch.randn(4, 8)
    packed: dict[int, int] = {}

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        packed[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        kept = model(x)
    for tensor in (x, model.linear.weight, kept):
        packed.pop(tensor.untyped_storage().data_ptr(), None)

    found = explorer.explain(model, train=True, backend="aot_eager", measure=True, probe=False)(x)
    told = found.report.memory
    assert told is not None
    assert told.eager.saved == sum(packed.values()) == 2 * 4 * 16 * 4  # h for sin, sin(h) for the product
    lines = {each.place.line: each.eager for each in told.lines if each.place is not None}
    assert lines == {LINE["linear"]: 256, LINE["sin"]: 256}
    cut = found.frames["saved"]
    assert told.compiled.saved == cut[cut["kept_as"] == "activation"]["bytes"].sum()
    assert told.compiled.saved < told.eager.saved, "the partitioner makes sin again"
    table = found.frames["memory"].set_index("what")
    assert table.loc["saved", "eager_bytes"] == told.eager.saved
    assert set(found.frames["memory"]["line"].dropna()) == {LINE["linear"], LINE["sin"]}
    assert "Measured memory" in found.text(sections=("memory",))


def test_the_peak_of_generated_code() -> None:
    program = program_of("mlp")
    with torch.no_grad():
        found = explorer.explain(program["model"], measure=True, probe=False)(*program["inputs"])
    told, buffers = found.report.memory, found.frames["buffers"]
    assert told is not None and told.compiled.peak is not None
    assert told.compiled.peak_from == "tensors"
    assert found.output.nbytes < told.compiled.peak <= buffers["bytes"].sum()
    assert told.eager.peak is not None and told.eager.peak >= told.compiled.peak


def test_the_peak_of_eager_calls() -> None:
    def model(x: torch.Tensor) -> torch.Tensor:
        a = x + 1
        b = a * 2
        del a
        return b.sum(0) + 1

    x = torch.randn(1000, 10)
    with torch.no_grad():
        found = explorer.explain(model, backend="aot_eager", measure=True, time_limit=5)(x)
    told = found.report.memory
    assert told is not None
    assert told.eager.peak == 2 * x.nbytes
    assert told.eager.peak_from == "tensors"
    assert told.eager.saved is None
    assert told.compiled.peak is None, "no generated code, so that nothing of it can be counted"
    assert found.verdict.memory is not None and found.verdict.memory.compiled.peak_bytes is None


def test_live_storages_count_once_and_until_they_are_gone() -> None:
    before = torch.ones(10)
    live = Live([before])
    live.add([before, before.view(5, 2)])
    assert live.bytes == 0
    one = torch.ones(100)
    live.add({"a": one, "b": one[:50]})
    assert live.bytes == 400
    other = torch.ones(50)
    live.add(other)
    assert (live.bytes, live.peak) == (600, 600)
    del one, other
    gc.collect()
    assert (live.bytes, live.peak) == (0, 600)
    live.add(torch.sparse_coo_tensor(torch.tensor([[0]]), torch.ones(1), (2,)))
    assert live.peak == 600


def test_distinct_bytes() -> None:
    base = torch.ones(8)
    assert distinct_bytes([base, base[2:], torch.ones(2)]) == (40, 2)
    assert distinct_bytes([base[:1]], besides=[base]) == (0, 0)


class SyntheticDevice:
    """Counts as ``torch.cuda`` does; not one."""

    def __init__(self) -> None:
        self.now = self.most = 1000
        self.waits = 0

    def synchronize(self) -> None:
        self.waits += 1

    def memory_allocated(self) -> int:
        return self.now

    def reset_peak_memory_stats(self) -> None:
        self.most = self.now

    def max_memory_allocated(self) -> int:
        return self.most

    def use(self, size: int) -> None:
        self.most = max(self.most, self.now + size)


def test_the_allocator_s_count_on_a_synthetic_device() -> None:
    device = SyntheticDevice()
    device.most = 9999  # of work before
    assert allocator_peak(device, lambda: device.use(300)) == 300
    assert device.waits == 2
    assert allocator_peak(device, lambda: None) == 0


@pytest.mark.gpu
def test_the_allocator_s_count_on_a_gpu() -> None:
    def run() -> Any:
        return torch.empty(1 << 20, dtype=torch.uint8, device="cuda")

    assert allocator_peak(torch.cuda, run) == 1 << 20
