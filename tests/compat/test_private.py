"""Each private name of torch taken away in turn: one feature degrades, with a line in the report; the rest works."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from torch.testing._internal.two_tensor import TwoTensor

import explorer
import explorer.compat
from explorer.compat.cache_folder import cache_folder
from explorer.compat.hook import Hook
from explorer.compat.private import MISSING, Private
from explorer.exploration import Exploration
from tests import measured


def _known() -> Iterator[Private]:
    for found in pkgutil.iter_modules(explorer.compat.__path__):
        for value in vars(importlib.import_module(f"explorer.compat.{found.name}")).values():
            for each in value if isinstance(value, tuple) else (value,):
                private = each.private if isinstance(each, Hook) else each
                if isinstance(private, Private):
                    yield private


KNOWN = {private.path: private for private in _known()}

ALL = frozenset({"graphs", "graphs_first_call", "ops", "kernels", "compile_s", "fullgraph", "devices", "actions"})
LOSES: dict[str, frozenset[str]] = {
    "torch._logging._internal:trace_log": ALL,
    "torch._dynamo:optimize": frozenset({"fullgraph"}),
    "torch._dynamo.symbolic_convert:InstructionTranslatorBase.step": frozenset({"stages"}),
    "torch.fx.passes.graph_transform_observer:GraphTransformObserver.__enter__": frozenset({"stages"}),
    "torch.fx.passes.graph_transform_observer:GraphTransformObserver.__exit__": frozenset({"stages"}),
}
"""What the verdict loses beside the line in the report; without the others it loses nothing."""


class Small(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.linear(x))


def explored() -> Exploration:
    """A model that is compiled already; no gradient, so that AOTAutograd makes an inference graph."""
    torch.manual_seed(0)
    with torch.no_grad():
        return explorer.explain(torch.compile(Small()))(torch.ones(2, 4))


def trained() -> Exploration:
    """With a gradient there is a joint graph."""
    torch.manual_seed(0)
    return explorer.explain(torch.compile(Small(), backend="aot_eager"), train=True)(torch.ones(2, 4))


def captured_without_a_log() -> Exploration:
    """torch's own handler takes itself away at its first record, once in a process."""
    log = importlib.import_module("torch._logging._internal")
    log.trace_log.handlers[:] = [log.LazyTraceHandler(None)]
    return trained()


def stepped() -> Exploration:
    """With each step followed, through a break."""

    def printing(x: torch.Tensor) -> torch.Tensor:
        y = x.sin() + 1
        print("mean", y.mean())
        return y.cos()

    torch._dynamo.reset()
    return explorer.explain(printing, steps=True, probe=False)(torch.ones(2))


def timed() -> Exploration:
    """With single operations and kernels timed."""
    torch.manual_seed(0)
    with torch.no_grad(), measured.one_thread(), measured.only_the_ledger():
        return explorer.explain(torch.compile(Small()), measure=True, time_limit=0.2)(torch.ones(2, 4))


_TRANSLATOR = "torch._dynamo.symbolic_convert:InstructionTranslatorBase"
_OUTPUT = "torch._dynamo.output_graph"
_OBSERVER = "torch.fx.passes.graph_transform_observer:GraphTransformObserver"


def known_before() -> Exploration:
    """A function that was compiled by its user before: what we add to its table can only be emptied."""
    torch.manual_seed(0)
    model = Small()
    torch.compile(model, backend="eager")(torch.ones(2, 4))
    return explorer.explain(model, backend="aot_eager")(torch.ones(3, 4))


LIBRARY = torch.library.Library("explorer_private", "DEF")
LIBRARY.define("older(Tensor x) -> Tensor")
LIBRARY.impl("older", torch.neg, "CompositeExplicitAutograd")
LIBRARY.impl("older", torch.empty_like, "Meta")


def unusual() -> Exploration:
    """An operator that torch does not bring with it, and a tensor that wraps two."""
    x = TwoTensor(torch.ones(3), torch.ones(3))
    return explorer.explain(lambda x, y: (x + 1, torch.ops.explorer_private.older(y)), backend="aot_eager")(x, x.a)


PROGRAMS: dict[str, Callable[[], Exploration]] = {
    f"{_TRANSLATOR}.step": stepped,
    f"{_TRANSLATOR}.log_graph_break": stepped,
    f"{_TRANSLATOR}.speculate": stepped,
    f"{_OUTPUT}:OutputGraph.compile_subgraph": stepped,
    f"{_OUTPUT}:SubgraphTracer.create_node": stepped,
    f"{_OBSERVER}.__enter__": stepped,
    f"{_OBSERVER}.__exit__": stepped,
    "torch._dynamo.convert_frame:orig_code_map": timed,
    "torch._C:_dispatch_has_kernel_for_dispatch_key": unusual,
    "torch._dynamo.guards:DeletedGuardManagerWrapper": known_before,
    "torch._functorch._aot_autograd.graph_compile:_log_joint_graph": trained,
    "torch._library.custom_ops:_maybe_get_opdef": unusual,
    "torch._library.simple_registry:singleton": unusual,
    "torch._inductor.codecache:PyCodeCache.modules": timed,
    "torch._logging._internal:LazyTraceHandler": captured_without_a_log,
    "torch._logging.structured:INTERN_TABLE": captured_without_a_log,
    "torch.utils._python_dispatch:is_traceable_wrapper_subclass": unusual,
}
"""Programs that meet a name which :func:`explored` does not."""

