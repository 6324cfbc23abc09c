"""Inputs from inside a tensor subclass, by torch's own notes."""

from __future__ import annotations

import pytest
from torch._functorch._aot_autograd import descriptors

from explorer.parse.subclasses import with_inner
from explorer.report import Graph, Node

PLAIN = descriptors.PlainAOTInput(idx=1)
LOW = descriptors.SubclassGetAttrAOTInput(base=PLAIN, attr="low")


@pytest.mark.parametrize(
    ("note", "facts"),
    [
        (LOW, {"inner_of": "y", "inner": "low"}),
        (descriptors.SubclassGetAttrAOTInput(base=LOW, attr="values"), {"inner_of": "y", "inner": "low.values"}),
        (PLAIN, {}),
    ],
)
def test_the_note_of_an_input(note: object, facts: dict[str, str]) -> None:
    node = Node(ref="n", name="arg0_1", op="placeholder", target="arg0_1", note=repr(note))
    graph = with_inner(Graph(ref="g", name="graph", nodes=(node,)), ["L_x_", "L_y_"])
    assert graph.nodes[0].attributes == facts


def test_a_gradient_of_one() -> None:
    tangent = descriptors.TangentAOTInput(output=descriptors.PlainAOTOutput(idx=0))
    note = descriptors.SubclassGetAttrAOTInput(base=tangent, attr="high")
    node = Node(ref="n", name="tangents_1", op="placeholder", target="tangents_1", note=repr(note))
    (found,) = with_inner(Graph(ref="g", name="graph", nodes=(node,)), ["L_x_"]).nodes
    assert found.attributes == {"inner_of": "a gradient", "inner": "high"}
