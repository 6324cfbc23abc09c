"""What to do about a graph break, by the id that torch gives its kind (torch/_dynamo/graph_break_registry.json)."""

from __future__ import annotations

from explorer.advice.on_gradients import GRADIENTS
from explorer.advice.on_operators import OPERATORS
from explorer.advice.on_python import PYTHON
from explorer.advice.on_values import VALUES

BREAKS: dict[str, str] = {**VALUES, **GRADIENTS, **OPERATORS, **PYTHON}
"""By id: one or two sentences that say what to do."""

BUILTINS: dict[str, str] = {
    "print": "Print only when not compiling: put it under `if not torch.compiler.is_compiling():`.",
    "open": "Read or write the file outside the compiled function.",
    "input": "Ask outside the compiled function.",
    "breakpoint": "Remove the breakpoint, or put it under `if not torch.compiler.is_compiling():`.",
    "setattr": "Set the attribute outside the compiled function, or give it a constant name.",
    "isinstance": "Decide by type before the compiled call.",
}
"""The same for GB0059 by the built-in that was called, when it is known."""

WORSE: dict[str, str] = {
    "graph break in loop": "GB7000",
    "Graph break under GenericContextWrappingVariable": "GB0066",
}
"""The title that torch gives to what makes a break worse, where it stands in a loop or a context, and its id."""


SHAPES = "Check the shapes and types of the inputs: this operation does not take them, compiled or not."
"""For an operation of torch's own that fails for what it is given."""


OPTIMIZER = (
    "torch's optimizers break here by design, and the update itself is compiled as a graph of its own. Leave it, or "
    "call `step()` outside the compiled function (`torch.compile(optimizer.step)` compiles it by itself)."
)
"""For the break (GB0025) that an optimizer of torch's asks for."""


def advice_for(code: str, context: str | None = None) -> str | None:
    """What to do about a break of kind ``code``, or None when we have nothing to add.

    ``context`` is torch's developer context, which names the built-in: ``builtin print [<class …``.
    """
    name = (context or "").removeprefix("builtin ").split(" ", 1)[0] if code == "GB0059" else ""
    return BUILTINS.get(name) or BREAKS.get(code)
