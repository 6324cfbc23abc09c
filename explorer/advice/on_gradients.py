"""What to do about breaks around gradients: backward, parameters, hooks, autograd functions."""

from __future__ import annotations

_OUTSIDE = (
    "Compute the loss in the compiled function and call `torch.autograd.grad` outside it; inside, `torch.func.grad` "
    "of a function traces."
)
_BACKWARD = "Call `backward()` on the result, outside the compiled function, where every form of `inputs=` works."
_LEAF = "Return the plain tensor and make it need a gradient outside the compiled function."
_FUNCTION = "Write `forward` and `backward` of the `torch.autograd.Function` as plain static methods with `def`."

GRADIENTS: dict[str, str] = {
    "GB0123": "Compile the forward pass and the loss, and call `backward()` on the result outside: the backward pass is"
    " compiled all the same.",
    "GB7054": _BACKWARD,
    "GB1042": _BACKWARD,
    "GB0442": _BACKWARD,
    "GB9186": "Compute the loss in the compiled function and call `torch.autograd.grad` outside it, or set "
    "`torch._dynamo.config.trace_autograd_ops = True`.",
    **dict.fromkeys(("GB7299", "GB5748", "GB6663", "GB1140", "GB1381", "GB4927", "GB0372", "GB1724"), _OUTSIDE),
    "GB0373": "Use one of the two: switch compiled autograd off, or move `torch.autograd.grad` out of the function.",
    "GB0125": "Set `requires_grad` on the tensor before the compiled call.",
    "GB0206": "Set `requires_grad` on the tensor before the compiled call.",
    "GB0225": "Make the tensor before the compiled call and pass it in; inside, leave `requires_grad` out.",
    "GB8985": _LEAF,
    "GB7324": _LEAF,
    "GB0104": "Read `grad_fn` outside the compiled function.",
    "GB0108": "Return the tensor and ask `torch.autograd.grad` for its gradient, outside the compiled function.",
    "GB0029": "Register the hook outside the compiled function, or write the gradient rule as a "
    "`torch.autograd.Function`.",
    "GB7444": "Let the hook do the same for every gradient: no `if` on its layout.",
    "GB0013": "Register and remove the hook in the same place: both before the compiled call, or both inside it.",
    "GB0100": "Keep the hook's handle in a local variable or on an object, or register the hook outside.",
    "GB0101": "Keep the hook's handle in a local variable or on an object, or register the hook outside.",
    "GB0083": "Put the backward hook on a tensor, or write the rule as a `torch.autograd.Function`; else leave this "
    "module out of the compiled part.",
    "GB0045": "Ask outside the compiled function, or decide by `self.training` or an argument.",
    "GB0046": "Ask outside the compiled function, or decide by `self.training` or an argument.",
    "GB0181": "Give the tensor and its `.grad` one dtype: clear the gradient before the call, or convert it.",
    # -- parameters
    "GB0264": "Make parameters in `__init__`; in forward use a plain tensor.",
    **dict.fromkeys(
        ("GB0226", "GB0227", "GB0235", "GB0237"),
        "Make the parameter in `__init__`, from a plain tensor and with a constant `requires_grad`.",
    ),
    "GB0119": "Run the lazy module once before compiling, so that its parameters exist.",
    "GB0056": "Copy the new values in with `copy_`, or assign `.data` before the compiled call.",
    "GB0220": "Keep the dtype when values are replaced: convert them first, or make a new tensor.",
    "GB0058": "Set this attribute of the tensor before the compiled call.",
    "GB0358": "Let the optimizer's closure and the change of its parameters happen outside the compiled step.",
    "GB0053": "Wrap the model in FSDP with `use_orig_params=True`.",
    # -- autograd functions
    **dict.fromkeys(("GB0085", "GB0346", "GB0352"), _FUNCTION),
    "GB0144": "Leave `jvp` out of the function that is compiled: a subclass with `jvp` can serve forward-mode outside.",
    "GB0145": "Name the gradient rule `backward`, not `vjp`.",
    "GB0140": "Call the function by `apply`; call any other of its methods outside the compiled function.",
    "GB0138": "Call `save_for_backward` on the context that `forward` was given, inside `apply`.",
    "GB0139": "Use `save_for_backward`, attributes of `ctx`, `mark_non_differentiable` and `needs_input_grad` only.",
    "GB2019": "Change the tensor out of place and return the new one, which needs no `mark_dirty`.",
    "GB2464": "Return each tensor that you mark dirty, or change it out of place.",
    "GB0347": "Call `ctx.set_materialize_grads(False)` in place of setting the attribute.",
    "GB0019": "Do not keep or return `ctx`; save what you need with `save_for_backward` or in plain attributes.",
    "GB6297": "Pass a view for the second one (`y.view_as(y)`), or give the function one argument.",
    "GB4372": "Take these arguments by position in `forward`: `apply` passes no names.",
}
"""By id: one or two sentences that say what to do."""
