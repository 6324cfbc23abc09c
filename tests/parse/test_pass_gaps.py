"""A change that no pass reports is found where torch's printed graphs differ from what the passes saw."""

from __future__ import annotations

from typing import Any

import pytest

from explorer.parse.pass_gaps import PRINTED, with_gaps
from explorer.parse.rewrites import REWRITE_LABELS
from tests.traces import event, trace


def whole(name: str | None, before: str, after: str | None = None) -> Any:
    data = {"kind": "pass", "name": name, "before": before, "after": after, "nodes_before": 1, "nodes_after": 1}
    return event("explorer.pass", data=data)


def told(*events: Any, backward: tuple[int, ...] = ()) -> list[tuple[str, str, str | None, str, str | None]]:
    found = trace(*events)
    labels = (*REWRITE_LABELS, *PRINTED, "explorer.pass")
    late = {id(each) for at, each in enumerate(found.of(*labels)) if at in backward}
    return [
        (each.where, each.direction, each.data["name"], each.data["before"], each.data["after"])
        for each in with_gaps(found.of(*labels), late)
    ]


def test_nothing_is_found_where_the_graphs_agree() -> None:
    same = told(
        event("before_pre_grad_graph", "a\n\n # graph id: 139"),
        whole("one", "a\n", "b\n"),
        event("after_pre_grad_graph", "b\n\n # graph id: 139"),
    )
    assert same == [("pre-grad", "dynamo", "one", "a\n", "b\n")]


def test_a_change_before_the_first_pass_and_one_after_the_last() -> None:
    assert told(
        event("before_post_grad_graph", "a\n"),
        whole("one", "b\n", "c\n"),
        whole("two", "c\n"),
        event("after_post_grad_graph", "d\n"),
    ) == [
        ("post-grad", "fwd", None, "a\n", "b\n"),
        ("post-grad", "fwd", "one", "b\n", "c\n"),
        ("post-grad", "fwd", "two", "c\n", None),
        ("post-grad", "fwd", None, "c\n", "d\n"),
    ]


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([event("before_post_grad_graph", "a\n"), event("after_post_grad_graph", "b\n")], id="no pass"),
        pytest.param([whole("one", "a\n")], id="nothing printed"),
    ],
)
def test_without_passes_or_printed_graphs_nothing_is_guessed(events: list[Any]) -> None:
    assert None not in [name for _, _, name, _, _ in told(*events)]


def test_graphs_that_ddp_splits_are_not_compared() -> None:
    split = told(
        event("before_pre_grad_graph", "a\n"),
        whole("one", "a\n"),
        event("after_pre_grad_graph", "a\n"),
        event("before_pre_grad_graph", "b\n"),
        whole("one", "b\n"),
        event("after_pre_grad_graph", "b\n"),
    )
    assert [name for _, _, name, _, _ in split] == ["one", "one"]
