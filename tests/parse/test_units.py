"""Which records make one compiled graph: order, direction, and the pairing of forward and backward."""

from __future__ import annotations

import pytest

from explorer.parse.units import Unit, last_attempts, units
from explorer.tracing.event import Event
from tests.traces import event, trace

GRAPH = "class GraphModule(torch.nn.Module):\n    def forward(self, {inputs}):\n        return ()\n"
FORWARD = GRAPH.format(inputs='primals_1: "f32[2]"')
BACKWARD = GRAPH.format(inputs='primals_1: "f32[2]", tangents_1: "f32[2]"')


def code(name: str) -> str:
    return f"# AOT ID: ['{name}']\nimport torch\n"


def fresh(name: str, key: str = "0/0", graph: str = FORWARD) -> list[Event]:
    """The records of one graph that Inductor compiles."""
    return [
        event("fx_graph_runnable", "import torch", key=key),
        event("before_post_grad_graph", graph, key=key),
        event("inductor_post_grad_graph", graph, key=key),
        event("inductor_output_code", code(name), key=key),
        event("inductor_provenance_tracking_node_mappings", "{}", key=key),
    ]


def hit(name: str) -> list[Event]:
    """The records of one graph from the cache: the post-grad graph is then a kind of its own."""
    return [
        event("fx_graph_runnable", "import torch"),
        Event(kind="inductor_post_grad_graph", payload=FORWARD, compile_id="0/0"),
        event("inductor_output_code", code(name)),
        event("fx_graph_cache_hit", "{}"),
    ]


def told(found: list[Unit[Event]]) -> list[tuple[str, int]]:
    return [(unit.direction, unit.index) for unit in found if unit.compiled]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        (fresh("0_inference"), [("fwd", 0)]),
        ([*fresh("0_forward"), *fresh("0_backward")], [("fwd", 0), ("bwd", 0)]),
        (
            [*fresh("0_forward"), *fresh("1_forward"), *fresh("1_backward"), *fresh("0_backward")],
            [("fwd", 0), ("fwd", 1), ("bwd", 1), ("bwd", 0)],
        ),
        ([*hit("7_forward"), *hit("7_backward")], [("fwd", 0), ("bwd", 0)]),
        ([*hit("7_forward"), *hit("9_forward"), *hit("3_backward")], [("fwd", 0), ("fwd", 1), ("bwd", 0)]),
        ([event("fx_graph_cache_miss", "{}"), *fresh("0_forward")], [("fwd", 0)]),
    ],
)
def test_directions_and_indices(events: list[Event], expected: list[tuple[str, int]]) -> None:
    assert told(units(trace(*events).events)["0/0"]) == expected


def test_a_graph_without_code_is_known_by_its_tangents() -> None:
    broken = [event("before_post_grad_graph", BACKWARD), event("inductor_post_grad_graph", BACKWARD)]
    assert told(units(trace(*fresh("0_forward"), *broken).events)["0/0"]) == [("fwd", 0), ("bwd", 0)]


def test_a_second_graph_without_code_is_a_unit_of_its_own() -> None:
    again = [event("before_post_grad_graph", FORWARD), *fresh("0_forward")[1:]]
    assert told(units(trace(*again).events)["0/0"]) == [("fwd", 0), ("fwd", 1)]


def test_compiles_that_interleave_are_apart() -> None:
    mixed = [each for pair in zip(fresh("0_forward", "0/0"), fresh("1_forward", "1/0"), strict=True) for each in pair]
    found = units(trace(*mixed).events)
    assert told(found["0/0"]) == told(found["1/0"]) == [("fwd", 0)]
    assert found["1/0"][0].aot_id == 1


def test_a_cache_record_belongs_to_the_graph_before_it() -> None:
    first, second = units(trace(*hit("0_forward"), *hit("0_backward")).events)["0/0"]
    assert first.cached and second.cached
    missed = units(trace(*fresh("0_forward"), event("fx_graph_cache_miss", "{}")).events)["0/0"]
    assert len(missed) == 1 and not missed[0].cached


def test_attempts_that_were_given_up_do_not_count() -> None:
    events = [
        event("aot_forward_graph", "old", attempt=0),
        event("aot_forward_graph", "new", attempt=1),
        event("aot_backward_graph", "later", attempt=0),
        event("aot_forward_graph", "other", key="1/0"),
    ]
    kept = [each.payload for each in last_attempts(trace(*events).events)]
    assert kept == ["new", "later", "other"]
