"""What to do about breaks where Python wants to know something that only running tells: values, sizes, texts."""

from __future__ import annotations

VALUES: dict[str, str] = {
    # -- Python that is for people, not for tensors
    "GB0059": "Take this built-in call out of the model's path. If it only tells a person something, put it under `if "
    "not torch.compiler.is_compiling():`.",
    "GB0291": "Put the logging under `if not torch.compiler.is_compiling():`, or name the method in "
    "`torch._dynamo.config.ignore_logging_functions` to have it left out.",
    "GB0296": "Give this reorderable logging call tensors, constants and format strings only; build anything else "
    "outside the compiled function.",
    "GB0569": "Do not turn a tensor into text here; return it and print it outside the compiled function.",
    "GB0025": "Someone asked for this break with `torch._dynamo.graph_break()`: remove the call when it is no longer "
    "needed.",
    "GB4297": "Someone asked for this function to be skipped with `torch._dynamo.skip_frame()`: remove the call when it"
    " is no longer needed.",
    "GB0030": "Someone asked for this break through `comptime`: remove that call when it is no longer needed.",
    "GB0098": "This function is marked with `torch.compiler.disable`: remove the mark, or call it before or after the "
    "compiled part, where it costs no break.",
    "GB0099": "This function is marked with `torch.compiler.disable`: remove the mark, or call it before or after the "
    "compiled part, where it costs no break.",
    "GB0060": "Assert on the result of the compiled call instead of inside it.",
    # -- values of tensors that Python wants to know
    "GB0170": "Compute both sides and pick with `torch.where`, or move the `if` out of the compiled function. When the "
    "sides are too expensive to compute both, `torch.cond` keeps the branch in the graph.",
    "GB0035": "Decide on a Python bool that is known before the call, or make `__bool__` of this class return one.",
    "GB0124": "Keep the number a tensor: tensor arithmetic, `torch.where` and `torch.clamp` take it as it is. If Python"
    " must see it, take it after the compiled call, or set `torch._dynamo.config.capture_scalar_outputs = "
    "True`.",
    "GB0033": "This operator gives Python a value that only running it can tell. Use a tensor operation instead, or "
    "call it outside the compiled function.",
    "GB0036": "The output's size depends on the data. Use a form of fixed size (`torch.where` with three arguments, a "
    "mask that is multiplied in, `topk`), or set `torch._dynamo.config.capture_dynamic_output_shape_ops = "
    "True`.",
    "GB0037": "The output's size depends on the data, and this operator cannot tell it in advance. Call it outside the "
    "compiled function, or use a form of fixed size.",
    "GB0038": "Slice with Python numbers, or replace the slice by a mask or by `torch.narrow` with a start that is a "
    "number.",
    "GB0070": "Index a list with a Python number; to choose by a tensor, stack the list and index the result.",
    "GB7596": "Index a shape with a Python number, not with a tensor.",
    "GB0109": "Convert to an integer type before `tolist()`, or keep the values in a tensor.",
    "GB0208": "This operation returns something that is no tensor. Call it outside the compiled function and pass the "
    "result in.",
    "GB0246": "Say how many classes there are: `one_hot(x, num_classes=…)` has a fixed size.",
    "GB0171": "Give `assert` a constant text as its message, or use `torch._assert_async` for a check on values.",
    "GB0034": "Check values with `torch._assert_async`, or assert before the compiled call.",
    "GB0002": "State what holds for the sizes with `torch._check(…)` in place of `assert`, or check them before the "
    "call.",
    "GB9840": "Give `torch._check` a `lambda` written right there as its message.",
    "GB9158": "Let the message of `torch._check` use constants only: no tensors, no values computed in the function.",
    "GB0207": "Sort by Python numbers or texts; to sort by tensor values, use `torch.sort` or `torch.argsort`.",
    "GB7000": "Move the line that breaks out of the loop, or the loop's body into a function that is compiled by "
    "itself: a break inside a loop gives up the whole function.",
    "GB0052": "This function is too large or breaks too often to be traced. Compile its parts one by one, and remove "
    "the breaks that come first.",
    "GB0039": "See what makes it recompile and remove that first. Raise `torch._dynamo.config.recompile_limit` only "
    "when the number of versions is bounded.",
    # -- comparing and identity
    "GB0182": "Give both sides of the comparison shapes that broadcast.",
    "GB0214": "Compare sizes with numbers by `<`, `<=`, `==` and the like; do any other comparison before the call.",
    "GB0215": "Compare tensors with `torch.eq`, `torch.lt` and the like, or with tensors and numbers only.",
    "GB6622": "Compare the tensors with `torch.equal` outside the function, or element by element with `==` and "
    "`.all()`, and pick with `torch.where`.",
    "GB5976": "Compare the tensors with `is`, or compare addresses before the compiled call and pass the answer in.",
    "GB9316": "Do not branch on `id()` or `hash()` here; give the objects a number or a name of your own and compare "
    "that.",
    "GB4501": "Do not carry an `id()` across a break; take it again after the compiled call.",
}
"""By id: one or two sentences that say what to do."""