UNMET = {
    "torch._dynamo.backends.common:aot_autograd",
    "torch._dynamo.decorators:mark_unbacked",
    "torch._dynamo:lookup_backend",
    "torch._dynamo:mark_dynamic",
    "torch._functorch.aot_autograd:make_boxed_func",
    "torch._functorch.partitioners:min_cut_rematerialization_partition",
    "torch._higher_order_ops.triton_kernel_wrap:kernel_side_table",
    "torch._inductor.runtime.cache_dir_utils:default_cache_dir",
    "torch._subclasses.fake_tensor:FakeTensorMode",
    "torch.utils._python_dispatch:TorchDispatchMode",
}
"""Names that no exploration of a small program asks for; each is tested beside its feature."""


@pytest.fixture(scope="module")
def whole() -> dict[Callable[[], Exploration], dict[str, Any]]:
    """What each program's report says with everything in place."""
    found = {}
    for program in {explored, *PROGRAMS.values()}:
        torch._dynamo.reset()
        found[program] = _said(program())
    return found


@pytest.fixture(autouse=True)
def nothing_missing() -> Iterator[None]:
    torch._dynamo.reset()  # without what cleans up, a test would leave its entries to the next one
    MISSING.clear()
    yield
    MISSING.clear()


def _said(x: Exploration) -> dict[str, Any]:
    """The facts of the verdict that are the same in every run, and the state of each stage."""
    facts = {name: getattr(x.verdict, name) for name in x.verdict.__struct_fields__}
    facts["compile_s"] = facts["compile_s"] is not None
    stages = {
        (compiled.key, stage.stage, stage.direction): stage.state
        for compiled in x.report.compilations
        for stage in compiled.stages
    }
    return {**facts, "stages": stages}


def _lost(x: Exploration) -> set[str]:
    return {finding.title for finding in x.report.findings if finding.kind == "degraded"}


def _renamed(monkeypatch: pytest.MonkeyPatch, private: Private, *, module: bool) -> None:
    """As if torch had given the name, or the module that it is in, another name."""
    head, _, tail = private.path.partition(":")
    # the dataclass is frozen; monkeypatch cannot set its fields
    path = f"{head}_renamed:{tail}" if module else f"{head}:{tail}_renamed"
    monkeypatch.setitem(private.__dict__, "path", path)


@pytest.mark.parametrize("path", sorted(KNOWN.keys() - UNMET))
def test_without_it_one_feature_degrades(path: str, whole: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    private, program = KNOWN[path], PROGRAMS.get(path, explored)
    _renamed(monkeypatch, private, module=len(path) % 2 == 0)
    x = program()
    assert _lost(x) == {f"A part is missing: {private.feature}."}
    said = next(finding for finding in x.report.findings if finding.kind == "degraded")
    assert said.message == f"{private.without}." and said.count == 1
    assert private.feature in x.text() and MISSING == {}
    before, after = whole[program], _said(x)
    loses = LOSES.get(path, frozenset()) | {"status"}
    if loses < ALL:
        assert after["stages"] == before["stages"]
    loses |= {"stages"}
    assert {name: after[name] for name in after if name not in loses} == {
        name: before[name] for name in before if name not in loses
    }


def test_the_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TORCHINDUCTOR_CACHE_DIR", raising=False)
    from torch._inductor.runtime.cache_dir_utils import default_cache_dir

    assert cache_folder() == default_cache_dir()
    private = KNOWN["torch._inductor.runtime.cache_dir_utils:default_cache_dir"]
    _renamed(monkeypatch, private, module=False)
    assert cache_folder() is None and list(MISSING.values()) == [private]


def test_a_backend_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for path in ("torch._dynamo.eval_frame:innermost_backend", "torch._dynamo:lookup_backend"):
        _renamed(monkeypatch, KNOWN[path], module=False)
    x = explored()
    assert x.verdict.graphs == 0 and _lost(x) == {"A part is missing: settings of a compiled model."}


@pytest.mark.parametrize("path", sorted(KNOWN))
def test_this_torch_has_it(path: str) -> None:
    """What a release takes away is seen here; :func:`test_without_it_one_feature_degrades` says what that costs."""
    assert KNOWN[path].is_there
    assert KNOWN[path].checked and KNOWN[path].feature and not KNOWN[path].without.endswith(".")
