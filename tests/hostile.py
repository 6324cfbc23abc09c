"""A hostile report, for the tests of the views: attacks in every text field, huge texts, thousands of everything."""

from __future__ import annotations

from explorer.report import (
    SCHEMA,
    Call,
    Compilation,
    Environment,
    Finding,
    Fullgraph,
    Graph,
    Guard,
    Kernel,
    Listing,
    Node,
    Place,
    Program,
    Report,
    Source,
    Span,
    StageRecord,
    TensorSpec,
    Texts,
    make_ref,
)

ATTACK = '<script>alert(1)</script>\x1b[2J\x1b]0;title\x07\u202egnp.exe\u2066\x9b31m\ud800\'" onload="x" &amp; 世界 '
"""Markup, terminal escapes, a bidirectional override, a C1 control, a lone surrogate, quotes and wide characters."""


def hostile(size: int = 1_000_000, many: int = 3000) -> Report:
    """Every text field holds an attack, some are ``size`` characters long, and there are ``many`` of everything."""
    texts = Texts()
    long = (ATTACK * (size // len(ATTACK) + 1))[:size]
    bad = Place(file=ATTACK, line=3, function=ATTACK, source=long)
    no_text = Place(file=f"{ATTACK}2", line=-5, function=ATTACK, source=ATTACK)

    def ref(kind: str, number: int) -> str:
        return make_ref("0/0", "dynamo", "dynamo", kind, f"{ATTACK}{number}")

    def node(n: int) -> Node:
        return Node(
            ref=ref("node", n),
            name=ATTACK,
            op="call_function",
            target=ATTACK,
            code=ATTACK,
            specs=(TensorSpec(dtype=ATTACK, shape=(ATTACK, 3)),),
            place=bad if n < 3 else no_text,
        )

    key = texts.add(long)
    stage = StageRecord(
        stage="dynamo",
        direction="dynamo",
        reason=ATTACK,
        graphs=(Graph(ref=ref("graph", 0), name="graph", nodes=tuple(node(n) for n in range(many)), text=key),),
        listings=(Listing(ref=ref("listing", 0), name=ATTACK, language=ATTACK, text=key),),
    )
    guards = StageRecord(
        stage="guards",
        direction="dynamo",
        guards=tuple(
            Guard(
                ref=ref("guard", n), kind=ATTACK, expression=long if n < 3 else ATTACK, place=bad if n < 3 else no_text
            )
            for n in range(many)
        ),
    )
    code = StageRecord(
        stage="codegen",
        direction="fwd",
        listings=tuple(Listing(ref=ref("listing", n), name=ATTACK, language="cpp", text=key) for n in range(50)),
        kernels=tuple(Kernel(ref=ref("kernel", n), name=ATTACK, language=ATTACK) for n in range(many)),
    )
    spans = tuple(
        Span(ref=ref("span", n), name=ATTACK + str(n), start=float(n), seconds=1.0, parent=ref("span", n - 1))
        for n in range(many)
    )
    raw = StageRecord(
        stage="raw",
        direction="dynamo",
        listings=tuple(Listing(ref=ref("raw", n), name=ATTACK, language="json", text=key) for n in range(many)),
    )
    made = tuple(
        Compilation(
            key=f"{n}/0",
            id=ATTACK,
            function=ATTACK,
            place=bad if n < 3 else no_text,
            called_from=no_text,
            trigger="recompile",
            reason=long if n < 3 else ATTACK,
            status=ATTACK,
            seconds=1e9,
            stages=(stage, guards, code, StageRecord(stage="phases", direction="dynamo", spans=spans), raw)
            if n == 0
            else (stage,)
            if n < 3
            else (),
        )
        for n in range(many)
    )
    findings = tuple(
        Finding(
            ref=ref("finding", n),
            kind=kind,
            code=ATTACK,
            severity="error",
            title=ATTACK,
            message=long if n < 3 else ATTACK,
            advice=(ATTACK, long if n < 3 else ATTACK),
            place=bad if n < 3 else no_text,
            user_place=no_text,
            compilations=(f"{n}/0",),
            text=key,
            attributes={"guard": ATTACK, "old": ATTACK, "type": ATTACK},
        )
        for n, kind in ((n, ("error", "break", "recompile", "limit", ATTACK)[n % 5]) for n in range(many))
    )
    return Report(
        schema=SCHEMA,
        program=Program(
            name=ATTACK,
            kind=ATTACK,
            place=bad,
            mode=ATTACK,
            cwd=ATTACK,
            output=long,
            options={f"{ATTACK}{n}": long if n < 2 else ATTACK for n in range(30)},
            calls=tuple(
                Call(index=n, inputs=(long if n < 2 else ATTACK, ATTACK), error=long if n < 2 else ATTACK)
                for n in range(many)
            ),
            fullgraph=Fullgraph(ok=False, error=ATTACK, gb_type=long, place=bad),
        ),
        environment=Environment(
            torch=ATTACK, devices=(ATTACK,) * many, versions={f"{ATTACK}{n}": ATTACK for n in range(many)}
        ),
        compilations=made,
        findings=findings,
        sources=(Source(file=ATTACK, text=texts.add(f"def f():\n    '''\n{long}")),),
        texts=texts.by_key,
    )
