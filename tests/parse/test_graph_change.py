"""A graph before and after a pass: the refs of both, and whether anything changed."""

from __future__ import annotations

import pytest

from explorer.parse.graph_change import Change, read_change, without_identity
from explorer.report import Place, Texts, make_ref

TEXT = """class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2]"):
        relu: "f32[2]" = torch.ops.aten.relu.default(x);  x = None
        {name}: "f32[2]" = torch.ops.aten.mul.Tensor(relu, 2);  relu = None
        return ({name},)
"""


def place(file: str, line: int | None, **rest: str | None) -> Place:
    return Place(file=file, line=line, **rest)


def change(before: str | None, after: str | None, prefix: str = "") -> Change:
    return read_change(
        before, after, key="0/0", direction="fwd", stage="post_grad", texts=Texts(), place=place, prefix=prefix
    )


def ref(kind: str, name: str) -> str:
    return make_ref("0/0", "fwd", "post_grad", kind, name)


@pytest.mark.parametrize(("after", "changed"), [("mul", False), ("mul_1", True)])
def test_both_graphs_have_refs_of_their_own(after: str, changed: bool) -> None:
    made = change(TEXT.format(name="mul"), TEXT.format(name=after))
    (first,), (second,) = made.before, made.after
    assert made.changed is changed
    assert (first.name, second.name) == ("before", "after")
    assert (first.ref, second.ref) == (ref("graph", "before"), ref("graph", "after"))
    assert [node.ref for node in first.nodes][:3] == [ref("before_node", name) for name in ("x", "relu", "mul")]
    assert [node.ref for node in second.nodes][:3] == [ref("node", name) for name in ("x", "relu", after)]
    assert first.nodes[2].inputs == (ref("before_node", "relu"),)
    assert second.nodes[2].inputs == (ref("node", "relu"),)


def test_names_of_a_later_graph_have_its_number() -> None:
    made = change(TEXT.format(name="mul"), TEXT.format(name="mul"), prefix="1.")
    assert made.after[0].name == "1.after"
    assert made.before[0].ref == ref("graph", "1.before")
    assert made.after[0].nodes[2].inputs == (ref("node", "1.relu"),)
    assert made.before[0].nodes[2].name == "1.mul"


@pytest.mark.parametrize(("before", "after"), [(None, TEXT), (TEXT, None), (None, None)])
def test_half_a_change_is_unknown(before: str | None, after: str | None) -> None:
    made = change(before, after)
    assert made.changed is None
    assert (len(made.before), len(made.after)) == (before is not None, after is not None)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("class A\n\n\n # graph id: 139796227113040", "class A\n"),
        ("class A\n", "class A\n"),
        ("class A # graph id: soon", "class A # graph id: soon"),
    ],
)
def test_the_address_of_a_graph_is_not_part_of_it(text: str, plain: str) -> None:
    assert without_identity(text) == plain
