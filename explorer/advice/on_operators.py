"""What to do about breaks in operators, in kinds of tensors, in control-flow operators and in other libraries."""

from __future__ import annotations

_DENSE = "Make the tensor dense (`to_dense()`) before the compiled part, or keep the sparse part outside it."
_JAGGED = "Make the nested tensor with `layout=torch.jagged`."
_OUT = "Assign the result (`y = op(x)` or `y[…] = op(x)`) in place of `out=`, or give a contiguous tensor of its shape."
_NUMPY = (
    "Set `torch._dynamo.config.trace_numpy = True` (its default), or convert with `torch.from_numpy` before the call."
)
_NO_NUMPY = "Install numpy, or use torch's own functions here."
_BRANCH = (
    "Let the branches return new tensors of one shape, dtype and structure: `x.clone()` for an input, no changes in "
    "place, tensors for numbers."
)
_PURE = (
    "Let this body change nothing outside itself: return what it makes and store it afterwards, in the function around."
)
_MODULE_IN_BODY = "Call the module before the control-flow operator and pass in what comes of it, or its parameters."
_SCAN = "Pass the tensors as a list or tuple that is not empty, with no dimension of size 0."
_OPAQUE = "Make this object before the compiled call, pass it in, and use only the members that were registered."
_SCRIPT = "Use the plain Python object in place of the TorchScript one; torch.compile replaces TorchScript."
_P2P = "Send and receive outside the compiled function, or use a collective such as `all_to_all_single`."
_NONSTRICT = "Pass and return tensors, numbers and plain containers of them, made outside or by torch operations."
_DEVICE = "Pass the device as one constant text or `torch.device`."
_SHARED = "Do this to the tensor before the compiled call."
_SUBCLASS = "Unwrap the subclass before this operation and wrap the result after it, or keep it outside the function."

