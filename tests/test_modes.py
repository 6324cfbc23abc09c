"""Regions, casts, transforms and the guarded state, held against what plain torch says while the same code runs."""

from __future__ import annotations

import contextlib
import runpy
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch.func import grad, jacfwd, jvp, vmap
from torch.utils._python_dispatch import TorchDispatchMode

import explorer
from explorer import samples


def sample(name: str, which: str = "build") -> dict[str, Any]:
    return dict(runpy.run_path(str(samples.path(name)))[which]())


def explored(program: dict[str, Any], backend: str = "aot_eager") -> explorer.Exploration:
    options = {name: program[name] for name in ("train", "contexts") if name in program}
    return explorer.explain(program["model"], probe=False, backend=backend, **options)(*program["inputs"])


def captured(program: dict[str, Any]) -> list[torch.fx.Node]:
    """The nodes of the one graph that plain Dynamo hands to a backend."""
    nodes: list[torch.fx.Node] = []

    def backend(graph: torch.fx.GraphModule, _inputs: object) -> Callable[..., Any]:
        nodes.extend(graph.graph.nodes)
        return graph.forward

    torch._dynamo.reset()
    torch.compile(program["model"], backend=backend)(*program["inputs"])
    torch._dynamo.reset()
    return nodes


class CountedCasts(TorchDispatchMode):
    """The bytes that each copy to another dtype writes."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes: list[int] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        if func is torch.ops.aten._to_copy.default and result.dtype != args[0].dtype:
            self.bytes.append(result.numel() * result.element_size())
        return result


def test_autocast_regions_hold_the_nodes_between_their_switches() -> None:
    names = [getattr(node.target, "__name__", str(node.target)) for node in captured(sample("amp_regions"))]
    outside = [at for at, name in enumerate(names) if name in ("_enter_autocast", "_exit_autocast")]
    regions = explored(sample("amp_regions"), "eager").frames["regions"]
    assert regions["kind"].tolist() == ["autocast", "autocast"]
    assert regions["depth"].tolist() == [0, 1]
    assert regions["dtype"].fillna("").tolist() == ["bfloat16", ""]
    assert regions.query("dtype.isna()")["enabled"].tolist() == [False]
    source = samples.path("amp_regions").read_text().split("\n")
    assert "self.gate(hidden" in source[regions["line"][1] - 1]
    assert regions["operations"].tolist() == [outside[3] - outside[0] - 3, outside[2] - outside[1] - 1]


def test_the_casts_are_those_that_eager_makes_and_the_program_does_not() -> None:
    program = sample("amp_regions")
    with CountedCasts() as counted:
        program["model"](*program["inputs"])
    x = explored(sample("amp_regions"))
    casts = x.frames["casts"].query("not backward")
    asked = [node for node in captured(sample("amp_regions")) if node.target in ("to", "float")]
    assert len(casts) == len(counted.bytes) - len(asked)
    assert casts["bytes"].sum() == sum(counted.bytes) - 2 * 4 * 16 * 4
    assert {"self.first.weight", "self.second.bias", "x"} <= set(casts["of"])
    assert explored(sample("function_transforms")).frames["casts"].empty


def test_every_operation_knows_its_transforms() -> None:
    levels: list[list[str]] = []
    program = sample("function_transforms")
    loss = program["model"].loss

    def spied(weights: Any, row: Any) -> Any:
        levels.append([str(each.key()).rsplit(".", maxsplit=1)[-1] for each in stack()])
        return loss(weights, row)

    stack = torch._C._functorch.get_interpreter_stack
    program["model"].loss = spied
    program["model"](*program["inputs"])
    assert levels == [["Vmap", "Grad"]]
    nodes = transforms_of(explored(sample("function_transforms"), "eager"))
    assert nodes["tanh"] == nodes["square"] == "vmap (4) > grad"
    assert nodes["mean"] == nodes["scaled"] == ""


def transforms_of(x: explorer.Exploration) -> dict[str, str]:
    (graph,) = (graph for stage in x.report.compilations[0].stages if stage.stage == "dynamo" for graph in stage.graphs)
    return {node.name: str(node.attributes.get("transforms", "")) for node in graph.nodes}


def cosine(t: torch.Tensor) -> torch.Tensor:
    made = t.cos()
    return made * 1


def second_derivative(x: torch.Tensor) -> torch.Tensor:
    return grad(lambda t: grad(lambda s: cosine(s).sum())(t).sum())(x)


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda x: vmap(vmap(cosine))(x) + 0, "vmap (2) > vmap (3)"),
        (lambda x: jvp(cosine, (x,), (x,))[1], "jvp"),
        (lambda x: jacfwd(cosine)(x[0]), "vmap (3) > jvp"),
        (lambda x: second_derivative(x) + 0, "grad > grad"),
        (lambda x: cosine(x) + 0, ""),
    ],
)
def test_the_levels_of_nested_transforms(function: Callable[..., Any], expected: str) -> None:
    x = explorer.explain(function, probe=False, backend="eager")(torch.randn(2, 3))
    assert transforms_of(x)["made"] == expected


def test_a_break_inside_a_transform_is_told() -> None:
    x = explored(sample("break_in_transform"), "eager")
    (finding,) = (each for each in x.report.findings if each.code == "BREAK_IN_TRANSFORM")
    assert finding.attributes["transforms"] == "grad"
    assert finding.place is not None and finding.place.source == 'print("loss")'
    assert not any(each.kind == "transform" for each in explored(sample("break_in_transform", "fixed")).report.findings)


seen: list[bool] = []


def looks(x: torch.Tensor) -> None:
    print("looking")
    seen.append(torch.is_autocast_enabled("cpu"))


def cut_in_two(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ x
        looks(y)
        z = x @ x
    return y, z


def test_a_region_that_a_break_cuts_goes_on_after_it() -> None:
    seen.clear()
    x = explored({"model": cut_in_two, "inputs": (torch.ones(2, 2),)}, "eager")
    assert seen == [True]
    assert {made.dtype for made in x.output} == {torch.bfloat16}
    assert x.frames["regions"]["dtype"].tolist() == ["bfloat16", "bfloat16"]
    (finding,) = (each for each in x.report.findings if each.kind == "region")
    assert "autocast on cpu to bfloat16" in finding.title
    assert finding.compilations[0] != finding.compilations[1]


def without_and_with(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    with torch.no_grad():
        first = x * 2
    return first, x * 3


def test_grad_mode_has_a_region_and_what_follows_is_as_before() -> None:
    x = explored({"model": without_and_with, "inputs": (torch.ones(2, requires_grad=True),)}, "eager")
    regions = x.frames["regions"]
    assert regions[["kind", "enabled", "operations"]].values.tolist() == [["gradients", False, 1]]


@contextlib.contextmanager
def mixed_without_gradients() -> Any:
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        yield


def test_the_state_around_the_call_is_told_and_its_casts_are_found() -> None:
    layer = torch.nn.Linear(4, 4)
    program = {"model": lambda x: layer(x) + 0, "inputs": (torch.randn(2, 4),), "contexts": [mixed_without_gradients]}
    x = explored(program)
    state = x.frames["metrics"].query("stage == 'modes'").set_index("metric")["value"]
    assert state["gradients"] == "off"
    assert state["autocast"] == "bfloat16 on cpu"
    assert state["threads"] == str(torch.get_num_threads())
    assert state["default dtype"] == str(torch.get_default_dtype()).removeprefix("torch.")
    with mixed_without_gradients(), CountedCasts() as counted:
        _ = layer(torch.randn(2, 4)) + 0
    assert sorted(x.frames["casts"]["bytes"]) == sorted(counted.bytes)
    assert "autocast bfloat16 on cpu" in x.text(width=200, sections=("modes",))
