"""What to do about an error on symbolic sizes, by its kind; the finding's attributes are filled in."""

from __future__ import annotations

SIZES: dict[str, tuple[str, ...]] = {
    "constraint violation": (
        "Let the code make no difference between values of {subject}, or do not mark it as dynamic: "
        "torch._dynamo.maybe_mark_dynamic (Dim.AUTO in torch.export) lets the compiler fix it.",
    ),
    "data-dependent guard": (
        "Let the graph take both sides: torch.where for values, torch.cond for code. Without fullgraph=True Python "
        "decides here, and the graph breaks.",
        "If one side is sure, say so: torch._check({expression}) above this line, with the variable's own name.",
    ),
}

SUGGESTED = "torch suggests: {fixes}."