OPERATORS: dict[str, str] = {
    "GB0087": "An operator has no implementation for tensors without data. If it is your own, add one with "
    "`register_fake`.",
    "GB0090": "This operator does not say what it returns. If it is your own, tell with `register_fake`.",
    "GB4315": "This operation fails for the shapes and types it gets here; run it once without torch.compile. If it is "
    "your own operator and works there, it lacks a `register_fake`.",
    "GB0064": "This operation fails for the shapes and types it gets here; run it once without torch.compile. If it is "
    "your own operator and works there, correct its `register_fake`.",
    "GB0081": "Run the line once without torch.compile: the tensor has no method of this name.",
    "GB0043": "Tag your operator with `torch.Tag.pt2_compliant_tag` once `torch.library.opcheck` passes on it.",
    "GB0049": "Call the overload that you mean by its name (`….default`): none fits these arguments.",
    "GB5173": "Move all tensors of this operation to one device before it.",
    "GB0112": "An argument has a type that this operation does not take; run the line once without torch.compile.",
    "GB0117": "This method fails for these arguments; run the line once without torch.compile.",
    "GB6270": "Tensors have no such method; call the function of that meaning, or call it outside the function.",
    "GB7489": "Pass tensors, numbers and plain containers to this method of a tensor.",
    "GB0055": "Pass tensors and numbers only to this operation. Draw from a `torch.Generator` before the call and pass "
    "the numbers in, or use the global generator.",
    "GB0213": "Use the torch function of the same meaning (`torch.maximum` for `max`, and so on).",
    "GB0224": "Compute sizes with Python's own operators, not with torch functions.",
    "GB0014": "Compile what stands around the recurrent layer, or write the recurrence with tensor operations.",
    # -- kinds of tensors
    "GB0015": _DENSE,
    "GB0277": _DENSE,
    "GB0374": "Build the sparse tensor before the compiled call and pass it in.",
    "GB0129": _SHARED,
    "GB0130": _SHARED,
    "GB0233": _JAGGED,
    "GB0016": _JAGGED,
    "GB0044": _JAGGED,
    "GB0245": "Give `nested_tensor` a list of tensors, and `layout=torch.jagged`.",
    "GB0001": "Pass a subclass that wraps tensors (one with `__torch_dispatch__` needs `_make_wrapper_subclass`).",
    "GB0026": "Make the subclass before the compiled call, or give its class a `__new__` that takes what you pass.",
    **dict.fromkeys(("GB0103", "GB0163", "GB0164"), _SUBCLASS),
    "GB0000": "Let one `__torch_function__` of these classes handle the call, or pass plain tensors.",
    # -- changes in place
    "GB0072": "Use the form that returns a new view (`transpose`, `squeeze`), not the one that ends in `_`.",
    "GB0107": "Draw with `torch.randint` or `torch.rand`, which trace, or fill the tensor before the call.",
    "GB0110": "Name the bounds by position: `uniform_(low, high)`.",
    "GB0126": "Make a new tensor of that size (`torch.zeros`, `torch.empty`), or resize before the compiled call.",
    "GB0127": "Make a new tensor of that size (`torch.empty_like`), or resize before the compiled call.",
    "GB0128": "Copy the values with `copy_`, or set the storage before the compiled call.",
    "GB4197": _SHARED,
    **dict.fromkeys(("GB0240", "GB0241", "GB0242", "GB0247"), _OUT),
    # -- numpy
    "GB0294": "Use the torch function of the same meaning in place of this numpy one.",
    "GB0158": "Convert with `torch.from_numpy` first and use the tensor's own method.",
    "GB0157": "Ask the tensor (`is_contiguous()`, `dtype`, `stride()`) in place of the array.",
    "GB0159": "Ask for numpy's version outside the compiled function.",
    "GB0250": "Arrays of Python objects have no counterpart in torch: keep them outside the compiled function.",
    "GB0185": "Pass arrays of numbers: arrays of objects or texts cannot become tensors.",
    "GB0290": "Call the numpy function by its name, not as an attribute of your object.",
    "GB0300": "Give numpy's `dtype`, `finfo` and the like constants only.",
    **dict.fromkeys(("GB0105", "GB0231", "GB0293"), _NUMPY),
    **dict.fromkeys(("GB0106", "GB0232"), _NO_NUMPY),
    "GB0298": "Set `torch._dynamo.config.use_numpy_random_stream = False`, or draw before the compiled call.",
    "GB7650": "Draw the random numbers outside the compiled function and pass them in, or use the global generator.",
    # -- torch.cond, while_loop, scan, checkpoint and the like
    **dict.fromkeys(("GB0040", "GB0041", "GB0313", "GB0314", "GB0340", "GB0350"), _BRANCH),
    **dict.fromkeys(("GB0067", "GB4413", "GB1177"), _PURE),
    **dict.fromkeys(("GB0073", "GB0074"), _MODULE_IN_BODY),
    "GB0042": "Give `nested_compile_region` a plain function or a module's method.",
    "GB0065": "See the break that came before this one; when that is gone, this goes too.",
    "GB0301": "Pass tensors, and containers of tensors only; let the body take numbers from the function around it.",
    "GB0302": "Pass a function where one is expected: a `def`, a `lambda` or a module.",
    "GB0351": "Let the body take tensors only; numbers and texts can come from the function around it.",
    "GB0309": "Call it as `torch.cond(pred, true_fn, false_fn, (tensors, …))`.",
    "GB0310": "Give `torch.cond` a bool or a tensor of one bool: reduce with `.any()` or `.all()`.",
    "GB0311": "Pass the operands of `torch.cond` as a tuple or a list.",
    "GB0312": "Pass tensors only as operands of `torch.cond`.",
    "GB0303": "Call it as `while_loop(cond_fn, body_fn, (tensors, …))`.",
    "GB0304": "Pass tuples or lists of tensors to `while_loop`.",
    "GB0308": "Let `cond_fn` return a bool or a tensor of one bool.",
    "GB0339": "Let `cond_fn` depend on what `body_fn` changes: it is always the same now.",
    "GB0341": "Call it as `associative_scan(combine_fn, xs, dim)`.",
    **dict.fromkeys(("GB0315", "GB0316", "GB0317", "GB0320", "GB0321", "GB0322", "GB0323", "GB0324", "GB0326"), _SCAN),
    "GB0318": "Let `combine_fn` return as many tensors as it is given for one element.",
    "GB0319": "Let `combine_fn` return what it is given in structure: a tuple for a tuple, a dict for a dict.",
    "GB0342": "Pass a plain function as `combine_fn`.",
    "GB0343": "Let `combine_fn` return two things: the next carry and the output of this step.",
    "GB0325": "Pass the arguments of `map` by position.",
    "GB0306": "Call this operator outside the compiled function: Dynamo has no rule for it.",
    "GB0307": "Call this operator outside the compiled function: Dynamo has no rule for it.",
    "GB9741": "Compile the function that calls `vmap` or `grad`, not the one inside.",
    "GB0149": "Compile the function that calls the `torch.func` transform, with all of it inside.",
    "GB0078": "Keep this `nonstrict_trace` call simple: no keyword for a tensor that is changed, plain inputs.",
    **dict.fromkeys(("GB0236", "GB0238", "GB0239", "GB0251"), _NONSTRICT),
    "GB6210": "Make the module in `__init__` and reach it by attribute, so that it can be found again.",
    # -- objects of other worlds
    **dict.fromkeys(("GB8656", "GB0363", "GB8843", "GB7685", "GB9567", "GB2078"), _OPAQUE),
    **dict.fromkeys(("GB0265", "GB0266", "GB0267"), _SCRIPT),
    "GB4695": "Use the plain module in place of its scripted or frozen form; torch.compile replaces TorchScript.",
    "GB0361": "Leave this feature out of the Triton kernel's launch, or call the kernel through `triton_op`.",
    "GB0216": "Give the Triton kernel's grid as a tuple, a list or a function that returns one.",
    "GB3326": "Build the TMA descriptor from `tensor.data_ptr()` in the same function.",
    "GB6735": "Give `wrap_triton` the kernel and nothing else.",
    "GB0146": "Use `record`, `wait`, `synchronize` and `query` of an event only, or time outside the function.",
    "GB0172": "Leave `async_op` out: the compiler overlaps collectives by itself.",
    **dict.fromkeys(("GB9300", "GB2696", "GB1750", "GB9860"), _P2P),
    "GB0210": "Install a build of torch that has `torch.distributed`.",
    **dict.fromkeys(("GB0248", "GB0249", "GB0285", "GB0286"), _DEVICE),
    "GB0223": "Compile at the top: inside, call the function itself, or give `torch.compile` nothing but it.",
    "GB0219": "The backend failed, not your code. Try `backend='aot_eager'`: if that works, the fault is in the "
    "backend.",
}
"""By id: one or two sentences that say what to do."""
