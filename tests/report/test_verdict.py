"""The verdict: exactly the keys of the contract, with null for what was not measured."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from explorer.report import (
    SCHEMA,
    Call,
    Compilation,
    Environment,
    Finding,
    Fullgraph,
    Graph,
    Kernel,
    KernelCall,
    Listing,
    Node,
    Place,
    Program,
    Report,
    StageRecord,
    TensorSpec,
)
from explorer.report.verdict import encode_verdict, make_verdict

KEYS = [
    *("schema", "program", "torch", "devices", "status", "graphs", "graphs_first_call", "ops", "fullgraph"),
    *("graph_breaks", "recompiles", "recompile_limit_hit", "errors", "kernels", "compile_s", "actions"),
    *("timings", "numerics", "memory"),
]


def graph(key: str, name: str = "graph", ops: tuple[str, ...] = ("call_function", "call_method")) -> Graph:
    nodes = [Node(ref=f"{key}{name}{number}", name=f"n{number}", op=op, target="t") for number, op in enumerate(ops)]
    nodes += [Node(ref=f"{key}{name}x", name="x", op="placeholder", target="x")]
    return Graph(ref=f"{key}/{name}", name=name, nodes=tuple(nodes))


def compilation(key: str, *graphs: Graph, call: int | None = 0, seconds: float | None = 0.5) -> Compilation:
    stages = (StageRecord(stage="dynamo", direction="dynamo", graphs=graphs),)
    return Compilation(key=key, id=key, call=call, seconds=seconds, stages=stages)


def report(*findings: Finding, compilations: tuple[Compilation, ...] = (), **program: Any) -> Report:
    return Report(
        schema=SCHEMA,
        program=Program(name="Net", cwd="/me", **program),
        environment=Environment(torch="2.13.0", devices=("cpu",)),
        compilations=compilations,
        findings=findings,
    )


def as_json(made: Report) -> dict[str, Any]:
    return json.loads(encode_verdict(make_verdict(made)))


def test_an_empty_report_has_every_key() -> None:
    verdict = as_json(report())
    assert list(verdict) == KEYS
    assert verdict["schema"] == "compile-explorer.verdict/1"
    assert verdict["status"] == "ok"
    absent = ("graphs_first_call", "fullgraph", "kernels", "compile_s", "timings", "numerics", "memory")
    assert all(verdict[key] is None for key in absent)
    assert (verdict["graphs"], verdict["ops"], verdict["recompile_limit_hit"]) == (0, 0, False)


def test_counts() -> None:
    body = graph("0/0", "graph.wrap_body_0")
    made = report(
        compilations=(
            compilation("0/0", graph("0/0"), body),
            compilation("1/0", graph("1/0", "attempt_0"), graph("1/0"), call=0),
            compilation("0/1", graph("0/1"), call=1, seconds=None),
            compilation("2/0", call=1),
        ),
        calls=(Call(index=0), Call(index=1)),
        fullgraph=Fullgraph(ok=False, error="torch.E", gb_type="Odd"),
    )
    verdict = as_json(made)
    assert (verdict["graphs"], verdict["graphs_first_call"], verdict["ops"]) == (3, 2, 6)
    assert verdict["compile_s"] == 1.5
    assert verdict["fullgraph"] == {"ok": False, "error": "torch.E", "gb_type": "Odd"}


def test_a_break() -> None:
    place = Place(file="/x/site-packages/lib.py", line=3, source="lib()")
    made = report(
        Finding(
            ref="r", kind="break", code="GB0001", severity="warning", title="t", place=place,
            user_place=Place(file="/me/m.py", line=7), count=2, compilations=("0/0",), advice=("do",),
            attributes={"gb_type": "Odd", "effect": "resumed", "hints": "one\ntwo", "fixability": "difficult"},
        ),
        compilations=(compilation("0/0", graph("0/0"), call=1),),
    )  # fmt: skip
    verdict = as_json(made)
    assert verdict["graph_breaks"] == [
        {
            "file": "/x/site-packages/lib.py", "line": 3, "user_file": "m.py", "user_line": 7, "source": "lib()",
            "gb_type": "Odd", "code": "GB0001", "effect": "resumed", "count": 2, "call": 1, "fixability": "difficult",
            "hints": ["one", "two"],
        }
    ]  # fmt: skip
    assert verdict["actions"] == ["do"]


def test_recompiles_limits_and_errors() -> None:
    cell = Place(file="/tmp/ipykernel_1/2.py", line=4, cell_id="c", execution_count=3, source="f(x)")
    facts: dict[str, Any] = {"compile_id": "0/1", "function": "f", "guard": "n == 3"}
    error: dict[str, Any] = {"type": "torch._dynamo.exc.TorchRuntimeError", "stage": "dynamo"}
    verdict = as_json(
        report(
            Finding(
                ref="e", kind="error", code="E", severity="error", title="t", message="no", place=cell, attributes=error
            ),
            Finding(ref="l", kind="limit", code="RECOMPILE_LIMIT", severity="error", title="t"),
            Finding(ref="r", kind="recompile", code="R", severity="warning", title="t", place=cell, attributes=facts),
        )
    )
    assert verdict["status"] == "error"
    assert verdict["recompile_limit_hit"] is True
    assert verdict["recompiles"] == [
        {
            "compile_id": "0/1", "function": "f", "call": None, "guard": "n == 3", "file": "In[3]", "line": 4,
            "source": "f(x)", "advice": None,
        }
    ]  # fmt: skip
    assert verdict["errors"] == [
        {"type": error["type"], "message": "no", "file": "In[3]", "line": 4, "stage": "dynamo"}
    ]


def test_devices_of_the_graphs_stand_in_for_inputs_that_nobody_saw() -> None:
    spec = TensorSpec(dtype="float32", shape=(2,), device="cuda:0")
    node = Node(ref="n", name="n", op="call_function", target="t", specs=(spec, spec))
    made = msgspec.structs.replace(
        report(compilations=(compilation("0/0", Graph(ref="g", name="graph", nodes=(node,))),)),
        environment=Environment(),
    )
    assert make_verdict(made).devices == ("cuda",)


def test_a_cell_is_known_by_its_count_alone() -> None:
    cell = Place(file="/tmp/ipykernel_1/2.py", line=4, execution_count=1)
    found = [
        Finding(ref=kind, kind=kind, code="C", severity="warning", title="t", place=cell, user_place=cell)
        for kind in ("break", "recompile", "error")
    ]
    verdict = as_json(report(*found))
    assert verdict["graph_breaks"][0]["user_file"] == "In[1]"
    assert {verdict[name][0]["file"] for name in ("graph_breaks", "recompiles", "errors")} == {"In[1]"}


@pytest.mark.parametrize(
    ("kind", "severity", "status"),
    [
        ("degraded", "warning", "partial"),
        ("degraded", "note", "ok"),
        ("limit", "error", "ok"),
        ("break", "warning", "ok"),
        ("error", "error", "error"),
    ],
)
def test_status(kind: str, severity: Any, status: str) -> None:
    assert make_verdict(report(Finding(ref="r", kind=kind, code="c", severity=severity, title="t"))).status == status


def test_kernels_are_counted_by_their_code() -> None:
    def codegen(key: str, state: Any = "done") -> StageRecord:
        listing = Listing(ref=f"{key}k", name="k", language="cpp", text="same")
        calls = tuple(KernelCall(ref=f"{key}k{number}") for number in range(2))
        kernel = Kernel(ref=f"{key}kernel", name="k", language="cpp", listing=listing.ref, calls=calls)
        library = Kernel(ref=f"{key}mm", name="extern_kernels.mm", language="extern", extern=True, calls=calls[:1])
        return StageRecord(
            stage="codegen", direction="fwd", state=state, listings=(listing,), kernels=(kernel, library)
        )

    both = tuple(
        msgspec.structs.replace(compilation(key), stages=(codegen(key, state),))
        for key, state in (("0/0", "done"), ("0/1", "cached"), ("0/2", "absent"))
    )
    verdict = as_json(report(compilations=both))
    assert verdict["kernels"] == {"generated": 1, "calls": 4, "extern": 2, "languages": ["cpp"]}
