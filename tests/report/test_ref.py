"""Refs: built, taken apart, and unique for every kind of entity the document will hold."""

from __future__ import annotations

import pytest

from explorer.report import compile_key, make_ref, parse_ref

CASES = [
    (("0/0", "dynamo", "dynamo", "node", "h_1"), {}, "0/0/dynamo/dynamo/node.h_1"),
    (("0/0", "dynamo", "guards", "guard", "12"), {}, "0/0/dynamo/guards/guard.12"),
    (("1/2", "bwd", "codegen", "call", "cpp_fused_add_0:3"), {}, "1/2/bwd/codegen/call.cpp_fused_add_0:3"),
    (
        ("0/1", "fwd", "codegen", "kernel", "triton_poi_0"),
        {"target": "sm_90"},
        "0/1/fwd@sm_90/codegen/kernel.triton_poi_0",
    ),
    (("0/1", "dynamo", "dynamo", "graph", "graph"), {"attempt": 2}, "0/1_2/dynamo/dynamo/graph.graph"),
    (("0/0", "fwd", "run", "span", "compiled.17"), {}, "0/0/fwd/run/span.compiled.17"),
    (("0/0", "joint", "aot", "node", "primals_1"), {}, "0/0/joint/aot/node.primals_1"),
]


@pytest.mark.parametrize(("parts", "more", "ref"), CASES, ids=[case[2] for case in CASES])
def test_there_and_back(parts: tuple[str, ...], more: dict[str, object], ref: str) -> None:
    key, direction, stage, kind, name = parts
    assert make_ref(key, direction, stage, kind, name, **more) == ref  # type: ignore[arg-type]
    found = parse_ref(ref)
    assert (found["id"], found["direction"], found["stage"], found["kind"], found["name"]) == parts
    assert found["target"] == more.get("target")
    assert found["attempt"] == (str(more["attempt"]) if "attempt" in more else None)


@pytest.mark.parametrize(
    ("compile_id", "more", "key", "rank", "epoch"),
    [
        ("0/1", {}, "0/1", None, None),
        ("0/1", {"epoch": 2}, "2.0/1", None, "2"),
        ("0/1", {"epoch": 1, "rank": 3}, "rank3/1.0/1", "3", "1"),
        ("!0/1/0", {}, "!0/1/0", None, None),
        ("-/-", {}, "-/-", None, None),
    ],
)
def test_compile_keys(compile_id: str, more: dict[str, int], key: str, rank: str | None, epoch: str | None) -> None:
    assert compile_key(compile_id, **more) == key
    found = parse_ref(make_ref(key, "dynamo", "dynamo", "node", "x"))
    assert (found["rank"], found["epoch"], found["id"]) == (rank, epoch, compile_id)


@pytest.mark.parametrize("text", ["", "0/0", "0/0/sideways/x/node.y", "0/0/fwd/aot/node", "source:file:3"])
def test_not_a_ref(text: str) -> None:
    with pytest.raises(ValueError, match="not a ref"):
        parse_ref(text)
