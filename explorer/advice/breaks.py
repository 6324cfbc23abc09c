"""What to do about a graph break, by the id that torch gives its kind (torch/_dynamo/graph_break_registry.json)."""

from __future__ import annotations

BREAKS: dict[str, str] = {
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
    "GB0098": "This function is marked with `torch.compiler.disable`: remove the mark, or call it before or after the "
    "compiled part, where it costs no break.",
    "GB0099": "This function is marked with `torch.compiler.disable`: remove the mark, or call it before or after the "
    "compiled part, where it costs no break.",
    # -- values of tensors that Python wants to know
    "GB0170": "Compute both sides and pick with `torch.where`, or move the `if` out of the compiled function. When the "
    "sides are too expensive to compute both, `torch.cond` keeps the branch in the graph.",
    "GB0124": "Keep the number a tensor: tensor arithmetic, `torch.where` and `torch.clamp` take it as it is. If Python"
    " must see it, take it after the compiled call, or set `torch._dynamo.config.capture_scalar_outputs = "
    "True`.",
    "GB0033": "This operator gives Python a value that only running it can tell. Use a tensor operation instead, or "
    "call it outside the compiled function.",
    "GB0036": "The output's size depends on the data. Use a form of fixed size (`torch.where` with three arguments, a "
    "mask that is multiplied in, `topk`), or set `torch._dynamo.config.capture_dynamic_output_shape_ops = "
    "True`.",
    "GB0038": "Slice with Python numbers, or replace the slice by a mask or by `torch.narrow` with a start that is a "
    "number.",
    "GB0070": "Index a list with a Python number; to choose by a tensor, stack the list and index the result.",
    "GB7596": "Index a shape with a Python number, not with a tensor.",
    "GB0109": "Convert to an integer type before `tolist()`, or keep the values in a tensor.",
    "GB0208": "This operation returns something that is no tensor. Call it outside the compiled function and pass the "
    "result in.",
    "GB0246": "Say how many classes there are: `one_hot(x, num_classes=…)` has a fixed size.",
    "GB0171": "Give `assert` a constant text as its message, or use `torch._assert_async` for a check on values.",
    "GB0207": "Sort by Python numbers or texts; to sort by tensor values, use `torch.sort` or `torch.argsort`.",
    "GB7000": "Move the line that breaks out of the loop, or the loop's body into a function that is compiled by "
    "itself: a break inside a loop gives up the whole function.",
    # -- gradients and parameters
    "GB0123": "Compile the forward pass and the loss, and call `backward()` on the result outside: the backward pass is"
    " compiled all the same.",
    "GB9186": "Compute the loss in the compiled function and call `torch.autograd.grad` outside it, or set "
    "`torch._dynamo.config.trace_autograd_ops = True`.",
    "GB0125": "Set `requires_grad` on the tensor before the compiled call.",
    "GB0206": "Set `requires_grad` on the tensor before the compiled call.",
    "GB0104": "Read `grad_fn` outside the compiled function.",
    "GB0029": "Register the hook outside the compiled function, or write the gradient rule as a "
    "`torch.autograd.Function`.",
    "GB0264": "Make parameters in `__init__`; in forward use a plain tensor.",
    "GB0119": "Run the lazy module once before compiling, so that its parameters exist.",
    # -- Python that Dynamo does not follow
    "GB0007": "Call this function outside the compiled part. If it is an operation on tensors, make it an operator with"
    " `torch.library.custom_op`, which stays one node of the graph.",
    "GB0008": "Call this function outside the compiled part. If it is an operation on tensors, make it an operator with"
    " `torch.library.custom_op`, which stays one node of the graph.",
    "GB0147": "Replace this call by tensor operations, or wrap it with `torch.library.custom_op` so that it becomes one"
    " node of the graph.",
    "GB0156": "Write what this method does with tensors and plain Python containers, or call it outside the compiled "
    "function.",
    "GB0142": "Enter this context manager around the compiled call instead of inside it.",
    "GB0066": "Remove the break inside this `with` block first, or enter the context manager around the compiled call: "
    "Dynamo cannot stop and go on in the middle of it.",
    "GB0065": "See the break that came before this one; when that is gone, this goes too.",
    "GB0075": "Define the class at the top of the module.",
    "GB0179": "Copy the object before the compiled call; for a tensor use `clone()`.",
    "GB4198": "Use `clone()` (with `detach()` when no gradient shall flow) in place of `copy.deepcopy`.",
    "GB0092": "Do not return or keep this object across the break; return tensors, numbers and plain containers.",
    "GB0086": "This must be a constant while tracing. Pass it as a Python number, text or tuple rather than computing "
    "it from tensors.",
    "GB0088": "The code raised while it was traced. Run it once without torch.compile; if the error is expected there, "
    "check for its cause with an `if` rather than catching it.",
    "GB0187": "Decorate the function at the top of the module, not inside the compiled function.",
    "GB3383": "Build the pydantic object outside the compiled function and pass its tensors in.",
    # -- operators and kinds of tensors
    "GB0087": "An operator has no implementation for tensors without data. If it is your own, add one with "
    "`register_fake`.",
    "GB0090": "This operator does not say what it returns. If it is your own, tell with `register_fake`.",
    "GB4315": "This operation fails for the shapes and types it gets here; run it once without torch.compile. If it is "
    "your own operator and works there, it lacks a `register_fake`.",
    "GB0112": "An argument has a type that this operation does not take; run the line once without torch.compile.",
    "GB0014": "Compile what stands around the recurrent layer, or write the recurrence with tensor operations.",
    "GB0015": "Make the tensor dense (`to_dense()`) before the compiled part, or keep the sparse part outside it.",
    "GB0277": "Make the tensor dense (`to_dense()`) before the compiled part, or keep the sparse part outside it.",
    "GB0374": "Build the sparse tensor before the compiled call and pass it in.",
    "GB0233": "Make the nested tensor with `layout=torch.jagged`.",
    "GB0294": "Use the torch function of the same meaning in place of this numpy one.",
    "GB0158": "Convert with `torch.from_numpy` first and use the tensor's own method.",
    "GB4695": "Use the plain module in place of its scripted or frozen form; torch.compile replaces TorchScript.",
    "GB7650": "Draw the random numbers outside the compiled function and pass them in, or use the global generator.",
    "GB0219": "The backend failed, not your code. Try `backend='aot_eager'`: if that works, the fault is in the "
    "backend.",
}
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

SAMPLES: dict[str, str] = {
    "GB0059": "print_in_forward",
    "GB0291": "logging_in_forward",
    "GB0170": "data_dependent_branch",
    "GB0124": "item",
    "GB7000": "break_in_loop",
    "GB0123": "backward_in_step",
    "GB4315": "custom_op_without_fake",
}
"""By id: the sample model whose ``build()`` breaks so, and whose ``fixed()`` does what the advice says."""


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
